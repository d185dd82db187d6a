"""A first two solutions of a nearly empty board, by chance: walks at random and repairs.

A few walks come before any other search where almost nothing is given. What they do not find is
looked for beside the other searches, at their pace, once these have got stuck: by repairs, or by
more walks where none is possible. All is done by index and counted work, so that the same paths
come at the same time however a search is called for.

Measured on paths of which few numbers are kept (a dozen of each, processor time): 10×10 hexagonal
with five 0.02 s in the median and at most 0.4, where learning alone took 2 to 5 or more; 12×12 with
five 0.02 hexagonal, 0.07 with four neighbours; 30×30 with eight neighbours and 20 some 0.1, where
nothing decided them; 15×15 with four neighbours and five 0.3, but two of a dozen not in 20,000
nodes. Glucose4 decides these 10×10 in 0.3 to 4 s, the 12×12 hexagonal, 15×15 and 30×30 not in 15.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.search import kernels
from solver.hidoku.search.path_repair.kernels import repair
from solver.hidoku.search.propagation import BoardArrays, Places, Words
from solver.hidoku.search.random_walks.kernels import walk_until_through

LOT = 200  # nodes of another search between two lots of as many nodes' worth
_MOST = 100_000  # nodes' worth in all
_FIRST = 5  # nodes' worth before any other search
_WALKS_A_NODE, _NODES_A_REPAIR = 20, 40  # about as long
_FEWEST_CELLS = 41  # depth-first search finds solutions of smaller boards at once
_EMPTY = 0.3  # share of all candidates that are left where walks come first
_SPARSE = 0.18  # share of them that is worth it beside another search


class FirstPaths:
    """Paths by chance over settled domains; ``nodes`` is what they took, ``found`` which came."""

    def __init__(self, shape: BoardArrays, domains: Words, candidates: int) -> None:
        domains = domains.copy()
        standing = np.zeros(shape.last, np.int64)
        kernels.read_standing(domains, standing)
        self._strolls = Strolls(shape, domains)
        self._repairs = Repairs(shape, domains, standing) if can_repair(shape, standing) else None
        self._first = _FIRST if candidates >= _EMPTY * shape.last**2 else 0
        self.found: list[Places] = []

    @property
    def nodes(self) -> int:
        repaired = self._repairs.tried if self._repairs else 0
        return -(-self._strolls.tried // _WALKS_A_NODE) + _NODES_A_REPAIR * repaired

    def due(self, others: int | None) -> int:
        """The nodes' worth there should have been beside so many nodes of a search that is stuck.

        None: of one that is not.
        """
        return self._first if others is None else self._first + min(_MOST, others // LOT * LOT)

    def run(self, most: int) -> bool:
        """Go on until so many nodes' worth in all; whether a new path was found."""
        more = most - self.nodes
        if self._repairs and self.nodes >= self._first:
            path = self._repairs.run(self._repairs.tried - -more // _NODES_A_REPAIR)
        else:
            path = self._strolls.run(self._strolls.tried + _WALKS_A_NODE * more)
        if path is None or any(np.array_equal(path, known) for known in self.found):
            return False
        self.found.append(path)
        return True


def is_sparse(shape: BoardArrays, candidates: int) -> bool:
    """Whether paths by chance are worth a try where so many candidates are left."""
    if shape.last < _FEWEST_CELLS or len(shape.links):
        return False
    return candidates >= _SPARSE * shape.last**2


# Walks at random.
#
# Where almost nothing is given, propagation and learning have nothing to hold on to: a 10×10 with
# one given took the learner 0.4 s, a 20×20 was not solved in seconds. Warnsdorff's rule (1823: go
# where fewest ways are left) finds a path in a few tries of some microseconds; where only ends are
# given, the far end of such a path is turned round until it lies right. A walk is tried by its
# index, so the same walks come in the same order however they are called for.


class Strolls:
    """Walks over settled domains; ``tried`` counts them."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        self._arrays = domains, shape.board, shape.shifts
        self._last = shape.last
        self.tried = 0

    def run(self, most: int) -> Places | None:
        """Walk on until so many walks in all or a path through every cell."""
        path = np.zeros(self._last, np.int64)
        status = int(walk_until_through(*self._arrays, self.tried, most, path))
        self.tried = most if status < 0 else status
        return path if status >= 0 else None


# Repairs.
#
# The givens are joined by short ways first. Then cells that are still free come between two cells
# of the path, or in place of one, at random; a part between two givens that has as many cells as
# its numbers leaves out another cell instead, so that what is free wanders until it is where cells
# are wanted. Needs steps in three directions or more: with four neighbours a single cell never fits
# between two others, and walks are better there.
#
# Measured on paths of which few numbers are kept, where learning decides nothing in 10 s: 10×10 and
# 12×12 hexagonal with five 2 to 14 ms, 30×30 with eight neighbours and 20 numbers 20 to 200 ms.


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
            if repair(*arrays, self.tried, changes, path):
                return path
        return None


def can_repair(shape: BoardArrays, standing: Places) -> bool:
    """Whether a number stands, and single cells fit between two that touch."""
    return bool(standing.any()) and len(shape.shifts) >= _FEWEST_DIRECTIONS
