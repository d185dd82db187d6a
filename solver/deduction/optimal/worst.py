"""The least worst case: the fewest guesses that are enough for every candidate, with proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from solver.deduction.optimal.plan import Plan
from solver.deduction.optimal.result import LeastWorst
from solver.deduction.optimal.search import PlanSearch, Stop
from solver.deduction.rules.game import Code, Game, Indices


class WorstSearch:
    """A search for the least worst case; the arguments and errors are those of :class:`PlanSearch`.

    For one limit on the guesses after the other, from 1 on, a search for any plan within the limit
    finds one or proves that there is none. A set too large for the guesses left, by the parts that
    any guess can make of it, ends at once.
    """

    def __init__(
        self,
        game: Game,
        candidates: Indices | None = None,
        *,
        history: Sequence[Code] | None = None,
    ) -> None:
        self._game = game
        self._candidates = candidates
        self._history = history
        self._spent = 0
        self.bound = 1
        self._search = self._within(1)

    @property
    def nodes(self) -> int:
        """The number of sets weighed so far."""
        return self._spent + self._search.nodes

    @property
    def finished(self) -> bool:
        """Whether the least worst case is known."""
        return self._search.finished and self._search.best_guess >= 0

    @property
    def fraction(self) -> float:
        """About how much of the search within the present limit is done, 0 to 1."""
        return self._search.fraction

    def run(self, budget: int | None = None, stop: Stop | None = None) -> bool:
        """Search on for so many nodes (or without end), and return whether the search is finished.

        ``stop`` is asked every 50 ms or so whether to leave off.
        """
        end = None if budget is None else self.nodes + budget
        while self._search.run(None if end is None else end - self.nodes, stop):
            if self.finished:
                return True
            self._spent += self._search.nodes
            self.bound += 1
            self._search = self._within(self.bound)
        return False

    def result(self) -> LeastWorst:
        """Return what is known now; the search can go on after it."""
        # Without a limit there always is a plan; before the end, what looks best at each step.
        search = self._search if self.finished else PlanSearch(self._game, self._candidates)
        return LeastWorst(self.bound, self.nodes, cast(Plan, search.plan()))

    def _within(self, limit: int) -> PlanSearch:
        return PlanSearch(self._game, self._candidates, limit, history=self._history, any_plan=True)
