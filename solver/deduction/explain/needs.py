"""What perfect play still needs in a position and after each outcome of a guess, if proved.

A search within a limited number of sets finds it on boards of up to 5,040 codes, and late in a game
on larger ones. For few candidates it is known at once on every board.

The groups of all guesses in a position share most of their own. With one memo for all of them, the
guesses of the classic start are settled in 0.05 s and those after a first row in 0.03 to 0.1 s.
Rejected: a separate search for each group, which takes thirty times as long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, Split
from solver.deduction.optimal.arena import OptimumError, Places, begin
from solver.deduction.optimal.search import PlanSearch
from solver.deduction.rules.game import Code, Game, Indices, Turn, frozen
from solver.deduction.rules.symmetry import canonical_guesses
from solver.deduction.strategies.perfect import distinguishing_guess, group_candidates, perfect

#: Most guesses times candidates of a search; Bulls and Cows with nine digits starts at 9 million.
MOST_CELLS: Final = 10_000_000
#: Most candidates to list to see what small groups of a large board need.
MOST_LISTED: Final = 50_000

#: If symmetry saves less than this factor, finding it takes longer than trying all guesses.
LEAST_ALIKE: Final = 4


@dataclass(frozen=True)
class Need:
    """What perfect play needs for some codes: guesses in all, and in the worst case of one plan."""

    codes: int
    total: int
    most: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, self.codes)


class GroupSearch(PlanSearch):
    """Searches sets of the candidates left by turns with these guesses.

    Raises OptimumError if the position can't be searched.
    """

    def __init__(self, game: Game, candidates: Indices, history: Sequence[Code]) -> None:
        kinds = LEAST_ALIKE * len(canonical_guesses(game, history)) if game.table is not None else 0
        are_alike = 0 < kinds <= game.code_count
        super().__init__(game, candidates, history=history if are_alike else None)
        self._whole = self._places
        self._made: tuple[int, ...] = ()
        self.first = -1  # what to guess now, once that is needed

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
        self._made = () if guess < 0 else (guess,)
        self._space.allowed_counts[:] = -1
        begin(self._space, self._places, self.depth)
        self.finished = False
        return self.bound if self.run(budget) else None

    def need(self, budget: int, guess: int = -1, group: Places | None = None) -> Need | None:
        """Return what a group left by a guess needs; None as in ``total``."""
        total = self.total(budget, guess, group)
        if total is None:
            return None
        most, first = self.play()
        if guess < 0:
            self.first = first
        return Need(len(self._places), total, most)

    def kinds_after_guesses(self, guesses: tuple[int, ...]) -> Indices:
        return super().kinds_after_guesses((*self._made, *guesses))


def search_for(game: Game, codes: Candidates, turns: Sequence[Turn]) -> GroupSearch | None:
    """Return a search for what perfect play needs; None if that is out of reach.

    In games without a table of feedback it is in reach if it is for a hint, too.
    """
    is_small = codes.count * game.code_count <= MOST_CELLS
    if not (is_small if game.table is not None else perfect(game, codes, turns)):
        return None
    try:
        return GroupSearch(game, codes.indices, [turn.code for turn in turns])
    except OptimumError:
        return None


def searched_needs(search: GroupSearch, guess: int, budget: int) -> dict[int, Need]:
    """Return what perfect play needs after each outcome, as far as the budget reaches."""
    won = search.arena.game.won
    needs = {}
    end = search.nodes + search.sets(budget)
    for feedback, group in sorted(search.groups(guess).items(), key=lambda item: len(item[1])):
        if feedback != won and (need := search.need(end - search.nodes, guess, group)):
            needs[feedback] = need
    return needs


def small_needs(game: Game, codes: Candidates, guess: Code, guess_split: Split) -> dict[int, Need]:
    """Return what perfect play needs after feedback that leaves few codes, on any board."""
    small = len(game.feedbacks)
    if codes.count <= MOST_LISTED:
        codes_after = group_candidates(game, codes, guess).items()
        needs = {feedback: small_need(game, p) for feedback, p in codes_after if p.count <= small}
    else:
        needs = {feedback: _few(size) for feedback, size in enumerate(guess_split.sizes)}
    return {feedback: need for feedback, need in needs.items() if need and feedback != game.won}


def small_need(game: Game, codes: Candidates) -> Need | None:
    """Return what perfect play needs if a candidate distinguishes all others, or all but two."""
    if codes.count <= 2:
        return _few(codes.count)
    play = distinguishing_guess(game, codes)
    return play and Need(codes.count, play.total, play.most)


def _few(count: int) -> Need | None:
    return Need(count, 2 * count - 1, count) if 0 < count <= 2 else None


def need_with(game: Game, guess_split: Split, needs: Mapping[int, Need]) -> Need | None:
    after = [
        feedback for feedback, size in enumerate(guess_split.sizes) if size and feedback != game.won
    ]
    if not all(feedback in needs for feedback in after):
        return None
    total = guess_split.total + sum(needs[feedback].total for feedback in after)
    return Need(
        guess_split.total, total, 1 + max((needs[feedback].most for feedback in after), default=0)
    )
