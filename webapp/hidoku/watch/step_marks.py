"""What is drawn on the board of a step: marks, small numbers, and the last dead end."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.rules.grid import Board, Cell
from webapp.hidoku.picture.cells import Note, Notes
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
    dead_ends = solve.outline.dead_ends_until(step)
    last = solve.steps[dead_ends[-1]] if dead_ends else None
    if not last or not last.cell or not last.number or board.get(last.cell) == last.number:
        return None
    past_board = {**solve.board_at(dead_ends[-1]), last.cell: last.number}
    lines = [
        (points[start], points[goal])
        for steps in steps_by_hue(solve.grid, past_board).values()
        for start, goal in steps
        if board.get(start) != past_board[start] or board.get(goal) != past_board[goal]
    ]
    return DeadBranch(lines_text(lines), points[last.cell])


def step_marks(step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    if step.cell and step.kind in {StepKind.CONTRADICTION, StepKind.RETREAT}:
        return {"conflict": (step.cell,)}
    if step.kind is StepKind.CLAUSE:
        trials = [cell for _, cell in step.standing]
        return {"because": trials, "eliminated": [cell for _, cell in step.eliminated]}
    newest_mark: dict[str, Iterable[Cell]] = {"newest": (step.cell,)} if step.cell else {}
    if step.dead:
        return newest_mark | {"because": step.dead.cells}
    if not step.deduction:
        return newest_mark
    reason_marks = step.deduction.marks
    rests = [cell for cell, number in board.items() if number in reason_marks.numbers]
    cells_out = {cell for _, cell in step.eliminated}
    because = {*rests, *reason_marks.cells} - {step.cell}
    return newest_mark | {"because": because, "area": reason_marks.area, "eliminated": cells_out}


def differing_cells(solve: WatchedSolve, step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    """Return the mark of the cells where a second solution differs from the first."""
    first = solve.solution
    if step.kind is not StepKind.SEVERAL or first is None:
        return {}
    return {"differs": [cell for cell, number in first.items() if board[cell] != number]}


def eliminated_notes(step: Step) -> Notes:
    numbers = defaultdict[Cell, list[int]](list)
    for number, cell in step.eliminated:
        numbers[cell].append(number)
    return {cell: Note.of(*out) for cell, out in numbers.items()}
