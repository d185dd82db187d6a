"""Paths of a nearly empty board, by repair.

The givens are joined by short ways first. Then cells that are still free come between two cells of
the path, or in place of one, at random; a part between two givens that has as many cells as its
numbers leaves out another cell instead, so that what is free wanders until it is where cells are
wanted. Needs steps in three directions or more: with four neighbours a single cell never fits
between two others, and walks (``random_walks``) are better there.

Measured on paths of which few numbers are kept, where learning decides nothing in 10 s: 10×10 and
12×12 hexagonal with five 2 to 14 ms, 30×30 with eight neighbours and 20 numbers 20 to 200 ms.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.search.path_repair import kernels
from solver.hidoku.search.propagation import BoardArrays, Places, Words

CHANGES_A_CELL = 300  # of one repair
_FEWEST_DIRECTIONS = 3


class Repairs:
    """Repairs, each by its index as the seed, of domains that place a number; ``tried`` of them."""

    def __init__(self, shape: BoardArrays, domains: Words, standing: Places) -> None:
        self._shape, self._domains, self._standing = shape, domains, standing
        self.tried = 0

    def run(self, most: int) -> Places | None:
        """Go on until so many repairs in all or a path through every cell that fits."""
        path = np.zeros(self._shape.last, np.int64)
        arrays = self._standing, self._domains, self._shape.board, self._shape.shifts
        while self.tried < most:
            self.tried += 1
            changes = CHANGES_A_CELL * self._shape.last
            if kernels.repair(*arrays, self.tried, changes, path):
                return path
        return None


def can_repair(shape: BoardArrays, standing: Places) -> bool:
    """Whether a number stands, and single cells fit between two that touch."""
    return bool(standing.any()) and len(shape.shifts) >= _FEWEST_DIRECTIONS
