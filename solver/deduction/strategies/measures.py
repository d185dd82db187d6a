"""Measures to compare guesses by: what perfect play still needs after them, or how they split.

The measures that look one step ahead are those of the one-step strategies, with the same weights,
so that ties are broken alike. A new one is a line in the list below.

The weights of groups by size are integers, so that equal splits tie exactly on every machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt, log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import Candidates, Split, candidates
from solver.deduction.rules.game import Game, Turn, frozen
from solver.deduction.strategies.strategy import Choice, Strategy, check_any

Weights = NDArray[np.int64]


def entropy_weights(limit: int) -> Weights:
    """Weigh a group of n candidates by n log2 n, so that the least sum is the most information.

    The logarithm is composed from the primes of n, each rounded to a multiple of 2**-38. It is then
    exactly additive, so splits whose products of n**n are equal weigh exactly the same. Unequal
    ones keep their order if their sums of n log2 n differ by more than the rounding, at most
    10 * 2**-39 for each of up to 1296 candidates. All sums stay below 2**63 up to 531,441
    candidates, where they reach 2.8 * 10**18.

    >>> weights = entropy_weights(6).tolist()
    >>> weights[4] == 8 * 2**38, weights[6] == 3 * weights[2] + 2 * weights[3]
    (True, True)
    """
    return _entropy_table(1 << limit.bit_length())[: limit + 1]


@lru_cache
def _entropy_table(size: int) -> Weights:
    """Return the weights below a power of two, so that one table covers many sizes."""
    logs = np.zeros(size, np.int64)
    root = isqrt(size)
    for prime in range(2, root + 1):
        power = size if logs[prime] else prime
        while power < size:
            logs[power::power] += _rounded_log(prime)
            power *= prime
    primes = np.flatnonzero(logs == 0)[2:]  # a number has at most one of these primes, and once
    large_logs = np.array([_rounded_log(prime) for prime in primes.tolist()], np.int64)
    for factor in range(1, root + 1):
        count = np.searchsorted(primes, -(-size // factor))
        logs[primes[:count] * factor] += large_logs[:count]
    return frozen(logs * np.arange(size))


def _rounded_log(prime: int) -> int:
    return round(log2(prime) * 2**38)


def _weights_by(weigh: Callable[[Weights], Weights]) -> Callable[[int], Weights]:
    """Return how groups of 0 to so many weigh, if their sizes weigh so."""
    return lru_cache(maxsize=8)(lambda limit: frozen(weigh(np.arange(limit + 1, dtype=np.int64))))


@lru_cache(maxsize=8)
def cost_weights(limit: int) -> Weights:
    """Weigh a group by about how many guesses its candidates need in all, in 1024ths.

    One candidate needs 1 guess, two need 3, and so on up to four, if they can be told apart at
    once; five to eight a little more, by estimate, and n of them about n (1 + log2(n) / 3). The
    divisor was found by playing: on (5,8) its average is lower than with 1.5, 2, 3.5 or 4.5.

    >>> (cost_weights(4) // 1024).tolist()
    [0, 1, 3, 5, 7]
    """
    sizes = np.arange(limit + 1)
    costs = sizes * (1 + np.log2(np.maximum(sizes, 1)) / 3)
    small_costs = np.array([0, 1, 3, 5, 7, 9.2, 11.5, 13.8, 16.1])[: limit + 1]
    costs[: small_costs.size] = small_costs
    return frozen(np.rint(1024 * costs).astype(np.int64))


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A measure of guesses, the smaller the better.

    It is the sum of the weights of a guess's groups, or the largest of them; ``weigh(n)`` has those
    of sizes 0 to n. ``of`` measures a single split, whose groups may have any size. ``sentence``
    follows “The best are those …”.
    """

    name: str
    title: str
    sentence: str
    weigh: Callable[[int], Weights]
    of: Callable[[Split], Fraction | float]
    by_largest: bool = False


#: What perfect play needs; where that is unknown, its weights give the estimate used instead.
NEED: Final = Measure(
    name="guesses",
    title="Guesses needed",
    sentence="after which perfect play needs the fewest guesses, on average",
    weigh=cost_weights,
    of=lambda split: split.expected_size,
)
AVERAGE: Final = Measure(
    name="average",
    title="Left on average",
    sentence="that leave the fewest {codes} on average",
    weigh=_weights_by(np.square),
    of=lambda split: split.expected_size,
)
WORST: Final = Measure(
    name="worst",
    title="Left at worst",
    sentence="that leave the fewest {codes} at worst",
    weigh=_weights_by(np.positive),
    of=lambda split: split.largest,
    by_largest=True,
)
OUTCOMES: Final = Measure(
    name="answers",
    title="Outcomes",
    sentence="with the most possible outcomes",
    weigh=_weights_by(lambda sizes: -np.minimum(sizes, 1)),  # each group alike
    of=lambda split: -split.outcomes,
)
BITS: Final = Measure(
    name="bits",
    title="Bits",
    sentence="whose feedback tells you most, on average",
    weigh=entropy_weights,
    of=lambda split: -split.bits,
)

ONE_STEP: Final = (AVERAGE, WORST, OUTCOMES, BITS)
MEASURES: Final = {measure.name: measure for measure in (NEED, *ONE_STEP)}


@dataclass(frozen=True)
class Forgetful:
    """A strategy that overlooks a share of the turns, so that a human setter can win.

    Each row's feedback is overlooked for good with probability ``share``, as the text of the
    eight-guess program suggests. No guess is made twice.
    """

    strategy: Strategy
    share: float
    seed: int = 0

    @property
    def name(self) -> str:
        return self.strategy.name

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess; ``codes`` are the candidates after all turns, even overlooked ones."""
        check_any(codes, turns)
        generator = np.random.default_rng(self.seed)
        memory = tuple(turn for turn in turns if generator.random() >= self.share)
        if memory == tuple(turns):
            return self.strategy.choose(game, codes, turns)
        beliefs = candidates(game, memory)
        guesses = {turn.code for turn in turns}
        choice = self.strategy.choose(game, beliefs, memory)
        if choice.guess in guesses:
            guess = next((code for code in beliefs if code not in guesses), choice.guess)
            return Choice.of(game, beliefs, memory, guess, self.name)
        return choice
