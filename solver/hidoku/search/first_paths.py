"""The first two solutions of a nearly empty board, found at random by walks and repairs.

If almost nothing is given, a few walks come before any other search. What they don't find is looked
for alongside the other searches, once these have got stuck: by more walks, and in turn by repairs
if a number is placed. The second path is the first one varied. Everything goes by index and counted
work, so the same paths come at the same time however the search is called.

Measured on paths with few numbers kept (processor time of 28 to 40 each, median and most): 10×10
hexagonal with five 0.02 and 0.07 s, where learning alone took 2 to 5 or more; 12×12 with five 0.03
and 0.07 hexagonal, 0.04 and 0.3 with four neighbours; 30×30 with eight neighbours and 20 0.07 and
0.3, but for one of 40; 15×15 with four neighbours and five 0.1 and 1.5 (113 boards), or 2.1 before
repairs that begin badly were given up.
Glucose4 decides these 10×10 in 0.3 to 4 s, the 12×12 hexagonal, 15×15 and 30×30 not in 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels.repair import repair_path
from solver.hidoku.kernels.walk import walk_until_through
from solver.hidoku.search.propagation import BoardArrays, Places, Words, fitting

LOT = 200  # nodes of another search between two lots of random work
_PACE = 4  # nodes of random work for one of another search
_MOST = 100_000  # random work in all, in nodes
_FIRST = 5  # random work before any other search, in nodes
_WALKS_A_NODE = 20  # work that takes about as long
_FEWEST_CELLS = 41  # on smaller boards depth-first search finds solutions at once
_VARIED = 10  # nodes that count for a known path varied
_EMPTY = 0.3  # share of all candidates still left from which walks come first
SPARSE = 0.24  # share of them from which random paths are worth it alongside another search
_MANY = 30  # cells a number, on average, from which they are on any board


class FirstPaths:
    """Random paths on settled domains; ``nodes`` is the work they took, ``found`` the paths."""

    def __init__(self, shape: BoardArrays, domains: Words, candidates: int) -> None:
        domains = domains.copy()
        fits = fitting(domains)
        standing = np.where(fits.sum(axis=1) == 1, fits.argmax(axis=1), 0)
        self._walks = RandomWalks(shape, domains)
        self._repairs = Repairs(shape, domains, standing) if standing.any() else None
        self._effort = effort(shape)
        self._first = _FIRST if candidates >= _EMPTY * shape.last**2 else 0
        self.found: list[Places] = []
        self._repaired = 0  # nodes

    @property
    def nodes(self) -> int:
        return self._walked + self._repaired

    @property
    def _walked(self) -> int:
        return -(-self._walks.tried // _WALKS_A_NODE)

    @property
    def _walks_left(self) -> int:
        """Nodes of walks before the next repair: one repair's worth each, in turn."""
        return self._first + self._repaired + self._effort.nodes - self._walked

    def due(self, others: int | None) -> int:
        """The work to be done by the time a stuck search has opened ``others`` nodes.

        None stands for a search that isn't stuck.
        """
        return self._first + min(_MOST, _PACE * ((others or 0) // LOT * LOT))

    def run(self, most: int) -> bool:
        """Continue until ``most`` nodes' worth of work in all; whether a new path was found."""
        more = most - self.nodes
        if self._repairs and (self.found or self._walks_left <= 0):
            self._repaired += _VARIED if self.found else self._effort.nodes
            path = self._repairs.run(self._repairs.tried + 1, self.found)
        else:
            more = min(more, self._walks_left) if self._repairs else more
            path = self._walks.run(self._walks.tried + _WALKS_A_NODE * more)
        if path is None or any(np.array_equal(path, known) for known in self.found):
            return False
        self.found.append(path)
        return True


def is_sparse(shape: BoardArrays, candidates: int) -> bool:
    """Whether random paths are worth a try with so many candidates left."""
    if shape.last < _FEWEST_CELLS or len(shape.joined):
        return False
    return candidates >= shape.last * min(SPARSE * shape.last, _MANY)


# Random walks.
#
# If almost nothing is given, propagation and learning have nothing to start from: a 10×10 with one
# given took the learner 0.4 s, and a 20×20 wasn't solved in seconds. Warnsdorff's rule (1823: go
# where the fewest ways lead on) finds a path in a few attempts of some microseconds each. If only
# the ends are given, the far end of such a path is changed until it is right. A walk depends only
# on its index, so the same walks come in the same order however they are called for.


class RandomWalks:
    """Walks on settled domains; ``tried`` counts them."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        self._arrays = domains, shape.board, shape.shifts
        self._last = shape.last
        self.tried = 0

    def run(self, most: int) -> Places | None:
        """Walk on until ``most`` walks in all, or until a path goes through every cell."""
        path = np.zeros(self._last, np.int64)
        status = int(walk_until_through(*self._arrays, self.tried, most, path))
        self.tried = most if status < 0 else status
        return path if status >= 0 else None


# Repairs.
#
# First, the givens are joined by short routes. Then free cells are inserted at random between two
# cells of the path, or in place of one. Once a part between two givens has as many cells as it has
# numbers, it leaves out another cell instead, so that free cells wander until they are where cells
# are wanted. With four neighbours a single cell never fits between two others, so cells come and go
# in pairs, and more changes are needed.
#
# Measured on paths with few numbers kept, where learning decides nothing in 10 s: 10×10 and 12×12
# hexagonal with five 2 to 14 ms, 30×30 with eight neighbours and 20 numbers 20 to 200 ms.


class RepairEffort(NamedTuple):
    """Changes a cell in one repair, and the nodes it counts as."""

    changes: int
    nodes: int


def effort(shape: BoardArrays) -> RepairEffort:
    return RepairEffort(300, 40) if len(shape.shifts) > 2 else RepairEffort(600, 30)


class Repairs:
    """Repairs of domains with at least one placed number; the index of each is its seed."""

    def __init__(self, shape: BoardArrays, domains: Words, standing: Places) -> None:
        self._shape = shape
        self._domains = domains
        self._standing = standing
        self.tried = 0

    def run(self, most: int, known: Sequence[Places] = ()) -> Places | None:
        """Continue until ``most`` repairs in all, or until a path through every cell fits.

        If a path is known, it is varied.
        """
        path = known[0].copy() if known else np.zeros(self._shape.last, np.int64)
        arrays = self._standing, self._domains, self._shape.board, self._shape.shifts
        changes = effort(self._shape).changes * self._shape.last
        while self.tried < most:
            self.tried += 1
            if repair_path(*arrays, self.tried, changes, path):
                return path
        return None
