"""Which guesses of a finished game are held against whoever made them."""

from __future__ import annotations

from solver.deduction.explain.review import Review, Reviewed
from webapp.mastermind.breaker.game import key_before
from webapp.mastermind.finished import Finished
from webapp.storage.hint_log import MOVE, has_hint


def row_key(finished: Finished, number: int) -> int:
    """Return what stands in the log of hints for the position before a row, counted from 1."""
    return key_before(finished.game, [turn.code for turn in finished.turns[: number - 1]])


def was_advised(finished: Finished, number: int) -> bool:
    """Say whether a move had been shown before a row: it is then no mistake of the player's."""
    return has_hint(finished.hints or "", row_key(finished, number), MOVE)


def own_mistakes(finished: Finished, seen: Review) -> tuple[Reviewed, ...]:
    """Return the turns with a mistake, those aside where a move had been shown."""
    turns = (turn for turn in seen.turns if turn.is_mistake)
    return tuple(turn for turn in turns if not was_advised(finished, turn.number))


def costliest(finished: Finished, seen: Review) -> Reviewed | None:
    """Return the mistake that gave away most, the first of several alike; None without any."""
    mistakes = own_mistakes(finished, seen)
    return max(mistakes, key=lambda turn: turn.regret, default=None)
