"""What a search has shown: the least total, or the least worst case."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from solver.deduction.optimal.plan import Plan


class ProofStatus(Enum):
    """Whether the question is answered."""

    PROVED = "proved"
    OPEN = "open"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Optimum:
    """What is known of the least total of guesses over all candidates.

    ``plan`` is the best plan found: the optimum if proved; None if it is impossible, or if none has
    been found yet within the limit on guesses. No plan has a total below ``bound``, which is None
    if there is no plan. ``nodes`` is the number of sets weighed.
    """

    verdict: ProofStatus
    bound: int | None
    nodes: int
    plan: Plan | None

    @property
    def proved(self) -> bool:
        """Whether the question is answered, be it that there is no plan."""
        return self.verdict is not ProofStatus.OPEN

    @property
    def total(self) -> int | None:
        """The plan's number of guesses over all candidates."""
        return None if self.plan is None else self.plan.total

    @property
    def mean(self) -> Fraction | None:
        """The plan's mean number of guesses."""
        return None if self.plan is None else self.plan.mean

    @property
    def max(self) -> int | None:
        """The most guesses the plan needs."""
        return None if self.plan is None else self.plan.max

    @property
    def first(self) -> int | None:
        """The index of the plan's first guess."""
        return None if self.plan is None else self.plan.first


@dataclass(frozen=True)
class LeastWorst:
    """What is known of the least number of guesses that is enough for every candidate.

    ``plan`` never needs more than ``max`` guesses; no plan can guarantee fewer than ``bound``.
    """

    bound: int
    nodes: int
    plan: Plan

    @property
    def max(self) -> int:
        """The most guesses the plan needs."""
        return self.plan.max

    @property
    def proved(self) -> bool:
        """Whether the plan guarantees the least that can be guaranteed."""
        return self.max == self.bound
