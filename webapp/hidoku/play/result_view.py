"""What a page says about a solved Hidoku: how long it took, with which help, what it needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Final

from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.wording import time_words
from webapp.daily.start_view import DayEnd, show_day_end
from webapp.hidoku.play.pace import (
    FEW,
    UNAIDED,
    hinted_numbers,
    is_unaided,
    longest_pause,
    times_taken,
)
from webapp.hidoku.puzzles import grade_of
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hints_words
from webapp.storage.records.contests import contest_of_game
from webapp.storage.records.played import results_of
from webapp.work.limits import GLANCE
from webapp.work.tasks import task

MOST_KEPT: Final = 256  # grades, and techniques


@dataclass(frozen=True, kw_only=True)
class ShownSolved:
    time: str
    hints: str
    mark: str
    hardest: tuple[str, str]  # a sentence, and the technique that it ends with
    on_such_boards: str  # how the time compares with the player's others
    contest: str | None
    slowest: tuple[int, str] | None  # the number that took longest to place, and how long
    day: DayEnd | None


def show_ending(record: StoredGame, play: Play) -> ShownSolved:
    seconds = int(record.took or record.seconds)
    hint_numbers = hinted_numbers(record, play)
    times = times_taken(record, play)
    number, pause = longest_pause({n: times[n] for n in times if n not in hint_numbers})
    return ShownSolved(
        time=time_words(seconds),
        hints=hints_words(record.hints),
        mark=UNAIDED if is_unaided(record, play) else "",
        hardest=_hardest(grade_of(record.rules) or find_grade(play.grid)),
        on_such_boards=compare_times(record, results_of(store(), record.player, record.kind)),
        contest=contest_of_game(store(), record.id),
        slowest=(number, time_words(pause)) if number else None,
        day=show_day_end(record),
    )


def compare_times(record: StoredGame, games: Sequence[StoredGame]) -> str:
    """Say what a player's best and usual times are on boards like the one just solved; "" at first.

    The usual one is the median, once there are a few.
    """
    times = [
        int(game.took)
        for game in games
        if game.board == record.board and game.counts and game.id != record.id
    ]
    if not times:
        return ""
    usual_words = f", usually {time_words(median_low(times))}" if len(times) >= FEW else ""
    if record.counts and record.took < min(times):
        return f"Your best yet on boards like this: {time_words(min(times))} before{usual_words}."
    return f"On boards like this: best {time_words(min(times))}{usual_words}."


@task(lambda _: True, MOST_KEPT, whole=lambda board_grade: not board_grade.is_cut_short)
def find_grade(grid: Grid) -> Grade:
    """Return which techniques a board needs, as far as time allows; only large boards run out of
    it.
    """
    return grade(grid, Budget(deadline=GLANCE.deadline))


def _hardest(difficulty: Grade) -> tuple[str, str]:
    """Return a sentence, and the name of the technique that it ends with."""
    if difficulty.is_cut_short:
        return "This board is too large to say quickly which techniques it needs.", ""
    if not difficulty.solved_by_techniques:
        return "Techniques alone don’t solve this board; it needs trial and error.", ""
    if not difficulty.hardest:
        return "All its numbers were given.", ""
    sentence = f"Difficulty: {difficulty.word}. The hardest technique it needs:"
    return sentence, difficulty.hardest.name
