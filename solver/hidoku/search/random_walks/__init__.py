"""Paths of a nearly empty board, by walks at random.

Where almost nothing is given, propagation and learning have nothing to hold on to: a 10×10 with one
given took the learner 0.4 s, a 20×20 was not solved in seconds. Warnsdorff's rule (1823: go where
fewest ways are left) finds a path in a few tries of some microseconds; where only ends are given,
the far end of such a path is turned round until it lies right. A walk is tried by its index, so
the same walks come in the same order however they are called for.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.search.propagation import BoardArrays, Places, Words
from solver.hidoku.search.random_walks import kernels


class Strolls:
    """Walks over settled domains; ``tried`` counts them."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        self._arrays = domains, shape.board, shape.shifts
        self._last = shape.last
        self.tried = 0

    def run(self, most: int) -> Places | None:
        """Walk on until so many walks in all or a path through every cell."""
        path = np.zeros(self._last, np.int64)
        status = int(kernels.stroll(*self._arrays, self.tried, most, path))
        self.tried = most if status < 0 else status
        return path if status >= 0 else None
