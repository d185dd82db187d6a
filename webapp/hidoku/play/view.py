"""A Hidoku in play as a page shows it: the board, what is missing, how far the game has got."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median_low
from typing import Final

from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.rules.faults import find_culprits
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.moves import Tints
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.pencil import line_words
from solver.hidoku.text.puzzles import conflict_text
from solver.wording import plural, time_words
from webapp.daily.start_view import DayEnd, show_day_end
from webapp.hidoku.days import DAILY
from webapp.hidoku.picture.cells import Marks, Note, Notes
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play import pace
from webapp.hidoku.play.hint_view import ShownHint, unexplained
from webapp.hidoku.play.replays import settled_in, supposed_cells
from webapp.hidoku.play.strip import (
    DOWN,
    UP,
    FirstStep,
    Preferences,
    Strip,
    first_step,
    following,
    selected_number,
    strip_of,
)
from webapp.hidoku.play.why_view import ShownWhy
from webapp.hidoku.puzzles import grade_of, known_board, title_of
from webapp.storage.boards import OWN
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hints_words
from webapp.storage.records.contests import contest_of_game
from webapp.storage.records.played import results_of
from webapp.work.limits import GLANCE
from webapp.work.tasks import task

MOST_KEPT: Final = 256  # grades


@dataclass(frozen=True, kw_only=True)
class PlayRequest:
    """What a request asks to see of a game.

    ``number`` is the one to select, ``is_picked`` says that it was picked by hand, and ``step``
    is the direction of counting.
    """

    chosen: Cell | None = None
    number: int | None = None
    is_picked: bool = False
    step: int = UP


@dataclass(frozen=True, kw_only=True)
class PlayAnswer:
    """What is answered beside a game.

    ``message`` replaces the game's status, ``problem`` is why a move was refused and ``typed`` what
    was typed for it. ``tier`` is the tier of a hint to show, up to the one ``paid``; ``why`` is a
    question with its answer, ``notes`` are in the cells for a hint or an answer.
    """

    message: str = ""
    problem: str = ""
    typed: str = ""
    marks: Marks = field(default_factory=dict)
    tier: int | None = None
    paid: int = 0
    hint: ShownHint | None = None
    why: ShownWhy | None = None
    notes: Notes = field(default_factory=dict)


AS_USUAL: Final = PlayRequest()
NO_ANSWER: Final = PlayAnswer()


@dataclass(frozen=True)
class Hand:
    """The selected number, if there is one, and those that can be selected instead.

    ``direction`` is the direction of counting, ``typed`` the text in the field.
    """

    number: int | None
    before: int | None
    after: int | None
    direction: str
    typed: str


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


@dataclass(frozen=True, kw_only=True)
class ShownPlay:
    """A board in play, with everything around it.

    ``marked`` are the cells with a mark; a page sends them along, so that the next response can
    remove the marks. ``wrong`` is the claim to ask about, if a number of the player's conflicts.
    """

    stored: StoredGame
    play: Play
    preferences: Preferences
    answer: PlayAnswer
    picture: Picture
    status: str
    marked: str
    wrong: str
    first: FirstStep | None
    hand: Hand
    strip: Strip
    ending: ShownSolved | None
    seconds: int
    clock: str
    hints_used: str
    supposed: int | None  # how many numbers, while the player supposes

    @property
    def like(self) -> str:
        """The name by which another board of this kind is made; "" if it wasn’t made by a wish."""
        name = self.stored.rules
        return "" if known_board(name) or name.startswith((OWN, DAILY)) else name

    @property
    def title(self) -> str:
        return title_of(self.stored.rules)


def show_board(
    record: StoredGame,
    play: Play,
    preferences: Preferences,
    play_request: PlayRequest = AS_USUAL,
    answer: PlayAnswer = NO_ANSWER,
) -> ShownPlay:
    settled_numbers = settled_in(record.moves)
    trial_cells = supposed_cells(play, settled_numbers)
    marks = {**answer.marks, "tentative": trial_cells}
    doubts = ""
    if preferences.at_once and "conflict" not in marks:
        doubts, marks["doubtful"] = find_conflicts(play)
    marked_cells = sorted({cell for group in marks.values() for cell in group})
    conflict_cells = (*marks.get("conflict", ()), *marks.get("doubtful", ()))
    if answer.hint or answer.why:
        conflict_cells = ()
    number = selected_number(play, play_request.number, play_request.step)
    is_first = number and not conflict_cells and _is_new(record, play, preferences)
    seconds = int(record.seconds if record.finished else record.played(datetime.now(UTC)))
    return ShownPlay(
        stored=record,
        play=play,
        preferences=preferences,
        answer=answer,
        picture=_draw(play, play_request.chosen, marks, answer.notes),
        status=answer.message or f"{doubts} {_status(play)}".strip(),
        marked=" ".join(f"{cell.row},{cell.column}" for cell in marked_cells),
        wrong=unexplained(play, conflict_cells),
        first=first_step(play, number) if number and is_first else None,
        hand=_hand(
            play, number if preferences.mode == "next" else None, play_request, answer.typed
        ),
        strip=strip_of(play, number or play.grid.last),
        ending=show_ending(record, play) if play.is_solved else None,
        seconds=seconds,
        clock=time_words(seconds),
        hints_used=hints_words(record.hints),
        supposed=None if settled_numbers is None or play.is_solved else len(trial_cells),
    )


def _draw(play: Play, chosen: Cell | None, marks: Marks, notes: Notes) -> Picture:
    grid = play.grid
    if chosen is None or not grid.has_cell(chosen):
        chosen = next((cell for cell in grid.cells if cell not in play.board), grid.cells[0])
    own_notes = {cell: Note.of(*numbers) for cell, numbers in play.notes.items()}
    return draw(
        grid,
        play.board,
        marks,
        chosen,
        notes={**own_notes, **notes},
        pencilled=play.lines,
        tints=shown_tints(play),
        beside=line_words(play),
    )


def _is_new(record: StoredGame, play: Play, preferences: Preferences) -> bool:
    """Say whether it is the first game of who places numbers by hand, and just begun."""
    if preferences.mode != "next" or len(play.moves) > 1 or play.undone or not record.player:
        return False
    player = record.player
    kind = record.kind
    return len(store().unfinished(player, kind, 2)) < 2 and not results_of(store(), player, kind)


def _hand(play: Play, number: int | None, play_request: PlayRequest, number_text: str) -> Hand:
    hand_number = play_request.number if play_request.is_picked else None
    is_missing = hand_number and hand_number <= play.grid.last and hand_number not in play.where
    return Hand(
        number,
        before=following(play, number, DOWN) if number else None,
        after=following(play, number, UP) if number else None,
        direction="up" if play_request.step == UP else "down",
        typed=number_text or str(number or (hand_number if is_missing else "")),
    )


def changed_cells(before: Play, after: Play) -> set[Cell]:
    faces = (
        (before.board, after.board),
        (before.notes, after.notes),
        (shown_tints(before), shown_tints(after)),
        (line_words(before), line_words(after)),
    )
    return {cell for first, second in faces for cell, _ in first.items() ^ second.items()}


def shown_tints(play: Play) -> Tints:
    """Return the colours that a page shows: none on a finished board."""
    return {} if play.is_solved else play.tints


def _status(play: Play) -> str:
    if play.is_solved:
        return "Solved."
    if play.is_full:
        return "Every cell is filled, but the path is broken somewhere. Check shows where."
    return f"{plural(play.grid.last - len(play.where), 'number')} to place."


def find_conflicts(play: Play) -> tuple[str, tuple[Cell, ...]]:
    """Say why two of the player's numbers conflict at most, and return the cells of all of them."""
    conflicts = play.conflicts()
    culprits = find_culprits(play, conflicts)
    sentences = [conflict_text(conflict) for conflict in culprits.values() or conflicts[:1]]
    if len(sentences) > 2:
        sentences[2:] = [f"Also marked: {plural(len(sentences) - 2, 'more number')}."]
    return " ".join(sentences), tuple(culprits)


def show_ending(record: StoredGame, play: Play) -> ShownSolved:
    seconds = int(record.took or record.seconds)
    hint_numbers = pace.hinted_numbers(record, play)
    times = pace.times_taken(record, play)
    number, pause = pace.longest_pause(pace.own_times(times, hint_numbers))
    return ShownSolved(
        time=time_words(seconds),
        hints=hints_words(record.hints),
        mark=pace.UNAIDED if pace.is_unaided(record, play) else "",
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
    usual_words = f", usually {time_words(median_low(times))}" if len(times) >= pace.FEW else ""
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
    sentence = f"Difficulty: {difficulty.word}. The hardest technique in its grading:"
    return sentence, difficulty.hardest.name
