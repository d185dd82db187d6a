"""A board being solved: the trace of each known board, and what a page shows of one step."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

from solver.hidoku.grid import Grid
from solver.hidoku.hunt import Budget
from solver.hidoku.step_words import step_text
from solver.hidoku.steps import Kind, Step
from solver.hidoku.trace import Mode, Trace, trace
from webapp.pictures import Marks, Picture, draw
from webapp.puzzles import Puzzle

DEADLINE = 10.0  # seconds for a whole trace; it then ends with a step that says so


@dataclass(frozen=True)
class Way:
    """A way of solving that can be watched."""

    by: str
    title: str
    sentence: str


WAYS = (
    Way("tries", "With tries", "Sure steps by simple rules, and a try where none is left."),
    Way(
        "rules",
        "Without a guess",
        "Every technique a person can use, the easiest first, makes every step sure.",
    ),
    Way(
        "search",
        "Plain search",
        "Depth-first search as in the program of 2015: the number with the fewest cells first.",
    ),
)

MODES = {"tries": Mode.RULES, "rules": Mode.TECHNIQUES, "search": Mode.SEARCH}

HEADLINES = {
    Kind.START: "The start",
    Kind.ONLY_CELL: "Only place for the number",
    Kind.ONLY_NUMBER: "Only number for the place",
    Kind.STRIKE: "Ruled out",
    Kind.TRY: "A try",
    Kind.CONTRADICTION: "A contradiction",
    Kind.RETREAT: "The way back",
    Kind.SOLVED: "Solved",
    Kind.PROVED: "Proved: the only solution",
    Kind.SEVERAL: "A second solution",
    Kind.IMPOSSIBLE: "No solution",
    Kind.STOPPED: "Stopped",
}


@dataclass(frozen=True)
class Frame:
    """One step of a solve, ready to show."""

    name: str
    title: str
    by: str
    step: int
    last_step: int
    kind: str
    headline: str
    reason: str
    depth: int
    placed: int
    nodes: int
    branches: int
    mean_branching: str
    board: Picture
    board_words: str


@lru_cache(maxsize=32)
def trace_of(grid: Grid, by: str) -> Trace:
    """Return the trace of a board, computed once."""
    budget = Budget(deadline=time.monotonic() + DEADLINE)
    return trace(grid, MODES[by], budget)


def show_frame(puzzle: Puzzle, by: str, index: int) -> Frame:
    """Return the frame after step ``index`` of a trace."""
    solve = trace_of(puzzle.grid, by)
    step, counters = solve.steps[index], solve.counters_at(index)
    board = counters.board
    words = f"{len(board)} of {solve.grid.last} numbers placed"
    return Frame(
        name=puzzle.name,
        title=puzzle.title,
        by=by,
        step=index,
        last_step=len(solve) - 1,
        kind=step.kind.value,
        headline=HEADLINES[step.kind],
        reason=step_text(step),
        depth=step.depth,
        placed=len(board),
        nodes=counters.nodes,
        branches=counters.successors,
        mean_branching=f"{counters.mean_branching:.3f}" if counters.successors else "–",
        board=draw(solve.grid, board, _marks(step)),
        board_words=words,
    )


def _marks(step: Step) -> Marks:
    if step.cell is None:
        because = step.dead.cells if step.dead else step.because.cells + step.because.area
        return {"because": because, "conflict": {cell for _, cell in step.struck}}
    if step.kind in {Kind.CONTRADICTION, Kind.RETREAT}:
        return {"conflict": (step.cell,)}
    return {"newest": (step.cell,), "because": step.because.cells}
