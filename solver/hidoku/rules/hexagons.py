"""Hexagonal boards as people see and write them: rows in turn half a cell in.

The columns of a hexagonal :class:`Grid` lean: each row begins half a cell to the right of the one
above. In a spot, columns count from the left edge as it is seen, and rows in turn are half a cell
in, the second, the fourth and so on. So a board whose rows lie in turn fills its frame; its grid
has blocked cells in two corners. With flat tops, it is the other way round: columns in turn are
half a cell down, and rows lean.

Rejected: a fourth adjacency, which every kernel and technique would have to know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from solver.hidoku.rules.grid import (
    LONGEST_SIDE,
    MOST_CELLS,
    Adjacency,
    Cell,
    Grid,
    GridError,
    Pair,
)

_NOWHERE = Cell(-1, -1)


def leaning(spots: Iterable[Cell], *, flat_top: bool = False, shift: int = 0) -> dict[Cell, Cell]:
    """The cells of a hexagonal grid by their spots, as far to the left or the top as they go.

    With a ``shift`` of 1, the first row is half a cell in, or the first column half a cell down.

    >>> [tuple(cell) for cell in leaning([Cell(0, 0), Cell(1, 0), Cell(2, 0)]).values()]
    [(0, 1), (1, 1), (2, 0)]
    """
    cells = {spot: _leant(spot, -1, shift, flat_top=flat_top) for spot in spots}
    return _shifted(cells, flat_top=flat_top)


def spots_of(grid: Grid) -> dict[Cell, Cell]:
    """The spots of a board by its cells; on other boards than hexagonal ones, the cells themselves.

    >>> [tuple(spot) for spot in spots_of(Grid.of(2, 2, adjacency=Adjacency.HEX)).values()]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if grid.adjacency is not Adjacency.HEX:
        return {cell: cell for cell in grid.cells}
    spots = {cell: _leant(cell, 1, 0, flat_top=grid.flat_top) for cell in grid.cells}
    return _shifted(spots, flat_top=grid.flat_top)


def _leant(place: Cell, sign: int, shift: int, *, flat_top: bool) -> Cell:
    row, column = place
    if flat_top:
        return Cell(row + sign * ((column + shift) // 2), column)
    return Cell(row, column + sign * ((row + shift) // 2))


def _shifted(places: dict[Cell, Cell], *, flat_top: bool) -> dict[Cell, Cell]:
    axis = 0 if flat_top else 1
    first = min((place[axis] for place in places.values()), default=0)
    top, side = (first, 0) if flat_top else (0, first)
    return {key: Cell(row - top, column - side) for key, (row, column) in places.items()}


def hexagonal(
    lines: int,
    spots: Iterable[Cell],
    givens: Mapping[Cell, int] | None = None,
    pairs: Iterable[Pair] = (),
    *,
    flat_top: bool = False,
    shift: int = 0,
) -> Grid:
    """A hexagonal board from spots, with givens and joined cells named by their spots.

    ``lines`` is the number of its rows, or with flat tops of its columns.

    >>> print(hexagonal(3, [Cell(row, column) for row in range(3) for column in range(2)]))
    # . .
    # . .
    . . #
    """
    cells = leaning(spots, flat_top=flat_top, shift=shift)
    axis = 0 if flat_top else 1
    length = 1 + max((cell[axis] for cell in cells.values()), default=0)
    rows, columns = (length, lines) if flat_top else (lines, length)
    if rows * columns > MOST_CELLS or max(rows, columns) > LONGEST_SIDE:
        raise GridError("This is too large for hexagons. At most 24 × 24 cells always fit.")
    whole = Grid.of(rows, columns)
    return Grid.of(
        rows,
        columns,
        {cells[spot]: number for spot, number in (givens or {}).items()},
        set(whole.cells) - set(cells.values()),
        Adjacency.HEX,
        joined=[(cells.get(a, _NOWHERE), cells.get(b, _NOWHERE)) for a, b in pairs],
        flat_top=flat_top,
    )


def columns_seen(grid: Grid) -> int:
    """How many columns a board has for those who see it: on hexagons, its longest row's cells.

    >>> columns_seen(hexagonal(8, Grid.of(8, 6).cells))
    6
    """
    is_leaning = grid.adjacency is Adjacency.HEX and not grid.flat_top
    return _longest(grid.cells) if is_leaning else grid.columns


def rows_seen(grid: Grid) -> int:
    """How many rows a board has for those who see it.

    >>> rows_seen(hexagonal(6, Grid.of(8, 6).cells, flat_top=True))
    8
    """
    flipped_cells = (Cell(column, row) for row, column in grid.cells)
    return _longest(sorted(flipped_cells)) if grid.flat_top else grid.rows


def _longest(cells: Sequence[Cell]) -> int:
    """How many columns the longest row of some cells in reading order has."""
    rows = {cell.row: cell.column for cell in reversed(cells)}  # the first of each
    return max(cell.column - rows[cell.row] + 1 for cell in cells)


def in_spots(grid: Grid) -> tuple[Grid, dict[Cell, Cell]] | None:
    """A hexagonal board as its spots, without joined cells, and the spots by its cells.

    None for a board that is as narrow or narrower as it leans, and for one with rows or columns at
    its edge without cells, which :func:`hexagonal` wouldn't give back.
    """
    if grid.adjacency is not Adjacency.HEX:
        return None
    spots = spots_of(grid)
    length = 1 + max(spot[0 if grid.flat_top else 1] for spot in spots.values())
    rows, columns = (length, grid.columns) if grid.flat_top else (grid.rows, length)
    givens = {spots[cell]: number for cell, number in grid.givens}
    lines = columns if grid.flat_top else rows
    copy = hexagonal(lines, spots.values(), givens, flat_top=grid.flat_top)
    if (rows, columns) >= (grid.rows, grid.columns) or copy != replace(grid, joined=frozenset()):
        return None
    whole = Grid.of(rows, columns)
    return Grid.of(rows, columns, givens, set(whole.cells) - set(spots.values())), spots
