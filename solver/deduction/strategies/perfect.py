"""Perfect play as a strategy: exact if a search finishes within the time of a request.

Otherwise guesses are compared by an estimate of what their groups need (``cost_weights``). Hints
advise this, and a review compares each guess with it, exactly or by the same estimate. Refused for
the estimate: two steps ahead, as in ``sampled``. Over 400 codes of (5,8) it needed 0.07 ± 0.04
guesses more, over 300 of Bulls and Cows 0-9 0.05 ± 0.03 fewer, over 80 of (8,12) 0.13 ± 0.14 fewer,
and a review would take two to six times as long on boards without a table of feedback.

The total of a position is the number of guesses that perfect play needs for all its candidates
together. A guess costs one for each candidate, plus the totals of its groups; the group that is won
needs nothing more. On boards too large for perfect play, ``cost_weights`` replace the totals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeGuard

import numpy as np

from solver.deduction.knowledge.candidates import Candidates, Split, candidates, split
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.optimal import LIVE_BUDGET, OptimumError, PlanSearch
from solver.deduction.rules.game import Code, Game, Turn, frozen
from solver.deduction.strategies import strategy
from solver.deduction.strategies.measures import cost_weights
from solver.deduction.strategies.sampling import by_cost
from solver.deduction.strategies.strategy import Choice, StrategyWords

MOST_LIVE_CELLS: Final = 2_000_000  # guesses times candidates; the classic start has 1.7 million
#: With more candidates than this, boards without a table of feedback aren't searched.
MOST_FEW: Final = 150


@dataclass(frozen=True)
class Need:
    """What perfect play needs for some codes: guesses in all, and in the worst case of one plan."""

    codes: int
    total: int
    most: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, self.codes)


@dataclass(frozen=True)
class PerfectPlay(Need):
    """What it needs, with the first guess of the plan."""

    guess: Code


WORDS: Final = StrategyWords(
    "Perfect",
    "fewest guesses on average, where it can be worked out",
    "{none} needs fewer guesses on average",
    "It’s the best guess we found, by estimate, since perfect play can’t be worked out here.",
)


@dataclass(frozen=True)
class Perfect:
    """The fewest guesses on average, proved if that is in reach, or else the lowest estimate.

    In reach are positions whose search ends within its budget, mostly within 50 ms. In games with a
    table of feedback these have up to 2 million guesses times candidates, so in Words they start
    with the first row; in others, up to 150 candidates if not too many guesses differ. On any board
    a position is also in reach if a candidate distinguishes all others, or all but two. Under a
    ``rule`` only the guesses that it allows count. In hard mode these depend on the earlier guesses
    and not on the candidates alone, so nothing more is in reach there.
    """

    name: str = "perfect"
    rule: GuessRule = GuessRule.ANY
    words: StrategyWords = WORDS

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess, with ``total`` if it is exact."""
        strategy.check_any(codes, turns)
        play = perfect(game, codes, turns, self.rule)
        if play is None:
            guesses = strategy.pool(game, codes, turns, rule=self.rule)
            choice = strategy.compared_choice(
                self.name, game, codes, guesses, int(by_cost(game, guesses)[0])
            )
            return replace(choice, exact=False)
        base = Choice.of(game, codes, turns, play.guess, self.name)
        count = codes.count if self.rule is GuessRule.STRICT else game.code_count
        return replace(base, weighed_guesses=count, weighed_codes=codes.count, total=play.total)


def is_searched(chooser: object, game: Game) -> TypeGuard[Perfect]:
    """Return whether one exact search finds all of a strategy's tree."""
    is_exact = isinstance(chooser, Perfect) and chooser.rule is not GuessRule.HARD
    return is_exact and game.table is not None


def is_in_reach(game: Game, count: int) -> bool:
    """Return whether a request should try perfect play for this many candidates."""
    if game.table is None:
        return count <= max(MOST_FEW, len(game.feedbacks))
    return count * game.code_count <= MOST_LIVE_CELLS


def perfect(
    game: Game, codes: Candidates, turns: Sequence[Turn], rule: GuessRule = GuessRule.ANY
) -> PerfectPlay | None:
    """Return perfect play after the turns, which left these candidates; None if out of reach."""
    if not is_in_reach(game, codes.count):
        return None
    play = distinguishing_guess(game, codes)
    if play or rule is GuessRule.HARD:
        return play
    return _search(game, tuple(turns), rule is GuessRule.STRICT)


def distinguishing_guess(game: Game, codes: Candidates) -> PerfectPlay | None:
    """Return the play of a candidate that distinguishes all others, or all but two, if any.

    The first kind needs 2n - 1 guesses, the fewest possible: one candidate is found at once and
    the others next. If there is none, 2n is the fewest, and the second kind needs no more.
    """
    if codes.count > len(game.feedbacks):
        return None
    feedbacks = np.sort(game.feedback_table(codes.indices, codes.indices), axis=1)
    outcomes = 1 + (feedbacks[:, 1:] != feedbacks[:, :-1]).sum(axis=1)
    missing = codes.count - int(outcomes.max())
    if missing > 1:
        return None
    first = game.code_at(int(codes.indices[outcomes.argmax()]))
    total = 2 * codes.count - 1 + missing
    return PerfectPlay(codes.count, total, min(codes.count, 2 + missing), first)


@lru_cache(maxsize=1024)
def _search(game: Game, turns: tuple[Turn, ...], strict: bool) -> PerfectPlay | None:
    codes = candidates(game, turns).indices
    history = None if game.table is None else [turn.code for turn in turns]
    try:
        search = PlanSearch(game, codes, history=history, strict=strict)
    except OptimumError:
        return None
    if not search.run(search.sets(LIVE_BUDGET)):
        return None
    worst_case, guess = search.play()
    return PerfectPlay(len(codes), search.bound, worst_case, game.code_at(guess))


UNIT: Final = 1024


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
        choice = Perfect(rule=rule).choose(game, codes, turns)
        best = choice.guess
        lengths = _estimate_lengths(game, guess_split)
        ideal, _ = _spread(choice.split.sizes, _estimate_lengths(game, choice.split))
    else:
        best = play.guess
        ideal = play.mean
        lengths = {number: 1 + reply.mean for number, reply in after.items()}
    mean, variance = _spread(sizes, lengths)
    got = lengths.get(game.feedbacks.index(turn.feedback), mean)
    if mean <= ideal:
        best = turn.code
        ideal = mean
    is_exact = after is not None
    return GuessValue(best=best, least=ideal, mean=mean, got=got, variance=variance, exact=is_exact)


def group_candidates(game: Game, codes: Candidates, guess: Code) -> dict[int, Candidates]:
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
        plays[number] = PerfectPlay(group.count, 0, 0, guess) if number == game.won else play
    return plays


def _estimate_lengths(game: Game, split: Split) -> dict[int, Fraction]:
    """Return about how many guesses a code needs on average, this one included, by its outcome."""
    costs = cost_weights(game.secret_count)
    return {
        number: Fraction(1) if number == game.won else 1 + Fraction(int(costs[size]), UNIT * size)
        for number, size in enumerate(split.sizes)
        if size
    }


def _spread(sizes: Sequence[int], lengths: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
    total = sum(sizes)
    mean = sum((sizes[n] * length for n, length in lengths.items()), Fraction(0)) / total
    squares = sum((sizes[n] * length**2 for n, length in lengths.items()), Fraction(0)) / total
    return mean, squares - mean**2
