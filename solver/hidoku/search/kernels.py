"""Compiled propagation and search over cell masks; the plain twin is ``domains.py``.

``domains[k, w]`` is word w of the cells of number k + 1. Words 0 and the last are guards of zero,
so that a shift never has to ask where it is; a shift is less than 64 since no board is wider than
50. A cell's place is its bit counted from the first guard on, so that place 0 is never a cell.
``shifts`` are used in both directions. ``links`` has a row for each cell that a link concerns: its
place, the places of its one or two links (0 for none), and the places of all cells a path can come
from. What a mask loses is written to a ``trail`` of rows (word, old value), so that going back
costs what was changed; an empty trail switches this off.

A depth-first search keeps its position in arrays between calls: ``state`` (the indices below),
``choice`` (the number tried at a depth), ``rest`` (its cells still to try), ``marks`` (the length
of the trail there). It ends as STUCK where it has opened many nodes for few solutions; conflict
learning goes on from there (``clause_learning``).

Measured on the way: words without a candidate are skipped, distinct neighbours are looked at only
near cells that fit both the number before and the one after, and cells are taken only after a
number has got a single cell: together this halves the time of a board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import inner, kernel

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]

ZERO = np.uint64(0)
ONE = np.uint64(1)
whole: Any = np.int64  # of an unsigned or narrower number
# masks and shifts of the parallel count of bits (Warren, "Hacker's Delight", 5-1)
PAIRS, FOURS, EIGHTS = (
    np.uint64(0x5555555555555555),
    np.uint64(0x3333333333333333),
    np.uint64(0x0F0F0F0F0F0F0F0F),
)
BYTES = np.uint64(0x0101010101010101)
TWO, FOUR, TOP = np.uint64(2), np.uint64(4), np.uint64(56)
SIX, LOW = np.uint64(6), np.uint64(63)  # place >> 6 is its word, place & 63 its bit there

# the search's state
PHASE, DEPTH, TRAIL, NODES, SUCCESSORS, CHILDREN, SOLUTIONS, DEEPEST, FRESH, PATIENCE = range(10)
PROBES, HOPES, AT, LISTED, ELIMINATED = range(10, 15)  # of probes at the root
LEFT, LOWEST, HIGHEST, QUEUED, DEAD = range(15, 20)  # of a position followed candidate by candidate
STATES = 20
OPEN, NEXT = 0, 1  # phases: look at the position as it is, or go on to the next try
PAUSED, FOUND, DONE, STUCK = 0, 1, 2, 3  # how a call ends
CREDIT = 40  # nodes that each solution found earns before the search counts as stuck

# levels of propagation: each adds to the one before
REACH, SINGLES, DISTINCT = 0, 1, 2

KEPT, TAKEN, ONCE, TWICE = range(4)  # rows of room, masks that are worked on
ROOMS = 4

BELOW, ABOVE = 1, 2  # why a number is stale: the number before it has lost cells, or the one after
STALE = BELOW | ABOVE

LINKED, WAYS = 1, 3  # columns of links: the cells linked, the cells a path can come from


@inner("int64(uint64)")
def count_bits(word: Any) -> Any:
    word = word - ((word >> ONE) & PAIRS)
    word = (word & FOURS) + ((word >> TWO) & FOURS)
    word = (word + (word >> FOUR)) & EIGHTS
    return whole((word * BYTES) >> TOP)


@inner("int64(uint64[:, ::1], int64)")
def size_of(domains: Words, k: int) -> int:
    count = 0
    for w in range(1, domains.shape[1] - 1):
        if domains[k, w] != ZERO:
            count += count_bits(domains[k, w])
    return count


@inner("int64(uint64[:, ::1], int64)")
def is_single(domains: Words, k: int) -> int:
    seen = 0
    for w in range(1, domains.shape[1] - 1):
        word = domains[k, w]
        if word != ZERO:
            if seen or (word & (word - ONE)) != ZERO:
                return 0
            seen = 1
    return seen


@inner("int64(uint64[:, ::1], int64, int64)")
def has(domains: Words, k: int, place: int) -> Any:
    """1 if a number fits the cell at a place, else 0; there is no number below 0."""
    if k < 0 or k >= domains.shape[0]:
        return 0
    at = np.uint64(place)
    return whole((domains[k, whole(at >> SIX)] >> (at & LOW)) & ONE)


@inner("void(uint64[:, ::1], int64, uint64[::1], uint64[:, ::1], int64[::1])")
def replace(domains: Words, k: int, mask: Words, trail: Words, state: Numbers) -> None:
    """Set the mask of one number, noting the old words on the trail."""
    stride = domains.shape[1]
    for w in range(1, stride - 1):
        if domains[k, w] != mask[w]:
            if trail.shape[0] > 0:
                trail[state[TRAIL], 0] = np.uint64(k * stride + w)
                trail[state[TRAIL], 1] = domains[k, w]
                state[TRAIL] += 1
            domains[k, w] = mask[w]
    state[FRESH] |= is_single(domains, k)


@inner("uint64(uint64, uint64, uint64, int64)")
def up(left: Any, word: Any, _: Any, shift: int) -> Any:
    """A word of a mask moved up, with what comes over from the word before."""
    return (word << np.uint64(shift)) | (left >> np.uint64(64 - shift))


@inner("uint64(uint64, uint64, uint64, int64)")
def down(_: Any, word: Any, right: Any, shift: int) -> Any:
    """A word of a mask moved down, with what comes over from the word after."""
    return (word >> np.uint64(shift)) | (right << np.uint64(64 - shift))


@inner("uint64(uint64[:, ::1], int64, int64, int64[::1])")
def near(domains: Words, k: int, w: int, shifts: Numbers) -> Any:
    """Word w of the cells that touch a cell of a number.

    The two, three or four shifts are written out: a loop would be made ready for more.
    """
    left = domains[k, w - 1]
    word = domains[k, w]
    right = domains[k, w + 1]
    found = up(left, word, right, shifts[0]) | down(left, word, right, shifts[0])
    found |= up(left, word, right, shifts[1]) | down(left, word, right, shifts[1])
    if shifts.shape[0] > 2:
        found |= up(left, word, right, shifts[2]) | down(left, word, right, shifts[2])
    if shifts.shape[0] > 3:
        found |= up(left, word, right, shifts[3]) | down(left, word, right, shifts[3])
    return found


@inner("uint64(uint64[:, ::1], int64, int64, int64[::1])")
def paired(domains: Words, k: int, w: int, shifts: Numbers) -> Any:
    """Word w of the cells that touch two different cells of the numbers before and after."""
    left = domains[k - 1, w - 1] | domains[k + 1, w - 1]
    word = domains[k - 1, w] | domains[k + 1, w]
    right = domains[k - 1, w + 1] | domains[k + 1, w + 1]
    once = up(left, word, right, shifts[0])
    moved = down(left, word, right, shifts[0])
    twice = once & moved
    once |= moved
    for i in range(1, shifts.shape[0]):
        moved = up(left, word, right, shifts[i])
        twice |= once & moved
        once |= moved
        moved = down(left, word, right, shifts[i])
        twice |= once & moved
        once |= moved
    return twice


@inner("int64(uint64[:, ::1], int64, int64[:, ::1], int64, int64)")
def is_joined(domains: Words, k: int, links: Numbers, row: int, level: int) -> Any:
    """1 if a number's path can come from and go on to the cells a link leaves for its cell."""
    last = domains.shape[0] - 1
    below = above = both = 0
    for i in range(WAYS, links.shape[1]):
        under = has(domains, k - 1, links[row, i])
        over = has(domains, k + 1, links[row, i])
        below += under
        above += over
        both += under | over
    if (k > 0 and below == 0) or (k < last and above == 0):
        return 0
    if level >= DISTINCT and 0 < k < last and both < 2:
        return 0
    one = links[row, LINKED]
    other = links[row, LINKED + 1]
    if one == 0:
        return 1
    under = has(domains, k - 1, one)
    over = has(domains, k + 1, one)
    if other == 0:
        return under | over
    return (under & has(domains, k + 1, other)) | (over & has(domains, k - 1, other))


