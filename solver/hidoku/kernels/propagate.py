"""Compiled propagation over cell masks; its plain twin is ``search/domains.py``.

Measured on the way: words without a candidate are skipped, distinct neighbours are looked at only
near cells that fit both the number before and the one after, and cells are taken only after a
number has got a single cell: together this halves the time of a board.
"""

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels.arrays import (
    FLAGS,
    INT,
    NUMBERS,
    TABLE,
    WORD_ROW,
    WORDS,
    Flags,
    Numbers,
    Word,
    Words,
)
from solver.hidoku.kernels.bits import (
    ZERO,
    bit_of,
    has,
    is_single,
    lowest_bit,
    place_of,
    size_of,
    word_of,
)
from solver.kernels import inline, kernel, types, whole

# levels of propagation: each adds to the one before
REACH, SINGLES, DISTINCT = range(3)

# the state: rows on the trail, and whether a number has got a single cell since they were taken
NOTED, FRESH = range(2)
STATES = 2

# what was made of a position
DEAD, SAME, CHANGED = range(3)

# why a number is stale: the number before it has lost cells, or the one after
BELOW, ABOVE = 1, 2
STALE = BELOW | ABOVE

# rows of room: the mask worked on, cells of placed numbers, cells that some or several numbers fit
MASK, PLACED, SOME, SEVERAL = range(4)
ROOMS = 4

# columns of joined: the place, those of the cells joined to it, those a path can come from
PARTNERS, ENTRIES = 1, 3


class PackedPosition(NamedTuple):
    """The possible cells of each number, and what narrows them.

    ``domains[k, w]`` is word w of the cells of number k, ``board`` are all cells. Neighbours lie
    one of ``shifts`` apart, less than 64, in either direction. ``joined`` has a row for each cell
    that joined cells concern: its place, one or two places of cells joined to it (0 for none), and
    the places of all cells a path can come from. ``stale`` says which numbers to look at, and why.
    What a mask loses goes onto the ``trail``, in rows (64 k + w, old word), so that going back
    costs what was changed; an empty trail switches this off. ``room`` is for masks worked on.
    """

    domains: Words
    board: Words
    shifts: Numbers
    joined: Numbers
    stale: Flags
    trail: Words
    room: Words
    state: Numbers


POSITION = types.NamedTuple(
    (WORDS, WORD_ROW, NUMBERS, TABLE, FLAGS, WORDS, WORDS, NUMBERS), PackedPosition
)


@inline
def replace(position: PackedPosition, k: int) -> None:
    """Set the mask of one number to the one worked on, noting the old words on the trail."""
    domains, trail, state = position.domains, position.trail, position.state
    mask = position.room[MASK]
    for w in range(1, domains.shape[1] - 1):
        if domains[k, w] != mask[w]:
            if trail.shape[0] > 0:
                trail[state[NOTED], 0] = np.uint64(64 * k + w)
                trail[state[NOTED], 1] = domains[k, w]
                state[NOTED] += 1
            domains[k, w] = mask[w]
    state[FRESH] |= is_single(domains, k)


@inline
def up(before: Word, word: Word, _: Word, shift: int) -> Word:
    """A word of a mask moved up, with what comes over from the word before."""
    return (word << np.uint64(shift)) | (before >> np.uint64(64 - shift))


@inline
def down(_: Word, word: Word, after: Word, shift: int) -> Word:
    """A word of a mask moved down, with what comes over from the word after."""
    return (word >> np.uint64(shift)) | (after << np.uint64(64 - shift))


@inline
def near(domains: Words, k: int, w: int, shifts: Numbers) -> Word:
    """Word w of the cells that touch a cell of a number.

    The two, three or four shifts are written out: a loop would be made ready for more.
    """
    before = domains[k, w - 1]
    word = domains[k, w]
    after = domains[k, w + 1]
    cells = up(before, word, after, shifts[0]) | down(before, word, after, shifts[0])
    cells |= up(before, word, after, shifts[1]) | down(before, word, after, shifts[1])
    if shifts.shape[0] > 2:
        cells |= up(before, word, after, shifts[2]) | down(before, word, after, shifts[2])
    if shifts.shape[0] > 3:
        cells |= up(before, word, after, shifts[3]) | down(before, word, after, shifts[3])
    return cells


