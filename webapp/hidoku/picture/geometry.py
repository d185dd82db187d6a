"""Where each cell of a Hidoku is drawn: squares in rows, or hexagons with each row half a cell on.

The unit is the width of a cell. Rows and columns without any cell are left out, and so is the
empty corner beside a hexagonal shape: what is left stands in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from solver.hidoku.rules.grid import Adjacency, Cell, Grid

PITCH = sqrt(3) / 2  # from a row of hexagons to the next
TALL = 2 / sqrt(3)  # a hexagon from tip to tip
LARGE = 12  # columns from which on a board takes more than its usual share of the page


@dataclass(frozen=True)
class BoardPlan:
    """The part of a board that is drawn; ``left`` and ``right`` count half cells."""

    is_hex: bool
    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def of(cls, grid: Grid, *, whole: bool = False) -> BoardPlan:
        """Return the plan of a board, with its outer holes if the ``whole`` is drawn.

        >>> grid = Grid.of(2, 3, holes=[Cell(0, 0), Cell(1, 2)], adjacency=Adjacency.HEX)
        >>> plan = BoardPlan.of(grid)
        >>> plan.width, plan.centre(Cell(0, 1))[0], plan.centre(Cell(1, 0))[0]
        (2.5, 1.0, 0.5)
        """
        is_hex = grid.adjacency is Adjacency.HEX
        cells = _corners(grid) if whole else grid.cells
        rows = [cell.row for cell in cells]
        lefts = [_left(cell, is_hex) for cell in cells]
        return cls(is_hex, min(rows), max(rows) + 1, min(lefts), max(lefts) + 2)

    @property
    def width(self) -> float:
        """How many cells wide the picture is."""
        return (self.right - self.left) / 2

    @property
    def is_large(self) -> bool:
        """Whether the board takes more than its usual share of the page."""
        return self.width > LARGE

    @property
    def height(self) -> float:
        """How high the picture is, in widths of a cell."""
        rows = self.bottom - self.top
        return (rows - 1) * PITCH + TALL if self.is_hex else rows

    @property
    def overhang(self) -> float:
        """How far the tips of the outer hexagons stand out of their rows."""
        return (TALL - PITCH) / 2 if self.is_hex else 0

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return x and y of a cell's middle."""
        x = (_left(cell, self.is_hex) + 1 - self.left) / 2
        row = cell.row - self.top
        return x, (row * PITCH + TALL / 2 if self.is_hex else row + 0.5)

    def point(self, cell: Cell) -> tuple[float, float]:
        """Return x and y of a cell's middle, as exactly as pictures need them."""
        return rounded(*self.centre(cell))

    def room_before(self, cell: Cell) -> float:
        """Return how much of the width, in per cent, lies left of a cell."""
        return 100 * (_left(cell, self.is_hex) - self.left) / (self.right - self.left)

    def room_after(self, cell: Cell) -> float:
        """Return how much of the width, in per cent, lies right of a cell."""
        return 100 * (self.right - 2 - _left(cell, self.is_hex)) / (self.right - self.left)


def rounded(x: float, y: float) -> tuple[float, float]:
    """Return a place with three decimals."""
    return round(x, 3), round(y, 3)


def _corners(grid: Grid) -> tuple[Cell, ...]:
    rows, columns = (0, grid.rows - 1), (0, grid.columns - 1)
    return tuple(Cell(row, column) for row in rows for column in columns)


def _left(cell: Cell, is_hex: bool) -> int:
    return 2 * cell.column + (cell.row if is_hex else 0)
