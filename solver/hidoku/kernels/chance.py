"""Random numbers by SplitMix64 (Steele, Lea and Flood 2014).

Whole numbers only, so that a seed does the same on every machine.
"""

from __future__ import annotations

import numpy as np

from solver.hidoku.kernels.arrays import Words, whole
from solver.kernels import inline

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)


@inline
def below(chance: Words, count: int) -> int:
    """A random number from 0 up to, but without, a small count; ``chance`` is the state."""
    chance[0] += STEP
    word = chance[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST_FACTOR
    word = (word ^ (word >> np.uint64(27))) * SECOND_FACTOR
    word = word ^ (word >> np.uint64(31))
    return whole(((word >> HALF) * np.uint64(count)) >> HALF)
