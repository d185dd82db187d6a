"""Symmetries of a board: which cells swap places when it is turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError

Turn = Callable[[Grid, Cell], Cell]  # where a cell goes


class Symmetry(Enum):
    NONE = "none"
    POINT = "point"  # a half turn
    QUARTER = "quarter"  # a quarter turn, on square boards
    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    DIAGONAL = "diagonal"  # mirrored in the line from top left to bottom right, on square boards


def _mirror(grid: Grid, cell: Cell) -> Cell:
    return Cell(cell.row, grid.columns - 1 - cell.column)


def _flip(grid: Grid, cell: Cell) -> Cell:
    return Cell(grid.rows - 1 - cell.row, cell.column)


_TURNS: dict[Symmetry, Turn] = {
    Symmetry.NONE: lambda _, cell: cell,
    Symmetry.POINT: lambda grid, cell: _mirror(grid, _flip(grid, cell)),
    Symmetry.QUARTER: lambda grid, cell: _mirror(grid, Cell(cell.column, cell.row)),
    Symmetry.LEFT_RIGHT: _mirror,
    Symmetry.TOP_BOTTOM: _flip,
    Symmetry.DIAGONAL: lambda _, cell: Cell(cell.column, cell.row),
}
_SQUARE = {Symmetry.QUARTER, Symmetry.DIAGONAL}
_HEXAGONAL = {Symmetry.NONE, Symmetry.POINT, Symmetry.DIAGONAL}  # neighbours stay neighbours


def check_symmetry(grid: Grid, symmetry: Symmetry) -> None:
    """Raise :class:`GridError` if the board's shape lacks this symmetry."""
    is_hex = grid.adjacency is Adjacency.HEX
    is_slanted = symmetry in _SQUARE and grid.rows != grid.columns
    if is_slanted and not is_hex:
        raise GridError(f"The symmetry “{symmetry.value}” needs as many rows as columns.")
    if is_hex and symmetry not in _HEXAGONAL:
        names = ", ".join(sorted(hexagonal.value for hexagonal in _HEXAGONAL))
        raise GridError(f"On a hexagonal board the givens can lie in these symmetries: {names}.")
    if is_slanted or any(_TURNS[symmetry](grid, cell) not in grid.blocked for cell in grid.blocked):
        raise GridError(f"The board’s shape doesn’t have the symmetry “{symmetry.value}”.")


def orbits(grid: Grid, symmetry: Symmetry) -> Iterator[tuple[Cell, ...]]:
    """Groups of cells that swap places, in reading order of their first cells.

    >>> [len(group) for group in orbits(Grid.of(3, 3), Symmetry.QUARTER)]
    [4, 4, 1]
    """
    check_symmetry(grid, symmetry)
    members: set[Cell] = set()
    for cell in grid.cells:
        if cell not in members:
            group = [cell]
            while (image := _TURNS[symmetry](grid, group[-1])) != cell:
                group.append(image)
            members.update(group)
            yield tuple(group)
