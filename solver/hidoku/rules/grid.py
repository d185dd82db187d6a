"""A Hidoku board: its cells, its givens, which cells are neighbours and which are joined.

Rows and columns count from 0 here; only sentences for people count from 1. A board has at most
900 cells (30×30) and no side longer than 50, so that a row with its border fits a 64-bit word: the
compiled kernels rely on that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

from solver.wording import InputError

LONGEST_SIDE = 50
MOST_CELLS = 900


class GridError(InputError):
    """A board that can't be read or built; the message is a sentence for the player.

    ``line`` is the line of the text concerned, counted from 1, or 0 if there is none; ``field`` is
    the text of the one field at fault, if there is one.
    """

    def __init__(self, sentence: str, line: int = 0, field: str = "") -> None:
        super().__init__(sentence)
        self.line = line
        self.field = field


class Cell(NamedTuple):
    """A place on the board; rows and columns count from 0 at the top left."""

    row: int
    column: int


Board = Mapping[Cell, int]
Pair = tuple[Cell, Cell]  # two neighbouring cells that must hold consecutive numbers

_ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Adjacency(Enum):
    """Which cells are neighbours: all eight around, the four beside, or six on a hexagonal board.

    Hexagonal boards use axial coordinates: each row is shifted half a cell from the one above.
    """

    EIGHT = "8"
    FOUR = "4"
    HEX = "hex"

    @property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """Steps (rows, columns) from a cell to its neighbours, in reading order."""
        diagonals = {
            Adjacency.EIGHT: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
            Adjacency.FOUR: (),
            Adjacency.HEX: ((-1, 1), (1, -1)),
        }[self]
        return tuple(sorted((*_ORTHOGONAL, *diagonals)))

    def __repr__(self) -> str:
        return f"Adjacency.{self.name}"


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A puzzle: size, given numbers, blocked cells and adjacency. Build one with :meth:`of`.

    ``givens`` are pairs (cell, number) in the order of their cells; ``joined`` are pairs of
    neighbours that must hold consecutive numbers, each pair in reading order. With ``flat_top``,
    the columns of hexagons are shown half a cell apart, not the rows. A grid may have faults (see
    :func:`solver.hidoku.rules.faults.faults`), but no given and no joined cell off the board.
    """

    rows: int
    columns: int
    givens: tuple[tuple[Cell, int], ...] = ()
    blocked: frozenset[Cell] = frozenset()
    adjacency: Adjacency = Adjacency.EIGHT
    joined: frozenset[Pair] = frozenset()
    flat_top: bool = False

    def __post_init__(self) -> None:
        check_size(self.rows, self.columns)
        object.__setattr__(self, "givens", tuple(sorted(self.givens)))
        object.__setattr__(
            self, "joined", frozenset((min(a, b), max(a, b)) for a, b in self.joined)
        )
        if self.flat_top and self.adjacency is not Adjacency.HEX:
            raise GridError("Only hexagons have flat tops.")
        if not all(self._has_place(cell) for cell in self.blocked):
            raise GridError("A blocked cell is outside the board.")
        if not all(self.has_cell(cell) for cell, _ in self.givens):
            raise GridError("A given is outside the board or in a blocked cell.")
        if len(self.given) != len(self.givens):
            raise GridError("A cell holds two given numbers.")
        if not self.cells:
            raise GridError("A board needs at least one cell that isn’t blocked.")
        if len(self.joined) > MOST_CELLS:  # a path has fewer steps, and each pair is stored
            raise GridError(f"At most {MOST_CELLS} pairs of cells can be joined.")
        for a, b in self.joined:
            if not self.has_cell(a) or b not in self.neighbours(a):
                raise GridError("Two joined cells aren’t neighbours.")

    @classmethod
    def of(
        cls,
        rows: int,
        columns: int,
        givens: Board | None = None,
        blocked: Iterable[Cell] = (),
        adjacency: Adjacency = Adjacency.EIGHT,
        *,
        joined: Iterable[Pair] = (),
        flat_top: bool = False,
    ) -> Grid:
        """Build a grid from a mapping of givens; :class:`GridError` if that is impossible.

        >>> Grid.of(2, 3, {Cell(0, 0): 1}).last
        6
        """
        pairs = tuple((givens or {}).items())
        return cls(
            rows=rows,
            columns=columns,
            givens=pairs,
            blocked=frozenset(blocked),
            adjacency=adjacency,
            joined=frozenset(joined),
            flat_top=flat_top,
        )

    def __getstate__(self) -> dict[str, object]:
        """Leave out of a pickle what can be worked out again: nine tenths of it on large boards."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def with_givens(self, givens: Board) -> Grid:
        return replace(self, givens=tuple(givens.items()))

    @cached_property
    def given(self) -> dict[Cell, int]:
        return dict(self.givens)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        places = (Cell(row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(cell for cell in places if cell not in self.blocked)

    @cached_property
    def last(self) -> int:
        return len(self.cells)

    @cached_property
    def _neighbours(self) -> dict[Cell, tuple[Cell, ...]]:
        cells = set(self.cells)
        steps = self.adjacency.offsets
        return {
            cell: tuple(
                Cell(cell.row + down, cell.column + right)
                for down, right in steps
                if (cell.row + down, cell.column + right) in cells
            )
            for cell in self.cells
        }

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The neighbours of a cell, in reading order.

        >>> [tuple(cell) for cell in Grid.of(2, 2).neighbours(Cell(0, 0))]
        [(0, 1), (1, 0), (1, 1)]
        """
        return self._neighbours[cell]

    @cached_property
    def partners(self) -> dict[Cell, tuple[Cell, ...]]:
        partners: dict[Cell, tuple[Cell, ...]] = {}
        for a, b in sorted(self.joined):
            partners[a] = (*partners.get(a, ()), b)
            partners[b] = (*partners.get(b, ()), a)
        return partners

    def has_cell(self, cell: Cell) -> bool:
        return self._has_place(cell) and cell not in self.blocked

    def _has_place(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def is_within(self, start: Cell, goal: Cell, steps: int) -> bool:
        """Whether a walk around blocked cells leads from start to goal in at most ``steps`` steps.

        >>> Grid.of(1, 4).is_within(Cell(0, 0), Cell(0, 3), 2)
        False
        """
        if self._least_distance(start, goal) > steps:
            return False
        return not self.blocked or goal in self._walk(start, goal, steps)

    def _least_distance(self, start: Cell, goal: Cell) -> int:
        down, right = goal.row - start.row, goal.column - start.column
        if self.adjacency is Adjacency.EIGHT:
            return max(abs(down), abs(right))
        if self.adjacency is Adjacency.FOUR:
            return abs(down) + abs(right)
        return max(abs(down), abs(right), abs(down + right))

    def _walk(self, start: Cell, goal: Cell, steps: int) -> set[Cell]:
        reach = edge = {start}
        while edge and steps and goal not in reach:
            edge = {neighbour for cell in edge for neighbour in self.neighbours(cell)} - reach
            reach = reach | edge
            steps -= 1
        return reach

    def __str__(self) -> str:
        wide = len(str(self.last))
        return "\n".join(
            " ".join(self._field(Cell(row, column)).rjust(wide) for column in range(self.columns))
            for row in range(self.rows)
        )

    def _repr_svg_(self) -> str:
        """Draw the board in notebooks."""
        return draw_board(self, self.given)

    def _field(self, cell: Cell) -> str:
        return "#" if cell in self.blocked else str(self.given.get(cell, "."))


def check_size(rows: int, columns: int) -> None:
    if rows < 1 or columns < 1:
        raise GridError("A board needs at least one row and one column.")
    if max(rows, columns) > LONGEST_SIDE or rows * columns > MOST_CELLS:
        raise GridError(
            f"A board has at most {MOST_CELLS} cells (30 × 30) and {LONGEST_SIDE} rows or columns."
        )


# A board as a small SVG text, for notebooks: cells, path, joined cells, numbers.
#
# Rejected: the pages' picture, 800 lines with ribbon, rulers and marks, which needs the web.

CELL: Final = 36  # pixels
EDGE: Final = 22  # from the middles of the outer cells
PITCH: Final = CELL * sqrt(3) / 2  # from one row of hexagons to the next
#: From a cell's middle, the outline of a square and of a hexagon.
SQUARE: Final = "m-17-17h34v34h-34z"
HEXAGON: Final = "m0-20l17 10v20l-17 10l-17-10v-20z"
FLAT_HEXAGON: Final = "m-20 0l10-17h20l10 17l-10 17h-20z"

Point = tuple[float, float]


def draw_board(grid: Grid, board: Board) -> str:
    """Return the drawing of numbers on a grid; given ones are bold."""
    is_hex = grid.adjacency.value == "hex"
    middles = {cell: _middle(cell, is_hex, grid.flat_top) for cell in grid.cells}
    xs, ys = zip(*middles.values(), strict=True)
    low_x, low_y = min(xs) - EDGE, min(ys) - EDGE
    wide, high = max(xs) + EDGE - low_x, max(ys) + EDGE - low_y
    outline = FLAT_HEXAGON if grid.flat_top else HEXAGON if is_hex else SQUARE
    outlines = "".join(f"M{x:.1f} {y:.1f}{outline}" for x, y in middles.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{low_x:.1f} {low_y:.1f} {wide:.1f} '
        f'{high:.1f}" width="{wide:.0f}" height="{high:.0f}" role="img" text-anchor="middle" '
        f'font-family="sans-serif" font-size="15"><title>{len(board)} of {grid.last} numbers'
        f'</title><path d="{outlines}" fill="#fff" stroke="#8a7f72"/>'
        f'<path d="{_lines(middles, _steps(grid, board))}" stroke="#a9d3ee" stroke-width="12" '
        f'stroke-linecap="round"/><path d="{_lines(middles, grid.joined)}" stroke="#2b2018" '
        f'stroke-width="3" stroke-dasharray="4"/>{"".join(_numbers(grid, board, middles))}</svg>'
    )


def _middle(cell: Cell, is_hex: bool, is_flat: bool) -> Point:
    if is_flat:
        return PITCH * cell.column, CELL * (cell.row + cell.column / 2)
    if is_hex:
        return CELL * (cell.column + cell.row / 2), PITCH * cell.row
    return CELL * cell.column, CELL * cell.row


def _steps(grid: Grid, board: Board) -> Iterator[tuple[Cell, Cell]]:
    """Yield the cells of consecutive numbers that are neighbours."""
    cells = {number: cell for cell, number in board.items()}
    for number, cell in cells.items():
        if cells.get(number + 1) in grid.neighbours(cell):
            yield cell, cells[number + 1]


def _lines(middles: dict[Cell, Point], pairs: Iterable[tuple[Cell, Cell]]) -> str:
    ends = ((*middles[start], *middles[goal]) for start, goal in pairs)
    return "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*end) for end in ends)


def _numbers(grid: Grid, board: Board, middles: dict[Cell, Point]) -> Iterator[str]:
    for cell, number in board.items():
        x, y = middles[cell]
        weight = ' font-weight="bold"' if cell in grid.given else ""
        yield f'<text x="{x:.1f}" y="{y + 5:.1f}" fill="#2b2018"{weight}>{number}</text>'
