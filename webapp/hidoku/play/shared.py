"""A solved Hidoku, shown to others."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from solver.hidoku.rules.game import Play
from solver.hidoku.text.pencil import ribbon_parts, share_text
from solver.wording import counted, time_words
from webapp.cards import Card
from webapp.game_type import Shareable, ShownEnding
from webapp.hidoku.cards import solved_card
from webapp.hidoku.days import DAILY
from webapp.hidoku.picture.model import draw
from webapp.hidoku.play.game import begin_on_board, placed, replayed
from webapp.hidoku.play.pace import UNAIDED, is_unaided, pace_text, times_taken
from webapp.hidoku.puzzles import secret_of, title_of
from webapp.storage.games import StoredGame, store
from webapp.storage.hint_log import hint_count, price_words
from webapp.storage.records.contest_entries import contest_of_game


class SharedPath(Shareable):
    """A solved board, shown to others."""

    shared_template = "hidoku/play/_shared.html"
    shared_styles = ("hidoku/measures", "hidoku/board", "shared")
    why_held_back = (
        "Others may still be solving this board. You see how it was filled when you’ve "
        "solved it too."
    )
    step_word = "number"

    def share_card(self, stored: StoredGame) -> Card:
        return solved_card(stored)

    def share_text(self, stored: StoredGame, link: str) -> str:
        play = replayed(stored)
        title = title_of(stored.rules)
        return share_text(
            title if stored.day else f"Hidoku {title}",
            play.grid,
            time=time_words(int(stored.took or stored.seconds)),
            help_words=help_words(stored, play),
            pace=pace_text(times_taken(stored, play)),
            link=link,
        )

    def show_ending(self, stored: StoredGame, step: int | None) -> ShownEnding:
        """Return a board after some numbers were placed; without a ``step``, as it was given."""
        play = replayed(stored)
        numbers = placed(play)
        newest = numbers[step - 1] if step else None
        marks = {"newest": (play.where[newest],)} if newest and step != len(numbers) else {}
        board = dict([*play.board.items()][: len(play.grid.given) + (step or 0)])
        more = {
            "picture": draw(play.grid, board, marks),
            "ribbon": ribbon_parts(play.grid.last, numbers),
            "newest": newest,
            "board_name": stored.rules,
        }
        return ShownEnding(
            title=title_of(stored.rules),
            heading=f"Solved in {time_words(int(stored.took or stored.seconds))}",
            about=f"{counted(play.grid.last, 'number')}. {price_words(stored.hints).rstrip('.')}",
            step=len(numbers) if step is None else step,
            last=len(numbers),
            is_open=step is not None,
            more=more,
        )

    def last_step(self, stored: StoredGame) -> int:
        return len(placed(replayed(stored)))

    def is_same(self, stored: StoredGame, other: StoredGame) -> bool:
        return replayed(stored).grid == replayed(other).grid

    def is_held_back(self, stored: StoredGame) -> bool:
        """Say whether others may still solve it: in a contest, or as a daily under any name."""
        if stored.rules.startswith(DAILY) or contest_of_game(store(), stored.id):
            return True
        return secret_of(replayed(stored).grid) is not None

    def begin_same(self, stored: StoredGame, *, is_seen: bool) -> ResponseReturnValue:
        """Begin the visitor's own game on the same board; on a day's board it is the daily one."""
        return begin_on_board(stored.rules, Play(replayed(stored).grid))


def help_words(stored: StoredGame, play: Play) -> str:
    if is_unaided(stored, play):
        return UNAIDED.lower()
    return counted(count, "hint") if (count := hint_count(stored.hints)) else "no hints"
