"""The ways of solving a board that can be watched, and the trace of each board and way."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from solver.hidoku.hunt import Budget
from solver.hidoku.trace import Mode, Trace, trace
from webapp.once import Once
from webapp.puzzles import Puzzle

DEADLINE: Final = 10.0  # seconds for a whole trace; it then ends with a step that says so
MOST_KEPT: Final = 150_000  # steps of all traces together; about half a kilobyte each


@dataclass(frozen=True)
class Way:
    """A way of solving that can be watched."""

    by: str
    title: str
    sentence: str
    mode: Mode


WAYS = (
    Way(
        "both",
        "Logic, then tries",
        "Every technique a person can use, the easiest first; a try only where none leads on.",
        Mode.TECHNIQUES,
    ),
    Way(
        "logic",
        "Logic only",
        "Every technique a person can use, the easiest first. It ends where logic ends.",
        Mode.LOGIC,
    ),
    Way(
        "tries",
        "Simple rules, then tries",
        "Sure steps by reach alone, and a try where none is left: much to take back.",
        Mode.RULES,
    ),
    Way(
        "search",
        "Search only",
        "Plain depth-first search as in the program of 2015: the number with the fewest cells "
        "first.",
        Mode.SEARCH,
    ),
)
WAY_BY = {way.by: way for way in WAYS}

_traces: Once[Trace] = Once(len, MOST_KEPT)


def trace_of(puzzle: Puzzle, by: str, patience: float) -> Trace | None:
    """Return the trace of a board, worked out once; None while that is under way."""

    def work() -> Trace:
        budget = Budget(deadline=time.monotonic() + DEADLINE)
        return trace(puzzle.grid, WAY_BY[by].mode, budget)

    return _traces.ask(f"{puzzle.name} {by}", work, patience)
