"""How a part of the candidates weighs by its size: the measures of the one-step strategies.

A measure of a guess, the smaller the better, is the sum of its parts' weights, or the largest of
them. Weights are integers, so that equal splits tie exactly on every machine.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt, log2

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import frozen

Weights = NDArray[np.int64]


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
    return _entropy_table(1 << most.bit_length())[: most + 1]


@lru_cache
def _entropy_table(size: int) -> Weights:
    """Return the weights below a power of two, so that one table serves many sizes."""
    logs = np.zeros(size, np.int64)
    root = isqrt(size)
    for prime in range(2, root + 1):
        power = size if logs[prime] else prime
        while power < size:
            logs[power::power] += _rounded_log(prime)
            power *= prime
    large = np.flatnonzero(logs == 0)[2:]  # a number has one of these primes at most, and once
    rounded = np.array([_rounded_log(prime) for prime in large.tolist()], np.int64)
    for factor in range(1, root + 1):
        few = np.searchsorted(large, -(-size // factor))
        logs[large[:few] * factor] += rounded[:few]
    return frozen(logs * np.arange(size))


def _rounded_log(prime: int) -> int:
    return round(log2(prime) * 2**38)


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


@lru_cache(maxsize=8)
def cost_weights(most: int) -> Weights:
    """Weigh a part by about how many guesses its candidates need in all, in 1024ths.

    One candidate needs 1 guess, two need 3, and so on up to four, if they can be told apart at
    once; five to eight a little more than that, by guess, and n of them about n (1 + log2(n) / 3).
    The divisor was found by playing: on (5,8) it gives a lower mean than 1.5, 2, 3.5 or 4.5.

    >>> (cost_weights(4) // 1024).tolist()
    [0, 1, 3, 5, 7]
    """
    sizes = np.arange(most + 1)
    costs = sizes * (1 + np.log2(np.maximum(sizes, 1)) / 3)
    few = np.array([0, 1, 3, 5, 7, 9.2, 11.5, 13.8, 16.1])[: most + 1]
    costs[: few.size] = few
    return frozen(np.rint(1024 * costs).astype(np.int64))
