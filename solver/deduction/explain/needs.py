"""What perfect play still needs in a position and after each answer to a guess, if proved.

A search within a limited number of sets finds it on boards of up to 5,040 codes, and late in a game
on larger ones. For few candidates it is known at once on every board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.partition import Split
from solver.deduction.optimal.arena import OptimumError, Places
from solver.deduction.optimal.part_search import PartSearch
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.perfect import distinguishing_guess, perfect
from solver.deduction.strategies.prospects import parts

#: Most guesses times candidates of a search; Bulls and Cows with nine digits starts at 9 million.
MOST_CELLS: Final = 10_000_000
#: Most candidates to list to see what small parts of a large board need.
MOST_LISTED: Final = 50_000


@dataclass(frozen=True)
class Need:
    """What perfect play needs for some codes: guesses in all, and in the worst case of one plan."""

    codes: int
    total: int
    most: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, self.codes)


def search_for(game: Game, left: Candidates, turns: Sequence[Turn]) -> PartSearch | None:
    """Return a search for what perfect play needs; None if that is out of reach.

    In games without a table of answers it is in reach if it is for a hint, too.
    """
    is_small = left.count * game.code_count <= MOST_CELLS
    if not (is_small if game.table is not None else perfect(game, left, turns)):
        return None
    try:
        return PartSearch(game, left.indices, [turn.code for turn in turns])
    except OptimumError:
        return None


def least_need(search: PartSearch, budget: int) -> Need | None:
    total, most = search.total(search.sets(budget)), search.most(search.sets(budget))
    return None if total is None or most is None else Need(search.arena.size, total, most)


def searched_needs(search: PartSearch, guess: int, budget: int) -> dict[int, Need]:
    """Return what perfect play needs after each answer, as far as the budget reaches."""
    won, needs, end = search.arena.game.won, {}, search.nodes + search.sets(budget)
    for answer, part in sorted(search.parts(guess).items(), key=lambda each: len(each[1])):
        need = None if answer == won else _need(search, guess, part, end)
        if need:
            needs[answer] = need
    return needs


def _need(search: PartSearch, guess: int, part: Places, end: int) -> Need | None:
    total = search.total(end - search.nodes, guess, part)
    most = None if total is None else search.most(end - search.nodes, guess, part)
    return None if total is None or most is None else Need(len(part), total, most)


def small_needs(game: Game, left: Candidates, guess: Code, parted: Split) -> dict[int, Need]:
    """Return what perfect play needs after the answers that leave few codes, on any board."""
    small = len(game.feedbacks)
    if left.count <= MOST_LISTED:
        found = parts(game, left, guess).items()
        needs = {answer: small_need(game, part) for answer, part in found if part.count <= small}
    else:
        needs = {answer: _few(size) for answer, size in enumerate(parted.sizes)}
    return {answer: need for answer, need in needs.items() if need and answer != game.won}


def small_need(game: Game, left: Candidates) -> Need | None:
    """Return what perfect play needs if a candidate distinguishes all others, or all but two."""
    if left.count <= 2:
        return _few(left.count)
    play = distinguishing_guess(game, left)
    return play and Need(left.count, play.total, play.most)


def _few(count: int) -> Need | None:
    return Need(count, 2 * count - 1, count) if 0 < count <= 2 else None


def need_with(game: Game, parted: Split, needs: Mapping[int, Need]) -> Need | None:
    """Return what perfect play needs with a guess, if that is known after each answer."""
    after = [answer for answer, size in enumerate(parted.sizes) if size and answer != game.won]
    if not all(answer in needs for answer in after):
        return None
    total = parted.total + sum(needs[answer].total for answer in after)
    return Need(parted.total, total, 1 + max((needs[answer].most for answer in after), default=0))
