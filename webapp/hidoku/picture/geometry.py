"""Where each cell of a Hidoku is drawn: squares in rows, or hexagons, shifted half a cell each row.

The unit is the width of a cell, of hexagons with flat tops the step from one column to the next.
Rows and columns without any cell are left out, and so is the empty corner beside a hexagonal shape,
so that the rest is centred.

The ground of a board's cells is one SVG path: 900 elements would slow every repaint.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from solver.hidoku.rules.grid import Adjacency, Cell, Grid

PITCH = sqrt(3) / 2  # from one row of hexagons to the next
TALL = 2 / sqrt(3)  # the height of a hexagon from tip to tip
LARGE = 12  # with more columns, a board takes more than its usual share of the page
FITTING = 10  # columns that fit on the narrowest screen; larger boards scroll


@dataclass(frozen=True, kw_only=True)
class BoardPlan:
    """The part of a board that is drawn; ``left`` and ``right`` count half cells.

    With flat tops, ``top`` and ``bottom`` do, too, and a quarter of a cell is free at the sides.
    """

    is_hex: bool
    is_flat: bool
    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def of(cls, grid: Grid, *, whole: bool = False) -> BoardPlan:
        """Return the plan of a board, with its outer blocked cells if the ``whole`` is drawn.

        The frame of a hexagonal board goes no further than its cells.

        >>> grid = Grid.of(2, 3, blocked=[Cell(0, 0), Cell(1, 2)], adjacency=Adjacency.HEX)
        >>> plan = BoardPlan.of(grid)
        >>> plan.width, plan.centre(Cell(0, 1))[0], plan.centre(Cell(1, 0))[0]
        (2.5, 1.0, 0.5)
        """
        is_hex = grid.adjacency is Adjacency.HEX
        corners = [
            Cell(row, column) for row in (0, grid.rows - 1) for column in (0, grid.columns - 1)
        ]
        cells = corners if whole and not is_hex else grid.cells
        if grid.flat_top:
            columns = [cell.column for cell in cells]
            tops = [2 * cell.row + cell.column for cell in cells]
            return cls(
                is_hex=True,
                is_flat=True,
                top=min(tops),
                bottom=max(tops) + 2,
                left=2 * min(columns),
                right=2 * max(columns) + 3,
            )
        rows = [cell.row for cell in cells]
        lefts = [_left(cell, is_hex) for cell in cells]
        return cls(
            is_hex=is_hex,
            is_flat=False,
            top=min(rows),
            bottom=max(rows) + 1,
            left=min(lefts),
            right=max(lefts) + 2,
        )

    @property
    def width(self) -> float:
        return (self.right - self.left) / 2

    @property
    def is_large(self) -> bool:
        """Whether the board takes more than its usual share of the page."""
        return self.width > LARGE

    @property
    def can_move(self) -> bool:
        """Whether a narrow screen shows only a part, which arrow keys must be able to scroll."""
        return self.width > FITTING

    @property
    def rows(self) -> int:
        """How many rows are drawn; with flat tops, every other cell is half a cell down."""
        return (self.bottom - self.top) // (2 if self.is_flat else 1)

    def row_of(self, row: int, columns: int) -> list[Cell]:
        """Return the places of a row of the picture, on the board or beside it."""
        if not self.is_flat:
            return [Cell(row + self.top, column) for column in range(columns)]
        first = self.left // 2
        ups = (self.top + 2 * row + self.is_low(column) for column in range(columns))
        return [Cell((up - column) // 2, column) for column, up in enumerate(ups)][first:]

    def is_low(self, column: int) -> bool:
        return self.is_flat and (column - self.top) % 2 == 1

    @property
    def height(self) -> float:
        rows = self.rows
        if self.is_flat:
            return (rows + 0.5) * TALL
        return (rows - 1) * PITCH + TALL if self.is_hex else rows

    @property
    def overhang(self) -> float:
        """How far the tips of the outer hexagons stick out of their rows."""
        return (TALL - PITCH) / 2 if self.is_hex and not self.is_flat else 0

    def shows(self, cell: Cell) -> bool:
        return self.left <= self._left(cell) <= self.right - 2

    def _left(self, cell: Cell) -> float:
        return 2 * cell.column + 0.5 if self.is_flat else _left(cell, self.is_hex)

    def centre(self, cell: Cell) -> tuple[float, float]:
        if self.is_flat:
            down = 2 * cell.row + cell.column + 1 - self.top
            return (self._left(cell) + 1 - self.left) / 2, down / 2 * TALL
        x = (_left(cell, self.is_hex) + 1 - self.left) / 2
        row = cell.row - self.top
        return x, (row * PITCH + TALL / 2 if self.is_hex else row + 0.5)

    def point(self, cell: Cell) -> tuple[float, float]:
        """Return x and y of a cell's middle, as precisely as pictures need them."""
        return rounded(*self.centre(cell))

    def room_before(self, cell: Cell) -> float:
        return 100 * (self._left(cell) - self.left) / (self.right - self.left)

    def room_after(self, cell: Cell) -> float:
        return 100 * (self.right - 2 - self._left(cell)) / (self.right - self.left)