@inner("void(uint64[:, ::1], int64, int64[:, ::1], uint64[:, ::1], int64)")
def keep_joined(domains: Words, k: int, links: Numbers, room: Words, level: int) -> None:
    """Eliminate from the cells kept those where a number would not go on as links want."""
    for row in range(links.shape[0]):
        at = np.uint64(links[row, 0])
        w = whole(at >> SIX)
        bit = ONE << (at & LOW)
        if (room[KEPT, w] & bit) != ZERO and is_joined(domains, k, links, row, level) == 0:
            room[KEPT, w] &= ~bit


@inner("void(uint8[::1], int64)")
def mark_neighbours_stale(stale: Flags, k: int) -> None:
    if k > 0:
        stale[k - 1] |= ABOVE
    if k + 1 < stale.shape[0]:
        stale[k + 1] |= BELOW


@inner(
    "int64(uint64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1],"
    " uint64[:, ::1], int64[::1], int64)"
)
def sweep(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    room: Words,
    trail: Words,
    state: Numbers,
    level: int,
) -> int:
    """Narrow up and down the numbers until none is stale; 0 if one has no cell left.

    A number keeps the cells that both its path neighbours, distinct, still reach.
    """
    count, stride = domains.shape
    kept = room[KEPT]
    last = count - 1
    low = 0
    high = last
    step = 1
    while low <= high:
        # one way over the stale stretch, which may grow ahead; what is behind waits for the return
        k = low if step > 0 else high
        low, high, begin, end = count, -1, low, high
        while begin <= k <= end:
            if stale[k] == 0:
                k += step
                continue
            side = stale[k]
            stale[k] = 0
            for w in range(1, stride - 1):
                mask = domains[k, w]
                if mask != ZERO and k > 0 and side & BELOW:
                    mask &= near(domains, k - 1, w, shifts)
                if mask != ZERO and k < last and side & ABOVE:
                    mask &= near(domains, k + 1, w, shifts)
                if mask != ZERO and level >= DISTINCT and 0 < k < last:
                    # what touches only one cell of both: that one fits before and after
                    shared = domains[k - 1, w - 1] & domains[k + 1, w - 1]
                    shared |= domains[k - 1, w] & domains[k + 1, w]
                    shared |= domains[k - 1, w + 1] & domains[k + 1, w + 1]
                    if shared != ZERO:
                        mask &= paired(domains, k, w, shifts)
                kept[w] = mask
            if links.shape[0] > 0:
                keep_joined(domains, k, links, room, level)
            some = ZERO
            changed = ZERO
            for w in range(1, stride - 1):
                some |= kept[w]
                changed |= kept[w] ^ domains[k, w]
            if some == ZERO:
                return 0
            if changed != ZERO:
                replace(domains, k, kept, trail, state)
                mark_neighbours_stale(stale, k)
                low = min(low, max(k - 1, 0))
                high = max(high, min(k + 1, last))
                begin = min(begin, low)
                end = max(end, high)
            k += step
        step = -step
    return 1


