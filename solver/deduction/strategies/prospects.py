"""How many guesses a position still needs: exact where perfect play is in reach, else estimated.

The total of a position is the number of guesses that perfect play needs for all its candidates
together. A guess costs one for each candidate and then the totals of its parts; the part that is
won needs nothing more. On boards too large for perfect play, ``cost_weights`` stand for totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Final, NamedTuple

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, ListedCandidates
from solver.deduction.knowledge.partition import Split, split
from solver.deduction.knowledge.weights import cost_weights
from solver.deduction.rules.game import Code, Game, Turn, frozen
from solver.deduction.strategies.perfect import is_live, perfect_first
from solver.deduction.strategies.pools import pool
from solver.deduction.strategies.sampling import by_cost

UNIT: Final = 1024

Parts = dict[int, ListedCandidates]


class PerfectPlay(NamedTuple):
    """The first guess of perfect play, and how many guesses it needs for all candidates."""

    guess: Code
    total: int


@dataclass(frozen=True)
class Worth:
    """What a guess was worth, all in mean numbers of guesses, itself and those to come included.

    ``best`` is the best guess known and ``least`` what it needs; ``mean`` is what the guess made
    needs before its answer is known, ``got`` after it, and ``variance`` that of what could be got.
    ``exact`` says whether these are proved; of estimates only the differences are worth reading.
    """

    best: Code
    least: Fraction
    mean: Fraction
    got: Fraction
    variance: Fraction
    exact: bool

    @property
    def regret(self) -> Fraction:
        """How many more guesses the guess made needs than the best, from 0 to 1.

        It can't be above 1: after any guess at all, one may go on as if it had not been made. An
        estimate that says otherwise is cut there.
        """
        return min(max(self.mean - self.least, Fraction(0)), Fraction(1))


def worth(
    game: Game,
    left: Candidates,
    turn: Turn,
    turns: Sequence[Turn],
    splits: Mapping[Code, Split],
) -> Worth:
    """Return what a turn's guess was worth after earlier turns, which left these candidates.

    ``splits`` are those of the guess and of any rivals. Where perfect play is out of reach, the
    guess is held against the best of these and of the guesses that a pool has.

    >>> from solver.deduction.knowledge.candidates import candidates
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> every, turn = candidates(game, ()), game.parse_turn("1122:0,0")
    >>> known = worth(game, every, turn, (), {turn.code: split(every, turn.code)})
    >>> known.least, known.mean, known.exact
    (Fraction(625, 144), Fraction(2851, 648), True)
    """
    exact = _exact_worth(game, left, turn, turns)
    return exact or _estimated_worth(game, left, turn, turns, splits)


def is_in_reach(game: Game, count: int) -> bool:
    """Return whether perfect play is tried for so many candidates."""
    if game.table is None:
        return count <= len(game.feedbacks)
    return is_live(game, count)


def perfect(game: Game, left: Candidates, turns: Sequence[Turn]) -> PerfectPlay | None:
    """Return perfect play after the turns, which left these candidates; None if out of reach.

    Without a table of answers, it is in reach if a candidate tells all others apart, or all but
    two.
    """
    if left.count <= 2:
        return PerfectPlay(next(iter(left)), 2 * left.count - 1)
    if not is_in_reach(game, left.count):
        return None
    if game.table is None:
        return _told_apart(game, left)
    known = perfect_first(game, tuple(turns))
    return PerfectPlay(*known) if known else None


def parts(game: Game, left: Candidates, guess: Code) -> Parts:
    """Return the candidates that each answer to a guess would leave, by the answer's number.

    Raises RulesError for more candidates than can be listed.
    """
    row = game.answers(np.array([game.index_of(guess)], np.int32), left.indices)[0]
    return {
        int(number): ListedCandidates(game, frozen(left.indices[row == number]))
        for number in np.unique(row)
    }


def totals(
    game: Game, left: Candidates, turns: Sequence[Turn], guess: Code
) -> dict[int, int] | None:
    """Return how many guesses each answer to a guess would still take, by the answer's number.

    These are totals over the part's candidates; 0 for the part that is won. None as soon as one of
    them is out of reach. Raises RulesError for more candidates than can be listed.
    """
    found = {}
    for number, part in parts(game, left, guess).items():
        play = perfect(game, part, (*turns, Turn(guess, game.feedbacks[number])))
        if play is None:
            return None
        found[number] = 0 if number == game.won else play.total
    return found


def estimated_total(count: int) -> Fraction:
    """Return about how many guesses so many candidates need in all: as ``cost_weights``.

    This is for single sizes of any magnitude, of which a table would be too long.
    """
    few = cost_weights(8)
    if count < len(few):
        return Fraction(int(few[count]), UNIT)
    return Fraction(round(UNIT * count * (1 + log2(count) / 3)), UNIT)


def _told_apart(game: Game, left: Candidates) -> PerfectPlay | None:
    """Return the play of a candidate that tells all others apart, or all but two, if there is one.

    The first needs 2n - 1 guesses, the least there is: one candidate is found at once and the
    others next. If there is none, 2n is the least, and the second needs no more.
    """
    answers = np.sort(game.answers(left.indices, left.indices), axis=1)
    told = 1 + (answers[:, 1:] != answers[:, :-1]).sum(axis=1)
    missing = left.count - int(told.max())
    if missing > 1:
        return None
    return PerfectPlay(game.code_at(int(left.indices[told.argmax()])), 2 * left.count - 1 + missing)


def _exact_worth(game: Game, left: Candidates, turn: Turn, turns: Sequence[Turn]) -> Worth | None:
    play = perfect(game, left, turns)
    after = totals(game, left, turns, turn.code) if play else None
    if play is None or after is None:
        return None
    sizes = left.sizes(turn.code)
    got = {number: 1 + Fraction(total, sizes[number]) for number, total in after.items()}
    least = Fraction(play.total, left.count)
    mean, variance = _spread(sizes, got)
    best = turn.code if mean == least else play.guess
    came = game.feedbacks.index(turn.feedback)
    return Worth(best, least, mean, got[came], variance, exact=True)


def _estimated_worth(
    game: Game,
    left: Candidates,
    turn: Turn,
    turns: Sequence[Turn],
    splits: Mapping[Code, Split],
) -> Worth:
    weighed = _best_weighed(game, left, turns)
    rivals = {turn.code: splits[turn.code], **splits}
    if weighed not in rivals:
        rivals[weighed] = split(left, weighed)
    needs = {
        guess: _spread(rival.sizes, _estimated(game, rival))[0] for guess, rival in rivals.items()
    }
    best = min(needs, key=lambda guess: needs[guess])
    got = _estimated(game, splits[turn.code])
    mean, variance = _spread(splits[turn.code].sizes, got)
    came = game.feedbacks.index(turn.feedback)
    return Worth(best, needs[best], mean, got[came], variance, exact=False)


def _estimated(game: Game, split: Split) -> dict[int, Fraction]:
    """Return about how many guesses are needed after each answer, the one answered included."""
    sizes = {number: size for number, size in enumerate(split.sizes) if size}
    return {
        number: Fraction(1) if number == game.won else 1 + estimated_total(size) / size
        for number, size in sizes.items()
    }


def _spread(sizes: Sequence[int], got: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
    """Return the mean and the variance of what the answers lead to, weighted by their sizes."""
    total = sum(sizes)
    mean = sum((sizes[number] * each for number, each in got.items()), Fraction(0)) / total
    squares = sum((sizes[number] * each**2 for number, each in got.items()), Fraction(0)) / total
    return mean, squares - mean**2


def _best_weighed(game: Game, left: Candidates, turns: Sequence[Turn]) -> Code:
    """Return the guess whose parts need the fewest guesses, by the estimate, of those weighed."""
    weighed = pool(game, left, turns)
    return game.code_at(int(weighed.guesses[by_cost(game, weighed)[0]]))
