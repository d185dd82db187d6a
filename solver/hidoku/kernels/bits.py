"""Cells as bits.

A mask is a row of words between two guards of zero, so that a shift never has to ask where it is.
A cell's *place* is its bit counted from the first guard on, so that place 0 is never a cell.
Numbers count from 0 here: number k is k + 1 on the board.
"""

import numpy as np

from solver.hidoku.kernels.arrays import Word, Words
from solver.kernels import inline, popcount, whole

ZERO = np.uint64(0)
ONE = np.uint64(1)
SIX = np.uint64(6)
LOW = np.uint64(63)


@inline
def count_bits(word: Word) -> int:
    return whole(popcount(word))


@inline
def lowest_bit(word: Word) -> Word:
    return word & (~word + ONE)


@inline
def word_of(place: int) -> int:
    return whole(np.uint64(place) >> SIX)


@inline
def bit_of(place: int) -> Word:
    """The bit of a place in its word."""
    return ONE << (np.uint64(place) & LOW)


@inline
def place_of(w: int, bit: Word) -> int:
    """The place of a single bit in word w."""
    return 64 * w + count_bits(bit - ONE)


@inline
def is_on(board: Words, place: int) -> bool:
    return bool((board[word_of(place)] & bit_of(place)) != ZERO)


@inline
def has(domains: Words, k: int, place: int) -> int:
    """1 if a number fits the cell at a place, else 0; there is no number below 0."""
    if k < 0 or k >= domains.shape[0]:
        return 0
    at = np.uint64(place)
    return whole((domains[k, whole(at >> SIX)] >> (at & LOW)) & ONE)


@inline
def next_place(domains: Words, k: int, place: int) -> int:
    """The first place of a number after a place; 0 if there is none."""
    at = np.uint64(place + 1)
    w = whole(at >> SIX)
    word = domains[k, w] >> (at & LOW) << (at & LOW)
    while word == ZERO:
        w += 1
        if w >= domains.shape[1] - 1:
            return 0
        word = domains[k, w]
    return place_of(w, lowest_bit(word))


@inline
def size_of(domains: Words, k: int) -> int:
    count = 0
    for w in range(1, domains.shape[1] - 1):
        if domains[k, w] != ZERO:
            count += count_bits(domains[k, w])
    return count


@inline
def is_single(domains: Words, k: int) -> int:
    """1 if a number has one cell, else 0."""
    count = 0
    for w in range(1, domains.shape[1] - 1):
        word = domains[k, w]
        if word != ZERO:
            if count or (word & (word - ONE)) != ZERO:
                return 0
            count = 1
    return count
