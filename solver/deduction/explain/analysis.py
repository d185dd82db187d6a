"""A full analysis of any position: the best guesses by a measure, and what a guess leads to.

Both include what perfect play still needs, if that is proved. Otherwise guesses are compared by how
they split, and on boards too large to compare all of them, by a sample of known size. The work is
bounded by counts, so the result never depends on the time.

A search within a limited number of sets finds what perfect play needs on boards of up to 5,040
codes, and late in a game on larger ones. For few candidates it is known at once on every board. The
groups of all guesses in a position share most of their own. With one memo for all of them, the
guesses of the classic start are settled in 0.05 s and those after a first row in 0.03 to 0.1 s.
Rejected: a separate search for each group, which takes thirty times as long.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.deduction.knowledge.candidates import Split, candidates, contradicted, split
from solver.deduction.optimal.arena import OptimumError, Places, begin
from solver.deduction.optimal.search import PlanSearch
from solver.deduction.rules.game import Code, Game, Indices, Turn, frozen
from solver.deduction.rules.symmetry import canonical_guesses
from solver.deduction.strategies import perfect
from solver.deduction.strategies.measures import AVERAGE, MEASURES, NEED
from solver.deduction.strategies.perfect import Need, PerfectPlay
from solver.deduction.strategies.sampling import by_cost, by_measure, costs
from solver.deduction.strategies.strategy import Pool, pool

#: Most guesses times candidates of a search; Bulls and Cows with nine digits starts at 9 million.
MOST_CELLS: Final = 10_000_000
#: Most candidates to list to see what small groups of a large board need.
MOST_LISTED: Final = 50_000

#: If symmetry saves less than this factor, finding it takes longer than trying all guesses.
LEAST_ALIKE: Final = 4


class GroupSearch(PlanSearch):
    """Searches sets of the candidates left by turns with these guesses.

    Raises OptimumError if the position can't be searched.
    """

    def __init__(self, game: Game, candidates: Indices, history: Sequence[Code]) -> None:
        kinds = LEAST_ALIKE * len(canonical_guesses(game, history)) if game.table is not None else 0
        are_alike = 0 < kinds <= game.code_count
        super().__init__(game, candidates, history=history if are_alike else None)
        self._whole = self._places
        self._prefix: tuple[int, ...] = ()

    def groups(self, guess: int) -> dict[int, Places]:
        guesses = frozen(np.array([guess], np.int32))
        row = self.arena.game.feedback_table(guesses, self.arena.codes)[0]
        numbers = np.unique(row).tolist()
        return {feedback: np.flatnonzero(row == feedback).astype(np.uint16) for feedback in numbers}

    def total(self, budget: int, guess: int = -1, group: Places | None = None) -> int | None:
        """Return how many guesses a group left by a guess takes in all; by default all candidates.

        None if that takes more than ``budget`` sets.
        """
        self._places = self._whole if group is None else group
        if len(self._places) <= 2:
            return 2 * len(self._places) - 1
        self._prefix = () if guess < 0 else (guess,)
        self._space.allowed_counts[:] = -1
        begin(self._space, self._places, self.depth)
        self.finished = False
        return self.bound if self.run(budget) else None

    def need(self, budget: int, guess: int = -1, group: Places | None = None) -> PerfectPlay | None:
        """Return what a group left by a guess needs; None as in ``total``."""
        total = self.total(budget, guess, group)
        if total is None:
            return None
        worst_case, first = self.play()
        code = self.arena.game.code_at(first)
        return PerfectPlay(len(self._places), total, worst_case, code)

    def kinds_after_guesses(self, guesses: tuple[int, ...]) -> Indices:
        return super().kinds_after_guesses((*self._prefix, *guesses))


MOST_BEST: Final = 10
#: Sets searched for the best guesses, and for a tried one: about half and a quarter of a second.
BUDGET: Final = 60_000
BUDGET_OF_ONE: Final = 30_000


@dataclass(frozen=True)
class WeighedGuess:
    guess: Code
    split: Split
    can_be_code: bool
    need: Need | None


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The best guesses in a position by a measure, the best first; only one of each kind.

    ``least`` is what perfect play needs from here. ``covered`` is the number of guesses represented
    by the ``kinds`` compared, and ``codes`` the number of candidates they were compared on;
    ``is_exact`` says whether these are all.
    """

    measure: str
    best: tuple[WeighedGuess, ...]
    least: Need | None
    covered: int
    kinds: int
    codes: int
    is_exact: bool


