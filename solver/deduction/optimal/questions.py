"""Questions about perfect play, each answered by one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from solver.deduction.optimal.part_search import WorstSearch
from solver.deduction.optimal.result import LeastWorst, Optimum
from solver.deduction.optimal.search import PlanSearch, Stop
from solver.deduction.rules.game import Code, Game, Indices

#: Sets searched for an answer within a request.
LIVE_BUDGET: Final = 6000

AnySearch = TypeVar("AnySearch", PlanSearch, WorstSearch)


def optimum(
    game: Game,
    candidates: Indices | None = None,
    max_guesses: int | None = None,
    *,
    history: Sequence[Code] | None = None,
    budget: int | None = None,
    stop: Stop | None = None,
    progress: Callable[[PlanSearch], None] | None = None,
) -> Optimum:
    """Return the plan with the least total (average) of guesses, at most ``max_guesses`` each.

    ``budget`` limits the number of sets searched; ``stop`` is asked regularly whether to stop, and
    ``progress`` is called with the search. See :class:`PlanSearch` for the candidates and their
    history. Raises OptimumError if the game or the position can't be searched.

    >>> from solver.deduction.games import game_named
    >>> known = optimum(game_named("mini"))
    >>> known.total, known.max, known.proved
    (206, 4, True)
    """
    search = PlanSearch(game, candidates, max_guesses, history=history)
    search.run(budget, _watched(search, stop, progress))
    return search.result()


def best(
    game: Game,
    candidates: Indices,
    *,
    history: Sequence[Code] | None = None,
    budget: int = LIVE_BUDGET,
) -> Optimum:
    """Return the best guess of perfect play and its expected number of guesses, at once.

    They are the result's ``first`` and ``mean``; ``proved`` says whether they are exact, or only
    the best found within the budget. Give the history if there is one: without it, no guesses are
    recognised as alike, and the first turns take ten times as long or more.
    """
    search = PlanSearch(game, candidates, history=history)
    search.run(search.sets(budget))
    return search.result()


def least_worst(
    game: Game,
    candidates: Indices | None = None,
    *,
    history: Sequence[Code] | None = None,
    budget: int | None = None,
    stop: Stop | None = None,
    progress: Callable[[WorstSearch], None] | None = None,
) -> LeastWorst:
    """Return the least number of guesses that suffices for every candidate, and a plan for it.

    No strategy can guarantee fewer than the result's ``bound``. ``budget``, ``stop`` and
    ``progress`` are as for :func:`optimum`.

    >>> from solver.deduction.games import game_named
    >>> least_worst(game_named("pair")).bound
    4
    """
    search = WorstSearch(game, candidates, history=history)
    search.run(budget, _watched(search, stop, progress))
    return search.result()


def _watched(
    search: AnySearch, stop: Stop | None, progress: Callable[[AnySearch], None] | None
) -> Stop:
    def stops() -> bool:
        if progress:
            progress(search)
        return stop is not None and stop()

    return stops
