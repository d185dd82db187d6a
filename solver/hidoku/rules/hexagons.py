"""Hexagonal boards as people see and write them: rows in turn half a cell in.

The columns of a hexagonal :class:`Grid` lean: each row begins half a cell to the right of the one
above. In a spot, columns count from the left edge as it is seen, and rows in turn are half a cell
in, the second, the fourth and so on. So a board whose rows lie in turn fills its frame; its grid
has blocked cells in two corners.

Rejected: a fourth adjacency, which every kernel and technique would have to know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from solver.hidoku.rules.grid import (
    LONGEST_SIDE,
    MOST_CELLS,
    Adjacency,
    Cell,
    Grid,
    GridError,
    Link,
)

SPOTS = "hex rows"
"""What a text says whose rows are spots, in place of an adjacency."""
_NOWHERE = Cell(-1, -1)


def leaning(spots: Iterable[Cell]) -> dict[Cell, Cell]:
    """The cells of a hexagonal grid by their spots, as far to the left as they go.

    >>> [tuple(cell) for cell in leaning([Cell(0, 0), Cell(1, 0), Cell(2, 0)]).values()]
    [(0, 1), (1, 1), (2, 0)]
    """
    columns = {spot: spot.column - spot.row // 2 for spot in spots}
    first = min(columns.values(), default=0)
    return {spot: Cell(spot.row, column - first) for spot, column in columns.items()}


def spots_of(grid: Grid) -> dict[Cell, Cell]:
    """The spots of a board by its cells; on other boards than hexagonal ones, the cells themselves.

    >>> [tuple(spot) for spot in spots_of(Grid.of(2, 2, adjacency=Adjacency.HEX)).values()]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if grid.adjacency is not Adjacency.HEX:
        return {cell: cell for cell in grid.cells}
    columns = {cell: cell.column + cell.row // 2 for cell in grid.cells}
    first = min(columns.values())
    return {cell: Cell(cell.row, column - first) for cell, column in columns.items()}


def hexagonal(
    rows: int,
    spots: Iterable[Cell],
    givens: Mapping[Cell, int] | None = None,
    links: Iterable[Link] = (),
) -> Grid:
    """A hexagonal board from spots, with givens and links named by their spots.

    >>> print(hexagonal(3, [Cell(row, column) for row in range(3) for column in range(2)]))
    # . .
    # . .
    . . #
    """
    cells = leaning(spots)
    columns = 1 + max((cell.column for cell in cells.values()), default=0)
    if rows * columns > MOST_CELLS or max(rows, columns) > LONGEST_SIDE:
        raise GridError("This is too large for hexagons. At most 24 × 24 cells always fit.")
    whole = Grid.of(rows, columns, adjacency=Adjacency.HEX)
    return Grid.of(
        rows,
        columns,
        {cells[spot]: number for spot, number in (givens or {}).items()},
        set(whole.cells) - set(cells.values()),
        Adjacency.HEX,
        links=[(cells.get(a, _NOWHERE), cells.get(b, _NOWHERE)) for a, b in links],
    )


def columns_seen(grid: Grid) -> int:
    """How many columns a board has for those who see it: on hexagons, its longest row's cells.

    >>> columns_seen(hexagonal(8, Grid.of(8, 6).cells))
    6
    """
    if grid.adjacency is not Adjacency.HEX:
        return grid.columns
    rows = {cell.row: cell.column for cell in reversed(grid.cells)}  # the first of each
    return max(cell.column - rows[cell.row] + 1 for cell in grid.cells)


def in_spots(grid: Grid) -> tuple[Grid, dict[Cell, Cell]] | None:
    """A hexagonal board as its spots, without links, and the spots by its cells.

    None for a board that is as narrow or narrower as it leans, and for one with columns at its edge
    without cells, which :func:`hexagonal` wouldn't give back.
    """
    if grid.adjacency is not Adjacency.HEX:
        return None
    spots = spots_of(grid)
    columns = 1 + max(spot.column for spot in spots.values())
    used = {cell.column for cell in grid.cells}
    if columns >= grid.columns or not {0, grid.columns - 1} <= used:
        return None
    whole = Grid.of(grid.rows, columns)
    givens = {spots[cell]: number for cell, number in grid.givens}
    return Grid.of(grid.rows, columns, givens, set(whole.cells) - set(spots.values())), spots