def rounded(x: float, y: float) -> tuple[float, float]:
    return round(x, 3), round(y, 3)


def _left(cell: Cell, is_hex: bool) -> int:
    return 2 * cell.column + (cell.row if is_hex else 0)


#: The offset from a cell's middle to the start of its outline, and the outline from there.
OUTLINES: Final = {
    Adjacency.EIGHT: (
        (-0.275, -0.475),
        "h.55a.2.2 0 0 1 .2.2v.55a.2.2 0 0 1-.2.2h-.55a.2.2 0 0 1-.2-.2v-.55a.2.2 0 0 1 .2-.2z",
    ),
    Adjacency.FOUR: ((-0.5, -0.5), "h1v1h-1z"),
    Adjacency.HEX: ((0, -0.551), "l.477.276v.551l-.477.275-.477-.275v-.551z"),
}
FLAT_OUTLINE: Final = (-0.636, 0), "l.318-.551h.636l.318.551-.318.551h-.636z"


def tiles_of(grid: Grid, plan: BoardPlan) -> str:
    """Return the outlines of all cells, as the ``d`` of an SVG path.

    Each begins relative to the start of the one before, so that rows are alike and compress to
    almost nothing.

    >>> grid = Grid.of(1, 2, adjacency=Adjacency.FOUR)
    >>> tiles_of(grid, BoardPlan.of(grid))
    'm0 0h1v1h-1zm1 0h1v1h-1z'
    """
    (across, down), outline = FLAT_OUTLINE if plan.is_flat else OUTLINES[grid.adjacency]
    last_x, last_y = -across, -down
    parts = []
    for cell in grid.cells:
        x, y = plan.centre(cell)
        parts.append(f"m{round(x - last_x, 3):g} {round(y - last_y, 3):g}{outline}")
        last_x, last_y = x, y
    return "".join(parts)


class RulerSign(NamedTuple):
    """The number of a row or a column, beside the edge where it is, and if a text is about it."""

    x: float
    y: float
    text: str
    is_row: bool
    is_spoken: bool


def rulers_of(grid: Grid, plan: BoardPlan, spoken: Collection[Cell] = ()) -> Iterator[RulerSign]:
    """Yield the rows' numbers, then the columns'; of hexagons those of the lines they lie in.

    The number of a line of hexagons is beside its first cell, unless the board moves in its frame.

    >>> hexagons = Grid.of(2, 2, adjacency=Adjacency.HEX)
    >>> [sign[:3] for sign in rulers_of(hexagons, BoardPlan.of(hexagons))]
    [(0.0, 0.577, '1'), (0.5, 1.443, '2')]
    """
    for axis in (int(plan.is_flat),) if plan.is_hex else (0, 1):
        lines = {cell[axis] for cell in spoken}
        for line, cell in sorted(first_cells(grid, axis).items()):
            x, y = plan.centre(cell)
            is_beside = plan.is_hex and not plan.can_move
            edge = (y - TALL / 2 if axis else x - 0.5) if is_beside else 0
            place = rounded(x, edge) if axis else rounded(edge, y)
            yield RulerSign(*place, str(line + 1), is_row=axis == 0, is_spoken=line in lines)


def first_cells(grid: Grid, axis: int) -> dict[int, Cell]:
    """Return the first cell of each row, or with axis 1 of each column."""
    return {cell[axis]: cell for cell in reversed(grid.cells)}