@inline
def paired(domains: Words, k: int, w: int, shifts: Numbers) -> Word:
    """Word w of the cells that touch two different cells of the numbers before and after."""
    before = domains[k - 1, w - 1] | domains[k + 1, w - 1]
    word = domains[k - 1, w] | domains[k + 1, w]
    after = domains[k - 1, w + 1] | domains[k + 1, w + 1]
    some = up(before, word, after, shifts[0])
    moved = down(before, word, after, shifts[0])
    several = some & moved
    some |= moved
    for i in range(1, shifts.shape[0]):
        moved = up(before, word, after, shifts[i])
        several |= some & moved
        some |= moved
        moved = down(before, word, after, shifts[i])
        several |= some & moved
        some |= moved
    return several


@inline
def reached(domains: Words, k: int, w: int, shifts: Numbers, side: int, level: int) -> Word:
    """Word w of a number's cells that both its path neighbours, distinct, reach."""
    last = domains.shape[0] - 1
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
    return mask


@inline
def can_pass(domains: Words, k: int, joined: Numbers, row: int, level: int) -> int:
    """1 if a number's path can come from and go on to the cells that joined cells leave it."""
    last = domains.shape[0] - 1
    before = after = both = 0
    for i in range(ENTRIES, joined.shape[1]):
        is_before = has(domains, k - 1, joined[row, i])
        is_after = has(domains, k + 1, joined[row, i])
        before += is_before
        after += is_after
        both += is_before | is_after
    if (k > 0 and before == 0) or (k < last and after == 0):
        return 0
    if level >= DISTINCT and 0 < k < last and both < 2:
        return 0
    first = joined[row, PARTNERS]
    second = joined[row, PARTNERS + 1]
    if first == 0:
        return 1
    is_before = has(domains, k - 1, first)
    is_after = has(domains, k + 1, first)
    if second == 0:
        return is_before | is_after
    return (is_before & has(domains, k + 1, second)) | (is_after & has(domains, k - 1, second))


@inline
def heed_joined(position: PackedPosition, k: int, level: int) -> None:
    """Drop from the mask worked on the cells where a number would not go on to joined ones."""
    domains, joined, room = position.domains, position.joined, position.room
    for row in range(joined.shape[0]):
        w = word_of(joined[row, 0])
        bit = bit_of(whole(joined[row, 0]))
        if (room[MASK, w] & bit) != ZERO and can_pass(domains, k, joined, row, level) == 0:
            room[MASK, w] &= ~bit


@inline
def mark_neighbours_stale(stale: Flags, k: int) -> None:
    if k > 0:
        stale[k - 1] |= ABOVE
    if k + 1 < stale.shape[0]:
        stale[k + 1] |= BELOW


@inline
def narrow(position: PackedPosition, k: int, level: int) -> int:
    """Narrow a number to the cells that its path neighbours reach."""
    domains, mask, stale = position.domains, position.room[MASK], position.stale
    side = stale[k]
    stale[k] = 0
    for w in range(1, domains.shape[1] - 1):
        mask[w] = reached(domains, k, w, position.shifts, side, level)
    if position.joined.shape[0] > 0:
        heed_joined(position, k, level)
    some = ZERO
    changed = ZERO
    for w in range(1, domains.shape[1] - 1):
        some |= mask[w]
        changed |= mask[w] ^ domains[k, w]
    if some == ZERO:
        return DEAD
    if changed == ZERO:
        return SAME
    replace(position, k)
    mark_neighbours_stale(stale, k)
    return CHANGED


@inline
def sweep(position: PackedPosition, level: int) -> int:
    """Narrow up and down the numbers until none is stale; DEAD if one has no cell left."""
    stale = position.stale
    count = position.domains.shape[0]
    last = count - 1
    low = 0
    high = last
    step = 1
    while low <= high:
        # one way over the stale stretch, which may grow ahead; what is behind waits for the return
        k = low if step > 0 else high
        begin = low
        end = high
        low = count
        high = -1
        while begin <= k <= end:
            if stale[k]:
                outcome = narrow(position, k, level)
                if outcome == DEAD:
                    return DEAD
                if outcome == CHANGED:
                    low = min(low, max(k - 1, 0))
                    high = max(high, min(k + 1, last))
                    begin = min(begin, low)
                    end = max(end, high)
            k += step
        step = -step
    return SAME


