"""The part of a board with four neighbours that one closed loop can visit.

A set of cells made of 2×2 blocks has a closed loop through all of them if the blocks hang together:
round a tree from block to block (the known way round a maze with a hand on the wall). Here the loop
starts with one block and takes in two cells at a time: a step from a to b becomes a, c, d, b where
c and d lie beside a and b. Blocks go first, then any two cells that are left. So a form loses only
cells of its rim, and the rest surely has a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.hidoku.rules.grid import Cell

Block = tuple[int, int]


def looped_part(cells: set[Cell]) -> set[Cell]:
    """The cells of a loop that takes in as many cells as it can find, by a fixed rule.

    >>> looped_part({Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1), Cell(1, 2)}) == {
    ...     Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)
    ... }
    True
    """
    return max((_loop(cells, down, right) for down in (0, 1) for right in (0, 1)), key=len)


def _loop(cells: set[Cell], down: int, right: int) -> set[Cell]:
    """The cells of the loop when blocks start at these rows and columns, odd or even."""

    def block_of(cell: Cell) -> Block:
        return (cell.row + down) // 2, (cell.column + right) // 2

    whole = {cell for cell in cells if all(other in cells for other in _block(cell, down, right))}
    if not whole:
        return set()
    loop = _block(min(whole), down, right)
    _take_in(loop, whole.difference(loop), lambda a, b: block_of(a) == block_of(b))
    _take_in(loop, cells.difference(loop), lambda _, __: True)
    return set(loop)


def _block(cell: Cell, down: int, right: int) -> list[Cell]:
    """The four cells of a cell's block, as a loop."""
    row, column = cell.row - (cell.row + down) % 2, cell.column - (cell.column + right) % 2
    return [Cell(row + i, column + j) for i, j in ((0, 0), (0, 1), (1, 1), (1, 0))]


def _take_in(loop: list[Cell], left: set[Cell], may: Callable[[Cell, Cell], bool]) -> None:
    """Widen the loop in place by pairs of cells that are left, till no pair fits."""
    place = 0
    while place < len(loop):
        pairs = _beside(loop[place], loop[(place + 1) % len(loop)])
        pair = next((pair for pair in pairs if left.issuperset(pair) and may(*pair)), None)
        if pair:
            loop[place + 1 : place + 1] = pair
            left.difference_update(pair)
        else:
            place += 1  # no need to come back: fewer cells are left than when a step was refused


def _beside(a: Cell, b: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells beside a step, on either side of it."""
    down, right = b.column - a.column, b.row - a.row
    for side in (1, -1):
        yield (
            Cell(a.row + side * down, a.column + side * right),
            Cell(b.row + side * down, b.column + side * right),
        )
