"""The numbers of rows and columns at the edge of a board.

On hexagons a column leans: its number stands above and left of its first cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.picture.geometry import BoardPlan

LEAST, MOST = 0.275, 0.42  # of a cell's width: 11 pixels on a 9×9 and on a 30×30 of a phone
LEANING = (0.34, 0.52)  # from a hexagon's middle to the number of its column


class RulerSign(NamedTuple):
    """The number of a row or a column, where it stands, and whether a text speaks of it."""

    x: float
    y: float
    text: str
    is_spoken: bool


def size_of(plan: BoardPlan) -> float:
    """Return the size of type: on a phone no less than eleven pixels."""
    return round(min(max(LEAST, plan.width / 34), MOST), 3)


def rulers_of(grid: Grid, plan: BoardPlan, spoken: Collection[Cell]) -> Iterator[RulerSign]:
    """Yield the rows' numbers, then the columns'."""
    size = size_of(plan)
    rows, columns = ({cell[axis] for cell in spoken} for axis in (0, 1))
    for row in sorted({cell.row for cell in grid.cells}):
        _, y = plan.centre(Cell(row, 0))
        yield RulerSign(
            round(-0.73 * size, 3), round(y + 0.36 * size, 3), str(row + 1), row in rows
        )
    for column, first in sorted(_firsts(grid).items()):
        x, y = plan.centre(first)
        across, down = LEANING if plan.is_hex else (0, y + 0.3 * size)
        place = round(x - across, 3), round(y - down, 3)
        yield RulerSign(*place, str(column + 1), column in columns)


def _firsts(grid: Grid) -> dict[int, Cell]:
    """The uppermost cell of each column."""
    return {cell.column: cell for cell in reversed(grid.cells)}
