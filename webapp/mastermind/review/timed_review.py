"""A game that is over, whoever broke the code, and its rows weighed in the time of an answer.

On a large board a row may take a tenth of a second and more, so such rows go through the door, one
after the other; an answer shows those that are known and says how many wait. Each row is kept in
memory under the game's name and the rows up to it, so that the next answer goes on where this one
stopped, and a review that is done costs nothing to show again. Refused: a job, since what waits is
a second or two in all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeVar

from solver.deduction.explain.review import Review, Reviewed, review_turn
from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.rules.game import Code, Game, Turn
from solver.wording import counted
from webapp.mastermind.board_sizes import SMALL, has_at_most
from webapp.mastermind.face import Keys
from webapp.work.deferred import always_deferred, if_known

T = TypeVar("T")


@dataclass(frozen=True)
class Voice:
    """How a review speaks of who broke the code: whose rows they are, and the result in words."""

    whose: str
    won: str
    lost: str
    again: str


YOU: Final = Voice("Your", "Solved in", "Not found in", "Try again from here")
NOTEBOOK: Final = Voice("Your", "Solved in", "One code left after", "Try again from here")
COMPUTER: Final = Voice("The computer’s", "Found in", "Not found in", "Play on from here")
BREAKER: Final = Voice("The breaker’s", "Found in", "Not found in", "Play on from here")


@dataclass(frozen=True)
class Finished:
    """What was hidden, and the rows played.

    ``hints`` is the log of the hints asked for, None where there are none to ask for. An evil
    setter (``is_evil``) chose no code before it had to.
    """

    game: Game
    keys: Keys
    secret: Code
    turns: tuple[Turn, ...]
    hints: str | None = None
    voice: Voice = YOU
    is_evil: bool = False

    @property
    def is_won(self) -> bool:
        """Whether the last row was the code."""
        return self.turns[-1].feedback == self.game.feedbacks[self.game.won]

    @property
    def title(self) -> str:
        """How it ended."""
        words = self.voice.won if self.is_won else self.voice.lost
        return f"{words} {counted(len(self.turns), 'guess', 'guesses')}"

    @property
    def last_start(self) -> int:
        """The last row from which the game can be played anew.

        A board has so many rows, and those before must have been answered as the code does.
        """
        untrue = (place + 1 for place in contradicted(self.game, self.secret, self.turns))
        return min(len(self.turns), self.game.rows, *untrue)


@always_deferred(512)
def _all_reviewed(name: str, turns: tuple[Turn, ...]) -> tuple[Reviewed, ...]:
    """Review all rows of a game."""
    return tuple(_reviewed(name, turns[:place], turn) for place, turn in enumerate(turns))


@always_deferred(4096)
def _reviewed(name: str, earlier: tuple[Turn, ...], turn: Turn) -> Reviewed:
    """Review one row; by the game's name, since a game itself may hold much memory."""
    return review_turn(game_named(name), earlier, turn)


def in_time(works: Sequence[Callable[[], T]]) -> tuple[T, ...]:
    """Do one work after the other until one of them is not known in time: the first of them."""
    done: list[T] = []
    for work in works:
        found = if_known(work)
        if found is None:
            break
        done.append(found)
    return tuple(done)


def review_in_time(finished: Finished) -> Review:
    """Return the review as far as it is known in time: its first rows, or all.

    A small board's is worked out in one piece: a row takes up to 30 ms, all of them 100 ms.
    """
    game, turns = finished.game, finished.turns
    if has_at_most(game.name, SMALL):
        rows = if_known(lambda: _all_reviewed(game.name, turns))
        return Review(game, finished.secret, rows or ())
    works = [partial(_reviewed, game.name, turns[:place], turn) for place, turn in enumerate(turns)]
    return Review(game, finished.secret, in_time(works))