@inner("int64(uint64[:, ::1], uint8[::1], uint64[:, ::1], uint64[:, ::1], int64[::1])")
def take_cells(domains: Words, stale: Flags, room: Words, trail: Words, state: Numbers) -> int:
    """Take the cell of each number that has one from all others: 0 dead, 1 no change, 2 changed."""
    count, stride = domains.shape
    kept = room[KEPT]
    state[FRESH] = 0
    for w in range(stride):
        room[TAKEN, w] = ZERO
    for k in range(count):
        if is_single(domains, k):
            for w in range(1, stride - 1):
                if (domains[k, w] & room[TAKEN, w]) != ZERO:
                    return 0
                room[TAKEN, w] |= domains[k, w]
    result = 1
    for k in range(count):
        hit = ZERO
        for w in range(1, stride - 1):
            hit |= domains[k, w] & room[TAKEN, w]
        if hit != ZERO and is_single(domains, k) == 0:
            some = ZERO
            for w in range(1, stride - 1):
                kept[w] = domains[k, w] & ~room[TAKEN, w]
                some |= kept[w]
            if some == ZERO:
                return 0
            replace(domains, k, kept, trail, state)
            mark_neighbours_stale(stale, k)
            result = 2
    return result


@inner("int64(uint64[:, ::1], uint64[::1], uint8[::1], uint64[:, ::1], uint64[:, ::1], int64[::1])")
def take_numbers(
    domains: Words, board: Words, stale: Flags, room: Words, trail: Words, state: Numbers
) -> int:
    """Bind each number to a cell that no other fits: 0 dead, 1 no change, 2 changed."""
    count, stride = domains.shape
    kept = room[KEPT]
    for w in range(stride):
        room[ONCE, w] = ZERO
        room[TWICE, w] = ZERO
    for k in range(count):
        for w in range(1, stride - 1):
            room[TWICE, w] |= room[ONCE, w] & domains[k, w]
            room[ONCE, w] |= domains[k, w]
    for w in range(1, stride - 1):
        if (board[w] & ~room[ONCE, w]) != ZERO:
            return 0
        room[ONCE, w] &= ~room[TWICE, w]
    result = 1
    for k in range(count):
        hit = ZERO
        for w in range(1, stride - 1):
            hit |= domains[k, w] & room[ONCE, w]
        if hit != ZERO and is_single(domains, k) == 0:
            for w in range(1, stride - 1):
                kept[w] = domains[k, w] & room[ONCE, w]
            replace(domains, k, kept, trail, state)
            if is_single(domains, k) == 0:
                return 0
            mark_neighbours_stale(stale, k)
            result = 2
    return result


