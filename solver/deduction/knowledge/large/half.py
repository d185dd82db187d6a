"""One half of the codes: its fillings, their multisets of colours, and their groups.

Numbers of pegs are packed into words, four bits each, so that one addition handles them all. No
number of pegs is above 8, and neither is a sum over the two halves of a code, so four bits never
overflow into the next four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.large import kernels
from solver.deduction.knowledge.large.kernels import Groups, Places
from solver.deduction.rules.game import Codes, Turn, frozen
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


@dataclass(frozen=True, eq=False, repr=False)
class Half:
    """All fillings of one half's holes, and their multisets of colours.

    ``fillings`` is ``[fillings, holes]``, lexicographic; ``colours`` are the multisets' colour
    keys, ascending; ``multiset_of`` gives each filling's multiset. ``by_multiset`` are the fillings
    sorted by multiset; each multiset begins at its place in ``starts``. ``marks`` says which colour
    each hole of a filling has, bit ``hole * choices + colour``; ``possible`` are the marks of all
    fillings of a multiset.
    """

    fillings: Codes
    colours: Words
    multiset_of: Places
    by_multiset: Places
    starts: Places
    marks: Words
    possible: Words


def half(holes: int, choices: int, distinct: bool) -> Half:
    """List the fillings of ``holes`` holes; ``distinct`` leaves out those that repeat a choice."""
    places = choices ** np.arange(holes)[::-1]
    fillings = (np.arange(choices**holes)[:, None] // places % choices).astype(np.uint8)
    if distinct:
        fillings = fillings[has_no_repeat(colour_keys(fillings))]
    colours, multisets = np.unique(colour_keys(fillings), return_inverse=True)
    multiset_of = frozen(multisets.astype(np.int32))
    by_multiset, starts = kernels.members(multiset_of, len(colours))
    marks = (np.int64(1) << np.arange(holes) * choices + fillings.astype(np.int64)).sum(axis=1)
    possible = np.zeros(len(colours), np.int64)
    np.bitwise_or.at(possible, multiset_of, marks)
    return Half(
        frozen(fillings),
        frozen(colours),
        multiset_of,
        frozen(by_multiset),
        frozen(starts),
        frozen(marks),
        frozen(possible),
    )


def joined(words: Sequence[tuple[Words, Words]]) -> tuple[Words, Words]:
    """Combine several words of each filling into one key, equal only if all of them are equal."""
    left, right = words[0]
    for more_left, more_right in words[1:]:
        keys = np.unique(np.concatenate([left, right]), return_inverse=True)[1]
        more = np.unique(np.concatenate([more_left, more_right]), return_inverse=True)[1]
        keys = keys * len(more) + more
        left, right = keys[: len(left)], keys[len(left) :]
    return left, right


def histograms(alike: Groups, blacks: Words) -> Words:
    """Count each group's fillings by their number of blacks, ``[group, blacks]``."""
    counts = np.zeros((len(alike.group_keys), MOST_PEGS // 2 + 1), np.int64)
    group_of = np.repeat(np.arange(len(counts)), alike.sizes)
    np.add.at(counts, (group_of, blacks[alike.order]), 1)
    return counts


def groups(half: Half, keys: Words) -> Groups:
    keys = frozen(keys)
    order, starts, group_keys, first = kernels.group(keys, half.by_multiset, half.starts)
    return Groups(keys, frozen(order), frozen(starts), frozen(group_keys), frozen(first))
