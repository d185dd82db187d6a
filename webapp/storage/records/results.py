"""How a game ended, stored in its row so that lists, statistics and totals need no replay.

The rooms of the games say which board it is on and how it ended (``webapp.game_type``). The store
asks once, when a game is begun and when it is first over. After that the row doesn't change, even
if the player undoes the last move to look at it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import Enum
from typing import Any, Final

#: The ``result`` of a game that isn't over, or whose result isn't known yet.
UNKNOWN: Final = ""


class GameEnd(Enum):
    """How a game ended for its player; OVER if there was nothing to win."""

    WON = "won"
    LOST = "lost"
    OVER = "over"


@dataclass(frozen=True)
class Result:
    """How a game ended.

    ``guesses`` are the rows of Mastermind, 0 elsewhere. ``counts`` says whether it counts for
    statistics and the totals of a day: practice games, and games where a hint showed the move,
    don't.
    """

    outcome: GameEnd
    guesses: int = 0
    hints_used: int = 0
    counts: bool = False


@dataclass(frozen=True)
class GameFacts:
    """What lists say of a game: its board, and its result once it is over."""

    board: str = ""
    result: Result | None = None


NO_FACTS: Final = GameFacts()


def result_columns(result: Result, seconds: float, end: datetime) -> Mapping[str, Any]:
    """Return what a game's row says of its end: a column for each field, and when that was."""
    columns = {**vars(result), "result": result.outcome.value, "took": seconds, "ended": end}
    return {name: columns[name] for name in RESULT}


#: The columns that say how a game ended.
RESULT: Final = ("result", *[column.name for column in fields(Result)][1:], "took", "ended")
