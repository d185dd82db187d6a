"""Two-colouring a board so that every step changes colour, as on a chessboard.

Odd numbers go on one colour and even numbers on the other. So a board where the colours don't match
the counts of odd and even numbers has no path ("mutilated chessboard"); a search would have to try
everything. A path can leave a cell with two partners only to them, so joined cells can make a
two-colouring possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.hidoku.rules.grid import Adjacency, Cell, Grid


@dataclass(frozen=True)
class ColourCount:
    """How many cells each colour has, and how many of each a path needs.

    On a board with givens, only the empty cells and missing numbers are counted. ``is_chessboard``
    says that the colours are those of a chessboard.
    """

    cells: tuple[int, int]
    needed: tuple[int, int]
    is_chessboard: bool

    @property
    def is_possible(self) -> bool:
        return self.cells == self.needed


def first_colour(grid: Grid) -> frozenset[Cell] | None:
    """The cells with the same colour as the first cell; None if two colours aren't enough.

    >>> sorted(map(tuple, first_colour(Grid.of(2, 2, adjacency=Adjacency.FOUR))))
    [(0, 0), (1, 1)]
    """
    if grid.adjacency is not Adjacency.FOUR:
        return _colour_cells(grid)
    start = sum(grid.cells[0])
    return frozenset(cell for cell in grid.cells if (cell.row + cell.column - start) % 2 == 0)


def _colour_cells(grid: Grid) -> frozenset[Cell] | None:
    start = grid.cells[0]
    colour = {start: 0}
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for near in _steps(grid, cell):
            if near not in colour:
                colour[near] = 1 - colour[cell]
                waiting.append(near)
            elif colour[near] == colour[cell]:
                return None
    if len(colour) < grid.last:
        return None
    return frozenset(cell for cell in colour if not colour[cell])


def _steps(grid: Grid, cell: Cell) -> Iterator[Cell]:
    """The neighbours that a path may step to from a cell, given the joined cells."""
    partners = grid.partners
    own = partners.get(cell, ())
    for near in own if len(own) > 1 else grid.neighbours(cell):
        joined_cells = partners.get(near, ())
        if len(joined_cells) < 2 or cell in joined_cells:
            yield near


def shape_count(grid: Grid, first: frozenset[Cell]) -> ColourCount:
    """The colours of a board without its givens; the larger colour takes the odd numbers."""
    more = max(len(first), grid.last - len(first))
    fewer = min(len(first), grid.last - len(first))
    is_chessboard = grid.adjacency is Adjacency.FOUR
    return ColourCount((more, fewer), ((grid.last + 1) // 2, grid.last // 2), is_chessboard)


def odd_cells(grid: Grid) -> frozenset[Cell] | None:
    """The cells of the odd numbers if the colours alone determine them, else None."""
    first = first_colour(grid) if grid.last % 2 else None
    if first is None or not shape_count(grid, first).is_possible:
        return None
    return first if 2 * len(first) > grid.last else frozenset(grid.cells) - first


def count_left(grid: Grid, first: frozenset[Cell], cell: Cell) -> ColourCount:
    """What is left of each colour, and what the missing numbers need; the given's colour first."""
    is_first = cell in first
    parity = grid.given[cell] % 2
    cells = [len(first), grid.last - len(first)]
    needed = [grid.last // 2, (grid.last + 1) // 2]
    for given_cell, number in grid.givens:
        cells[given_cell not in first] -= 1
        needed[number % 2] -= 1
    return ColourCount(
        (cells[not is_first], cells[is_first]),
        (needed[parity], needed[1 - parity]),
        grid.adjacency is Adjacency.FOUR,
    )
