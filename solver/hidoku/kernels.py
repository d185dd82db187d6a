"""Compiled propagation and search over cell masks; the plain twin is ``domains.py``.

``domains[k, w]`` is word w of the cells of number k + 1. Words 0 and the last are guards of zero,
so that a shift never has to ask where it is; a shift is less than 64 since no board is wider than
50. ``shifts`` are used in both directions. What a mask loses is written to a trail (``trail_at``,
``trail_old``; an empty trail switches this off), so that going back costs what was changed.

A depth-first search keeps its position in arrays between calls: ``state`` (the indices below),
``choice`` (the number tried at a depth), ``rest`` (its cells still to try), ``marks`` (the length
of the trail there). Conflict learning was left out: sweeps with distinct neighbours decide most
boards without a single try.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]

ZERO = np.uint64(0)
ONE = np.uint64(1)

# the search's state
PHASE, DEPTH, TRAIL, NODES, SUCCESSORS, CHILDREN, SOLUTIONS, DEEPEST = range(8)
STATES = 8
OPEN, NEXT = 0, 1  # phases: look at the position as it is, or go on to the next try
PAUSED, FOUND, DONE = 0, 1, 2  # how a call ends


@kernel("int64(uint64)")
def count_bits(word: Any) -> int:
    """How many bits a word has (Kernighan's loop; masks are mostly sparse)."""
    count = 0
    while word != ZERO:
        word &= word - ONE
        count += 1
    return count


@kernel("int64(uint64[::1])")
def size_of(mask: Words) -> int:
    """How many cells a mask has."""
    count = 0
    for word in mask:
        count += count_bits(word)
    return count


@kernel("uint8(uint64[::1])")
def has_one(mask: Words) -> Any:
    """1 if a mask has exactly one cell, else 0."""
    seen = 0
    for word in mask:
        if word != ZERO:
            if seen or (word & (word - ONE)) != ZERO:
                return np.uint8(0)
            seen = 1
    return np.uint8(seen)


@kernel("void(uint64[:, ::1], int64, uint64[::1], int64[::1], uint64[::1], int64[::1])")
def replace(
    domains: Words,
    k: int,
    mask: Words,
    trail_at: Numbers,
    trail_old: Words,
    state: Numbers,
) -> None:
    """Set the mask of one number, noting the old words on the trail."""
    stride = domains.shape[1]
    for w in range(1, stride - 1):
        if domains[k, w] != mask[w]:
            if trail_at.shape[0] > 0:
                trail_at[state[TRAIL]] = k * stride + w
                trail_old[state[TRAIL]] = domains[k, w]
                state[TRAIL] += 1
            domains[k, w] = mask[w]


@kernel("int64(uint64[:, ::1], int64, int64[::1], uint64[::1])")
def narrow(domains: Words, k: int, shifts: Numbers, kept: Words) -> int:
    """Write to ``kept`` the cells of a number that both path neighbours, distinct, still reach.

    Returns 0 if none is left, 1 if all stay, 2 if some go.
    """
    last = domains.shape[0] - 1
    some = False
    changed = False
    for w in range(1, domains.shape[1] - 1):
        below = ZERO
        above = ZERO
        once = ZERO
        twice = ZERO
        for shift in shifts:
            up = np.uint64(shift)
            down = np.uint64(64 - shift)
            moved_up = ZERO
            moved_down = ZERO
            if k > 0:
                moved_up = (domains[k - 1, w] << up) | (domains[k - 1, w - 1] >> down)
                moved_down = (domains[k - 1, w] >> up) | (domains[k - 1, w + 1] << down)
                below |= moved_up | moved_down
            if k < last:
                upper_up = (domains[k + 1, w] << up) | (domains[k + 1, w - 1] >> down)
                upper_down = (domains[k + 1, w] >> up) | (domains[k + 1, w + 1] << down)
                above |= upper_up | upper_down
                moved_up |= upper_up
                moved_down |= upper_down
            twice |= once & moved_up
            once |= moved_up
            twice |= once & moved_down
            once |= moved_down
        mask = domains[k, w]
        if k > 0:
            mask &= below
        if k < last:
            mask &= above
        if 0 < k < last:
            mask &= twice
        kept[w] = mask
        some |= mask != ZERO
        changed |= mask != domains[k, w]
    if not some:
        return 0
    return 2 if changed else 1


@kernel("void(uint8[::1], int64)")
def spoil(stale: Flags, k: int) -> None:
    """Mark the path neighbours of a number for another look."""
    if k > 0:
        stale[k - 1] = 1
    if k + 1 < stale.shape[0]:
        stale[k + 1] = 1


@kernel("int64(uint64[:, ::1], int64, uint64[::1], uint64[::1])")
def meet(domains: Words, k: int, mask: Words, kept: Words) -> int:
    """Write to ``kept`` the cells of a number in a mask: 0 if there are none, 1 all, 2 fewer."""
    some = False
    changed = False
    for w in range(1, domains.shape[1] - 1):
        kept[w] = domains[k, w] & mask[w]
        some |= kept[w] != ZERO
        changed |= kept[w] != domains[k, w]
    if not some:
        return 0
    return 2 if changed else 1


@kernel("int64(uint64[:, ::1], int64[::1], uint8[::1], int64[::1], uint64[::1], int64[::1])")
def sweep(
    domains: Words,
    shifts: Numbers,
    stale: Flags,
    trail_at: Numbers,
    trail_old: Words,
    state: Numbers,
) -> int:
    """Narrow up and down the numbers until none is stale; 0 if one has no cell left."""
    count, stride = domains.shape
    kept = np.zeros(stride, np.uint64)
    busy = True
    while busy:
        busy = False
        for step in range(2 * count):
            k = step if step < count else 2 * count - 1 - step
            if stale[k]:
                stale[k] = 0
                outcome = narrow(domains, k, shifts, kept)
                if outcome == 0:
                    return 0
                if outcome == 2:
                    replace(domains, k, kept, trail_at, trail_old, state)
                    spoil(stale, k)
                    busy = True
    return 1


@kernel("int64(uint64[:, ::1], uint8[::1], int64[::1], uint64[::1], int64[::1])")
def take_cells(
    domains: Words, stale: Flags, trail_at: Numbers, trail_old: Words, state: Numbers
) -> int:
    """Take the cell of each number that has one from all others: 0 dead, 1 no change, 2 changed."""
    count, stride = domains.shape
    kept = np.zeros(stride, np.uint64)
    free = np.full(stride, ~ZERO)
    for k in range(count):
        if has_one(domains[k]):
            if meet(domains, k, free, kept) == 0:
                return 0
            for w in range(1, stride - 1):
                free[w] &= ~domains[k, w]
    result = 1
    for k in range(count):
        if has_one(domains[k]) == 0:
            outcome = meet(domains, k, free, kept)
            if outcome == 0:
                return 0
            if outcome == 2:
                replace(domains, k, kept, trail_at, trail_old, state)
                spoil(stale, k)
                result = 2
    return result


@kernel("int64(uint64[:, ::1], uint64[::1], uint8[::1], int64[::1], uint64[::1], int64[::1])")
def take_numbers(
    domains: Words,
    board: Words,
    stale: Flags,
    trail_at: Numbers,
    trail_old: Words,
    state: Numbers,
) -> int:
    """Bind each number to a cell that no other fits: 0 dead, 1 no change, 2 changed."""
    count, stride = domains.shape
    kept = np.zeros(stride, np.uint64)
    once = np.zeros(stride, np.uint64)
    twice = np.zeros(stride, np.uint64)
    for k in range(count):
        for w in range(1, stride - 1):
            twice[w] |= once[w] & domains[k, w]
            once[w] |= domains[k, w]
    for w in range(1, stride - 1):
        if (board[w] & ~once[w]) != ZERO:
            return 0
        once[w] &= ~twice[w]
    result = 1
    for k in range(count):
        if meet(domains, k, once, kept) == 2:
            if has_one(kept) == 0:
                return 0
            replace(domains, k, kept, trail_at, trail_old, state)
            spoil(stale, k)
            result = 2
    return result


@kernel(
    "int64(uint64[:, ::1], uint64[::1], int64[::1], uint8[::1],"
    " int64[::1], uint64[::1], int64[::1])"
)
def settle(
    domains: Words,
    board: Words,
    shifts: Numbers,
    stale: Flags,
    trail_at: Numbers,
    trail_old: Words,
    state: Numbers,
) -> int:
    """Propagate to a fixed point; 1 if the position may live, 0 if it is dead.

    ``stale`` marks the numbers to look at; it is all zero afterwards.
    """
    while True:
        cells = numbers = sweep(domains, shifts, stale, trail_at, trail_old, state)
        if cells:
            cells = take_cells(domains, stale, trail_at, trail_old, state)
        if cells:
            numbers = take_numbers(domains, board, stale, trail_at, trail_old, state)
        if cells == 0 or numbers == 0:
            stale[:] = 0
            return 0
        if cells == 1 and numbers == 1:
            return 1


@kernel("int64(uint64[:, ::1])")
def fewest(domains: Words) -> int:
    """The lowest number with the fewest cells among those with several; -1 if all have one."""
    best = -1
    least = 1 << 30
    for k in range(domains.shape[0]):
        size = size_of(domains[k])
        if 1 < size < least:
            best = k
            least = size
            if size == 2:
                return best
    return best


@kernel(
    "int64(uint64[:, ::1], uint8[::1], int64[::1], uint64[::1],"
    " int64[::1], uint64[:, ::1], int64[::1], int64[::1])"
)
def advance(
    domains: Words,
    stale: Flags,
    trail_at: Numbers,
    trail_old: Words,
    choice: Numbers,
    rest: Words,
    marks: Numbers,
    state: Numbers,
) -> int:
    """Go back to the deepest choice with a cell left and try that cell; 0 if there is none."""
    stride = domains.shape[1]
    fresh = np.zeros(stride, np.uint64)
    while state[DEPTH] > 0:
        level = state[DEPTH] - 1
        # undo what was done since the choice
        while state[TRAIL] > marks[level]:
            state[TRAIL] -= 1
            at = trail_at[state[TRAIL]]
            domains[at // stride, at % stride] = trail_old[state[TRAIL]]
        # try the lowest cell left
        for w in range(1, stride - 1):
            word = rest[level, w]
            if word != ZERO:
                fresh[w] = word & (~word + ONE)
                rest[level, w] = word & (word - ONE)
                k = choice[level]
                replace(domains, k, fresh, trail_at, trail_old, state)
                spoil(stale, k)
                stale[k] = 1
                return 1
        state[DEPTH] -= 1
    return 0


@kernel(
    "int64(uint64[:, ::1], uint64[::1], int64[::1], uint8[::1], int64[::1], uint64[::1],"
    " int64[::1], uint64[:, ::1], int64[::1], int64[::1], int64, int64)"
)
def explore(
    domains: Words,
    board: Words,
    shifts: Numbers,
    stale: Flags,
    trail_at: Numbers,
    trail_old: Words,
    choice: Numbers,
    rest: Words,
    marks: Numbers,
    state: Numbers,
    most_nodes: int,
    most_solutions: int,
) -> int:
    """Search on until so many nodes or solutions in all, or the end; see the module for the arrays.

    After FOUND the domains hold the solution.
    """
    while True:
        if state[PHASE] == OPEN:
            if state[NODES] >= most_nodes:
                return PAUSED
            state[NODES] += 1
            state[PHASE] = NEXT
            if settle(domains, board, shifts, stale, trail_at, trail_old, state) == 1:
                k = fewest(domains)
                if k < 0:
                    state[SOLUTIONS] += 1
                    if state[SOLUTIONS] >= most_solutions:
                        return FOUND
                else:
                    level = state[DEPTH]
                    family = size_of(domains[k])
                    choice[level] = k
                    rest[level] = domains[k]
                    marks[level] = state[TRAIL]
                    state[SUCCESSORS] += family * family
                    state[CHILDREN] += family
                    state[DEPTH] = level + 1
                    state[DEEPEST] = max(state[DEEPEST], state[DEPTH])
        if advance(domains, stale, trail_at, trail_old, choice, rest, marks, state) == 0:
            return DONE
        state[PHASE] = OPEN


@kernel("void(uint64[:, ::1], int64[::1])")
def read_path(domains: Words, path: Numbers) -> None:
    """Write for each number the bit it stands at; the domains must be solved."""
    for k in range(domains.shape[0]):
        for w in range(1, domains.shape[1] - 1):
            word = domains[k, w]
            if word != ZERO:
                path[k] = 64 * (w - 1) + count_bits((word & (~word + ONE)) - ONE)
