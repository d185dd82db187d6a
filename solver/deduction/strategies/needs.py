"""How many guesses a position needs with a certain guess next: on average, and at most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.partition import Split
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.perfect import is_in_reach, perfect
from solver.deduction.strategies.prospects import estimated_total, parts


@dataclass(frozen=True)
class Needs:
    """What a guess needs, itself included, if perfect play goes on after it.

    ``most`` is how many guesses the plan of the least mean takes at most, None where that plan is
    out of reach; then ``mean`` is an estimate, of which only the differences are worth reading.
    """

    mean: Fraction
    most: int | None

    @property
    def exact(self) -> bool:
        """Whether both are proved."""
        return self.most is not None


def needs(game: Game, left: Candidates, turns: Sequence[Turn], guess: Code, split: Split) -> Needs:
    """Return what a guess needs after the turns, which left these candidates; ``split`` is its own.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.knowledge.candidates import candidates
    >>> from solver.deduction.knowledge.partition import split
    >>> game = game_named("classic")
    >>> every, guess = candidates(game, ()), game.parse_code("1123")
    >>> needs(game, every, (), guess, split(every, guess))
    Needs(mean=Fraction(625, 144), most=6)
    """
    return _exact(game, left, turns, guess) or Needs(_estimate(game, split), None)


def _exact(game: Game, left: Candidates, turns: Sequence[Turn], guess: Code) -> Needs | None:
    if left.count > 2 and not is_in_reach(game, left.count):
        return None
    total, most = 0, 1
    for number, part in parts(game, left, guess).items():
        total += part.count
        if number == game.won:
            continue
        play = perfect(game, part, (*turns, Turn(guess, game.feedbacks[number])))
        if play is None:
            return None
        total, most = total + play.total, max(most, 1 + play.most)
    return Needs(Fraction(total, left.count), most)


def _estimate(game: Game, split: Split) -> Fraction:
    sizes = (size for number, size in enumerate(split.sizes) if size and number != game.won)
    return 1 + sum(map(estimated_total, sizes), Fraction(0)) / split.total
