"""A board being solved: what a page shows of one step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.text.trace import step_text
from solver.wording import counted
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.solve.deferred_overlays import LIST, LaidOver, Wanted, laid_over
from webapp.hidoku.solve.overlays import Connections, ListedCell, faults_text, wrong_cells
from webapp.hidoku.solve.packed_traces import PackedTrace
from webapp.hidoku.solve.traces import WAYS
from webapp.work.budgets import THOROUGH

OVER: Final = (
    f"The {THOROUGH.seconds:.0f} seconds for a solve are over before its end. Another way of "
    "solving may come further; “All solutions” asks the fastest search there is."
)

SHOWS = {
    "connections": "Connections",
    "candidates": "Possible numbers",
    "placements": "Placements left",
}

HEADLINES = {
    StepKind.START: "The start",
    StepKind.ONLY_CELL: "Only place for the number",
    StepKind.ONLY_NUMBER: "Only number for the place",
    StepKind.ELIMINATION: "Ruled out",
    StepKind.TRY: "A try",
    StepKind.CONTRADICTION: "A contradiction",
    StepKind.RETREAT: "The way back",
    StepKind.SOLVED: "Solved",
    StepKind.PROVED: "Proved: the only solution",
    StepKind.SEVERAL: "A second solution",
    StepKind.IMPOSSIBLE: "No solution",
    StepKind.STUCK: "Logic ends here",
    StepKind.LEFT_OUT: "Steps left out",
    StepKind.STOPPED: "Stopped",
}


@dataclass(frozen=True)
class Look:
    """What the address asks for: a way, a step, overlays, a cell to look at."""

    by: str = WAYS[0].by
    step: int = 0
    shows: tuple[str, ...] = ()
    cell: Cell | None = None


@dataclass(frozen=True)
class ShownStep:
    """One step of a solve, ready to show.

    ``targets`` are cells that can be chosen, with the corner of each on the picture.
    """

    name: str
    title: str
    look: Look
    last_step: int
    length: str
    kind: str
    headline: str
    reason: str
    depth: int
    placed: int
    nodes: int
    branches: int
    mean_branching: str
    board: Picture
    is_faulty: bool
    can_go_on: bool
    connections: Connections | None
    has_possible: bool
    listed: tuple[ListedCell, ...]
    targets: tuple[tuple[int, int, float, float], ...]
    looked_at: ListedCell | None
    placements: tuple[tuple[int, int], ...]


def show_frame(puzzle: Puzzle, solve: PackedTrace, look: Look) -> ShownStep:
    """Return the frame after a step of a trace; raises what overlays of large boards raise."""
    grid, step, counters = solve.grid, solve.steps[look.step], solve.counters_at(look.step)
    board = counters.board
    over = _laid_over(solve, board, look)
    marks = {**_marks(step), **over.marks, **wrong_cells(solve), **_differing(solve, step, board)}
    picture = draw(grid, board, marks, notes=over.notes)
    return ShownStep(
        name=puzzle.name,
        title=puzzle.title,
        look=look,
        last_step=len(solve) - 1,
        length=_length(solve),
        kind=step.kind.value,
        headline=HEADLINES[step.kind],
        reason=_reason(solve, step),
        depth=step.depth,
        placed=len(board),
        nodes=counters.nodes,
        branches=counters.successors,
        mean_branching=f"{counters.mean_branching:.3f}" if counters.successors else "–",
        board=picture,
        is_faulty=bool(solve.faults),
        can_go_on=len(board) < grid.last and not solve.faults,
        connections=over.connections,
        has_possible=bool(over.notes),
        listed=over.listed,
        targets=tuple(
            _target(cell, picture.plan) for cell, note in over.notes.items() if "…" in note
        ),
        looked_at=over.looked_at,
        placements=over.placements,
    )


def _laid_over(solve: PackedTrace, board: Board, look: Look) -> LaidOver:
    """Return what is asked for of the connections and of the numbers in reach."""
    shows = ("connections",) if solve.faults else (*SHOWS, LIST)
    asked = tuple(show for show in shows if show in look.shows)
    eliminated = () if solve.faults else solve.eliminations_at(look.step)
    return laid_over(Wanted(solve.grid, tuple(board.items()), eliminated, asked, look.cell))


def _reason(solve: PackedTrace, step: Step) -> str:
    match step.kind:
        case StepKind.IMPOSSIBLE:
            return faults_text(solve)
        case StepKind.SEVERAL:
            return f"{step_text(step)} What differs from the first one is marked."
        case StepKind.STOPPED:
            return OVER
    return step_text(step)


def _target(cell: Cell, plan: BoardPlan) -> tuple[int, int, float, float]:
    x, y = plan.centre(cell)
    return *cell, round(x - 0.5, 3), round(y - 0.5, 3)


def _length(solve: PackedTrace) -> str:
    """Say how much of a long trace is shown; nothing of one that is whole."""
    left_out = solve.left_out
    if not left_out:
        return ""
    shown = len(solve) - solve.gaps
    return (
        f"A long solve: {counted(left_out + shown, 'step')}, of which {shown:,} can be watched. "
        "The first part is whole; after it some stretches are left out, and the end is there again."
    )


def _differing(solve: PackedTrace, step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    """The mark of the cells where a second solution is another than the first."""
    if step.kind is not StepKind.SEVERAL or solve.solution is None:
        return {}
    return {"differs": [cell for cell, number in solve.solution.items() if board[cell] != number]}


def _marks(step: Step) -> dict[str, Iterable[Cell]]:
    if step.cell is None:
        if step.dead:
            return {"because": step.dead.cells}
        because, eliminated = step.because, {cell for _, cell in step.eliminated}
        return {"because": because.every_cell, "area": because.area, "eliminated": eliminated}
    if step.kind in {StepKind.CONTRADICTION, StepKind.RETREAT}:
        return {"conflict": (step.cell,)}
    return {"newest": (step.cell,), "because": step.because.every_cell, "area": step.because.area}
