"""What a search has shown: the least total, or the least worst case."""

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Indices, frozen


class GuessCounts:
    """How many guesses secrets or games take."""

    @property
    @abstractmethod
    def histogram(self) -> tuple[int, ...]:
        """How many fall to the first guess, the second, and so on."""

    @property
    def total(self) -> int:
        return sum(guesses * count for guesses, count in enumerate(self.histogram, start=1))

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, max(sum(self.histogram), 1))

    @property
    def max(self) -> int:
        return len(self.histogram)


@dataclass(frozen=True, eq=False, repr=False)
class DecisionNodes(GuessCounts):
    """The nodes of a tree of guesses; node 0 is the first guess.

    For each node, ``guesses`` has the index of the code guessed, ``parents`` the previous node (-1
    at the root), ``feedbacks`` the index of the one that led here, and ``wins`` says whether the
    guess can be the secret here. Two secrets never win at the same node.
    """

    guesses: Indices
    parents: Indices
    feedbacks: Indices
    wins: NDArray[np.bool_]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.guesses)} nodes, total {self.total}>"

    @cached_property
    def depths(self) -> Indices:
        """How many guesses lead to each node, its own included."""
        depths = np.ones(len(self.parents), np.int32)
        above = self.parents
        while (is_below_root := above >= 0).any():
            depths += is_below_root
            above = np.where(is_below_root, self.parents[above], -1)
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
        return tuple(np.bincount(self.depths[self.wins])[1:].tolist())


@dataclass(frozen=True, eq=False, repr=False)
class Plan(DecisionNodes):
    @property
    def first(self) -> int:
        return int(self.guesses[0])


@dataclass(frozen=True)
class Optimum:
    """What is known about the least total of guesses over all candidates.

    ``proved`` says whether the question is settled, even if there is no plan. ``plan`` is the best
    one found, the optimum if proved; None if there is none within the limit on guesses, or none has
    been found yet. No plan has a total below ``bound``, which is None if there is no plan.
    ``nodes`` is the number of sets searched.
    """

    proved: bool
    bound: int | None
    nodes: int
    plan: Plan | None

    @property
    def total(self) -> int | None:
        return None if self.plan is None else self.plan.total

    @property
    def mean(self) -> Fraction | None:
        return None if self.plan is None else self.plan.mean

    @property
    def max(self) -> int | None:
        return None if self.plan is None else self.plan.max

    @property
    def first(self) -> int | None:
        return None if self.plan is None else self.plan.first


@dataclass(frozen=True)
class LeastWorst:
    """What is known about the least number of guesses that suffices for every candidate.

    ``plan`` never needs more than ``max`` guesses; no plan can guarantee fewer than ``bound``.
    """

    bound: int
    nodes: int
    plan: Plan

    @property
    def max(self) -> int:
        return self.plan.max

    @property
    def proved(self) -> bool:
        return self.max == self.bound
