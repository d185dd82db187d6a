"""A certificate: why no plan costs less than a total, position by position.

Each position names a set of candidates by its turns, and a bound on its cost. Every guess there is
dismissed: by one of three bounds that are easy to compute, as equivalent to another guess, or as a
case: some of its groups have bounds of their own, at later positions, that add up to enough. Sets
come in decreasing order of size, and each set is shown only once, whatever turns lead to it, for
the highest bound required of it. So its reader needs no search (``docs/results/check.py`` shares no
code with this).

The bounds are simpler than those of the search (:mod:`solver.deduction.optimal.kernels`); together
they reach what the search has found:

``outcomes``
    ``3n - p - own``, for a guess that has p outcomes;
``sizes``
    the groups' sizes, if all guesses together have a reach of r (:func:`least_costs`);
``members``
    the same, plus one for each group of m that could cost ``2m - 1`` only if a member distinguished
    all its others, which none does.

Rejected: a record of the search as it runs. It is no shorter, since bounds were compared there
before the best plan was known, and it would need every bound of the search.

Certificates as text: a line of JSON with game, rules and total, then a line for each position.

A position has its turns, the bound on its cost, how many guesses are dismissed by each of the
three bounds (outcomes, sizes, members), and under ``cases`` the costs required of groups. ``alike``
has for each guess that is another one under another name: that guess, which hole each of its
holes comes from, and the new name of each symbol::

    {"turns": "1234:0,2 2567:0,3", "bound": 147, "cut": [2932, 26, 64],
     "cases": {"5326": {"0,2": 21}}, "alike": {"5472": "5326 1243 124357689"}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import kernels
from solver.deduction.optimal.arena import OptimumError, Places, begin
from solver.deduction.optimal.search import PlanSearch, SettledSets
from solver.deduction.rules.game import Code, Indices, Turn
from solver.deduction.rules.symmetry import Renamer, Renaming

#: Most outcomes counted at a time.
MOST_CELLS: Final = 1 << 22

#: Guesses that are another one under another name.
Twins = dict[Code, Renaming]

#: To be raised when the meaning of the lines changes.
VERSION: Final = 1


def format_certificate(search: PlanSearch) -> Iterator[str]:
    """Yield the lines of a finished search's certificate; the set of all secrets comes first.

    Raises OptimumError if the search isn't finished, or limited the number of guesses.

    >>> from solver.deduction.games import game_named
    >>> search = PlanSearch(game_named("1x2"))
    >>> search.run()
    True
    >>> [*format_certificate(search)][1]
    '{"turns": "", "bound": 3, "cut": [2, 0, 0], "cases": {}, "alike": {}}'
    """
    if not search.finished or search.depth != search.arena.view.unlimited:
        raise OptimumError("A certificate needs a search that is finished and had no limit.")
    game = search.arena.game
    head = {
        "certificate": VERSION,
        "game": game.name,
        "rules": game.plain_rules,
        "total": search.bound,
    }
    if search.arena.view.strict:
        head["strict"] = True
    yield json.dumps(head)
    yield from map(json.dumps, _Writer(search).positions())


class _Asked(NamedTuple):
    turns: tuple[Turn, ...]
    places: Places
    cost: int


@dataclass
class _Group:
    """A group of a guess, with the cost that is easy to see or must be shown."""

    feedback: int
    places: Places
    cost: int
    gain: int = 0

    @property
    def is_asked(self) -> bool:
        return self.gain > 0

    def ask(self, cost: int) -> int:
        increase = cost - self.cost
        self.cost, self.gain = cost, self.gain + increase
        return increase

    def give_back(self, limit: int) -> int:
        decrease = min(limit, self.gain)
        self.cost, self.gain = self.cost - decrease, self.gain - decrease
        return decrease


class _Writer:
    """Takes sets in decreasing order of size, and notes what it requires of smaller ones."""

    def __init__(self, search: PlanSearch) -> None:
        self._arena = search.arena
        self._game = search.arena.game
        self._costs = KnownCosts(search)
        self._waiting: list[dict[bytes, _Asked]] = [{} for _ in range(self._arena.size + 1)]
        self._ask((), np.arange(self._arena.size, dtype=np.uint16), search.bound)

    def positions(self) -> Iterator[dict[str, object]]:
        for waiting in reversed(self._waiting):
            yield from map(self._position, waiting.values())
            waiting.clear()

    def _ask(self, turns: tuple[Turn, ...], places: Places, cost: int) -> None:
        waiting = self._waiting[len(places)]
        key = places.tobytes()
        before = waiting.get(key)
        if before is None:
            waiting[key] = _Asked(turns, places, cost)
        elif cost > before.cost:
            waiting[key] = before._replace(cost=cost)

    def _required_cost(self, places: Places) -> int:
        before = self._waiting[len(places)].get(places.tobytes())
        return 0 if before is None else before.cost

    def _position(self, question: _Asked) -> dict[str, object]:
        turns, places, bound = question
        game = self._game
        guesses, reach = self._uncut_by_outcomes(places, bound)
        least_cost = least_costs(len(places), reach)
        open_guesses = guesses[self._by_sizes(guesses, places, least_cost) < bound].tolist()
        cut_by_members = 0
        cases = {}
        alike = {}
        for first, twins in self._kinds(turns, open_guesses).items():
            groups = self._groups(first, places, least_cost)
            missing = bound - len(places) - sum(group.cost for group in groups)
            if missing <= 0:
                cut_by_members += 1 + len(twins)
                continue
            code = game.code_at(first)
            self._raise(groups, missing, (*(game.index_of(turn.code) for turn in turns), first))
            costs = {}
            for group in groups:
                if group.is_asked:
                    turn = Turn(code, game.feedbacks[group.feedback])
                    costs[game.format_feedback(turn.feedback)] = group.cost
                    self._ask((*turns, turn), group.places, group.cost)
            cases[game.format_code(code)] = costs
            for twin, name in twins.items():
                alike[game.format_code(twin)] = self._format_renaming(name)
        cut_by_outcomes = self._arena.guess_count - len(guesses)
        return {
            "turns": " ".join(map(game.format_turn, turns)),
            "bound": bound,
            "cut": [cut_by_outcomes, len(guesses) - len(open_guesses), cut_by_members],
            "cases": cases,
            "alike": alike,
        }

    def _uncut_by_outcomes(self, places: Places, bound: int) -> tuple[Indices, int]:
        outcomes, reach = self._costs.outcomes_and_reach(places)
        secret_flags = np.zeros(len(outcomes), np.bool_)
        secret_flags[self._arena.view.own_rows[places]] = True
        cost = 3 * len(places) - outcomes.astype(np.int64) - secret_flags
        is_telling = secret_flags if self._arena.view.strict else secret_flags | (outcomes > 1)
        return np.flatnonzero((cost < bound) & is_telling).astype(np.int32), reach

    def _by_sizes(self, guesses: Indices, places: Places, least_cost: Numbers) -> Numbers:
        feedback_count = len(self._game.feedbacks)
        blocks = [np.zeros(0, np.int64)]
        for block in np.array_split(guesses, 1 + len(guesses) * len(places) // MOST_CELLS):
            cells = self._arena.view.feedbacks[np.ix_(block, places)].astype(np.int64)
            cells += feedback_count * np.arange(len(block))[:, None]
            sizes = np.bincount(cells.ravel(), minlength=feedback_count * len(block)).reshape(
                -1, feedback_count
            )
            sizes[:, self._game.won] = 0
            blocks.append(len(places) + least_cost[sizes].sum(axis=1))
        return np.concatenate(blocks)

    def _kinds(self, turns: tuple[Turn, ...], guesses: list[int]) -> dict[int, Twins]:
        """Return the first guess of each kind, with the others and how they are renamed to it."""
        game = self._game
        renamer = Renamer(game, [turn.code for turn in turns])
        if renamer.is_idle:
            return {guess: {} for guess in guesses}
        kinds: dict[int, Twins] = {}
        for guess in guesses:
            code = game.code_at(guess)
            name = renamer.first(code)
            twins = kinds.setdefault(game.index_of(name.code), {})
            if name.code != code:
                twins[code] = name
        return kinds

    def _format_renaming(self, name: Renaming) -> str:
        holes = "".join(str(hole + 1) for hole in name.holes)
        symbols = "".join(self._game.format_code((colour,)) for colour in name.colours)
        return f"{self._game.format_code(name.code)} {holes} {symbols}"

    def _groups(self, guess: int, places: Places, least_cost: Numbers) -> list[_Group]:
        """Return the groups of a guess, without the guess itself, the smallest first."""
        groups = []
        for feedback, group in self._arena.groups(guess, places):
            cost = int(least_cost[len(group)])
            floor = 2 * len(group)
            if cost < floor and self._costs.distinguishing_row(group) < 0:
                cost = floor
            groups.append(_Group(feedback, group, cost))
        return sorted(groups, key=lambda group: len(group.places))

    def _raise(self, groups: list[_Group], missing: int, history: tuple[int, ...]) -> None:
        """Require enough of the groups: first what is required anyway, then what is easy to see."""
        open_groups = [group for group in groups if group.cost >= 2 * len(group.places)]
        for group, cost in self._offers(open_groups):
            if missing > 0:
                missing -= group.ask(cost)
        for group in open_groups:
            if missing > 0:
                cost = self._costs.up_to(group.cost + missing, group.places, history)
                missing -= group.ask(max(cost, group.cost))
        for group in reversed(open_groups):
            if missing < 0 and self._required_cost(group.places) < group.cost:
                missing += group.give_back(-missing)

    def _offers(self, groups: list[_Group]) -> list[tuple[_Group, int]]:
        """Return what can be required of groups without a search, the best first."""
        offers: list[tuple[bool, int, int, _Group, int]] = []
        for group in groups:
            minimum = self._required_cost(group.places)
            cost = max(minimum, self._costs.quick_bound(group.places))
            if cost > group.cost:
                offers.append((cost > minimum, group.cost - cost, len(offers), group, cost))
        return [(group, cost) for *_, group, cost in sorted(offers)]


MOST_TERMS: Final = 7

Numbers = NDArray[np.int64]


def least_costs(limit: int, reach: int) -> Numbers:
    """Return the least cost of sets of 0 to ``limit``, if no guess has a larger reach.

    At most one member falls to the first guess, ``reach`` to the first two (all to the second, or
    the guess itself and the others to the next), and its square to the first three.

    >>> least_costs(20, 15)[[1, 2, 14, 20]].tolist()
    [1, 3, 27, 45]
    """
    sizes = np.arange(limit + 1)
    terms = [terms * sizes - reach ** (terms - 2) for terms in range(3, MOST_TERMS)]
    costs: Numbers = np.max([0 * sizes, 2 * sizes - 1, *terms], axis=0)
    return costs


class KnownCosts(SettledSets):
    """Costs that the memo knows, and bounds that are easy to see."""

    most_compared = 1

    def __init__(self, search: PlanSearch) -> None:
        super().__init__(search)
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

    def up_to(self, limit: int, places: Places, history: tuple[int, ...]) -> int:
        """Return the cost of a set left by these guesses, or a bound that is at least ``limit``."""
        begin(self._space, places, self._arena.view.unlimited)
        self._space.frames[0, kernels.BEST] = limit
        self._finish(history)
        return int(self._space.control[kernels.VALUE])
