"""Which of the guesses with the least total is played: the one place that knows their order.

A guess that can be the code comes first, then the smaller worst case, then the first. The worst
case of a guess is that of the plan that goes on by the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from solver.deduction.optimal import kernels
from solver.deduction.optimal.arena import ENDLESS, Arena, Places, Words, begin, space_for, step
from solver.deduction.rules.game import Indices

#: After more guesses than this, finding out which are alike takes longer than trying them all.
LIKE_GUESSES: Final = 2
UNKNOWN: Final = 1 << 30


class Ties:
    """Chooses for sets of candidates, whose costs the memo of a finished search mostly knows.

    ``kinds_after`` returns the rows worth trying after some guesses, given by index; it is asked at
    the first ``levels``.
    """

    def __init__(
        self,
        arena: Arena,
        memo: Words,
        kinds_after: Callable[[tuple[int, ...]], Indices],
        levels: int,
    ) -> None:
        self._arena, self._kinds_after = arena, kinds_after
        self._space = space_for(arena, memo, levels)
        self._worst: dict[tuple[int, bytes], int] = {}

    def guess(self, places: Places, depth: int, made: tuple[int, ...]) -> int:
        """Return the row to play for a set left by these guesses, within so many more; or -1."""
        best, least = -1, UNKNOWN
        rows = self._best(places, depth, made)
        for row in sorted(rows.tolist()):
            if len(rows) == 1:
                return int(row)
            worst = self._worst_after(row, places, depth, made, least)
            if worst < least:
                best, least = row, worst
        return best

    def worst(self, places: Places, depth: int, made: tuple[int, ...]) -> int:
        """Return how many guesses the plan for a set may take."""
        view, size = self._arena.view, len(places)
        if size <= 2:
            return size
        if size <= self._arena.answer_count and kernels.perfect_guess(view, places, 0, size) >= 0:
            return 2
        key = (depth, places.tobytes())
        if key not in self._worst:
            row = self.guess(places, depth, made)
            self._worst[key] = self._worst_after(row, places, depth, made, UNKNOWN)
        return self._worst[key]

    def _worst_after(
        self, row: int, places: Places, depth: int, made: tuple[int, ...], limit: int
    ) -> int:
        """Return the worst case with a guess; one that isn't below the limit needn't be exact."""
        view, guess = self._arena.view, int(self._arena.guesses[row])
        answers = view.answers[row, places]
        below = depth if depth == view.unlimited else depth - 1
        parts = [places[answers == answer] for answer in np.unique(answers) if answer != view.won]
        worst = 1
        for part in sorted(parts, key=len, reverse=True):
            if worst >= limit:
                break
            worst = max(worst, 1 + self.worst(part, below, (*made, guess)))
        return worst

    def _best(self, places: Places, depth: int, made: tuple[int, ...]) -> Indices:
        """Return the rows with the least total, only those that can be the code if any can."""
        view, space = self._arena.view, self._space
        begin(space, places, depth)
        space.control[kernels.TIES] = 1
        space.allowed_counts[:] = -1 if len(made) <= LIKE_GUESSES else 0

        def kinds(rows: tuple[int, ...]) -> Indices:
            below = self._arena.guesses[list(rows)].tolist()
            return self._kinds_after((*made, *below))

        done = False
        while not done:
            done, space = step(view, space, ENDLESS, kinds)
        self._space = space
        ties = (space.lists[0, : space.control[kernels.TIES] - 1] & 0xFFFF).astype(np.int32)
        own = ties[np.isin(ties, view.own_rows[places])]
        return own if own.size else ties