@inline
def take_cells(position: PackedPosition) -> int:
    """Take the cell of each number that has one from all others."""
    domains, room = position.domains, position.room
    count, stride = domains.shape
    position.state[FRESH] = 0
    for w in range(stride):
        room[PLACED, w] = ZERO
    for k in range(count):
        if is_single(domains, k):
            for w in range(1, stride - 1):
                if (domains[k, w] & room[PLACED, w]) != ZERO:
                    return DEAD
                room[PLACED, w] |= domains[k, w]
    outcome = SAME
    for k in range(count):
        hit = ZERO
        for w in range(1, stride - 1):
            hit |= domains[k, w] & room[PLACED, w]
        if hit != ZERO and is_single(domains, k) == 0:
            some = ZERO
            for w in range(1, stride - 1):
                room[MASK, w] = domains[k, w] & ~room[PLACED, w]
                some |= room[MASK, w]
            if some == ZERO:
                return DEAD
            replace(position, k)
            mark_neighbours_stale(position.stale, k)
            outcome = CHANGED
    return outcome


@inline
def take_numbers(position: PackedPosition) -> int:
    """Bind each number to a cell that no other fits."""
    domains, board, room = position.domains, position.board, position.room
    count, stride = domains.shape
    for w in range(stride):
        room[SOME, w] = ZERO
        room[SEVERAL, w] = ZERO
    for k in range(count):
        for w in range(1, stride - 1):
            room[SEVERAL, w] |= room[SOME, w] & domains[k, w]
            room[SOME, w] |= domains[k, w]
    for w in range(1, stride - 1):
        if (board[w] & ~room[SOME, w]) != ZERO:
            return DEAD
        room[SOME, w] &= ~room[SEVERAL, w]
    outcome = SAME
    for k in range(count):
        hit = ZERO
        for w in range(1, stride - 1):
            hit |= domains[k, w] & room[SOME, w]
        if hit != ZERO and is_single(domains, k) == 0:
            for w in range(1, stride - 1):
                room[MASK, w] = domains[k, w] & room[SOME, w]
            replace(position, k)
            if is_single(domains, k) == 0:
                return DEAD
            mark_neighbours_stale(position.stale, k)
            outcome = CHANGED
    return outcome


@kernel(types.boolean(POSITION, INT))
def propagate_fully(position: PackedPosition, level: int) -> bool:
    """Propagate to a fixed point, after which no number is stale; whether it may live."""
    while True:
        outcome = sweep(position, level)
        if outcome != DEAD and position.state[FRESH]:
            outcome = take_cells(position)
        if outcome == SAME and level >= SINGLES:
            outcome = take_numbers(position)
        if outcome == DEAD:
            position.stale[:] = 0
            return False
        if outcome == SAME:
            return True


@kernel(INT(WORDS))
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


@kernel(types.void(WORDS, NUMBERS))
def read_path(domains: Words, path: Numbers) -> None:
    """Write the place of each number; the domains must be solved."""
    for k in range(domains.shape[0]):
        for w in range(1, domains.shape[1] - 1):
            word = domains[k, w]
            if word != ZERO:
                path[k] = place_of(w, lowest_bit(word))


@kernel(types.void(NUMBERS, WORD_ROW, WORDS))
def set_up(places: Numbers, board: Words, domains: Words) -> None:
    """Fill the domains from the places of the givens (0: not given)."""
    stride = domains.shape[1]
    free = board.copy()
    for place in places:
        if place > 0:
            free[word_of(place)] &= ~bit_of(place)
    for k in range(domains.shape[0]):
        given = word_of(places[k])
        for w in range(stride):
            domains[k, w] = free[w] if given == 0 else ZERO
        if given > 0:
            domains[k, given] = bit_of(whole(places[k]))
