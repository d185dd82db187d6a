"""A first few solutions of a nearly empty board, by walks at random.

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

TRIES = 100
_FEWEST_CELLS = 41  # depth-first search finds solutions of smaller boards at once
_EMPTY = 0.3  # share of all candidates that are left on a nearly empty board


class Strolls:
    """Walks over settled domains; ``tried`` counts them."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        self._shape, self._domains = shape, domains.copy()
        self.tried = 0
        self.found: list[Places] = []

    def run(self, most: int) -> bool:
        """Walk on until so many walks in all or :data:`TRIES`; whether a new solution was found."""
        last, path = min(most, TRIES), np.zeros(self._shape.last, np.int64)
        while self.tried < last:
            arrays = self._domains, self._shape.board, self._shape.shifts
            status = int(kernels.stroll(*arrays, self.tried, last, path))
            self.tried = last if status < 0 else status
            if status >= 0 and not any(np.array_equal(path, known) for known in self.found):
                self.found.append(path)
                return True
        return False


def is_nearly_empty(shape: BoardArrays, candidates: int) -> bool:
    """Whether walks at random are worth a try where so many candidates are left."""
    if shape.last < _FEWEST_CELLS or len(shape.links):
        return False
    return candidates >= _EMPTY * shape.last**2
