"""Which of the guesses with the least total is played: the one place that knows their order.

A guess that can be the code comes first, then the smaller worst case, then the first. The worst
case of a guess is that of the plan that goes on by the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
        self._arena = arena
        self._kinds_after = kinds_after
        self._space = space_for(arena, memo, levels)
        self._plays: dict[tuple[int, bytes], tuple[int, int]] = {}

    def play(self, places: Places, depth: int, history: tuple[int, ...] = ()) -> tuple[int, int]:
        """Return the worst case of a set left by these guesses, and the row to play; -1 if none."""
        view = self._arena.view
        size = len(places)
        if size <= 2:
            return size, int(view.own_rows[places[0]])
        if size <= self._arena.feedback_count:
            perfect = kernels.perfect_guess(view, places, 0, size)
            if perfect >= 0:
                return 2, int(perfect)
        key = (depth, places.tobytes())
        if key not in self._plays:
            play = (UNKNOWN, -1)
            for row in self._best(places, depth, history):
                worst = self._worst_after(row, places, depth, history, play[0])
                play = min(play, (worst, row), key=itemgetter(0))
            self._plays[key] = play
        return self._plays[key]

    def nodes(self, places: Places, depth: int) -> NDArray[np.int32]:
        """Return the nodes of a set's plan, each before those below it.

        A node has its row, its parent, the feedback that led to it, and whether it can win.
        """
        nodes: list[tuple[int, int, int, bool]] = []
        waiting: list[tuple[Places, int, tuple[int, ...], int, int]] = [(places, depth, (), -1, 0)]
        for members, within, history, parent, feedback in waiting:
            _, row = self.play(members, within, history)
            wins = bool((self._arena.view.feedbacks[row, members] == self._arena.view.won).any())
            more = (*history, int(self._arena.guesses[row]))
            for reply, group in self._groups(row, members):
                waiting.append((group, self._below(within), more, len(nodes), reply))
            nodes.append((row, parent, feedback, wins))
        return np.array(nodes, np.int32)

    def _groups(self, row: int, places: Places) -> list[tuple[int, Places]]:
        view = self._arena.view
        feedbacks = view.feedbacks[row, places]
        every = (int(feedback) for feedback in np.unique(feedbacks) if feedback != view.won)
        return [(feedback, places[feedbacks == feedback]) for feedback in every]

    def _below(self, depth: int) -> int:
        return depth if depth == self._arena.view.unlimited else depth - 1

    def _worst_after(
        self, row: int, places: Places, depth: int, history: tuple[int, ...], limit: int
    ) -> int:
        """Return the worst case with a guess; one that isn't below the limit needn't be exact."""
        worst = 1
        history = (*history, int(self._arena.guesses[row]))
        for _, group in sorted(self._groups(row, places), key=lambda outcome: -len(outcome[1])):
            if worst < limit:
                worst = max(worst, 1 + self.play(group, self._below(depth), history)[0])
        return worst

    def _best(self, places: Places, depth: int, history: tuple[int, ...]) -> list[int]:
        """Return the rows with the least total, only those that can be the code if any can."""
        view = self._arena.view
        begin(self._space, places, depth)
        self._space.control[kernels.TIES] = 1
        self._space.allowed_counts[:] = -1 if len(history) <= LIKE_GUESSES else 0

        def kinds(rows: tuple[int, ...]) -> Indices:
            return self._kinds_after((*history, *self._arena.guesses[list(rows)].tolist()))

        done = False
        while not done:
            done, self._space = step(view, self._space, ENDLESS, kinds)
        ties = self._space.lists[0, : self._space.control[kernels.TIES] - 1] & 0xFFFF
        own = ties[np.isin(ties, view.own_rows[places])]
        return sorted((own if own.size else ties).tolist())
