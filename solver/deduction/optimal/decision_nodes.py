"""What to guess first, and after each answer: the nodes of a whole tree, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Indices, frozen


@dataclass(frozen=True, eq=False, repr=False)
class DecisionNodes:
    """The nodes of a tree of guesses; node 0 is the first guess.

    For each node ``guesses`` has the index of the code guessed, ``parents`` the node before (-1 at
    the root), ``answers`` the index of the answer that led here, and ``wins`` says whether the
    guess can be the secret here. Two secrets never win at the same node.
    """

    guesses: Indices
    parents: Indices
    answers: Indices
    wins: NDArray[np.bool_]

    def __repr__(self) -> str:
        """Return a line in place of thousands of numbers."""
        return f"<{type(self).__name__}: {len(self.guesses)} nodes, total {self.total}>"

    @cached_property
    def depths(self) -> Indices:
        """How many guesses each node takes, its own included."""
        depths = np.ones(len(self.parents), np.int32)
        above = self.parents
        while (higher := above >= 0).any():
            depths += higher
            above = np.where(higher, self.parents[above], -1)
        return frozen(depths)

    @cached_property
    def sizes(self) -> Indices:
        """How many secrets are left at each node, before its guess."""
        sizes = self.wins.astype(np.int32)
        for depth in range(int(self.depths.max()), 1, -1):
            level = np.flatnonzero(self.depths == depth)
            np.add.at(sizes, self.parents[level], sizes[level])
        return frozen(sizes)

    @cached_property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets fall to the first guess, the second, and so on."""
        return tuple(np.bincount(self.depths[self.wins])[1:].tolist())

    @property
    def total(self) -> int:
        """The number of guesses over all secrets."""
        return sum(guesses * secrets for guesses, secrets in enumerate(self.histogram, start=1))

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses, exact."""
        return Fraction(self.total, sum(self.histogram))

    @property
    def max(self) -> int:
        """The most guesses any secret needs."""
        return len(self.histogram)
