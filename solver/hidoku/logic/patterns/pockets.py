"""Pieces of empty cells, and their pockets: what is left of a piece behind a single cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import BitLayout


class Pocket(NamedTuple):
    """Cells that hang together with the rest of their piece by one cell, the door."""

    door: Cell
    cells: int


def pieces(layout: BitLayout, cells: int) -> list[int]:
    """What hangs together among some cells, the smallest first.

    >>> from solver.hidoku.rules.grid import Grid
    >>> pieces(BitLayout(Grid.of(1, 5)), 0b10111)
    [16, 7]
    """
    found = []
    while cells:
        piece = edge = cells & -cells
        while edge:
            edge = layout.around(edge) & cells & ~piece
            piece |= edge
        found.append(piece)
        cells &= ~piece
    return sorted(found, key=lambda piece: (piece.bit_count(), piece))


def pockets(layout: BitLayout, piece: int) -> list[Pocket]:
    """The pockets of a piece, the smallest first: what hangs together without each cut cell.

    A depth-first walk numbers the cells; a branch from which no other way leads back past a cell
    hangs on that cell alone (Tarjan's low points).
    """
    walk = _Walk(layout, piece)
    return sorted(walk.pockets(), key=lambda pocket: (pocket.cells.bit_count(), pocket))


class _Walk:
    """The depth-first walk through a piece, without recursion."""

    def __init__(self, layout: BitLayout, piece: int) -> None:
        self.layout, self.piece = layout, piece
        self.entered: dict[Cell, int] = {}
        self.back: dict[Cell, int] = {}  # the earliest cell in reach of a branch, by its number
        self.branch: dict[Cell, int] = {}  # the cells of the branch that begins here
        self.hanging: dict[Cell, list[int]] = {}

    def pockets(self) -> Iterator[Pocket]:
        root = self.layout.cell(self.piece & -self.piece)
        self._go(root)
        for door, branches in self.hanging.items():
            rest = self.piece & ~self.layout.bit(door) & ~sum(branches)
            shown = [*branches, rest] if rest else branches
            yield from (Pocket(door, cells) for cells in shown if len(shown) > 1)

    def _go(self, root: Cell) -> None:
        self._enter(root)
        trail = [(root, iter(self.layout.grid.neighbours(root)))]
        while trail:
            cell, near = trail[-1]
            fresh = next((n for n in near if self._is_fresh(cell, n)), None)
            if fresh is not None:
                self._enter(fresh)
                trail.append((fresh, iter(self.layout.grid.neighbours(fresh))))
                continue
            trail.pop()
            if trail:
                self._leave(cell, trail[-1][0])

    def _enter(self, cell: Cell) -> None:
        self.entered[cell] = self.back[cell] = len(self.entered)
        self.branch[cell] = self.layout.bit(cell)

    def _is_fresh(self, cell: Cell, near: Cell) -> bool:
        """Whether the walk goes on to a neighbour; one entered before only leads back to it."""
        if not self.layout.bit(near) & self.piece:
            return False
        if near not in self.entered:
            return True
        self.back[cell] = min(self.back[cell], self.entered[near])
        return False

    def _leave(self, cell: Cell, parent: Cell) -> None:
        self.branch[parent] |= self.branch[cell]
        self.back[parent] = min(self.back[parent], self.back[cell])
        if self.back[cell] >= self.entered[parent]:
            self.hanging.setdefault(parent, []).append(self.branch[cell])
