"""Perfect play: the plan with the best average or the best worst case, with proof.

:func:`optimum` answers at once; :class:`PlanSearch` and :class:`WorstSearch` can be run in pieces,
report their progress, and continue where they stopped.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, cast

from solver.deduction.optimal.arena import OptimumError
from solver.deduction.optimal.result import LeastWorst, Optimum, Plan
from solver.deduction.optimal.search import PlanSearch, Stop
from solver.deduction.rules.game import Code, Game, Indices

__all__ = [
    "LeastWorst",
    "Optimum",
    "OptimumError",
    "Plan",
    "PlanSearch",
    "WorstSearch",
    "optimum",
]

#: Sets searched for an answer within a request.
LIVE_BUDGET: Final = 6000


def optimum(
    game: Game,
    candidates: Indices | None = None,
    max_guesses: int | None = None,
    *,
    history: Sequence[Code] | None = None,
    budget: int | None = None,
    stop: Stop | None = None,
    progress: Callable[[PlanSearch], None] | None = None,
    ordered: bool = False,
    strict: bool = False,
) -> Optimum:
    """Return the plan with the least total (average) of guesses, at most ``max_guesses`` each.

    ``budget`` limits the number of sets searched; ``stop`` is asked regularly whether to stop, and
    ``progress`` is called with the search. If ``ordered``, the plan takes equally good guesses in
    the order of :class:`Ties`, as hints do. See :class:`PlanSearch` for the candidates, their
    history and ``strict``. Raises OptimumError if the game or the position can't be searched.

    >>> from solver.deduction.games import game_named
    >>> known = optimum(game_named("mini"))
    >>> known.total, known.max, known.proved
    (206, 4, True)
    """
    search = PlanSearch(game, candidates, max_guesses, history=history, strict=strict)

    def stops() -> bool:
        if progress:
            progress(search)
        return stop is not None and stop()

    search.run(budget, stops)
    return search.result(ordered=ordered)


class WorstSearch:
    """A search for the least worst case; the arguments and errors are those of :class:`PlanSearch`.

    For each limit on the guesses, from 1 on, a search for any plan within the limit finds one or
    proves that there is none. A set too large for the guesses left, given the outcomes that any
    guess can have for it, is abandoned at once.

    >>> from solver.deduction.games import game_named
    >>> search = WorstSearch(game_named("pair"))
    >>> search.run(), search.result().bound
    (True, 4)
    """

    def __init__(
        self, game: Game, candidates: Indices | None = None, *, strict: bool = False
    ) -> None:
        self._search_for = partial(PlanSearch, game, candidates, strict=strict)
        self._spent = 0
        self.bound = 1
        self._search = self._search_for(1, any_plan=True)

    @property
    def nodes(self) -> int:
        return self._spent + self._search.nodes

    @property
    def finished(self) -> bool:
        return self._search.finished and self._search.best_guess >= 0

    @property
    def fraction(self) -> float:
        return self._search.fraction

    def run(self, budget: int | None = None, stop: Stop | None = None) -> bool:
        end = None if budget is None else self.nodes + budget
        while self._search.run(None if end is None else end - self.nodes, stop):
            if self.finished:
                return True
            self._spent += self._search.nodes
            self.bound += 1
            self._search = self._search_for(self.bound, any_plan=True)
        return False

    def result(self) -> LeastWorst:
        # Without a limit there is always a plan; before the end, by what looks best at each step.
        search = self._search if self.finished else self._search_for()
        return LeastWorst(self.bound, self.nodes, cast(Plan, search.plan()))
