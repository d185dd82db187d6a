"""How one guess splits the candidates, and the measures of a split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import isqrt, log2
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.exclusions import Proof, fewest_hitting
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code, Codes, Game, Turn, frozen

# All codes of a small board at once: how many pegs of each colour they have, and what they fit.


#: The largest number of codes for a board that is looked at as a whole.
MOST_CODES: Final = 60_000

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class CodeTable:
    """The secrets of a game, and which of them fit each turn.

    ``counts[code, colour]`` is how many pegs of a colour a code has.
    """

    codes: Codes
    counts: NDArray[np.int8]
    fits: tuple[Mask, ...]

    @property
    def left(self) -> Mask:
        return self.fitting(range(len(self.fits)))

    def fitting(self, turns: Iterable[int]) -> Mask:
        fitting = np.ones(len(self.codes), np.bool_)
        for turn in turns:
            fitting &= self.fits[turn]
        return fitting

    def taken(self, chosen: NDArray[np.intp]) -> CodeTable:
        """Return the table of some codes."""
        fits = tuple(fits[chosen] for fits in self.fits)
        return CodeTable(self.codes[chosen], self.counts[chosen], fits)

    def files(self, codes: Mask) -> NDArray[np.int64]:
        """Return the sets of turns that exclude these codes, each once, as bits of numbers."""
        files = np.zeros(int(codes.sum()), np.int64)
        for place, fits in enumerate(self.fits):
            files |= np.int64(1 << place) * ~fits[codes]
        return np.unique(files)

    def proof(self, codes: Mask) -> Proof:
        """Return the fewest turns that together exclude these codes, which all turns do."""
        return fewest_hitting(self.files(codes), len(self.fits))

    def total(self, colours: Sequence[int]) -> NDArray[np.int8]:
        total: NDArray[np.int8] = self.counts[:, list(colours)].sum(axis=1, dtype=np.int8)
        return total

    def holds(self, fact: Fact) -> Mask:
        colours, counts = list(fact.colours), self.counts[:, list(fact.colours)]
        truth: Any
        match fact.kind:
            case FactKind.HOLE:
                truth = self.codes[:, fact.holes[0]] == colours[0]
            case FactKind.NOT_HERE:
                parts = [self.codes[:, h] == c for h in fact.holes for c in colours]
                truth = ~np.logical_or.reduce(parts)
            case FactKind.OUT:
                truth = ~counts.any(axis=1)
            case FactKind.COUNT:
                truth = (counts == fact.count).all(axis=1)
            case FactKind.IN:
                truth = (counts >= fact.count).all(axis=1)
            case FactKind.SUM:
                truth = self.total(colours) == fact.count
            case FactKind.SOME:
                truth = self.total(colours) >= fact.count
        return np.asarray(truth, np.bool_)


def table_of(game: Game, turns: Sequence[Turn], most: int = MOST_CODES) -> CodeTable | None:
    """Return the table of a game and its turns; None if the game has too many codes."""
    if not game.is_listed or game.secret_count > most:
        return None
    codes, counts = _counted(game)
    if game.counting and game.table is None:
        return CodeTable(codes, counts, tuple(_fits(codes, counts, turn) for turn in turns))
    guesses = np.array([game.index_of(turn.code) for turn in turns], np.int32)
    answers = game.answers(guesses, game.secrets) if turns else ()
    numbers = [game.feedbacks.index(turn.feedback) for turn in turns]
    fits = (row == number for row, number in zip(answers, numbers, strict=True))
    return CodeTable(codes, counts, tuple(fits))


def _fits(codes: Codes, counts: NDArray[np.int8], turn: Turn) -> Mask:
    """Return which codes fit a turn of Mastermind: six times as fast as all their answers."""
    black, both = np.zeros((2, len(codes)), np.int8)
    for hole, colour in enumerate(turn.code):
        black += (codes[:, hole] == colour).view(np.int8)
    for colour in set(turn.code):
        both += np.minimum(counts[:, colour], turn.code.count(colour))
    fits: Mask = (black == turn.feedback[0]) & (both == sum(turn.feedback))
    return fits


@lru_cache(maxsize=4)
def _counted(game: Game) -> tuple[Codes, NDArray[np.int8]]:
    codes = np.asfortranarray(game.codes_at(game.secrets))  # a hole's or a colour's lie together
    counts = np.zeros((len(codes), game.choices), np.int8, order="F")
    for hole, colour in product(range(game.pegs), range(game.choices)):
        counts[:, colour] += (codes[:, hole] == colour).view(np.int8)
    return codes, counts


# The weight of a part of the candidates by its size: the measures of the one-step strategies.
#
# The measure of a guess, smaller being better, is the sum of its parts' weights, or the largest of
# them. Weights are integers, so that equal splits tie exactly on every machine.


Weights = NDArray[np.int64]


def entropy_weights(most: int) -> Weights:
    """Weigh a part of n candidates by n log2 n, so that the least sum is the most information.

    The logarithm is composed from the primes of n, each rounded to a multiple of 2**-38. It is then
    exactly additive, so splits whose products of n**n are equal weigh exactly the same. Unequal
    ones keep their order if their sums of n log2 n differ by more than the rounding, at most
    10 * 2**-39 for each of up to 1296 candidates. All sums stay below 2**63 up to 531,441
    candidates, where they reach 2.8 * 10**18.

    >>> weights = entropy_weights(6).tolist()
    >>> weights[4] == 8 * 2**38, weights[6] == 3 * weights[2] + 2 * weights[3]
    (True, True)
    """
    return _entropy_table(1 << most.bit_length())[: most + 1]


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
    large = np.flatnonzero(logs == 0)[2:]  # a number has at most one of these primes, and once
    rounded = np.array([_rounded_log(prime) for prime in large.tolist()], np.int64)
    for factor in range(1, root + 1):
        few = np.searchsorted(large, -(-size // factor))
        logs[large[:few] * factor] += rounded[:few]
    return frozen(logs * np.arange(size))


def _rounded_log(prime: int) -> int:
    return round(log2(prime) * 2**38)


@lru_cache(maxsize=8)
def square_weights(most: int) -> Weights:
    return frozen(np.arange(most + 1, dtype=np.int64) ** 2)


@lru_cache(maxsize=8)
def size_weights(most: int) -> Weights:
    return frozen(np.arange(most + 1, dtype=np.int64))


@lru_cache(maxsize=8)
def part_weights(most: int) -> Weights:
    """Weigh each part -1, whatever its size: the least sum is the most parts."""
    return frozen(-np.minimum(np.arange(most + 1, dtype=np.int64), 1))


@lru_cache(maxsize=8)
def cost_weights(most: int) -> Weights:
    """Weigh a part by about how many guesses its candidates need in all, in 1024ths.

    One candidate needs 1 guess, two need 3, and so on up to four, if they can be told apart at
    once; five to eight a little more, by estimate, and n of them about n (1 + log2(n) / 3). The
    divisor was found by playing: on (5,8) its average is lower than with 1.5, 2, 3.5 or 4.5.

    >>> (cost_weights(4) // 1024).tolist()
    [0, 1, 3, 5, 7]
    """
    sizes = np.arange(most + 1)
    costs = sizes * (1 + np.log2(np.maximum(sizes, 1)) / 3)
    few = np.array([0, 1, 3, 5, 7, 9.2, 11.5, 13.8, 16.1])[: most + 1]
    costs[: few.size] = few
    return frozen(np.rint(1024 * costs).astype(np.int64))


@dataclass(frozen=True)
class Split:
    """How many candidates each answer to a guess would leave.

    ``sizes`` follow the game's order of answers, zeros included.

    >>> split = Split((1, 0, 3, 4))
    >>> split.parts, split.largest, split.expected_size, split.bits
    (3, 4, Fraction(13, 4), 1.4056390622295665)
    """

    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.sizes)

    @property
    def parts(self) -> int:
        return sum(size > 0 for size in self.sizes)

    @property
    def largest(self) -> int:
        return max(self.sizes, default=0)

    @property
    def expected_size(self) -> Fraction:
        """The average number of candidates left, exact; 0 without candidates."""
        return Fraction(sum(size * size for size in self.sizes), max(self.total, 1))

    @property
    def bits(self) -> float:
        """The information of the answer in bits (Shannon's entropy), for display only.

        Choices are made with exact integers, see ``entropy_weights``.
        """
        if self.parts < 2:
            return 0.0
        return log2(self.total) - sum(n * log2(n) for n in self.sizes if n) / self.total


def split(candidates: Candidates, guess: Code) -> Split:
    """Return how a guess splits the candidates.

    >>> from solver.deduction.knowledge.candidates import candidates
    >>> from solver.deduction.games import game_named
    >>> split(candidates(game_named("classic"), ()), (0, 0, 1, 1)).largest
    256
    """
    return Split(candidates.sizes(guess))
