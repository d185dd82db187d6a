"""The ways of solving a board that can be watched, and the trace of each board and way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.trace import Mode, trace
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.solve.packed_traces import PackedTrace, packed
from webapp.work.limits import THOROUGH
from webapp.work.tasks import Tasks

MOST_KEPT: Final = 40_000_000  # bytes of all traces together; of the longest some 500,000


@dataclass(frozen=True)
class SolveMethod:
    """A way of solving that can be watched; ``searches`` if its tries are what it is about."""

    by: str
    title: str
    sentence: str
    mode: Mode
    searches: bool = False


WAYS = (
    SolveMethod(
        "both",
        "Logic, then tries",
        "Every technique a person can use, the easiest first; a try only where none leads on.",
        Mode.TECHNIQUES,
    ),
    SolveMethod(
        "logic",
        "Logic only",
        "Every technique a person can use, the easiest first. It ends where logic ends.",
        Mode.LOGIC,
    ),
    SolveMethod(
        "tries",
        "Simple rules, then tries",
        "Sure steps by reach alone, and a try where none is left: much to take back.",
        Mode.RULES,
        searches=True,
    ),
    SolveMethod(
        "search",
        "Search only",
        "Plain depth-first search as in the program of 2015: the number with the fewest cells "
        "first.",
        Mode.SEARCH,
        searches=True,
    ),
)
WAY_BY = {way.by: way for way in WAYS}

_traces: Tasks[PackedTrace] = Tasks(MOST_KEPT, THOROUGH.limit, lambda solve: solve.weight)


def trace_of(puzzle: Puzzle, by: str) -> PackedTrace:
    """Return the trace of a board, worked out once; see :meth:`Tasks.ask` for what it raises."""
    return _traces.ask((puzzle.name, by), find_trace, puzzle.grid, by)


def find_trace(grid: Grid, by: str) -> PackedTrace:
    """Solve a board in a way that can be watched, as far as the time allows."""
    budget = Budget(deadline=THOROUGH.deadline)
    return packed(trace(grid, WAY_BY[by].mode, budget))