@dataclass(frozen=True)
class TriedGuess:
    """A guess tried in a position.

    ``needs`` has what perfect play needs after each outcome, by its number, if that is
    known; the winning one is left out. ``contradicts`` are the indices of the turns that the
    guess contradicts.
    """

    weighed: WeighedGuess
    needs: Mapping[int, Need]
    contradicts: tuple[int, ...]


class _Position:
    """A position, with a search for what perfect play needs, if that is in reach.

    In games without a table of feedback it is in reach if it is for a hint, too. Raises ValueError
    if no code fits the turns.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self.game, self.turns = game, turns
        self.codes = candidates(game, turns)
        if not self.codes.count:
            raise ValueError("No code fits all this feedback.")
        self.search: GroupSearch | None = None
        is_small = self.codes.count * game.code_count <= MOST_CELLS
        if is_small if game.table is not None else perfect.perfect(game, self.codes, turns):
            with suppress(OptimumError):
                self.search = GroupSearch(game, self.codes.indices, [turn.code for turn in turns])

    def need(self) -> PerfectPlay | None:
        if self.search:
            return self.search.need(self.search.sets(BUDGET_OF_ONE))
        return perfect.distinguishing_guess(self.game, self.codes)

    def needed_pool(self) -> Pool:
        """Return what to compare: late on a large board, the guesses the search found to differ."""
        if self.search is None or self.game.table is not None:
            return pool(self.game, self.codes, self.turns)
        arena = self.search.arena
        flags = np.isin(arena.guesses, arena.codes)
        return Pool(arena.guesses, flags, arena.codes, self.game.code_count, True)

    def compare(
        self, index: int, can_be: bool, budget: int
    ) -> tuple[WeighedGuess, Mapping[int, Need]]:
        """Return a guess weighed, and what is needed after each outcome of it, if that is known."""
        guess = self.game.code_at(index)
        guess_split = split(self.codes, guess)
        if self.search:
            needs = _searched_needs(self.search, index, budget)
        else:
            needs = self._small_needs(guess, guess_split)
        return WeighedGuess(guess, guess_split, can_be, self._need_with(guess_split, needs)), needs

    def _small_needs(self, guess: Code, guess_split: Split) -> Mapping[int, Need]:
        """Return what perfect play needs after feedback that leaves few codes, on any board."""
        won = self.game.won
        if self.codes.count > MOST_LISTED:
            sizes = enumerate(guess_split.sizes)
            small_groups = [(n, size) for n, size in sizes if 0 < size <= 2 and n != won]
            return {number: Need(size, 2 * size - 1, size) for number, size in small_groups}
        groups = perfect.group_candidates(self.game, self.codes, guess)
        groups.pop(won, None)
        plays = ((n, perfect.distinguishing_guess(self.game, group)) for n, group in groups.items())
        return {number: play for number, play in plays if play}

    def _need_with(self, guess_split: Split, needs: Mapping[int, Need]) -> Need | None:
        sizes = enumerate(guess_split.sizes)
        outcomes = [number for number, size in sizes if size and number != self.game.won]
        if not needs.keys() >= {*outcomes}:
            return None
        total = guess_split.total + sum(needs[number].total for number in outcomes)
        worst_case = max((needs[number].most for number in outcomes), default=0)
        return Need(guess_split.total, total, 1 + worst_case)


def _searched_needs(search: GroupSearch, guess: int, budget: int) -> Mapping[int, Need]:
    """Return what perfect play needs after each outcome, as far as the budget reaches."""
    won = search.arena.game.won
    needs = {}
    end = search.nodes + search.sets(budget)
    for feedback, group in sorted(search.groups(guess).items(), key=lambda item: len(item[1])):
        if feedback != won and (need := search.need(end - search.nodes, guess, group)):
            needs[feedback] = need
    return needs


def rank(game: Game, turns: Sequence[Turn], measure: str = NEED.name) -> Ranking:
    """Return the best guesses after the turns, by the name of a measure.

    If perfect play is out of reach, those that leave the fewest codes on average take the place of
    its best guesses, and the ranking's ``measure`` says so. Raises ValueError if no code fits the
    turns, KeyError for an unknown measure.
    """
    position = _Position(game, turns)
    order_measure = MEASURES[measure]
    limit = 1 if position.codes.count == 1 else MOST_BEST
    is_need = order_measure is NEED
    guess_pool = position.needed_pool() if is_need else pool(game, position.codes, turns)
    search = position.search
    need = position.need()
    if is_need and search and need:
        places, is_exact = _by_need(game, search, guess_pool)
    else:
        order_measure = AVERAGE if is_need else order_measure
        places = by_measure(game, guess_pool, order_measure, limit).tolist()
        is_exact = guess_pool.is_exact
    guesses = [(int(guess_pool.guesses[place]), bool(guess_pool.own[place])) for place in places]
    if order_measure is NEED and search and need:
        guesses = _advised_first(search, game.index_of(need.guess), guesses)
    budget = BUDGET // MOST_BEST
    best = [position.compare(index, can_be, budget)[0] for index, can_be in guesses]
    if order_measure is NEED:
        best.sort(key=_in_order)
    if not guess_pool.is_exact:  # chosen by a sample, but their splits are known exactly
        best.sort(key=lambda guess: (order_measure.of(guess.split), not guess.can_be_code))
    return Ranking(
        measure=order_measure.name,
        best=tuple(best[:limit]),
        least=need,
        covered=guess_pool.covered,
        kinds=len(guess_pool.guesses),
        codes=len(guess_pool.secrets),
        is_exact=is_exact,
    )


def _in_order(guess: WeighedGuess) -> tuple[int, bool, int]:
    """Return what perfect play is ordered by, as ``optimal.search.Ties`` is; unknown needs last."""
    need = guess.need or Need(1, 1 << 30, 0)
    return need.total, not guess.can_be_code, need.most


def _advised_first(
    search: GroupSearch, first: int, guesses: list[tuple[int, bool]]
) -> list[tuple[int, bool]]:
    """Put the guess that a hint advises before its equals, in place of one that splits alike."""
    arena = search.arena
    if arena.game.table is None:  # all guesses listed split differently
        equals = [pair for pair in guesses if pair[0] != first]
    else:
        equals = [pair for pair in guesses if arena.row_of[pair[0]] != arena.row_of[first]]
    return [(first, first in arena.codes), *equals]


def try_guess(game: Game, turns: Sequence[Turn], guess: Code) -> TriedGuess:
    """Return what a guess leads to after the turns.

    Raises CodeError for an invalid code, ValueError if no code fits the turns.
    """
    index = game.index_of(guess)
    position = _Position(game, turns)
    against = contradicted(game, guess, turns)
    can_be = not against and game.is_secret(guess)
    return TriedGuess(*position.compare(index, can_be, BUDGET_OF_ONE), against)


def _by_need(game: Game, search: GroupSearch, options: Pool) -> tuple[list[int], bool]:
    """Return the places in the pool of the best guesses, and whether no other can be better.

    A guess is dropped as soon as it is known to need too much.
    """
    best: list[tuple[int, bool, int]] = []
    end = search.nodes + search.sets(BUDGET)
    bounds = search.arena.size + costs(
        game, options, frozen(search.arena.view.lower[-1].astype(int))
    )
    for place in by_cost(game, options).tolist():
        limit = best[MOST_BEST - 1] if len(best) >= MOST_BEST else None
        if limit and (bounds[place], not options.own[place], place) > limit:
            continue
        guess = int(options.guesses[place])
        total = _total(game, search, guess, end, limit and limit[0])
        if total is None:
            places = [place for _, _, place in best]
            in_order = dict.fromkeys([*places, *by_cost(game, options).tolist()])
            return list(in_order)[:MOST_BEST], False
        best = sorted([*best, (total, not options.own[place], place)])
    return [place for _, _, place in best[:MOST_BEST]], options.is_exact


def _total(game: Game, search: GroupSearch, guess: int, end: int, limit: int | None) -> int | None:
    """Return the guesses that perfect play needs in all with this one, or a bound above the limit.

    None if the search would have to go beyond ``end``.
    """
    groups = search.groups(guess)
    groups.pop(game.won, None)
    open_groups = sorted(groups.values(), key=len)
    bounds = search.arena.view.lower[-1]
    total = search.arena.size + sum(int(bounds[len(group)]) for group in open_groups)
    for group in open_groups:
        if limit is not None and total > limit:
            break
        need = search.total(end - search.nodes, guess, group)
        if need is None:
            return None
        total += need - int(bounds[len(group)])
    return total
