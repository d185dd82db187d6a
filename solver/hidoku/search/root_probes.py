"""Root probes: trying candidates at the root of a search, to see which are impossible.

A candidate is eliminated if everything that follows from it leads to a dead end. So is a candidate
that fails whichever cell some number takes. Probing goes on as long as it pays.

Consequences are followed change by change, so a probe costs no more on a large board than on a
small one. Whole solutions of boards from which no given can be removed (medians, one thread,
milliseconds), first with probes that propagate a copy of the position, then like this: 10×10 0.91
and 0.70, 15×15 with four neighbours 25 and 15, 20×20 33 and 10, 30×30 256 and 64. If the first 300
probes needn't pay, and not only 100 as then, the last two take 9.4 and 52.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.kernels import probe
from solver.hidoku.kernels.probe import Probes
from solver.hidoku.search.propagation import BoardArrays, Words, position_of

# probes allowed before the first has to pay
_HOPES = 450
_HOPES_OF_TWO = 1500  # with four neighbours, so two directions


class RootProbes:
    """Probes of settled domains, which lose whatever is eliminated."""

    def __init__(self, shape: BoardArrays, domains: Words) -> None:
        count = shape.last
        bits = 64 * domains.shape[1]
        candidates = int(np.bitwise_count(domains).sum())
        self._state = np.zeros(probe.STATES, np.int64)
        hopes = _HOPES if len(shape.shifts) > 2 else _HOPES_OF_TWO
        self._state[[probe.HOPES, probe.ELIMINATED]] = hopes, 1
        self._probes = Probes(
            position_of(shape, domains, candidates, self._state),
            fits=np.zeros((bits, -(-count // 64)), np.uint64),
            counts=np.zeros(bits, np.int64),
            queue=np.zeros(count + bits, np.int64),
            spans=np.zeros((count, 2), np.int64),
            common=np.zeros((candidates, 2), np.uint64),
            order=np.zeros(count, np.int64),
            sizes=np.zeros(count, np.int64),
        )
        probe.follow(self._probes)

    def run(self, most: int) -> int:
        """Continue up to ``most`` probes in all; PAUSED, SOLVED, DONE or STUCK as in ``shave``."""
        return probe.shave(self._probes, most)

    @property
    def count(self) -> int:
        return int(self._state[probe.PROBES])