@kernel(
    "int64(uint64[:, ::1], uint64[::1], int64[::1], int64[:, ::1], uint8[::1],"
    " uint64[:, ::1], int64[::1], int64)"
)
def propagate_fully(
    domains: Words,
    board: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    trail: Words,
    state: Numbers,
    level: int,
) -> int:
    """Propagate to a fixed point; 1 if the position may live, 0 if it is dead.

    ``stale`` marks the numbers to look at; it is all zero afterwards.
    """
    room = np.zeros((ROOMS, domains.shape[1]), np.uint64)
    while True:
        alive = sweep(domains, shifts, links, stale, room, trail, state, level)
        changed = 1
        if alive and state[FRESH]:
            changed = alive = take_cells(domains, stale, room, trail, state)
        if alive and changed == 1 and level >= SINGLES:
            changed = alive = take_numbers(domains, board, stale, room, trail, state)
        if alive == 0:
            for k in range(stale.shape[0]):
                stale[k] = 0
            return 0
        if changed == 1:
            return 1


@kernel("int64(uint64[:, ::1])")
def fewest(domains: Words) -> int:
    """The lowest number with the fewest cells among those with several; -1 if all have one."""
    best = -1
    least = 1 << 30
    for k in range(domains.shape[0]):
        size = size_of(domains, k)
        if 1 < size < least:
            best = k
            least = size
            if size == 2:
                return best
    return best


