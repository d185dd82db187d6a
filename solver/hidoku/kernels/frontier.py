"""All paths counted at once, cell by cell: all that matters of a path is how it meets the border.

The border has a slot for each cell that has been entered but has neighbours to come. A state is a
row: a mate for each slot, then a number for each, then bits for the ends of the path: 1 if it has
begun, 2 if it has ended (where numbers don't matter, 1 and 3 for one end and both).

A *mate* says where the piece of a path that ends here has its other end: a slot counted from 1 (its
own: a single cell), or beyond the slots the beginning or the end of the path; 0 if no piece ends
here. A number is that of the cell, or minus the length of the piece if that isn't known, or 0 if
only the first and the last number are given, since then numbers don't matter.

A piece of unknown numbers gets them, and a direction, where it joins one of known numbers, or
begins or ends the path. Where both directions are possible (a fork), each is followed.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels.arrays import INT, NUMBERS, WORDS, Numbers, Words
from solver.hidoku.kernels.bits import ZERO
from solver.kernels import inline, kernel, types, whole

Rows = npt.NDArray[np.int16]
Row = Any  # one of them, whose entries are plain numbers

NO_ROOM = -1  # for another state
FORKS = 1 << 8  # more ways through the forks of a step than there are: three, each both ways
CHOICE, USED = range(2)  # which way through the forks, as bits from above; the forks so far
MIXING = np.uint64(0x9E3779B97F4A7C15)  # 2^64 by the golden ratio, as Knuth multiplies
SHIFT = np.uint64(29)


class Frontier(NamedTuple):
    """A cell to enter: its slot, mate and number, the slots of its neighbours, and those to close.

    The path must join it with the first ``joined`` neighbours. ``fits`` says which number fits the
    cell in which slot, ``known`` how many numbers up to one have a known cell, and ``longest`` how
    long a piece of unknown numbers may be.
    """

    slot: int
    mate: int
    number: int
    near: Numbers
    joined: int
    closed: Numbers
    fits: npt.NDArray[np.uint8]
    known: Numbers
    longest: int
    is_last: int


ROWS = types.int16[:, ::1]
FITS = types.uint8[:, ::1]
FRONTIER = types.NamedTuple(
    (INT, INT, INT, NUMBERS, INT, NUMBERS, FITS, NUMBERS, INT, INT), Frontier
)


@inline
def direction_at(row: Row, size: int, slot: int) -> int:
    """1 if the numbers of a piece rise towards this end, -1 if they fall, 0 for a single cell."""
    mate = row[slot]
    if mate > size:
        return 1 if mate == size + 1 else -1
    if mate == slot + 1:
        return 0
    return 1 if row[size + slot] > row[size + mate - 1] else -1


@inline
def take_fork(forks: Numbers) -> int:
    forks[USED] += 1
    return 1 if forks[CHOICE] & (FORKS >> forks[USED]) else -1


@inline
def can_hold(frontier: Frontier, first: int, step: int, length: int, slot: int, end: int) -> bool:
    """Whether a piece of unknown numbers can hold these, from one slot to another."""
    last = first + step * (length - 1)
    low, high = min(first, last), max(first, last)
    if low < 1 or high >= frontier.fits.shape[0]:
        return False
    is_free = frontier.known[high] == frontier.known[low - 1]
    return bool(is_free and frontier.fits[first, slot] and frontier.fits[last, end])


@inline
def tie(frontier: Frontier, row: Row, mate: int, other: int) -> bool:
    """Make these the ends of one piece; False if that's a whole path, and cells are to come."""
    size = frontier.fits.shape[1]
    if mate <= size:
        row[mate - 1] = other
    if other <= size:
        row[other - 1] = mate
    return bool(frontier.is_last or mate <= size or other <= size)


@inline
def join(frontier: Frontier, row: Row, u: int, v: int, forks: Numbers) -> bool:
    """Let the path go from one slot to another; False if it can't."""
    size = frontier.fits.shape[1]
    if row[size + u] < 0 < row[size + v]:
        u, v = v, u
    mate, other, here, there = row[u], row[v], row[size + u], row[size + v]
    if not mate or not other or mate == v + 1:
        return False
    if here < 0:
        if here + there < -frontier.longest:
            return False
        row[size + mate - 1] = row[size + other - 1] = here + there
    elif here > 0:
        step = direction_at(row, size, u)
        if there > 0:
            step = step if step else there - here
            if there - here != step or abs(step) != 1 or direction_at(row, size, v) == step:
                return False
        else:
            step = step if step else take_fork(forks)
            if not can_hold(frontier, here + step, step, -there, v, other - 1):
                return False
            row[size + other - 1] = here - step * there
    if mate != u + 1:
        row[size + u] = 0
    if other != v + 1:
        row[size + v] = 0
    row[u] = row[v] = 0
    return tie(frontier, row, mate, whole(other))


