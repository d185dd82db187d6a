"""The exact search: for a set of candidates, the plan of least total cost, with proof.

The cost of a set is the number of guesses that a plan needs for all its members together. A guess
costs one for each member, plus the cost of its groups; the winning feedback adds nothing. This is a
depth-first branch and bound over the sets (Koyama and Lai, "An optimal Mastermind strategy",
Journal of Recreational Mathematics 25, 1993; Ville, "An optimal Mastermind (4,7) strategy and more
results in the expected case", arXiv 1305.1010, 2013):

* The guesses of a set are sorted by a lower bound, and the first whose bound reaches the best total
  ends the set. A set is only searched for a cost that would still help its parent.
* A guess is dismissed as soon as the bounds of its groups add up to too much. Bounds are sharpened
  from cheap to expensive: the groups' sizes; whether a member distinguishes all the others (2n - 1,
  the least possible); what the memo knows; how many groups any guess can make of them.
* Sets met before, in whatever order of guesses, are remembered with their cost or lower bound.
* Near the root only one guess of each kind is tried (Knuth 1977 noted the five openings).

With a limit on the guesses, a set also has the number it may still take; sets too large for it have
infinite cost. Nothing is rounded and nothing depends on chance or time: the same search visits the
same sets, whether run at once or in pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import arena, kernels
from solver.deduction.optimal.arena import OptimumError, Places
from solver.deduction.optimal.kernels import Space
from solver.deduction.optimal.result import Optimum, Plan
from solver.deduction.rules.game import Code, Game, Indices, frozen
from solver.deduction.rules.symmetry import canonical_guesses

SYMMETRIC_LEVELS: Final = 3
#: With more different guesses than this, a set takes longer: with six times as many, 36 times.
USUAL_GUESSES: Final = 5040
USUAL_OUTCOMES: Final = 12

Stop = Callable[[], bool]


class PlanSearch:
    """A search for the least total, or (``any_plan``) for any plan within the limit on guesses.

    ``candidates`` are indices of codes, all secrets if None. ``history`` may name the guesses that
    left them, if they are all the secrets that give these guesses the same feedback as the real one
    does; then only one guess of each kind is tried. If ``strict``, only possible codes are guessed.
    Raises OptimumError if the game or the position can't be searched.
    """

    def __init__(
        self,
        game: Game,
        candidates: Indices | None = None,
        max_guesses: int | None = None,
        *,
        history: Sequence[Code] | None = None,
        any_plan: bool = False,
        strict: bool = False,
    ) -> None:
        if max_guesses is not None and max_guesses < 1:
            raise OptimumError("A plan needs at least one guess.")
        self.arena = arena.arena_of(game, candidates, strict=strict)
        is_position = candidates is None or history is not None
        self.symmetric_levels = SYMMETRIC_LEVELS if is_position else 0
        self._history = tuple(history or ())
        self._kinds: dict[tuple[int, ...], Indices] = {}
        self._space = arena.space_for(self.arena, None, self.symmetric_levels)
        self._space.control[kernels.ANY] = any_plan
        self._fraction = 0.0
        self.finished = False
        is_limited = max_guesses is not None and max_guesses < self.arena.size
        self.depth = max_guesses if is_limited and max_guesses else self.arena.view.unlimited
        self._places: Places = np.arange(self.arena.size, dtype=np.uint16)
        arena.begin(self._space, self._places, self.depth)

    @property
    def nodes(self) -> int:
        return int(self._space.control[kernels.NODES])

    def sets(self, budget: int) -> int:
        """Return how many sets take as long here as ``budget`` sets of a usual board.

        With fewer outcomes, bounds dismiss fewer guesses.
        """
        guesses = min(1, USUAL_GUESSES / self.arena.guess_count)
        outcomes = min(1, self.arena.feedback_count / USUAL_OUTCOMES)
        return int(budget * guesses**2 * outcomes)

    def run(self, budget: int | None = None, stop: Stop | None = None) -> bool:
        """Search for ``budget`` more nodes (or without end); return whether the search is finished.

        ``stop`` is asked every 50 ms or so whether to stop.
        """
        limit = arena.ENDLESS if budget is None else self.nodes + budget

        def kinds_after(rows: tuple[int, ...]) -> Indices:
            return self.kinds_after_guesses(tuple(self.arena.guesses[list(rows)].tolist()))

        while not (self.finished or self.nodes >= limit or (stop and stop())):
            self.finished, self._space = arena.step(
                self.arena.view, self._space, limit, kinds_after
            )
        return self.finished

    @property
    def bound(self) -> int:
        """The total that no plan can go below; ``kernels.NEVER`` if there is no plan at all."""
        space = self._space
        if self.finished:
            return int(space.control[kernels.VALUE])
        frame = space.frames[0]
        if frame[kernels.STAGE] == kernels.OPEN:
            return int(self.arena.view.lower[-1, self.arena.size])
        bounds = [frame[kernels.BEST], frame[kernels.FLOOR]]
        if frame[kernels.NEXT] < frame[kernels.COUNT]:
            bounds.append(space.lists[0, frame[kernels.NEXT]] >> 32)
        if frame[kernels.STAGE] == kernels.SEARCH:
            bounds.append(frame[kernels.SUM])
        return int(min(bounds))

    @property
    def fraction(self) -> float:
        """About how much of the search is done, 0 to 1; it never decreases."""
        fraction = 1.0 if self.finished else _fraction(self._space, 0)
        self._fraction = max(self._fraction, fraction)
        return self._fraction

    @property
    def best_guess(self) -> int:
        return int(self._space.frames[0, kernels.GUESS])

    def result(self, *, ordered: bool = False) -> Optimum:
        """Return what is known now, with the plan; the search can continue afterwards."""
        if self.finished and self.best_guess < 0:
            return Optimum(True, None, self.nodes, None)
        return Optimum(self.finished, self.bound, self.nodes, self.plan(ordered=ordered))

    def plan(self, *, ordered: bool = False) -> Plan | None:
        """Return the best plan, or before the end a good one; None if it exceeds the limit.

        It is built from the memo. Sets that the memo has lost are searched again; before the end
        they get the guess with the lowest bound. Of equally good guesses it takes the first found,
        which takes no time, or if ``ordered`` the one that :class:`Ties` chooses.
        """
        is_ordered = ordered and self.finished and not self._space.control[kernels.ANY]
        nodes = self.ties.nodes(self._places, self.depth) if is_ordered else self._first_nodes()
        if nodes is None:
            return None
        rows, parents, feedbacks, wins = (np.ascontiguousarray(column) for column in nodes.T)
        feedbacks[1:] = self.arena.named(rows[parents[1:]], feedbacks[1:])
        plan = Plan(self.arena.guesses[rows], parents, feedbacks, wins > 0)
        return plan if plan.max <= self.depth else None

    @cached_property
    def ties(self) -> Ties:
        return Ties(self)

    def play(self) -> tuple[int, int]:
        """Return the worst case of the ordered plan and its first guess, once it is finished."""
        worst_case, row = self.ties.play(self._places, self.depth)
        return worst_case, int(self.arena.guesses[row])

    def _first_nodes(self) -> NDArray[np.int32] | None:
        memo = self._space.memo
        space = arena.space_for(self.arena, memo)
        space.control[kernels.ANY] = self._space.control[kernels.ANY]
        order = np.zeros((2, self.arena.size), np.uint16)
        order[0, : len(self._places)] = self._places
        waiting = np.zeros((self.arena.size + len(space.sizes), kernels.WAITING_FIELDS), np.int64)
        waiting[0] = 0, len(self._places), self.depth, -1, 0
        nodes = np.zeros((2 * self.arena.size, 4), np.int32)
        numbers = np.array([1, 0, self.best_guess])
        key = np.zeros(2, np.uint64)
        while not kernels.grow_plan(
            self.arena.view, memo, order, waiting, nodes, space.sizes, key, numbers
        ):
            start, size, depth = waiting[numbers[kernels.WAITING] - 1, :3].tolist()
            places = order[0, start : start + size]
            numbers[kernels.GIVEN] = self._guess_for(space, places, depth)
            if numbers[kernels.GIVEN] < 0:
                return None
        return nodes[: numbers[kernels.GROWN]]

    def kinds_after_guesses(self, guesses: tuple[int, ...]) -> Indices:
        """Return the rows worth trying after these guesses; empty if all are."""
        if guesses not in self._kinds:
            game = self.arena.game
            codes = [*self._history, *(game.code_at(guess) for guess in guesses)]
            is_kind = np.zeros(self.arena.guess_count + 1, np.bool_)
            is_kind[self.arena.row_of[canonical_guesses(game, codes)]] = True  # -1 is the last
            rows = frozen(np.flatnonzero(is_kind[:-1]).astype(np.int32))
            self._kinds[guesses] = rows[:0] if len(rows) == self.arena.guess_count else rows
        return self._kinds[guesses]

    def _guess_for(self, space: Space, places: Places, depth: int) -> int:
        """Return the best guess for a set; before the end, the one with the lowest bound; or -1."""
        arena.begin(space, places, depth)
        limit = arena.ENDLESS if self.finished else int(space.control[kernels.NODES]) + 1
        while True:
            is_done, space = arena.step(self.arena.view, space, limit)
            if is_done:
                return int(space.frames[0, kernels.GUESS])
            if not self.finished and space.frames[0, kernels.STAGE] != kernels.OPEN:
                return int(space.lists[0, 0] & 0xFFFF) if space.frames[0, kernels.COUNT] else -1


def _fraction(space: Space, level: int) -> float:
    """Return how much of the search from this level down is done, if all guesses cost the same."""
    frame = space.frames[level]
    if level > space.control[kernels.TOP] or frame[kernels.STAGE] == kernels.OPEN:
        return 0.0
    progress = float(frame[kernels.NEXT])
    if frame[kernels.STAGE] == kernels.SEARCH and level < 3:
        sizes = space.groups[level, : frame[kernels.GROUPS], kernels.P_SIZE]
        group = int(frame[kernels.GROUP])
        members = sizes[:group].sum() + _fraction(space, level + 1) * sizes[group : group + 1].sum()
        progress += float(members / sizes.sum()) - 1
    return progress / max(float(frame[kernels.COUNT]), 1.0)


class SettledSets:
    """Sets of candidates whose costs the memo of a finished search knows; lost ones are recomputed.

    After more guesses than ``most_compared``, finding out which are alike takes longer than trying
    them all.
    """

    most_compared: ClassVar = 2

    def __init__(self, search: PlanSearch) -> None:
        self._arena = search.arena
        self._kinds_after = search.kinds_after_guesses
        self._space = arena.space_for(search.arena, search._space.memo, search.symmetric_levels)

    def distinguishing_row(self, places: Places) -> int:
        """Return the row of the first member that distinguishes all the others; -1 if none does."""
        if len(places) > self._arena.feedback_count:
            return -1
        return int(kernels.perfect_guess(self._arena.view, places, 0, len(places)))

    def _finish(self, history: tuple[int, ...]) -> None:
        """Search the set that was begun, and that these guesses left."""
        guesses = self._arena.guesses
        self._space.allowed_counts[:] = -1 if len(history) <= self.most_compared else 0

        def kinds(rows: tuple[int, ...]) -> Indices:
            return self._kinds_after((*history, *guesses[list(rows)].tolist()))

        is_done = False
        while not is_done:
            is_done, self._space = arena.step(self._arena.view, self._space, arena.ENDLESS, kinds)


UNKNOWN: Final = 1 << 30


class Ties(SettledSets):
    """Chooses which of the guesses with the least total is played; nothing else knows their order.

    A guess that can be the code comes first, then the smaller worst case, then the first. The worst
    case of a guess is that of the plan that goes on by the same order.
    """

    def __init__(self, search: PlanSearch) -> None:
        super().__init__(search)
        self._plays: dict[tuple[int, bytes], tuple[int, int]] = {}

    def play(self, places: Places, depth: int, history: tuple[int, ...] = ()) -> tuple[int, int]:
        """Return the worst case of a set left by these guesses, and the row to play; -1 if none."""
        if len(places) <= 2:
            return len(places), int(self._arena.view.own_rows[places[0]])
        if (row := self.distinguishing_row(places)) >= 0:
            return 2, row
        key = (depth, places.tobytes())
        if key not in self._plays:
            play = (UNKNOWN, -1)
            for row in self._best(places, depth, history):
                worst_case = self._worst_after(row, places, depth, history, play[0])
                play = min(play, (worst_case, row), key=itemgetter(0))
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
            guesses = (*history, int(self._arena.guesses[row]))
            for reply, group in self._arena.groups(row, members):
                waiting.append((group, self._below(within), guesses, len(nodes), reply))
            nodes.append((row, parent, feedback, wins))
        return np.array(nodes, np.int32)

    def _below(self, depth: int) -> int:
        return depth if depth == self._arena.view.unlimited else depth - 1

    def _worst_after(
        self, row: int, places: Places, depth: int, history: tuple[int, ...], limit: int
    ) -> int:
        """Return the worst case with a guess; one that isn't below the limit needn't be exact."""
        worst_case = 1
        history = (*history, int(self._arena.guesses[row]))
        outcomes = self._arena.groups(row, places)
        for _, group in sorted(outcomes, key=lambda outcome: -len(outcome[1])):
            if worst_case < limit:
                worst_case = max(worst_case, 1 + self.play(group, self._below(depth), history)[0])
        return worst_case

    def _best(self, places: Places, depth: int, history: tuple[int, ...]) -> list[int]:
        """Return the rows with the least total, only those that can be the code if any can."""
        arena.begin(self._space, places, depth)
        self._space.control[kernels.TIES] = 1
        self._finish(history)
        ties = self._space.lists[0, : self._space.control[kernels.TIES] - 1] & 0xFFFF
        candidates = ties[np.isin(ties, self._arena.view.own_rows[places])]
        return sorted((candidates if candidates.size else ties).tolist())
