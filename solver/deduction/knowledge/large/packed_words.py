"""Numbers of pegs packed into words, four bits each, so that one addition handles them all.

No number of pegs is above 8, and neither is a sum over the two halves of a code, so four bits never
overflow into the next four.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.rules.game import Codes, Turn
from solver.deduction.rules.mastermind import MOST_PEGS

BITS: Final = 4
TURNS_A_WORD: Final = 15  # 60 bits: a word stays positive as a signed integer
ONES: Final = sum(1 << BITS * turn for turn in range(TURNS_A_WORD))

Words = NDArray[np.int64]


def packed(numbers: Sequence[int]) -> int:
    """Pack numbers, the first one lowest.

    >>> hex(packed([2, 0, 5]))
    '0x502'
    """
    return sum(number << BITS * place for place, number in enumerate(numbers))


def unpacked(words: Words, size: int) -> Codes:
    """Return the ``size`` lowest numbers of each word, ``[words, size]``."""
    return (words[:, None] >> BITS * np.arange(size) & 15).astype(np.uint8)


def colour_keys(codes: Codes) -> Words:
    """Return the packed colour counts of each of the codes ``[codes, pegs]``.

    The key of a whole code is the sum of the keys of its parts.
    """
    keys: Words = (np.int64(1) << BITS * codes.astype(np.int64)).sum(axis=1)
    return keys


def has_no_repeat(colours: Words) -> NDArray[np.bool_]:
    """Return which colour keys have no colour more than once."""
    single: NDArray[np.bool_] = (colours & ~np.int64(ONES)) == 0
    return single


def black_words(fillings: Codes, guesses: Codes, choices: int) -> Words:
    """Return each filling's number of blacks for each guess, packed.

    ``fillings`` is ``[fillings, holes]`` and ``guesses`` ``[turns, holes]``, of the same holes.
    """
    words = np.zeros(len(fillings), np.int64)
    places = np.int64(1) << BITS * np.arange(len(guesses))
    for filled, guessed in zip(fillings.T, guesses.T, strict=True):
        of_colour = (guessed == np.arange(choices)[:, None]) @ places
        words += of_colour[filled]
    return words


def shared_words(counts: Codes, guesses: Codes) -> Words:
    """Return how many pegs, black or white, each guess shares with each multiset, packed.

    ``counts`` is ``[multisets, colours]``, ``guesses`` is ``[turns, pegs]``.
    """
    words = np.zeros(len(counts), np.int64)
    places = np.int64(1) << BITS * np.arange(len(guesses))
    numbers = np.arange(MOST_PEGS + 1)[:, None]
    for colour, held in enumerate(counts.T):
        of_count = np.minimum((guesses == colour).sum(axis=1), numbers) @ places
        words += of_count[held]
    return words


def answer_words(turns: Sequence[Turn]) -> tuple[int, int]:
    """Return the turns' answers, packed: the blacks, and the pegs shared (black or white)."""
    answers = [turn.feedback for turn in turns]
    return packed([black for black, _ in answers]), packed([sum(answer) for answer in answers])


def chunks(turns: Sequence[Turn]) -> list[Sequence[Turn]]:
    """Split the turns into chunks that fit a word; at least one chunk, which may be empty."""
    return [
        turns[start : start + TURNS_A_WORD] for start in range(0, len(turns) or 1, TURNS_A_WORD)
    ]
