"""What is drawn on the board of a step: marks, small numbers, and the last dead end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.grid import Board, Cell
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.model import Picture
from webapp.hidoku.picture.path import Point, lines_text, steps_by_hue
from webapp.hidoku.watch.traces import WatchedSolve


class Target(NamedTuple):
    """A cell to choose on the picture, and the corner of its square."""

    cell: Cell
    x: float
    y: float


class DeadBranch(NamedTuple):
    """The lines of a dead end, and where it ended."""

    lines: str
    end: Point


def target_of(cell: Cell, plan: BoardPlan) -> Target:
    x, y = plan.centre(cell)
    return Target(cell, x=round(x - 0.5, 3), y=round(y - 0.5, 3))


def find_dead_branch(solve: WatchedSolve, picture: Picture, step: int) -> DeadBranch | None:
    """Return the last dead end that the board no longer has."""
    board = picture.painter.board
    points = picture.ground.points
    passed = solve.outline.dead_ends_until(step)
    last = solve.steps[passed[-1]] if passed else None
    if not last or not last.cell or not last.number or board.get(last.cell) == last.number:
        return None
    then = {**solve.board_at(passed[-1]), last.cell: last.number}
    lines = [
        (points[start], points[goal])
        for steps in steps_by_hue(solve.grid, then).values()
        for start, goal in steps
        if board.get(start) != then[start] or board.get(goal) != then[goal]
    ]
    return DeadBranch(lines_text(lines), points[last.cell])


def step_marks(step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    if step.cell and step.kind in {StepKind.CONTRADICTION, StepKind.RETREAT}:
        return {"conflict": (step.cell,)}
    own: dict[str, Iterable[Cell]] = {"newest": (step.cell,)} if step.cell else {}
    if step.dead:
        return own | {"because": step.dead.cells}
    if not step.deduction:
        return own
    marked = step.deduction.marks
    rests = [cell for cell, number in board.items() if number in marked.numbers]
    eliminated = {cell for _, cell in step.eliminated}
    because = {*rests, *marked.cells} - {step.cell}
    return own | {"because": because, "area": marked.area, "eliminated": eliminated}


def differing_cells(solve: WatchedSolve, step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    """Return the mark of the cells where a second solution differs from the first."""
    first = solve.solution
    if step.kind is not StepKind.SEVERAL or first is None:
        return {}
    return {"differs": [cell for cell, number in first.items() if board[cell] != number]}


def eliminated_notes(step: Step) -> dict[Cell, str]:
    numbers = defaultdict[Cell, list[str]](list)
    for number, cell in step.eliminated:
        numbers[cell].append(str(number))
    return {cell: " ".join(texts) for cell, texts in numbers.items()}
