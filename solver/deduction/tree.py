"""A strategy's whole tree: how it fares against every secret of a game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from solver.deduction import kernels
from solver.deduction.candidates import candidates
from solver.deduction.games import MOST_CODES_WITH_TABLE, Game
from solver.deduction.mastermind import Code, Turn
from solver.deduction.strategies import Strategy


class TreeError(ValueError):
    """A game too large to play against every secret here."""


@dataclass(frozen=True)
class Tree:
    """How a strategy fares.

    ``histogram[i]`` is the number of secrets that fall to guess ``i + 1``; ``worst_line`` is the
    guesses made against the first secret that needs the most.
    """

    histogram: tuple[int, ...]
    worst_line: tuple[Code, ...]

    @property
    def first(self) -> Code:
        """The first guess, the same for every secret."""
        return self.worst_line[0]

    @property
    def total(self) -> int:
        """The number of guesses over all secrets."""
        return sum(guesses * secrets for guesses, secrets in enumerate(self.histogram, start=1))

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses, exact."""
        return Fraction(self.total, sum(self.histogram))

    @property
    def max(self) -> int:
        """The most guesses any secret needs."""
        return len(self.histogram)


def tree(game: Game, strategy: Strategy) -> Tree:
    """Play the strategy against every secret. Raises TreeError above 4096 codes.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies import STRATEGIES
    >>> tree(game_named("classic"), STRATEGIES["entropy"]).histogram
    (1, 4, 71, 612, 596, 12)
    """
    if game.table is None:
        raise TreeError(
            f"The game {game.name} has {len(game.codes):,} codes; "
            f"whole trees are for games of up to {MOST_CODES_WITH_TABLE:,}."
        )
    histogram, worst = kernels.play_all(
        game.table,
        game.secrets,
        strategy.weigh(len(game.secrets)),
        strategy.by_largest,
        strategy.reach,
        len(game.feedbacks),
        game.won,
    )
    return Tree(tuple(histogram.tolist()), line(game, strategy, game.code_at(int(worst))))


def line(game: Game, strategy: Strategy, secret: Code) -> tuple[Code, ...]:
    """Return the guesses the strategy makes against the secret, the secret itself last."""
    turns: tuple[Turn, ...] = ()
    while not turns or turns[-1].code != secret:
        guess = strategy.choose(game, candidates(game, turns)).guess
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return tuple(turn.code for turn in turns)
