"""What sets cost, according to a finished search; certificates are written from this."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import kernels
from solver.deduction.optimal.arena import ENDLESS, Places, begin, space_for, step
from solver.deduction.optimal.search import SYMMETRIC_LEVELS, PlanSearch
from solver.deduction.rules.game import Indices

MOST_TERMS: Final = 7
#: After more guesses than this, finding out which are alike takes longer than trying them all.
LIKE_GUESSES: Final = 1

Numbers = NDArray[np.int64]


def least_costs(most: int, reach: int) -> Numbers:
    """Return the least cost of sets of 0 to ``most``, if no guess has a larger reach.

    At most one member falls to the first guess, ``reach`` to the first two (all to the second, or
    the guess itself and the others to the next), and its square to the first three.

    >>> least_costs(20, 15)[[1, 2, 14, 20]].tolist()
    [1, 3, 27, 45]
    """
    sizes = np.arange(most + 1)
    terms = [terms * sizes - reach ** (terms - 2) for terms in range(3, MOST_TERMS)]
    costs: Numbers = np.max([0 * sizes, 2 * sizes - 1, *terms], axis=0)
    return costs


class KnownCosts:
    """Answers from a finished search, whose memo knows most costs; the lost ones are recomputed."""

    def __init__(self, search: PlanSearch) -> None:
        self._arena = search.arena
        self._space = space_for(search.arena, search.memo, SYMMETRIC_LEVELS)
        self._kinds_after = search.kinds_after_guesses
        self._counts = np.zeros(self._arena.view.masks.shape[1], np.uint64)
        self._plain: dict[bytes, int] = {}

    def outcomes_and_reach(self, places: Places) -> tuple[NDArray[np.uint16], int]:
        """Return how many outcomes each guess has for a set, until the next call; its reach."""
        arena = self._arena
        _, reach = kernels.count_outcomes(arena.view, places, 0, len(places), self._counts)
        return self._counts.view(np.uint16)[:: arena.view.step][: arena.guess_count], reach

    def quick_bound(self, places: Places) -> int:
        """Return the lower bound given by the number of outcomes of all guesses."""
        key = places.tobytes()
        if key not in self._plain:
            reach = self.outcomes_and_reach(places)[1]
            self._plain[key] = int(least_costs(len(places), reach)[-1])
        return self._plain[key]

    def is_distinguished(self, places: Places) -> bool:
        arena = self._arena
        size = len(places)
        if size > arena.feedback_count:
            return False
        return bool(kernels.perfect_guess(arena.view, places, 0, size) >= 0)

    def up_to(self, limit: int, places: Places, history: tuple[int, ...]) -> int:
        """Return the cost of a set left by these guesses, or a bound that is at least ``limit``."""
        view = self._arena.view
        space = self._space
        begin(space, places, view.unlimited)
        space.frames[0, kernels.BEST] = limit
        space.allowed_counts[:] = -1 if len(history) <= LIKE_GUESSES else 0

        def kinds_after(guesses: tuple[int, ...]) -> Indices:
            return self._kinds_after((*history, *guesses))

        done = False
        while not done:
            done, self._space = step(view, self._space, ENDLESS, kinds_after)
        return int(space.control[kernels.VALUE])
