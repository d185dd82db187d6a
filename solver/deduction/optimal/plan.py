"""A plan: what to guess first, and after each answer; as arrays that can be checked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.deduction.game import Indices


@dataclass(frozen=True, eq=False)
class Plan:
    """A whole plan, one entry a node, each node after its parent; node 0 is the first guess.

    ``guesses`` are indices of codes, ``parents`` of nodes (-1 for the first); ``answers`` is the
    answer to the parent's guess that leads to the node, and ``wins`` says whether the node's guess
    can be the secret there. Two secrets never win at the same node.
    """

    guesses: Indices
    parents: Indices
    answers: Indices
    wins: NDArray[np.bool_]

    @property
    def first(self) -> int:
        """The index of the first guess."""
        return int(self.guesses[0])

    @cached_property
    def depths(self) -> Indices:
        """How many guesses each node takes, its own included."""
        depths = np.ones(len(self.guesses), np.int32)
        for node, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                depths[node] = depths[parent] + 1
        return depths

    @property
    def histogram(self) -> tuple[int, ...]:
        """How many secrets fall to the first guess, the second, and so on."""
        return tuple(np.bincount(self.depths[self.wins])[1:].tolist())

    @property
    def total(self) -> int:
        """The number of guesses over all secrets."""
        return int(self.depths[self.wins].sum())

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses, exact."""
        return Fraction(self.total, int(self.wins.sum()))

    @property
    def max(self) -> int:
        """The most guesses any secret needs."""
        return int(self.depths[self.wins].max())

    def following(self) -> dict[tuple[int, int], int]:
        """Return the node that follows each node and answer."""
        steps = zip(self.parents.tolist(), self.answers.tolist(), strict=True)
        return {step: node for node, step in enumerate(steps) if node}