@inline
def close(frontier: Frontier, row: Row, slot: int, forks: Numbers) -> bool:
    """Let a cell without neighbours to come leave; a piece that ends there ends the path."""
    size, last = frontier.fits.shape[1], frontier.fits.shape[0] - 1
    mate, number, ends = row[slot], row[size + slot], row[2 * size]
    if not mate or mate == slot + 1:
        return not mate
    end = 2 if ends else 1
    if number:
        step = take_fork(forks) if number < 0 else direction_at(row, size, slot)
        end, first = (2, last) if step > 0 else (1, 1)
        if number < 0:
            if not can_hold(frontier, first, -step, -number, slot, mate - 1):
                return False
            row[size + mate - 1] = first + step * (number + 1)
        elif number != first:
            return False
    if ends & end:
        return False
    row[slot] = row[size + slot] = 0
    row[2 * size] = ends | end
    return tie(frontier, row, mate, size + (end if number else 1))


@inline
def enter(frontier: Frontier, row: Row, first: int, second: int, forks: Numbers) -> bool:
    """Enter the cell, join it with up to two neighbours (-1: none), and close what is done."""
    row[frontier.slot] = frontier.mate
    row[frontier.fits.shape[1] + frontier.slot] = frontier.number
    for k in (first, second):
        if k >= 0 and not join(frontier, row, frontier.near[k], frontier.slot, forks):
            return False
    for slot in frontier.closed:
        if not close(frontier, row, slot, forks):
            return False
    return True


@inline
def find(row: Row, rows: Rows, heads: Numbers, fresh: int) -> int:
    """The place of a state among the new ones, where it is put if it isn't there."""
    code = ZERO
    for entry in row:
        code = (code ^ np.uint64(entry)) * MIXING
        code ^= code >> SHIFT
    head = whole(code) & (heads.shape[0] - 1)
    while heads[head] >= 0:
        at, k = heads[head], 0
        while k < row.shape[0] and rows[at, k] == row[k]:
            k += 1
        if k == row.shape[0]:
            return int(at)
        head = (head + 1) & (heads.shape[0] - 1)
    heads[head] = fresh
    for k in range(row.shape[0]):
        rows[fresh, k] = row[k]
    return fresh


@inline
def add(total: Words, at: int, count: Words, old: int) -> None:
    """Add a number of several words to another."""
    carry = ZERO
    for k in range(total.shape[1]):
        partial = total[at, k] + carry
        carry = np.uint64(partial < carry)
        total[at, k] = partial + count[old, k]
        carry += np.uint64(total[at, k] < partial)


@kernel(INT(FRONTIER, ROWS, WORDS, ROWS, WORDS, NUMBERS))
def advance(
    frontier: Frontier, old_rows: Rows, old_counts: Words, rows: Rows, counts: Words, heads: Numbers
) -> int:
    """Enter a cell in all states; how many new states that makes, or NO_ROOM for them."""
    fresh = whole(0)
    near = frontier.near.shape[0]
    joined = frontier.joined
    row, forks = np.zeros(old_rows.shape[1], np.int16), np.zeros(2, np.int64)
    for old in range(old_rows.shape[0]):
        for first in range(-1, near):
            for second in range(-1, max(0, first)):
                forks[CHOICE] = 0
                if (0 <= first < joined) + (0 <= second < joined) < joined:
                    forks[CHOICE] = FORKS
                while forks[CHOICE] < FORKS:
                    forks[USED] = 0
                    for k in range(row.shape[0]):
                        row[k] = old_rows[old, k]
                    if enter(frontier, row, first, second, forks):
                        if fresh == rows.shape[0]:
                            return NO_ROOM
                        at = find(row, rows, heads, fresh)
                        fresh = max(fresh, at + 1)
                        add(counts, at, old_counts, old)
                    forks[CHOICE] += FORKS >> forks[USED]
    return fresh
