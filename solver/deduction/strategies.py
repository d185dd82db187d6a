"""Functions that choose a guess, named in one table.

Every strategy looks one step ahead: it weighs how a guess splits the candidates (Knuth, "The
computer as Master Mind", 1976; Neuwirth, "Some strategies for Mastermind", 1982). The rule of
choice is one for all: the best measure, then a guess that can be the code, then the first in
lexicographic order. Measures are integers, so that equal splits tie exactly on every machine.

Above 4096 codes not every guess can be weighed in the time of a request. Then an even sample of at
most 2000 guesses is weighed on an even sample of at most 2000 candidates, and the choice says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction import kernels
from solver.deduction.games import Codes, Game, Indices, frozen
from solver.deduction.mastermind import Code
from solver.deduction.partition import Split, split

MOST_SAMPLED: Final = 2000

Flags = NDArray[np.bool_]
Weights = NDArray[np.int64]


@dataclass(frozen=True)
class Choice:
    """A guess, and what it was chosen on.

    ``exact`` says whether every guess the strategy allows was weighed on every candidate; the
    split is over all candidates in any case. ``strategy`` is the name of the strategy.
    """

    guess: Code
    can_be_code: bool
    split: Split
    weighed_guesses: int
    weighed_codes: int
    exact: bool
    strategy: str


@dataclass(frozen=True)
class Strategy:
    """A way to choose: which guesses are weighed, and the weight of a part by its size.

    ``weigh(n)`` gives the weights of sizes 0 to n. The measure of a guess, the smaller the better,
    is the sum of its parts' weights, or the largest of them.
    """

    name: str
    reach: int
    weigh: Callable[[int], Weights]
    by_largest: bool = False

    def choose(self, game: Game, candidates: Indices) -> Choice:
        """Return the guess for these candidates (ascending indices). Raises ValueError on none.

        >>> from solver.deduction.games import game_named
        >>> game = game_named("classic")
        >>> STRATEGIES["entropy"].choose(game, game.secrets).guess
        (0, 1, 2, 3)
        """
        if not candidates.size:
            raise ValueError("There is no candidate left to choose for.")
        if self.reach == kernels.FIRST_CANDIDATE:
            return self._choice(game, int(candidates[0]), candidates)
        guesses, secrets = self._guesses(game, candidates), _sample(game, candidates)
        place = self._best(game, guesses, secrets, np.isin(guesses, candidates))
        weighed = (guesses.size, secrets.size)
        return self._choice(game, int(guesses[place]), candidates, weighed)

    def _choice(
        self, game: Game, guess: int, candidates: Indices, weighed: tuple[int, int] = (0, 0)
    ) -> Choice:
        allowed = {
            kernels.FIRST_CANDIDATE: (0, 0),
            kernels.AMONG_CANDIDATES: (candidates.size, candidates.size),
            kernels.AMONG_ALL_CODES: (len(game.codes), candidates.size),
        }[self.reach]
        return Choice(
            guess=game.code_at(guess),
            can_be_code=bool(np.isin(guess, candidates)),
            split=split(game, guess, candidates),
            weighed_guesses=weighed[0],
            weighed_codes=weighed[1],
            exact=weighed == allowed,
            strategy=self.name,
        )

    def _guesses(self, game: Game, candidates: Indices) -> Indices:
        own = _sample(game, candidates)
        if self.reach == kernels.AMONG_CANDIDATES:
            return own
        every = _sample(game, np.arange(len(game.codes), dtype=np.int32))
        return every if game.table is not None else np.union1d(own, every)

    def _best(self, game: Game, guesses: Indices, secrets: Indices, can_be: Flags) -> int:
        table, rows, columns = _arena(game, guesses, secrets)
        own = np.zeros(len(table), np.bool_)
        own[rows[can_be]] = True
        return kernels.best_guess(
            table,
            frozen(rows),
            frozen(own),
            frozen(columns),
            self.weigh(len(game.secrets)),
            self.by_largest,
            len(game.feedbacks),
        )


def _arena(game: Game, guesses: Indices, secrets: Indices) -> tuple[Codes, Indices, Indices]:
    """Return a table of answers with the guesses' rows and the secrets' columns in it."""
    if game.table is not None:
        return game.table, guesses, secrets
    table = frozen(game.answers(guesses, secrets))
    rows, columns = (np.arange(size, dtype=np.int32) for size in table.shape)
    return table, rows, columns


def _sample(game: Game, codes: Indices) -> Indices:
    if game.table is not None or codes.size <= MOST_SAMPLED:
        return codes
    return codes[np.linspace(0, codes.size - 1, MOST_SAMPLED).astype(np.int64)]


@lru_cache(maxsize=8)
def entropy_weights(most: int) -> Weights:
    """Weigh a part of n candidates by n log2 n, so that the least sum is the most information.

    The logarithm is put together from the primes of n, each rounded to a multiple of 2**-38: it
    is additive without error, so splits whose products of n**n are equal weigh exactly the same.
    Unequal ones keep their order if their sums of n log2 n differ by more than the rounding, at
    most 10 * 2**-39 for each of up to 1296 candidates. All sums stay below 2**63 up to 531,441
    candidates, where they reach 2.8 * 10**18.

    >>> weights = entropy_weights(6).tolist()
    >>> weights[4] == 8 * 2**38, weights[6] == 3 * weights[2] + 2 * weights[3]
    (True, True)
    """
    logs = np.zeros(most + 1, np.int64)
    for prime in range(2, most + 1):
        if logs[prime]:
            continue
        power = prime
        while power <= most:
            logs[power::power] += round(log2(prime) * 2**38)
            power *= prime
    return frozen(logs * np.arange(most + 1))


@lru_cache(maxsize=8)
def square_weights(most: int) -> Weights:
    """Weigh a part by the square of its size: the least sum is the least expected size."""
    return frozen(np.arange(most + 1, dtype=np.int64) ** 2)


@lru_cache(maxsize=8)
def size_weights(most: int) -> Weights:
    """Weigh a part by its size, for the largest part."""
    return frozen(np.arange(most + 1, dtype=np.int64))


@lru_cache(maxsize=8)
def part_weights(most: int) -> Weights:
    """Weigh each part -1, whatever its size: the least sum is the most parts."""
    return frozen(-np.minimum(np.arange(most + 1, dtype=np.int64), 1))


STRATEGIES: Final[dict[str, Strategy]] = {
    strategy.name: strategy
    for strategy in (
        Strategy("first", kernels.FIRST_CANDIDATE, size_weights),
        Strategy("minimax-candidates", kernels.AMONG_CANDIDATES, size_weights, by_largest=True),
        Strategy("knuth", kernels.AMONG_ALL_CODES, size_weights, by_largest=True),
        Strategy("expected", kernels.AMONG_ALL_CODES, square_weights),
        Strategy("entropy", kernels.AMONG_ALL_CODES, entropy_weights),
        Strategy("parts", kernels.AMONG_ALL_CODES, part_weights),
    )
}
