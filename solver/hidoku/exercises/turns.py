"""Boards turned, mirrored and counted backwards: the same to think about, another to look at."""

from __future__ import annotations

from solver.hidoku.rules.grid import Adjacency, Cell, Grid


def ways_to_turn(grid: Grid) -> int:
    """How many ways there are, the board as it stands among them."""
    return 8 if grid.adjacency is Adjacency.HEX else 16


def turned(grid: Grid, way: int) -> Grid:
    """The board in a way from 0 (as it stands) on.

    On a hexagonal board, whose rows are shifted, rows and columns turn round together only.

    >>> print(turned(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 1))
    6 . 5
    . . .
    >>> print(turned(Grid.of(2, 3, {Cell(0, 0): 1, Cell(0, 2): 2}), 2))
    1 .
    . .
    2 .
    """
    is_backwards, is_across, is_down, is_sideways = (bool(way >> bit & 1) for bit in range(4))
    if grid.adjacency is Adjacency.HEX:
        is_sideways = is_down

    def place(cell: Cell) -> Cell:
        row = grid.rows - 1 - cell.row if is_down else cell.row
        column = grid.columns - 1 - cell.column if is_sideways else cell.column
        return Cell(column, row) if is_across else Cell(row, column)

    return Grid.of(
        grid.columns if is_across else grid.rows,
        grid.rows if is_across else grid.columns,
        {place(cell): grid.last + 1 - n if is_backwards else n for cell, n in grid.givens},
        map(place, grid.holes),
        grid.adjacency,
        links=[(place(a), place(b)) for a, b in grid.links],
    )
