"""Candidates tried at the root of a search, for what they show to be impossible.

A candidate that is dead once everything that follows from it is drawn is eliminated, and so is what
no cell of a number leaves: as long as that pays.

What follows is drawn by what changes (``kernels.follow_on``), so that a probe costs no more on a
large board than on a small one. Measured on whole solutions of boards from which no given can go
(medians, one thread, milliseconds), with probes that settled a copy of the position, and so: 10×10
0.91 and 0.70, 15×15 with four neighbours 25 and 15, 20×20 33 and 10, 30×30 256 and 64. With 300
probes before the first has to pay, not 100 as then, the last two take 9.4 and 52.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.search import kernels
from solver.hidoku.search.propagation import BoardArrays, Words

_HOPES = 300  # probes before the first has to pay


class RootProbes:
    """Probes of settled domains, which lose what is eliminated."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        count, bits = shape.last, 64 * domains.shape[1]
        candidates = int(np.bitwise_count(domains).sum())
        self._domains = domains
        self._state = np.zeros(kernels.STATES, np.int64)
        self._state[[kernels.HOPES, kernels.ELIMINATED]] = _HOPES, 1
        fits, counts = np.zeros((bits, -(-count // 64)), np.uint64), np.zeros(bits, np.int64)
        kernels.follow(domains, fits, counts, self._state)
        trail, common = np.zeros((2, candidates, 2), np.uint64)  # each entry takes one at least
        queue, order = np.zeros(count + bits, np.int64), np.zeros(count, np.int64)
        ground = shape.shifts, shape.links, np.zeros(count, np.uint8)
        self._arrays = *ground, fits, counts, queue, trail, self._state, common, order

    def run(self, most: int) -> int:
        """Go on until so many in all: PAUSED, FOUND, DONE, or STUCK (as in ``kernels.shave``)."""
        return kernels.shave(self._domains, *self._arrays, most)

    @property
    def count(self) -> int:
        return int(self._state[kernels.PROBES])
