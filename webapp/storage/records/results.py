"""How a game ended, as its row says it: lists, statistics and totals need no replay.

What a game is played on and how it ended is told by the rooms of the games (``webapp.kind``);
the store asks once, when a game is begun and when it is first over. What a row says then stays,
also where its player takes the last move back to look at it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final

#: Games that are over and of which nobody knows more yet have this as ``result``: nothing.
UNKNOWN: Final = ""
#: The columns that say how a game ended.
RESULT: Final = ("result", "guesses", "hints_used", "counts", "took", "ended")


class GameEnd(Enum):
    """How a game ended for its player; OVER where there was nothing to win."""

    WON = "won"
    LOST = "lost"
    OVER = "over"


@dataclass(frozen=True)
class Result:
    """How a game ended.

    ``guesses`` are the rows of Mastermind, 0 elsewhere. ``counts`` says whether statistics and the
    totals of a day count it: what was played for practice, or with the move shown, does not.
    """

    outcome: GameEnd
    guesses: int = 0
    hints_used: int = 0
    counts: bool = False


@dataclass(frozen=True)
class GameFacts:
    """What lists say of a game: the board it is played on, and its result once it is over."""

    board: str = ""
    result: Result | None = None


NO_FACTS: Final = GameFacts()


def result_columns(result: Result, seconds: float, ended: datetime) -> Mapping[str, Any]:
    return {
        "result": result.outcome.value,
        "guesses": result.guesses,
        "hints_used": result.hints_used,
        "counts": result.counts,
        "took": seconds,
        "ended": ended,
    }
