"""The rows of a game that is over, weighed in the time of an answer.

On a large board a row may take a tenth of a second and more, so such rows go through the door, one
after the other; an answer shows those that are known and says how many wait. Each row is kept in
memory under the game's name and the rows up to it, so that the next answer goes on where this one
stopped, and a review that is done costs nothing to show again. Refused: a job, since what waits is
a second or two in all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from solver.deduction.explain.review import Review, Reviewed, review_turn
from solver.deduction.games import game_named
from solver.deduction.rules.game import Turn
from webapp.mastermind.board_sizes import SMALL, has_at_most
from webapp.mastermind.finished import Finished, KnownThen
from webapp.work.deferred import always_deferred, if_known

T = TypeVar("T")


@always_deferred(512)
def _all_reviewed(name: str, rows: tuple[KnownThen, ...]) -> tuple[Reviewed, ...]:
    """Review all rows of a game."""
    return tuple(_reviewed(name, *row) for row in rows)


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
    game, judged = finished.game, finished.judged
    if has_at_most(game.name, SMALL):
        rows = if_known(lambda: _all_reviewed(game.name, judged))
        return Review(game, finished.secret, rows or ())
    works = [partial(_reviewed, game.name, *row) for row in judged]
    return Review(game, finished.secret, in_time(works))
