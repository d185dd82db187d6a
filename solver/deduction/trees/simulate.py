"""Many games of one strategy against random secrets: how many guesses they take.

For boards too large to play every secret. There is no clock here: :func:`lengths` yields each game
as it ends, and the caller can measure, show progress, or stop.

The checker :func:`walk` shares nothing with the code that builds trees, neither tables nor compiled
loops: it plays a tree against every secret by the game's own feedback for one guess.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np

from solver.deduction.knowledge.candidates import candidates
from solver.deduction.optimal.result import DecisionNodes, GuessCounts
from solver.deduction.rules.game import Code, Game, Turn
from solver.deduction.strategies.registry import Random
from solver.deduction.strategies.strategy import Strategy
from solver.deduction.trees.tree import TreeError


def walk(game: Game, tree: DecisionNodes) -> tuple[int, ...]:
    """Return how many secrets fall to the 1st, 2nd, … guess, if the tree (root first) is right.

    Raises TreeError as :func:`trace_secrets` does, and if a node is wrong about whether its guess
    can be the secret.

    >>> from solver.deduction.games import game_named
    >>> from solver.deduction.strategies.registry import STRATEGIES
    >>> from solver.deduction.trees.grow import tree
    >>> game = game_named("pair")
    >>> walk(game, tree(game, STRATEGIES["entropy"]))
    (1, 3, 9, 11, 1)
    """
    ends = [(path[-1], len(path)) for path in trace_secrets(game, tree)]
    winning = {node for node, _ in ends}
    for node, wins in enumerate(tree.wins.tolist()):
        if wins != (node in winning):
            guess = game.format_code(game.code_at(int(tree.guesses[node])))
            name = f"Node {node}, with the guess {guess},"
            raise TreeError(f"{name} {'finds no secret' if wins else 'finds one'}, unlike it says.")
    counts = Counter(length for _, length in ends)
    return tuple(counts[length] for length in range(1, max(counts) + 1))


def trace_secrets(game: Game, tree: DecisionNodes) -> Iterator[list[int]]:
    """Yield the nodes that lead to each secret, the root first; what a node says of wins is unread.

    Raises TreeError if a secret isn't found, or a node is never reached (of two with one parent and
    feedback, one is).
    """
    codes = [game.code_at(int(index)) for index in tree.guesses]
    links = zip(tree.parents.tolist(), tree.feedbacks.tolist(), strict=True)
    below = {link: node for node, link in enumerate(links) if node}
    visits: set[int] = set()
    for secret in map(game.code_at, game.secrets.tolist()):
        path = [0]
        while (feedback := game.feedback(codes[path[-1]], secret)) != game.feedbacks[game.won]:
            last = Turn(codes[path[-1]], feedback)
            link = path[-1], game.feedbacks.index(feedback)
            if link not in below:
                complaint = f"The {game.terms.code} {game.format_code(secret)} isn’t found"
                raise TreeError(f"{complaint}: nothing follows {game.format_turn(last)}.")
            path.append(below[link])
        visits.update(path)
        yield path
    for node, code in enumerate(codes):
        if node not in visits:
            name = f"Node {node}, with the guess {game.format_code(code)},"
            raise TreeError(f"{name} is reached by no secret.")


#: Positions whose guess is cached within a run; about 10 MB.
MOST_REMEMBERED: Final = 20_000

Guesses = dict[tuple[Turn, ...], Code]


@dataclass(frozen=True)
class Lengths(GuessCounts):
    """How many guesses some games took.

    >>> three = lengths_of([2, 4, 3])
    >>> three.count, three.total, three.mean, three.max
    (3, 9, Fraction(3, 1), 4)
    >>> round(three.error, 4)
    0.5774
    """

    histogram: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return sum(self.histogram)

    @property
    def error(self) -> float | None:
        """The standard error of the average, by Bessel's formula; None for fewer than two games."""
        if self.count < 2:
            return None
        squares = sum(
            games * (guesses - self.mean) ** 2
            for guesses, games in enumerate(self.histogram, start=1)
        )
        return sqrt(squares / (self.count - 1) / self.count)


def lengths_of(games: Iterable[int]) -> Lengths:
    counts = Counter(games)
    return Lengths(tuple(counts[length] for length in range(1, max(counts, default=0) + 1)))


def lengths(
    game: Game, strategy: Strategy, games: int, seed: int = 0, start: int = 0
) -> Iterator[int]:
    """Yield the number of guesses of each game as it ends; ``start`` is the first game's number.

    Game number i depends only on the seed and i. Guesses are cached by position, except for
    strategies with a random seed of their own, which get a new one for each game.
    """
    codes = candidates(game, ())
    cache: Guesses = {}
    for number in range(start, start + games):
        generator = np.random.default_rng([seed, number])
        secret = game.code_at(int(codes.sample(1, generator)[0]))
        player = with_seed(strategy, int(generator.integers(2**32)))
        yield len(line(game, player, secret, cache if player is strategy else {}))


def with_seed(strategy: Strategy, seed: int) -> Strategy:
    return replace(strategy, seed=seed) if isinstance(strategy, Random) else strategy


def line(game: Game, strategy: Strategy, secret: Code, cache: Guesses) -> tuple[Code, ...]:
    """Return the guesses a strategy makes against a secret, the secret itself last.

    ``cache`` keeps its guesses by position; the first positions met are added.
    """
    turns: tuple[Turn, ...] = ()
    while not turns or turns[-1].code != secret:
        guess = cache.get(turns)
        if guess is None:
            guess = strategy.choose(game, candidates(game, turns), turns).guess
            if len(cache) < MOST_REMEMBERED:
                cache[turns] = guess
        turns = (*turns, Turn(guess, game.feedback(guess, secret)))
    return tuple(turn.code for turn in turns)
