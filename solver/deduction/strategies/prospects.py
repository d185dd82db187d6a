"""How many guesses a position still needs: exact if perfect play is in reach, else estimated.

The total of a position is the number of guesses that perfect play needs for all its candidates
together. A guess costs one for each candidate, plus the totals of its groups; the group that is won
needs nothing more. On boards too large for perfect play, ``cost_weights`` replace the totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Final

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, Split, split
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules.game import Code, Game, Turn, frozen
from solver.deduction.strategies.measures import cost_weights
from solver.deduction.strategies.perfect import Perfect, PerfectPlay, perfect

UNIT: Final = 1024

Groups = dict[int, Candidates]


@dataclass(frozen=True, kw_only=True)
class GuessValue:
    """What a guess was worth, in average numbers of guesses, itself and those to come included.

    ``best`` is the best guess known and ``least`` what it needs: the guess that the ``perfect``
    strategy advises, unless the guess made needs no more. ``mean`` is what the guess made needs
    before its feedback is known, ``got`` after it (the same if no code gives the feedback), and
    ``variance`` how much ``got`` could vary. ``exact`` says whether these are proved; of estimates
    only differences are meaningful.
    """

    best: Code
    least: Fraction
    mean: Fraction
    got: Fraction
    variance: Fraction
    exact: bool

    @property
    def cost(self) -> Fraction:
        """How many more guesses the guess made needs than the best, from 0 to 1.

        It can't be above 1: after any guess, play can continue as if it had not been made. An
        estimate above that is cut off.
        """
        return min(max(self.mean - self.least, Fraction(0)), Fraction(1))


def worth(
    game: Game,
    codes: Candidates,
    turn: Turn,
    turns: Sequence[Turn],
    rule: GuessRule = GuessRule.ANY,
) -> GuessValue:
    """Return what a turn's guess was worth after earlier turns, which left these candidates.

    The guess is compared with what the ``perfect`` strategy would have played, exactly if perfect
    play is in reach, and else by the estimate. So following a hint costs nothing.
    """
    play = perfect(game, codes, turns, rule)
    after = plays_after(game, codes, turns, turn.code, rule) if play else None
    guess_split = split(codes, turn.code)
    sizes = guess_split.sizes
    if play is None or after is None:
        advised = Perfect(rule=rule).choose(game, codes, turns)
        best = advised.guess
        lengths = _estimate_lengths(game, guess_split)
        least, _ = _spread(advised.split.sizes, _estimate_lengths(game, advised.split))
    else:
        best = play.guess
        least = Fraction(play.total, codes.count)
        lengths = {
            number: 1 + Fraction(reply.total, sizes[number]) for number, reply in after.items()
        }
    mean, variance = _spread(sizes, lengths)
    got = lengths.get(game.feedbacks.index(turn.feedback), mean)
    if mean <= least:
        best = turn.code
        least = mean
    is_exact = after is not None
    return GuessValue(best=best, least=least, mean=mean, got=got, variance=variance, exact=is_exact)


def group_candidates(game: Game, codes: Candidates, guess: Code) -> Groups:
    """Return the candidates that each outcome of a guess would leave, by its number."""
    row = game.feedback_table(np.array([game.index_of(guess)], np.int32), codes.indices)[0]
    return {
        int(number): Candidates(game, frozen(codes.indices[row == number]))
        for number in np.unique(row)
    }


def plays_after(
    game: Game,
    codes: Candidates,
    turns: Sequence[Turn],
    guess: Code,
    rule: GuessRule = GuessRule.ANY,
) -> dict[int, PerfectPlay] | None:
    """Return perfect play after each outcome of a guess, by its number; None if out of reach.

    The group that is won needs nothing more.
    """
    plays = {}
    for number, group in group_candidates(game, codes, guess).items():
        play = perfect(game, group, (*turns, Turn(guess, game.feedbacks[number])), rule)
        if play is None:
            return None
        plays[number] = PerfectPlay(guess, 0, 0) if number == game.won else play
    return plays


def estimated_total(count: int) -> Fraction:
    """Return about how many guesses this many candidates need in all, as in ``cost_weights``.

    This handles single sizes too large for a table.
    """
    few = cost_weights(8)
    if count < len(few):
        return Fraction(int(few[count]), UNIT)
    return Fraction(round(UNIT * count * (1 + log2(count) / 3)), UNIT)


def _estimate_lengths(game: Game, split: Split) -> dict[int, Fraction]:
    sizes = {number: size for number, size in enumerate(split.sizes) if size}
    return {
        number: Fraction(1) if number == game.won else 1 + estimated_total(size) / size
        for number, size in sizes.items()
    }


def _spread(sizes: Sequence[int], lengths: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
    total = sum(sizes)
    mean = sum((sizes[n] * length for n, length in lengths.items()), Fraction(0)) / total
    squares = sum((sizes[n] * length**2 for n, length in lengths.items()), Fraction(0)) / total
    return mean, squares - mean**2
