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
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.optimal import kernels
from solver.deduction.optimal.arena import ENDLESS, OptimumError, Places, begin, space_for, step
from solver.deduction.optimal.search import SYMMETRIC_LEVELS, PlanSearch
from solver.deduction.rules.game import Game, Indices
from solver.deduction.rules.symmetry import Renamer, Renaming

#: Most outcomes counted at a time.
MOST_CELLS: Final = 1 << 22

Move = tuple[int, int]


@dataclass(kw_only=True)
class CertifiedPosition:
    """Why every guess costs at least ``bound`` after these turns (guess and feedback, as indices).

    ``outcomes``, ``sizes`` and ``members`` are the numbers of guesses dismissed by each bound.
    ``cases`` has the costs required of groups, by guess and feedback; ``alike`` the guesses that
    are another one under another name.
    """

    turns: tuple[Move, ...]
    bound: int
    outcomes: int = 0
    sizes: int = 0
    members: int = 0
    cases: dict[int, dict[int, int]] = field(default_factory=dict)
    alike: dict[int, Renaming] = field(default_factory=dict)


def certificate(search: PlanSearch) -> Iterator[CertifiedPosition]:
    """Yield the positions that show a finished search's total; the set of all secrets comes first.

    Raises OptimumError if the search isn't finished, or limited the number of guesses.
    """
    if not search.finished or search.depth != search.arena.view.unlimited:
        raise OptimumError("A certificate needs a search that is finished and had no limit.")
    return _Writer(search).positions()


class _Asked(NamedTuple):
    turns: tuple[Move, ...]
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
        self._costs = KnownCosts(search)
        self._waiting: list[dict[bytes, _Asked]] = [{} for _ in range(self._arena.size + 1)]
        self._ask((), np.arange(self._arena.size, dtype=np.uint16), search.bound)

    def positions(self) -> Iterator[CertifiedPosition]:
        for waiting in reversed(self._waiting):
            yield from map(self._position, waiting.values())
            waiting.clear()

    def _ask(self, turns: tuple[Move, ...], places: Places, cost: int) -> None:
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

    def _position(self, question: _Asked) -> CertifiedPosition:
        turns, places, bound = question
        position = CertifiedPosition(turns=turns, bound=bound)
        guesses, reach = self._uncut_by_outcomes(places, bound)
        least_cost = least_costs(len(places), reach)
        open_guesses = guesses[self._by_sizes(guesses, places, least_cost) < bound].tolist()
        position.outcomes = self._arena.guess_count - len(guesses)
        position.sizes = len(guesses) - len(open_guesses)
        for first, twins in self._kinds(turns, open_guesses).items():
            groups = self._groups(first, places, least_cost)
            missing = bound - len(places) - sum(group.cost for group in groups)
            if missing <= 0:
                position.members += 1 + len(twins)
                continue
            self._raise(groups, missing, (*(guess for guess, _ in turns), first))
            position.cases[first] = {
                group.feedback: group.cost for group in groups if group.is_asked
            }
            position.alike |= twins
            for group in groups:
                if group.is_asked:
                    self._ask((*turns, (first, group.feedback)), group.places, group.cost)
        return position

    def _uncut_by_outcomes(self, places: Places, bound: int) -> tuple[Indices, int]:
        outcomes, reach = self._costs.outcomes_and_reach(places)
        secret_flags = np.zeros(len(outcomes), np.bool_)
        secret_flags[self._arena.view.own_rows[places]] = True
        cost = 3 * len(places) - outcomes.astype(np.int64) - secret_flags
        is_telling = secret_flags if self._arena.view.strict else secret_flags | (outcomes > 1)
        return np.flatnonzero((cost < bound) & is_telling).astype(np.int32), reach

    def _by_sizes(self, guesses: Indices, places: Places, least_cost: Numbers) -> Numbers:
        feedback_count = len(self._arena.game.feedbacks)
        won = self._arena.game.won
        blocks = [np.zeros(0, np.int64)]
        for block in np.array_split(guesses, 1 + len(guesses) * len(places) // MOST_CELLS):
            cells = self._arena.view.feedbacks[np.ix_(block, places)].astype(np.int64)
            cells += feedback_count * np.arange(len(block))[:, None]
            sizes = np.bincount(cells.ravel(), minlength=feedback_count * len(block)).reshape(
                -1, feedback_count
            )
            sizes[:, won] = 0
            blocks.append(len(places) + least_cost[sizes].sum(axis=1))
        return np.concatenate(blocks)

    def _kinds(self, turns: tuple[Move, ...], guesses: list[int]) -> dict[int, dict[int, Renaming]]:
        """Return the first guess of each kind, with the others and how they are renamed to it."""
        game = self._arena.game
        renamer = Renamer(game, [game.code_at(guess) for guess, _ in turns])
        if renamer.is_idle:
            return {guess: {} for guess in guesses}
        kinds: dict[int, dict[int, Renaming]] = {}
        for guess in guesses:
            name = renamer.first(game.code_at(guess))
            first = game.index_of(name.code)
            kinds.setdefault(first, {}).update({guess: name} if guess != first else {})
        return kinds

    def _groups(self, guess: int, places: Places, least_cost: Numbers) -> list[_Group]:
        """Return the groups of a guess, without the guess itself, the smallest first."""
        row = self._arena.view.feedbacks[guess, places]
        groups = []
        for feedback in np.unique(row).tolist():
            if feedback != self._arena.game.won:
                group = places[row == feedback]
                cost = int(least_cost[len(group)])
                floor = 2 * len(group)
                if cost < floor and not self._costs.is_distinguished(group):
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


#: To be raised when the meaning of the lines changes.
VERSION: Final = 1


def format_certificate(search: PlanSearch) -> Iterator[str]:
    """Yield the lines of a finished search's certificate.

    >>> from solver.deduction.games import game_named
    >>> search = PlanSearch(game_named("1x2"))
    >>> search.run()
    True
    >>> [*format_certificate(search)][1]
    '{"turns": "", "bound": 3, "cut": [2, 0, 0], "cases": {}, "alike": {}}'
    """
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
    for position in certificate(search):
        yield json.dumps(_write_position(game, position))


def _write_position(game: Game, position: CertifiedPosition) -> dict[str, object]:
    return {
        "turns": " ".join(
            f"{_code(game, guess)}:{_feedback(game, feedback)}"
            for guess, feedback in position.turns
        ),
        "bound": position.bound,
        "cut": [position.outcomes, position.sizes, position.members],
        "cases": {
            _code(game, guess): {
                _feedback(game, feedback): cost for feedback, cost in costs.items()
            }
            for guess, costs in position.cases.items()
        },
        "alike": {
            _code(game, guess): _write_renaming(game, name)
            for guess, name in position.alike.items()
        },
    }


def _code(game: Game, guess: int) -> str:
    return game.format_code(game.code_at(guess))


def _feedback(game: Game, feedback: int) -> str:
    return game.format_feedback(game.feedbacks[feedback])


def _write_renaming(game: Game, name: Renaming) -> str:
    holes = "".join(str(hole + 1) for hole in name.holes)
    symbols = "".join(game.format_code((colour,)) for colour in name.colours)
    return f"{game.format_code(name.code)} {holes} {symbols}"


MOST_TERMS: Final = 7
#: After more guesses than this, finding out which are alike takes longer than trying them all.
LIKE_GUESSES: Final = 1

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

        is_done = False
        while not is_done:
            is_done, self._space = step(view, self._space, ENDLESS, kinds_after)
        return int(space.control[kernels.VALUE])