@inner(
    "int64(uint64[:, ::1], uint8[::1], uint64[:, ::1],"
    " int64[::1], uint64[:, ::1], int64[::1], int64[::1])"
)
def advance(
    domains: Words,
    stale: Flags,
    trail: Words,
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
            at = whole(trail[state[TRAIL], 0])
            domains[at // stride, at % stride] = trail[state[TRAIL], 1]
        # try the lowest cell left
        for w in range(1, stride - 1):
            word = rest[level, w]
            if word != ZERO:
                fresh[w] = word & (~word + ONE)
                rest[level, w] = word & (word - ONE)
                k = choice[level]
                replace(domains, k, fresh, trail, state)
                mark_neighbours_stale(stale, k)
                stale[k] = STALE
                return 1
        state[DEPTH] -= 1
    return 0


@inner("int64(uint64[:, ::1], int64[:, ::1])")
def is_known(domains: Words, known: Numbers) -> int:
    """1 if solved domains are one of the known paths (a row of places each), else 0."""
    for row in range(known.shape[0]):
        k = 0
        while k < domains.shape[0] and has(domains, k, known[row, k]):
            k += 1
        if k == domains.shape[0]:
            return 1
    return 0


@kernel(
    "int64(uint64[:, ::1], uint64[::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1],"
    " int64[::1], uint64[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64, int64)"
)
def explore(
    domains: Words,
    board: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    trail: Words,
    choice: Numbers,
    rest: Words,
    marks: Numbers,
    known: Numbers,
    state: Numbers,
    most_nodes: int,
    most_solutions: int,
) -> int:
    """Search on until so many nodes or solutions in all, or the end; see the module for the arrays.

    Solutions that are ``known`` do not count. After FOUND the domains hold the solution.
    """
    while True:
        if state[PHASE] == OPEN:
            if state[NODES] >= most_nodes:
                return PAUSED
            if state[NODES] >= state[PATIENCE] + CREDIT * state[SOLUTIONS]:
                return STUCK
            state[NODES] += 1
            state[PHASE] = NEXT
            if propagate_fully(domains, board, shifts, links, stale, trail, state, DISTINCT) == 1:
                k = fewest(domains)
                if k < 0:
                    if is_known(domains, known) == 0:
                        state[SOLUTIONS] += 1
                        if state[SOLUTIONS] >= most_solutions:
                            return FOUND
                else:
                    level = state[DEPTH]
                    family = size_of(domains, k)
                    choice[level] = k
                    for w in range(domains.shape[1]):
                        rest[level, w] = domains[k, w]
                    marks[level] = state[TRAIL]
                    state[SUCCESSORS] += family * family
                    state[CHILDREN] += family
                    state[DEPTH] = level + 1
                    state[DEEPEST] = max(state[DEEPEST], state[DEPTH])
        if advance(domains, stale, trail, choice, rest, marks, state) == 0:
            return DONE
        state[PHASE] = OPEN


@kernel("void(uint64[:, ::1], int64[::1])")
def read_path(domains: Words, path: Numbers) -> None:
    """Write for each number the place it stands at; the domains must be solved."""
    for k in range(domains.shape[0]):
        for w in range(1, domains.shape[1] - 1):
            word = domains[k, w]
            if word != ZERO:
                path[k] = 64 * w + count_bits((word & (~word + ONE)) - ONE)


@kernel("void(int64[::1], uint64[::1], uint64[:, ::1])")
def set_up(places: Numbers, board: Words, domains: Words) -> None:
    """Fill the domains from the places of the givens (0: not given)."""
    stride = domains.shape[1]
    free = board.copy()
    for place in places:
        if place > 0:
            at = np.uint64(place)
            free[whole(at >> SIX)] &= ~(ONE << (at & LOW))
    for k in range(domains.shape[0]):
        at = np.uint64(places[k])
        given = whole(at >> SIX)
        for w in range(stride):
            domains[k, w] = free[w] if given == 0 else ZERO
        if given > 0:
            domains[k, given] = ONE << (at & LOW)


@inner("void(uint64[:, ::1], uint64[:, ::1])")
def copy(source: Words, target: Words) -> None:
    for k in range(source.shape[0]):
        for w in range(source.shape[1]):
            target[k, w] = source[k, w]


@inner("void(uint64[:, ::1], int64, int64, uint8[::1], int64[::1])")
def put(domains: Words, k: int, place: int, stale: Flags, state: Numbers) -> None:
    """Leave a number one cell only, and mark what to look at."""
    for w in range(domains.shape[1]):
        domains[k, w] = ZERO
    at = np.uint64(place)
    domains[k, whole(at >> SIX)] = ONE << (at & LOW)
    stale[k] = STALE
    mark_neighbours_stale(stale, k)
    state[FRESH] = 1


@inner("int64(uint64[:, ::1], int64, int64)")
def next_place(domains: Words, k: int, place: int) -> Any:
    """The first place of a number after a place; 0 if there is none."""
    at = np.uint64(place + 1)
    w = whole(at >> SIX)
    word = domains[k, w] >> (at & LOW) << (at & LOW)
    while word == ZERO:
        w += 1
        if w >= domains.shape[1] - 1:
            return 0
        word = domains[k, w]
    return 64 * w + count_bits((word & (~word + ONE)) - ONE)


@inner("int64[::1](uint64[:, ::1])")
def by_size(domains: Words) -> Numbers:
    count = domains.shape[0]
    sizes = np.zeros(count, np.int64)
    most = 0
    for k in range(count):
        sizes[k] = size_of(domains, k)
        most = max(most, sizes[k])
    starts = np.zeros(most + 2, np.int64)
    for k in range(count):
        if sizes[k] > 1:
            starts[sizes[k] + 1] += 1
    for size in range(1, most + 2):
        starts[size] += starts[size - 1]
    order = np.zeros(starts[most + 1], np.int64)
    for k in range(count):
        if sizes[k] > 1:
            order[starts[sizes[k]]] = k
            starts[sizes[k]] += 1
    return order


@kernel("void(uint64[:, ::1], uint64[:, ::1], int64[::1], int64[:, ::1], int64[::1])")
def follow(domains: Words, fits: Words, counts: Numbers, spans: Numbers, state: Numbers) -> None:
    """Write which numbers fit each cell, and how many: to follow a position by what it loses.

    ``fits[place, w]`` is word w of the numbers, ``counts[place]`` how many they are. ``spans`` is
    where the words of a number begin and end that aren't empty: few, on a large board.
    """
    for place in range(fits.shape[0]):
        counts[place] = 0
        for w in range(fits.shape[1]):
            fits[place, w] = ZERO
    state[LEFT] = 0
    for k in range(domains.shape[0]):
        bit = ONE << (np.uint64(k) & LOW)
        spans[k, 0] = domains.shape[1]
        for w in range(1, domains.shape[1] - 1):
            word = domains[k, w]
            if word != ZERO:
                spans[k, 0] = min(spans[k, 0], w)
                spans[k, 1] = w + 1
            while word != ZERO:
                lowest = word & (~word + ONE)
                word ^= lowest
                place = 64 * w + count_bits(lowest - ONE)
                fits[place, k >> 6] |= bit
                counts[place] += 1
                state[LEFT] += 1
    state[TRAIL] = 0
    state[QUEUED] = 0
    state[DEAD] = 0
    state[LOWEST] = domains.shape[0]
    state[HIGHEST] = -1


@inner(
    "void(uint64[:, ::1], int64, int64, uint64, uint64[:, ::1], int64[::1], int64[::1],"
    " uint64[:, ::1], int64[::1])"
)
def lose(
    domains: Words,
    k: int,
    w: int,
    lost: Any,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    trail: Words,
    state: Numbers,
) -> None:
    """Take some cells of one word from a number; a cell that one number is left for is queued."""
    trail[state[TRAIL], 0] = np.uint64(64 * k + w)
    trail[state[TRAIL], 1] = domains[k, w]
    state[TRAIL] += 1
    domains[k, w] &= ~lost
    others = ~(ONE << (np.uint64(k) & LOW))
    while lost != ZERO:
        lowest = lost & (~lost + ONE)
        lost ^= lowest
        place = 64 * w + count_bits(lowest - ONE)
        fits[place, k >> 6] &= others
        counts[place] -= 1
        state[LEFT] -= 1
        if counts[place] == 1:
            queue[state[QUEUED]] = -place
            state[QUEUED] += 1
        elif counts[place] == 0:
            state[DEAD] = 1


@inner("void(uint64[:, ::1], int64, uint8[::1], int64[::1], int64[:, ::1], int64[::1])")
def note(
    domains: Words, k: int, stale: Flags, queue: Numbers, spans: Numbers, state: Numbers
) -> None:
    """After a number has lost cells: its neighbours are stale, and a last cell is queued."""
    some = ZERO
    several = False
    for w in range(spans[k, 0], spans[k, 1]):
        word = domains[k, w]
        if word != ZERO:
            several |= some != ZERO or (word & (word - ONE)) != ZERO
            some = word
    if some == ZERO:
        state[DEAD] = 1
    elif not several:
        queue[state[QUEUED]] = k
        state[QUEUED] += 1
    mark_neighbours_stale(stale, k)
    state[LOWEST] = min(state[LOWEST], max(k - 1, 0))
    state[HIGHEST] = max(state[HIGHEST], min(k + 1, domains.shape[0] - 1))


@inner(
    "void(uint64[:, ::1], int64, int64, uint8[::1], uint64[:, ::1], int64[::1], int64[::1],"
    " int64[:, ::1], uint64[:, ::1], int64[::1])"
)
def leave(
    domains: Words,
    k: int,
    place: int,
    stale: Flags,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    spans: Numbers,
    trail: Words,
    state: Numbers,
) -> None:
    """Leave a number one of its cells."""
    at = np.uint64(place)
    for w in range(spans[k, 0], spans[k, 1]):
        lost = domains[k, w]
        if w == whole(at >> SIX):
            lost &= ~(ONE << (at & LOW))
        if lost != ZERO:
            lose(domains, k, w, lost, fits, counts, queue, trail, state)
    note(domains, k, stale, queue, spans, state)


@inner(
    "void(uint64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1], int64[::1],"
    " int64[::1], int64[:, ::1], uint64[:, ::1], uint64[:, ::1], int64[::1])"
)
def follow_reach(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    spans: Numbers,
    room: Words,
    trail: Words,
    state: Numbers,
) -> None:
    """``sweep`` at level DISTINCT of a position that is followed."""
    last = domains.shape[0] - 1
    kept = room[KEPT]
    step = 1
    while state[LOWEST] <= state[HIGHEST]:
        low = state[LOWEST]
        high = state[HIGHEST]
        state[LOWEST] = last + 1
        state[HIGHEST] = -1
        k = low if step > 0 else high
        while low <= k <= high:
            if stale[k]:
                side = stale[k]
                stale[k] = 0
                for w in range(spans[k, 0], spans[k, 1]):
                    mask = domains[k, w]
                    if mask != ZERO and k > 0 and side & BELOW:
                        mask &= near(domains, k - 1, w, shifts)
                    if mask != ZERO and k < last and side & ABOVE:
                        mask &= near(domains, k + 1, w, shifts)
                    if mask != ZERO and 0 < k < last:
                        # what touches only one cell of both: that one fits before and after
                        shared = domains[k - 1, w - 1] & domains[k + 1, w - 1]
                        shared |= domains[k - 1, w] & domains[k + 1, w]
                        shared |= domains[k - 1, w + 1] & domains[k + 1, w + 1]
                        if shared != ZERO:
                            mask &= paired(domains, k, w, shifts)
                    kept[w] = mask
                if links.shape[0] > 0:
                    keep_joined(domains, k, links, room, DISTINCT)
                changed = False
                for w in range(spans[k, 0], spans[k, 1]):
                    lost = domains[k, w] & ~kept[w]
                    if lost != ZERO:
                        lose(domains, k, w, lost, fits, counts, queue, trail, state)
                        changed = True
                if changed:
                    note(domains, k, stale, queue, spans, state)
                    if state[DEAD]:
                        return
                    low = min(low, state[LOWEST])
                    high = max(high, state[HIGHEST])
            k += step
        step = -step


@inner(
    "int64(uint64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1], int64[::1],"
    " int64[::1], int64[:, ::1], uint64[:, ::1], uint64[:, ::1], int64[::1])"
)
def follow_on(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    spans: Numbers,
    room: Words,
    trail: Words,
    state: Numbers,
) -> int:
    """``propagate_fully`` at level DISTINCT of a position that is followed; 0 dead, 1 not.

    What it does is counted by what changes, not by the size of the board.
    """
    done = 0
    while state[DEAD] == 0:
        follow_reach(domains, shifts, links, stale, fits, counts, queue, spans, room, trail, state)
        if done == state[QUEUED]:
            break
        while done < state[QUEUED] and state[DEAD] == 0:
            entry = queue[done]
            done += 1
            if entry >= 0:
                # the only cell of a number is taken from the others
                place = next_place(domains, entry, 0)
                at = np.uint64(place)
                bit = ONE << (at & LOW)
                for i in range(fits.shape[1]):
                    word = fits[place, i]
                    while word != ZERO:
                        lowest = word & (~word + ONE)
                        word ^= lowest
                        k = 64 * i + count_bits(lowest - ONE)
                        if k != entry:
                            w = whole(at >> SIX)
                            lose(domains, k, w, bit, fits, counts, queue, trail, state)
                            note(domains, k, stale, queue, spans, state)
            else:
                # the only number of a cell leaves its others
                for i in range(fits.shape[1]):
                    word = fits[-entry, i]
                    if word != ZERO:
                        k = 64 * i + count_bits((word & (~word + ONE)) - ONE)
                        if is_single(domains, k) == 0:
                            leave(
                                domains, k, -entry, stale, fits, counts, queue, spans, trail, state
                            )
    state[QUEUED] = 0
    if state[DEAD] == 0:
        return 1
    for k in range(stale.shape[0]):
        stale[k] = 0
    state[LOWEST] = domains.shape[0]
    state[HIGHEST] = -1
    return 0


@inner("void(uint64[:, ::1], uint64[:, ::1], int64[::1], uint64[:, ::1], int64[::1])")
def take_back(domains: Words, fits: Words, counts: Numbers, trail: Words, state: Numbers) -> None:
    """Give a position that is followed back all that is on the trail."""
    while state[TRAIL] > 0:
        state[TRAIL] -= 1
        at = whole(trail[state[TRAIL], 0])
        k = at >> 6
        w = at & 63
        back = trail[state[TRAIL], 1] & ~domains[k, w]
        domains[k, w] |= back
        bit = ONE << (np.uint64(k) & LOW)
        while back != ZERO:
            lowest = back & (~back + ONE)
            back ^= lowest
            place = 64 * w + count_bits(lowest - ONE)
            fits[place, k >> 6] |= bit
            counts[place] += 1
            state[LEFT] += 1
    state[DEAD] = 0


@inner(
    "int64(uint64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1], int64[::1],"
    " int64[::1], int64[:, ::1], uint64[:, ::1], uint64[:, ::1], int64[::1], uint64[:, ::1], int64)"
)
def try_cells(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    spans: Numbers,
    room: Words,
    trail: Words,
    state: Numbers,
    common: Words,
    k: int,
) -> int:
    """Try all cells of a number in a position that is followed, and settle on what is left.

    Cells that fail at once are eliminated, and so is every candidate that none of the others
    leaves: ``common`` has room for what they all lose. 0 dead, 1 no change, 2 changed.
    """
    alive = 0
    size = 0
    for w in range(spans[k, 0], spans[k, 1]):
        room[ONCE, w] = ZERO  # the cells that fail
    place = next_place(domains, k, 0)
    while place > 0:
        leave(domains, k, place, stale, fits, counts, queue, spans, trail, state)
        if (
            follow_on(domains, shifts, links, stale, fits, counts, queue, spans, room, trail, state)
            == 0
        ):
            take_back(domains, fits, counts, trail, state)
            at = np.uint64(place)
            room[ONCE, whole(at >> SIX)] |= ONE << (at & LOW)
        elif alive == 0:
            size = state[TRAIL]
            for i in range(size):
                at = trail[i, 0]
                common[i, 0] = at
                common[i, 1] = domains[whole(at >> SIX), whole(at & LOW)]
            take_back(domains, fits, counts, trail, state)
            for i in range(size):
                at = common[i, 0]
                common[i, 1] = domains[whole(at >> SIX), whole(at & LOW)] & ~common[i, 1]
            alive = 1
        else:
            left = 0
            for i in range(size):
                at = common[i, 0]
                lost = common[i, 1] & ~domains[whole(at >> SIX), whole(at & LOW)]
                if lost != ZERO:
                    common[left, 0] = at
                    common[left, 1] = lost
                    left += 1
            size = left
            take_back(domains, fits, counts, trail, state)
        place = next_place(domains, k, place)
    for w in range(spans[k, 0], spans[k, 1]):
        if room[ONCE, w] != ZERO:
            lose(domains, k, w, room[ONCE, w], fits, counts, queue, trail, state)
    if state[TRAIL] > 0:
        note(domains, k, stale, queue, spans, state)
    for i in range(size):
        at = common[i, 0]
        j = whole(at >> SIX)
        lost = common[i, 1] & domains[j, whole(at & LOW)]
        if lost != ZERO:
            lose(domains, j, whole(at & LOW), lost, fits, counts, queue, trail, state)
            note(domains, j, stale, queue, spans, state)
    if state[TRAIL] == 0:
        return 1
    state[TRAIL] = 0
    return 2 * follow_on(
        domains, shifts, links, stale, fits, counts, queue, spans, room, trail, state
    )


@kernel(
    "int64(uint64[:, ::1], int64[::1], int64[:, ::1], uint8[::1], uint64[:, ::1], int64[::1],"
    " int64[::1], int64[:, ::1], uint64[:, ::1], int64[::1], uint64[:, ::1], int64[::1], int64)"
)
def shave(
    domains: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    fits: Words,
    counts: Numbers,
    queue: Numbers,
    spans: Numbers,
    trail: Words,
    state: Numbers,
    common: Words,
    order: Numbers,
    most: int,
) -> int:
    """Try the cells of one number after another in a position, few cells first, while it pays.

    The position is followed (``follow``). Each probe costs one of the state's HOPES, each candidate
    eliminated earns one. ``order`` holds the numbers of this round. Ends as PAUSED after so many
    probes in all, FOUND if all is placed, DONE if dead, and STUCK if it does not pay any more.
    """
    room = np.zeros((ROOMS, domains.shape[1]), np.uint64)
    while state[HOPES] > 0:
        if state[PROBES] >= most:
            return PAUSED
        if state[AT] == state[LISTED]:
            if state[ELIMINATED] == 0:
                return STUCK
            state[ELIMINATED] = 0
            state[AT] = 0
            state[LISTED] = 0
            for k in by_size(domains):
                order[state[LISTED]] = k
                state[LISTED] += 1
            if state[LISTED] == 0:
                return FOUND
        k = order[state[AT]]
        state[AT] += 1
        size = size_of(domains, k)
        if size == 1:
            continue
        if size > state[HOPES]:
            return STUCK
        before = state[LEFT]
        outcome = try_cells(
            domains, shifts, links, stale, fits, counts, queue, spans, room, trail, state, common, k
        )
        state[PROBES] += size
        state[HOPES] -= size
        if outcome == 0:
            return DONE
        if outcome == 2:
            state[ELIMINATED] += before - state[LEFT]
            state[HOPES] += before - state[LEFT]
            state[TRAIL] = 0
            if state[LEFT] == domains.shape[0]:
                return FOUND
    return STUCK


@inner(
    "int64(uint64[:, ::1], uint64[::1], int64[::1], int64[:, ::1], uint8[::1],"
    " uint64[:, ::1], int64[::1], int64)"
)
def rounds(
    domains: Words,
    board: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    trail: Words,
    state: Numbers,
    most: int,
) -> int:
    """After how many rounds of singles, all found in a round at once, a position is dead.

    Between rounds reach is swept to its fixed point. -1 if it is not dead after the most rounds.
    """
    before = np.zeros(domains.shape, np.uint64)
    room = np.zeros((ROOMS, domains.shape[1]), np.uint64)
    for done in range(most + 1):
        if sweep(domains, shifts, links, stale, room, trail, state, DISTINCT) == 0:
            return done
        # both kinds of single from the same position, then what both leave
        copy(domains, before)
        cells = take_cells(domains, stale, room, trail, state)
        numbers = take_numbers(before, board, stale, room, trail, state)
        if cells == 0 or numbers == 0:
            return done + 1 if done < most else -1
        if cells == 1 and numbers == 1:
            return -1
        for k in range(domains.shape[0]):
            for w in range(domains.shape[1]):
                domains[k, w] &= before[k, w]
    return -1


@kernel(
    "void(uint64[:, ::1], uint64[::1], int64[::1], int64[:, ::1], uint8[::1],"
    " uint64[:, ::1], int64[::1], int64, int64[:, ::1])"
)
def all_rounds(
    domains: Words,
    board: Words,
    shifts: Numbers,
    links: Numbers,
    stale: Flags,
    trail: Words,
    state: Numbers,
    most: int,
    found: Numbers,
) -> None:
    """Write for rows (number from 0, place, …) of candidates after how many rounds each is dead.

    The domains are swept first: what depends on one candidate only is then near it. All numbers
    must be marked to look at.
    """
    probe = np.zeros(domains.shape, np.uint64)
    room = np.zeros((ROOMS, domains.shape[1]), np.uint64)
    alive = sweep(domains, shifts, links, stale, room, trail, state, DISTINCT)
    for row in range(found.shape[0]):
        if alive == 0:
            found[row, 2] = 0
            continue
        copy(domains, probe)
        put(probe, found[row, 0], found[row, 1], stale, state)
        found[row, 2] = rounds(probe, board, shifts, links, stale, trail, state, most)
        for k in range(stale.shape[0]):
            stale[k] = 0
