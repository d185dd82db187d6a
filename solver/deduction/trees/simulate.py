"""Many games of one strategy, each against a secret drawn at random: how long they take.

For boards too large to play every secret. There is no clock here: :func:`lengths` yields each game
as it ends, and who listens may measure, show progress, or stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Final

import numpy as np

from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.careless import Careless
from solver.deduction.strategies.registry import Random
from solver.deduction.strategies.strategy import Strategy

MOST_GUESSES: Final = 100
#: Positions whose guess is remembered within a run; about 10 MB.
MOST_REMEMBERED: Final = 20_000

Guesses = dict[tuple[Turn, ...], Code]
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """How long some games took: ``histogram[i]`` of them ``i + 1`` guesses.

    ``given_up`` games were not ended: they are in no other figure but the number of games. Where
    there are any, mean and error would be those of the games that went well.

    >>> three = Simulation((0, 1, 1, 1))
    >>> three.games, three.total, three.mean, three.max
    (3, 9, Fraction(3, 1), 4)
    >>> round(three.error, 4)
    0.5774
    """

    histogram: tuple[int, ...]
    given_up: int = 0

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.ended + self.given_up

    @property
    def ended(self) -> int:
        """How many of them were played to their end."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The number of guesses in all games that were ended."""
        return sum(guesses * games for guesses, games in enumerate(self.histogram, start=1))

    @property
    def mean(self) -> Fraction:
        """The mean number of guesses, exact for these games."""
        return Fraction(self.total, max(self.ended, 1))

    @property
    def error(self) -> float | None:
        """The standard error of the mean, by Bessel's formula; None for fewer than two games."""
        if self.ended < 2:
            return None
        squares = sum(
            games * (guesses - self.mean) ** 2
            for guesses, games in enumerate(self.histogram, start=1)
        )
        return sqrt(squares / (self.ended - 1) / self.ended)

    @property
    def max(self) -> int:
        """The most guesses of any game."""
        return len(self.histogram)


def simulate(
    game: Game, strategy: Strategy, games: int, seed: int = 0, progress: Progress | None = None
) -> Simulation:
    """Play so many games and return how long they took; ``progress`` is told after each.

    The same seed plays the same games, and more games begin with the same. Raises ValueError below
    one game.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> simulate(game_named("mini"), STRATEGIES["entropy"], 10).games
    10
    """
    if games < 1:
        raise ValueError(f"A simulation has at least one game; {games} is too few.")
    played = []
    for length in lengths(game, strategy, games, seed):
        played.append(length)
        if progress:
            progress(len(played))
    return simulation(played)


def simulation(lengths: Iterable[int]) -> Simulation:
    """Return the figures of games of these lengths, 0 for those given up.

    >>> simulation([2, 0, 1, 0])
    Simulation(histogram=(1, 1), given_up=2)
    """
    counts = Counter(lengths)
    guesses = range(1, max(counts, default=0) + 1)
    return Simulation(tuple(counts[number] for number in guesses), counts[0])


def lengths(
    game: Game, strategy: Strategy, games: int, seed: int = 0, start: int = 0
) -> Iterator[int]:
    """Yield the number of guesses of each game, as it ends, 0 if it was given up.

    ``start`` is the number of the first.

    Game number i depends on the seed and i alone. Guesses of positions met before are remembered;
    strategies that draw by a seed of their own draw anew in each game, and nothing is remembered.
    """
    every = candidates(game, ())
    known: Guesses = {}
    for number in range(start, start + games):
        generator = np.random.default_rng([seed, number])
        secret = game.code_at(int(every.sample(1, generator)[0]))
        player = seeded(strategy, int(generator.integers(2**32)))
        guesses = line(game, player, secret, known if player is strategy else {})
        yield len(guesses) if guesses[-1] == secret else 0


def seeded(strategy: Strategy, seed: int) -> Strategy:
    """Return a strategy that draws with another seed; one that doesn't draw, as it is."""
    match strategy:
        case Careless():
            return replace(strategy, strategy=seeded(strategy.strategy, seed), seed=seed)
        case Random():
            return replace(strategy, seed=seed)
    return strategy


def line(game: Game, strategy: Strategy, secret: Code, known: Guesses) -> tuple[Code, ...]:
    """Return the guesses a strategy makes against a secret, the secret itself last.

    It gives up after 100, where only those come who overlook nearly everything.

    ``known`` are its guesses by position; the first positions met are added.
    """
    turns: tuple[Turn, ...] = ()
    while len(turns) < MOST_GUESSES and (not turns or turns[-1].code != secret):
        guess = known.get(turns)
        if guess is None:
            guess = strategy.choose(game, candidates(game, turns), turns).guess
            if len(known) < MOST_REMEMBERED:
                known[turns] = guess
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return tuple(turn.code for turn in turns)
