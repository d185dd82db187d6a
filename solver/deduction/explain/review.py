"""A finished game, guess by guess: what was known, what was best, and what was luck.

The number of guesses that a game took is what perfect play needs on average, plus what the guesses
cost (``cost``), minus what the feedback saved (``saved``), each an average over the codes that
were possible at the time. The sum is exact if perfect play is in reach; otherwise these are
estimates, and ``exact`` says so. This separates luck from skill as in backgammon, where an error is
measured against the best move, and a throw against the average throw.

Skill, 0 to 100
    of a guess: 100 for the best there is, only for that, and half as much for each quarter of a
    guess that it costs on average, ``100 * 2**(-4 * cost)``; a wasted row costs a whole guess and
    gets 6, and a guess that wins costs nothing. Of a game: the same for the average cost over the
    turns that left a choice, with several candidates before. Measured on the classic board, a turn
    of entropy costs 0.02 guesses (skill 95), a random code that fits 0.07 (82), the first that fits
    0.27 (47).
Luck, 0 to 100
    of feedback: the probability that other feedback would have left more codes, plus half of that
    of leaving just as many; a win leaves none. It is 50 on average whatever is guessed, and 50 if
    only one outcome was possible. Of a game: how many guesses its feedback saved, in standard
    deviations of what it could have saved, as a probability of the normal distribution. So luck is
    50 if it saved none, and 50.4 on average over all codes of the classic board with perfect play,
    49.2 with random possible codes. Rejected: Stouffer's method on the luck of the feedback (53.0
    and 52.7).
First mistake
    the first turn that cost more than a tenth of a guess.

Rejected: skill measured against what a random code would cost in the same position. For the first
guess, all good ones are alike, and the second best would pass for poor. Rejected: a fiftieth as the
limit of a mistake if the guess couldn't be the code, since a row that cost 0.05 was then called the
first mistake, after one that cost 0.06.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp2, log2, sqrt
from statistics import NormalDist
from typing import Final

from solver.deduction.knowledge.candidates import Split, candidates, contradicted, split
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.matches import Match
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from solver.deduction.strategies.perfect import GuessValue, worth
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice

HALVED_BY: Final = Fraction(1, 4)
MISTAKE: Final = Fraction(1, 10)


@dataclass(frozen=True, kw_only=True)
class Reviewed:
    """One turn of a game, judged by what was known then.

    ``split`` is how the guess split the candidates, ``after`` how many its feedback left: 0 if some
    feedback so far wasn't true, and then it isn't luck. ``contradicts`` are the numbers, from 1, of
    the earlier turns that the guess contradicts. ``chance`` is the luck of the feedback, 0 to 1.
    ``choices`` are what the strategies would have played, in the order asked for. ``found`` says
    that the guess was the code: then none was better, and what it risked is luck.
    """

    number: int
    guess: Code
    feedback: Feedback
    split: Split
    after: int
    can_be_code: bool
    contradicts: tuple[int, ...]
    worth: GuessValue
    chance: Fraction
    choices: tuple[Choice, ...]
    found: bool = False

    @property
    def before(self) -> int:
        return self.split.total

    @property
    def bits(self) -> float:
        """The information gained: how many times the feedback halved the candidates."""
        return log2(self.before / self.after)

    @property
    def best(self) -> Code:
        return self.guess if self.found else self.worth.best

    @property
    def cost(self) -> Fraction:
        """How many more guesses, on average, the game takes after this guess than after the best.

        From 0 to 1.
        """
        return Fraction(0) if self.found else self.worth.cost

    @property
    def saved(self) -> Fraction:
        """How many guesses the feedback saved against the average; below 0 if it cost some."""
        average = self.worth.mean - (self.worth.cost if self.found else 0)
        return average - self.worth.got

    @property
    def exact(self) -> bool:
        return self.worth.exact

    @property
    def had_choice(self) -> bool:
        return self.before > 1 or self.cost > 0

    @property
    def skill(self) -> int:
        return _skill(self.cost)

    @property
    def luck(self) -> int:
        return round(100 * self.chance)

    @property
    def is_mistake(self) -> bool:
        return self.cost > MISTAKE


@dataclass(frozen=True)
class Review:
    """A reviewed game, which may be won, lost or abandoned."""

    game: Game
    secret: Code
    turns: tuple[Reviewed, ...]

    def _repr_svg_(self) -> str:
        guesses = tuple(turn.guess for turn in self.turns)
        return Match(self.game, self.secret, guesses)._repr_svg_()

    @property
    def skill(self) -> int:
        return skill_of(self.turns)

    @property
    def luck(self) -> int:
        stakes = sqrt(sum((turn.worth.variance for turn in self.turns), Fraction(0)))
        return round(100 * NormalDist().cdf(float(self.saved) / stakes)) if stakes else 50

    @property
    def first_mistake(self) -> int | None:
        return next((turn.number for turn in self.turns if turn.is_mistake), None)

    @property
    def total_cost(self) -> Fraction:
        return sum((turn.cost for turn in self.turns), Fraction(0))

    @property
    def saved(self) -> Fraction:
        return sum((turn.saved for turn in self.turns), Fraction(0))

    @property
    def par(self) -> Fraction | None:
        """How many guesses perfect play needs on average, from the start; None if not proved.

        For a game that was won and is exact throughout, the number of its guesses is
        ``par + total_cost - saved``.
        """
        return self.turns[0].worth.least if self.turns and self.turns[0].exact else None

    @property
    def exact(self) -> bool:
        return all(turn.exact for turn in self.turns)


def review(
    game: Game,
    secret: Code,
    guesses: Sequence[Code],
    strategies: Sequence[str] = ("entropy",),
    rule: GuessRule = GuessRule.ANY,
) -> Review:
    """Return the review of a game, with what the named strategies would have played.

    Guesses are compared with those that the rule allows.

    Raises CodeError for an invalid code or secret, MatchError for a guess after the end, ValueError
    for an unknown strategy.

    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> guesses = [game.parse_code(text) for text in ("1122", "3344", "3355", "3636")]
    >>> seen = review(game, game.parse_code("3636"), guesses)
    >>> [(turn.before, turn.after, turn.skill, turn.luck) for turn in seen.turns]
    [(1296, 256, 85, 30), (256, 56, 93, 11), (56, 10, 64, 9), (10, 1, 100, 95)]
    >>> seen.skill, seen.luck, seen.first_mistake
    (84, 79, 3)
    """
    for name in strategies:
        if name not in STRATEGIES:
            raise ValueError(f"There is no strategy “{name}”; there are {', '.join(STRATEGIES)}.")
    match = Match(game, secret)
    for guess in guesses:
        match = match.guess(guess)
    turns = match.turns
    reviews = (
        review_turn(game, turns[:place], turn, strategies, rule) for place, turn in enumerate(turns)
    )
    return Review(game, secret, tuple(reviews))


def review_turn(
    game: Game,
    earlier: tuple[Turn, ...],
    turn: Turn,
    strategies: Sequence[str] = (),
    rule: GuessRule = GuessRule.ANY,
) -> Reviewed:
    """Return one turn of a game, judged by what was known after the earlier ones.

    Some code must fit all the earlier feedback, even if it isn't true.
    """
    codes = candidates(game, earlier)
    choices = tuple(STRATEGIES[name].choose(game, codes, earlier) for name in strategies)
    guess_split = split(codes, turn.code)
    feedback = game.feedbacks.index(turn.feedback)
    against = contradicted(game, turn.code, earlier)
    return Reviewed(
        number=len(earlier) + 1,
        guess=turn.code,
        feedback=turn.feedback,
        split=guess_split,
        after=guess_split.sizes[feedback],
        can_be_code=not against and game.is_secret(turn.code),
        contradicts=tuple(place + 1 for place in against),
        worth=worth(game, codes, turn, earlier, rule),
        chance=chance(guess_split.sizes, feedback, game.won),
        choices=choices,
        found=feedback == game.won,
    )


def skill_of(turns: Sequence[Reviewed]) -> int:
    """Return how good the guesses were together, 0 to 100; 100 if there was nothing to decide."""
    costs = [turn.cost for turn in turns if turn.had_choice]
    return _skill(sum(costs, Fraction(0)) / max(len(costs), 1))


def chance(sizes: Sequence[int], feedback: int, won: int) -> Fraction:
    """Return how lucky feedback is, 0 to 1: the mid-rank of the number of codes that it leaves.

    >>> [chance((6, 3, 1), feedback, 2) for feedback in range(3)]
    [Fraction(3, 10), Fraction(3, 4), Fraction(19, 20)]
    """
    if not sizes[feedback]:
        return Fraction(1, 2)
    open_sizes = [0 if number == won else size for number, size in enumerate(sizes)]
    pairs = list(zip(sizes, open_sizes, strict=True))
    codes_above = sum(size for size, open_size in pairs if open_size > open_sizes[feedback])
    alike = sum(size for size, open_size in pairs if open_size == open_sizes[feedback])
    return Fraction(2 * codes_above + alike, 2 * sum(sizes))


def _skill(cost: Fraction) -> int:
    return min(round(100 * exp2(-cost / HALVED_BY)), 99 if cost else 100)
