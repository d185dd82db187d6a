"""Compiled walks at random over a nearly empty board, by Warnsdorff's rule."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import inner, kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]

ONE = np.uint64(1)
whole: Any = np.int64  # of an unsigned or narrower number
SIX, LOW = np.uint64(6), np.uint64(63)
# SplitMix64 (Steele, Lea and Flood 2014)
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)


@inner("int64(uint64[::1], int64)")
def below(chance: Words, count: int) -> Any:
    """A random number from 0 up to, but without, a count; ``chance`` is where the stream stands."""
    chance[0] += STEP
    word = chance[0]
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    word = word ^ (word >> np.uint64(31))
    return whole(((word >> HALF) * np.uint64(count)) >> HALF)


@inner("int64(uint64[:, ::1], int64, int64)")
def has(domains: Words, k: int, place: int) -> Any:
    """1 if a number fits the cell at a place, else 0."""
    at = np.uint64(place)
    return whole((domains[k, whole(at >> SIX)] >> (at & LOW)) & ONE)


@inner("int64(uint8[::1], int64[::1], int64)")
def ways_out(free: Flags, shifts: Numbers, place: int) -> int:
    count = 0
    for shift in shifts:
        count += whole(free[place - shift]) + whole(free[place + shift])
    return count


@inner("int64(int64[::1], uint8[::1], int64[::1], int64, int64, int64)")
def walls_in(
    given: Numbers, free: Flags, shifts: Numbers, place: int, number: int, last: int
) -> int:
    """1 if a number at a place leaves too few free cells beside a given that is still to come."""
    for shift in shifts:
        for beside in range(place - shift, place + shift + 1, 2 * shift):
            if free[beside] and given[beside] > number + 1:
                needed = 1 if given[beside] == last else 2
                if ways_out(free, shifts, beside) <= needed:
                    return 1
    return 0


@inner("int64(uint64[:, ::1], int64[::1], uint8[::1], int64[::1], uint64[::1], int64[::1], int64)")
def walk(
    domains: Words,
    shifts: Numbers,
    free: Flags,
    given: Numbers,
    chance: Words,
    path: Numbers,
    loose: int,
) -> Any:
    """Walk from 1 on, where fewest ways are left, each number where it fits; how far it got.

    A loose walk asks only where 1 fits.
    """
    count, stride = domains.shape
    place = 0
    seen = 0
    for start in range(64, 64 * stride - 64):
        if has(domains, 0, start):
            seen += 1
            if below(chance, seen) == 0:
                place = start
    path[0] = place
    free[place] = 0
    for k in range(1, count):
        best = 0
        least = 1 << 30
        ties = 0
        for shift in shifts:
            for fresh in range(place - shift, place + shift + 1, 2 * shift):
                if free[fresh] == 0 or (loose == 0 and has(domains, k, fresh) == 0):
                    continue
                ways = ways_out(free, shifts, fresh)
                if ways > least or (ways == 0 and k < count - 1):
                    continue
                if given[fresh] < 0 and walls_in(given, free, shifts, fresh, k + 1, count):
                    continue
                if ways < least:
                    least = ways
                    ties = 0
                ties += 1
                if below(chance, ties) == 0:
                    best = fresh
        if best == 0:
            return k
        place = best
        path[k] = place
        free[place] = 0
    return count


@inner("int64(uint64[:, ::1], uint64[::1], int64[::1], uint64[::1], int64[::1], int64[::1])")
def turn_end(
    domains: Words, board: Words, shifts: Numbers, chance: Words, path: Numbers, order: Numbers
) -> int:
    """Change a path until its last number fits where it ends; 1 if it does, 0 after many moves.

    A move joins the end to a cell beside it, and turns round what followed that cell (Mansfield's
    "backbite", 1982). ``order`` holds the number, from 0, by place.
    """
    count = domains.shape[0]
    for k in range(count):
        order[path[k]] = k
    for _ in range(30 * count):
        end = path[count - 1]
        if has(domains, count - 1, end):
            return 1
        shift = shifts[below(chance, shifts.shape[0])]
        beside = end + shift * (2 * below(chance, 2) - 1)
        at = np.uint64(beside)
        if (board[np.int64(at >> SIX)] >> (at & LOW)) & ONE:
            low = order[beside] + 1
            high = count - 1
            while low < high:
                one = path[low]
                other = path[high]
                path[low] = other
                path[high] = one
                order[other] = low
                order[one] = high
                low += 1
                high -= 1
    return 0


@inner("int64(uint64[:, ::1], int64[::1], int64[::1])")
def note_givens(domains: Words, shifts: Numbers, given: Numbers) -> int:
    """Write the number placed at each place, -1 beside such; 1 if only ends are placed."""
    count, stride = domains.shape
    loose = 1
    for k in range(count):
        only = 0
        size = 0
        for place in range(64, 64 * stride - 64):
            if has(domains, k, place):
                only = place
                size += 1
        if size == 1:
            given[only] = k + 1
            loose &= k == 0 or k == count - 1
            for shift in shifts:
                for beside in (only - shift, only + shift):
                    given[beside] = given[beside] or -1
    return loose


@kernel("int64(uint64[:, ::1], uint64[::1], int64[::1], int64, int64, int64[::1])")
def walk_until_through(
    domains: Words, board: Words, shifts: Numbers, first: int, last: int, path: Numbers
) -> int:
    """Walk from one try to before another until a walk gets through; the next try, or -1."""
    count, stride = domains.shape
    free = np.zeros(64 * stride + 64, np.uint8)
    order = np.zeros(64 * stride + 64, np.int64)
    given = np.zeros(64 * stride + 64, np.int64)
    chance = np.zeros(1, np.uint64)
    loose = note_givens(domains, shifts, given)
    for tried in range(first, last):
        for place in range(64 * stride):
            at = np.uint64(place)
            free[place] = np.uint8((board[np.int64(at >> SIX)] >> (at & LOW)) & ONE)
        chance[0] = np.uint64(tried) * FIRST
        if walk(domains, shifts, free, given, chance, path, loose) == count and (
            loose == 0 or turn_end(domains, board, shifts, chance, path, order)
        ):
            # a walk heeds the ends and givens; other candidates may have been eliminated besides
            fitting = 0
            for k in range(count):
                fitting += has(domains, k, path[k])
            if fitting == count:
                return tried + 1
    return -1
