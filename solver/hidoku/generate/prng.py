"""Random numbers by seed, the same on every machine and in every version of Python.

SplitMix64 (Steele, Lea and Flood 2014), whole numbers only; the compiled twin is ``below`` in
``mixing/kernels.py``. Python's own generator was left out: only its ``random()`` is promised to
stay as it is, and compiled loops cannot go on with its stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

SEEDS = 2**64
_WORD = SEEDS - 1

T = TypeVar("T")


class Chance:
    """A stream of random numbers for one seed; ``state`` is where it stands.

    >>> Chance(7).shuffled("abcd"), Chance(7).shuffled("abcd")
    (['c', 'd', 'a', 'b'], ['c', 'd', 'a', 'b'])
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < SEEDS:
            raise ValueError("A seed is a whole number from 0 to 2 to the power of 64, less one.")
        self.state = seed

    def below(self, count: int) -> int:
        """A number from 0 up to, but without, ``count``, which is at most 2 to the power of 32."""
        self.state = self.state + 0x9E3779B97F4A7C15 & _WORD
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return ((word ^ word >> 31) >> 32) * count >> 32

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order, each order equally likely (Fisher and Yates)."""
        drawn = list(items)
        for place in range(len(drawn) - 1, 0, -1):
            other = self.below(place + 1)
            drawn[place], drawn[other] = drawn[other], drawn[place]
        return drawn
