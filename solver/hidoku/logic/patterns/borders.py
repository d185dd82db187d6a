"""The border of a piece of cells as one closed line, where the piece has no holes.

Cells are squares that hang together by their sides. The border is walked with the piece on the
right hand; where two cells of the piece meet in a corner only, the walk stays with the cell that it
follows. If that one walk passes every border side, the piece is simply connected: a line through
it from side to side parts it in two.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import BitLayout

_WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left: the sides of a cell in turn


class Side(NamedTuple):
    """One side of a cell, by its place in ``_WAYS``."""

    cell: Cell
    way: int

    @property
    def beyond(self) -> Cell:
        """The place on the other side, on the board or not."""
        return _next(self.cell, self.way)


def border(layout: BitLayout, piece: int) -> tuple[Side, ...] | None:
    """The sides around a piece in walking order; None for a piece with holes.

    >>> from solver.hidoku.rules.grid import Grid
    >>> [side.way for side in border(BitLayout(Grid.of(1, 2)), 0b11)]
    [0, 0, 1, 2, 2, 3]
    """
    inside = set(layout.cells(piece))
    first = Side(layout.cell(piece & -piece), 0)
    walk = [first]
    while (side := _following(inside, walk[-1])) != first:
        walk.append(side)
    count = sum(_next(cell, way) not in inside for cell in inside for way in range(4))
    return tuple(walk) if len(walk) == count else None


def _following(inside: set[Cell], side: Side) -> Side:
    onward = (side.way + 1) % 4
    ahead = _next(side.cell, onward)
    if ahead not in inside:
        return Side(side.cell, onward)
    corner = _next(ahead, side.way)
    return Side(corner, (side.way - 1) % 4) if corner in inside else Side(ahead, side.way)


def _next(cell: Cell, way: int) -> Cell:
    down, right = _WAYS[way]
    return Cell(cell.row + down, cell.column + right)


def arc(start: int, stop: int, length: int) -> int:
    """The places strictly between two on a closed line of some length, as a mask.

    >>> bin(arc(1, 4, 6)), bin(arc(4, 1, 6))
    ('0b1100', '0b100001')
    """
    if start < stop:
        return (1 << stop) - (2 << start)
    return (1 << length) - (2 << start) | (1 << stop) - 1
