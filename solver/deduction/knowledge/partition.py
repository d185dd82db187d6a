"""How one guess splits the candidates, and the measures of a split."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log2

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.rules.game import Code


@dataclass(frozen=True)
class Split:
    """How many candidates each answer to a guess would leave.

    ``sizes`` follow the game's order of answers, zeros included.

    >>> split = Split((1, 0, 3, 4))
    >>> split.parts, split.largest, split.expected_size, split.bits
    (3, 4, Fraction(13, 4), 1.4056390622295665)
    """

    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of candidates."""
        return sum(self.sizes)

    @property
    def parts(self) -> int:
        """The number of answers that can come."""
        return sum(size > 0 for size in self.sizes)

    @property
    def largest(self) -> int:
        """The most candidates that can be left."""
        return max(self.sizes, default=0)

    @property
    def expected_size(self) -> Fraction:
        """The mean number of candidates left, exact; 0 without candidates."""
        return Fraction(sum(size * size for size in self.sizes), max(self.total, 1))

    @property
    def bits(self) -> float:
        """The information of the answer in bits (Shannon's entropy), for reading only.

        Choices are made with exact integers, see :mod:`solver.deduction.knowledge.weights`.
        """
        if self.parts < 2:
            return 0.0
        return log2(self.total) - sum(n * log2(n) for n in self.sizes if n) / self.total


def split(candidates: Candidates, guess: Code) -> Split:
    """Return how a guess splits the candidates.

    >>> from solver.deduction.knowledge.candidates import candidates
    >>> from solver.deduction.games import game_named
    >>> split(candidates(game_named("classic"), ()), (0, 0, 1, 1)).largest
    256
    """
    return Split(candidates.sizes(guess))
