"""Compiled random walks through every cell, by Warnsdorff's rule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels.arrays import INT, NUMBERS, WORD_ROW, WORDS, Flags, Numbers, Words, whole
from solver.hidoku.kernels.bits import has, is_on
from solver.hidoku.kernels.chance import FIRST_FACTOR, below
from solver.hidoku.kernels.paths import turn
from solver.kernels import inline, kernel


class Walk(NamedTuple):
    """A walk on a board, where each number fits the cells of its domain.

    By place, ``free`` says which cells the walk can still enter, ``given`` which number is placed
    there (-1 beside such), and ``order`` how many cells of the path come before.
    """

    domains: Words
    board: Words
    shifts: Numbers
    free: Flags
    given: Numbers
    order: Numbers
    path: Numbers
    chance: Words


@inline
def count_exits(walk: Walk, place: int) -> int:
    count = 0
    for shift in walk.shifts:
        count += whole(walk.free[place - shift]) + whole(walk.free[place + shift])
    return count


@inline
def walls_in(walk: Walk, place: int, number: int) -> bool:
    """Whether a number at a place leaves too few free cells beside a given that is yet to come."""
    free, given, shifts = walk.free, walk.given, walk.shifts
    for shift in shifts:
        for beside in range(place - shift, place + shift + 1, 2 * shift):
            if free[beside] and given[beside] > number + 1:
                needed = 1 if given[beside] == walk.domains.shape[0] else 2
                if count_exits(walk, beside) <= needed:
                    return True
    return False


@inline
def draw_start(walk: Walk) -> int:
    """Draw a place that 1 fits."""
    domains = walk.domains
    start = 0
    count = 0
    for place in range(64, 64 * domains.shape[1] - 64):
        if has(domains, 0, place):
            count += 1
            if below(walk.chance, count) == 0:
                start = place
    return start


@inline
def narrowest_step(walk: Walk, place: int, k: int, loose: bool) -> int:
    """The next place, where the fewest cells can be entered from, ties at random; 0 if none."""
    domains, free, shifts = walk.domains, walk.free, walk.shifts
    best = 0
    least = 1 << 30
    ties = 0
    for shift in shifts:
        for fresh in range(place - shift, place + shift + 1, 2 * shift):
            if free[fresh] == 0 or (not loose and has(domains, k, fresh) == 0):
                continue
            exits = count_exits(walk, fresh)
            if exits > least or (exits == 0 and k < domains.shape[0] - 1):
                continue
            if walk.given[fresh] < 0 and walls_in(walk, fresh, k + 1):
                continue
            if exits < least:
                least = exits
                ties = 0
            ties += 1
            if below(walk.chance, ties) == 0:
                best = fresh
    return best


@inline
def walk_on(walk: Walk, loose: bool) -> bool:
    """Walk from 1 on; whether through every cell. A loose walk asks only where 1 fits."""
    place = draw_start(walk)
    walk.path[0] = place
    walk.free[place] = 0
    for k in range(1, walk.domains.shape[0]):
        place = narrowest_step(walk, place, k, loose)
        if place == 0:
            return False
        walk.path[k] = place
        walk.free[place] = 0
    return True


@inline
def turn_end(walk: Walk) -> bool:
    """Change a path until its last number fits where it ends; False after many moves.

    A move joins the end to a cell beside it, and turns round what followed that cell (Mansfield's
    "backbite", 1982).
    """
    domains, shifts, path, order = walk.domains, walk.shifts, walk.path, walk.order
    count = domains.shape[0]
    for k in range(count):
        order[path[k]] = k
    for _ in range(30 * count):
        end = path[count - 1]
        if has(domains, count - 1, end):
            return True
        shift = shifts[below(walk.chance, shifts.shape[0])]
        beside = end + shift * (2 * below(walk.chance, 2) - 1)
        if is_on(walk.board, beside):
            turn(path, order, order[beside] + 1, count)
    return False


@inline
def note_givens(walk: Walk) -> bool:
    """Write the number placed at each place, -1 beside such; whether only ends are placed."""
    domains, given = walk.domains, walk.given
    count, stride = domains.shape
    loose = True
    for k in range(count):
        placed = 0
        size = 0
        for place in range(64, 64 * stride - 64):
            if has(domains, k, place):
                placed = place
                size += 1
        if size == 1:
            given[placed] = k + 1
            loose &= k == 0 or k == count - 1
            for shift in walk.shifts:
                for beside in (placed - shift, placed + shift):
                    given[beside] = given[beside] or -1
    return loose


@inline
def fits(walk: Walk) -> bool:
    """Whether each number fits: more candidates than a walk heeds may have been eliminated."""
    for k in range(walk.domains.shape[0]):
        if has(walk.domains, k, walk.path[k]) == 0:
            return False
    return True


@kernel(INT(WORDS, WORD_ROW, NUMBERS, INT, INT, NUMBERS))
def walk_until_through(
    domains: Words, board: Words, shifts: Numbers, first: int, last: int, path: Numbers
) -> int:
    """Walk from one attempt to before another until a walk gets through; the next, or -1."""
    size = 64 * domains.shape[1] + 64
    walk = Walk(
        domains,
        board,
        shifts,
        np.zeros(size, np.uint8),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        path,
        np.zeros(1, np.uint64),
    )
    loose = note_givens(walk)
    for attempt in range(first, last):
        for place in range(size - 64):
            walk.free[place] = np.uint8(is_on(board, place))
        walk.chance[0] = np.uint64(attempt) * FIRST_FACTOR
        if walk_on(walk, loose) and (not loose or turn_end(walk)) and fits(walk):
            return attempt + 1
    return -1
