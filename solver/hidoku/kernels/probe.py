"""Compiled probes at the root: what all cells of a number rule out is eliminated.

A position is *followed*: consequences are counted by what changes, not by the board's size.
"""

from typing import NamedTuple

import numpy as np

from solver.hidoku.kernels import bits, propagate
from solver.hidoku.kernels.arrays import INT, NUMBERS, TABLE, WORDS, Numbers, Word, Words
from solver.hidoku.kernels.outcomes import DONE, PAUSED, SOLVED, STUCK
from solver.kernels import inline, kernel, types, whole

# the state, beside that of the position
PROBES, HOPES, TURN, LISTED, ELIMINATED = range(2, 7)
CANDIDATES, LOWEST, HIGHEST, QUEUED, FAILED = range(7, 12)  # of the position followed
STATES = 12


class Probes(NamedTuple):
    """A position followed by what it loses.

    ``fits[place, i]`` is word i of the numbers that fit a cell, ``counts[place]`` how many they
    are. ``queue`` holds numbers that have one cell left, and minus the places of cells that have
    one number left. ``spans`` is where the words of a number begin and end that aren't empty: few,
    on a large board. ``common`` has room for what all cells of a number rule out, in rows as of the
    trail; ``order`` holds the numbers of this round, ``sizes`` how many cells each has.
    """

    position: propagate.PackedPosition
    fits: Words
    counts: Numbers
    queue: Numbers
    spans: Numbers
    common: Words
    order: Numbers
    sizes: Numbers


PROBES_TYPE = types.NamedTuple(
    (propagate.POSITION, WORDS, NUMBERS, NUMBERS, TABLE, WORDS, NUMBERS, NUMBERS), Probes
)


@kernel(types.void(PROBES_TYPE))
def follow(probes: Probes) -> None:
    """Write which numbers fit each cell, and how many."""
    domains, state = probes.position.domains, probes.position.state
    probes.fits[:] = bits.ZERO
    probes.counts[:] = 0
    state[CANDIDATES] = 0
    for k in range(domains.shape[0]):
        probes.spans[k, 0] = domains.shape[1]
        for w in range(1, domains.shape[1] - 1):
            word = domains[k, w]
            if word != bits.ZERO:
                probes.spans[k, 0] = min(probes.spans[k, 0], w)
                probes.spans[k, 1] = w + 1
            regain(probes, k, w, word)
    state[propagate.NOTED] = 0
    state[QUEUED] = 0
    state[FAILED] = 0
    state[LOWEST] = domains.shape[0]
    state[HIGHEST] = -1


@inline
def regain(probes: Probes, k: int, w: int, cells: Word) -> None:
    """Count a number as one that fits some cells of one word."""
    bit = bits.bit_of(k)
    while cells != bits.ZERO:
        lowest = bits.lowest_bit(cells)
        cells ^= lowest
        place = bits.place_of(w, lowest)
        probes.fits[place, k >> 6] |= bit
        probes.counts[place] += 1
        probes.position.state[CANDIDATES] += 1


@inline
def lose(probes: Probes, k: int, w: int, cells: Word) -> None:
    """Take some cells of one word from a number; a cell that one number is left for is queued."""
    domains, trail, state = probes.position.domains, probes.position.trail, probes.position.state
    trail[state[propagate.NOTED], 0] = np.uint64(64 * k + w)
    trail[state[propagate.NOTED], 1] = domains[k, w]
    state[propagate.NOTED] += 1
    domains[k, w] &= ~cells
    others = ~bits.bit_of(k)
    while cells != bits.ZERO:
        lowest = bits.lowest_bit(cells)
        cells ^= lowest
        place = bits.place_of(w, lowest)
        probes.fits[place, k >> 6] &= others
        probes.counts[place] -= 1
        state[CANDIDATES] -= 1
        if probes.counts[place] == 1:
            probes.queue[state[QUEUED]] = -place
            state[QUEUED] += 1
        elif probes.counts[place] == 0:
            state[FAILED] = 1


@inline
def note(probes: Probes, k: int) -> None:
    """After a number has lost cells: its neighbours are stale, and a last cell is queued."""
    domains, state = probes.position.domains, probes.position.state
    some = bits.ZERO
    several = False
    for w in range(probes.spans[k, 0], probes.spans[k, 1]):
        word = domains[k, w]
        if word != bits.ZERO:
            several |= some != bits.ZERO or (word & (word - bits.ONE)) != bits.ZERO
            some = word
    if some == bits.ZERO:
        state[FAILED] = 1
    elif not several:
        probes.queue[state[QUEUED]] = k
        state[QUEUED] += 1
    propagate.mark_neighbours_stale(probes.position.stale, k)
    state[LOWEST] = min(state[LOWEST], max(k - 1, 0))
    state[HIGHEST] = max(state[HIGHEST], min(k + 1, domains.shape[0] - 1))


@inline
def leave_one(probes: Probes, k: int, place: int) -> None:
    """Leave a number one of its cells."""
    for w in range(probes.spans[k, 0], probes.spans[k, 1]):
        cells = probes.position.domains[k, w]
        if w == bits.word_of(place):
            cells &= ~bits.bit_of(place)
        if cells != bits.ZERO:
            lose(probes, k, w, cells)
    note(probes, k)


@inline
def follow_number(probes: Probes, k: int) -> bool:
    """Narrow a number to what its path neighbours, distinct, reach; whether it has lost cells."""
    position, stale = probes.position, probes.position.stale
    domains, mask = position.domains, position.room[propagate.MASK]
    side = stale[k]
    stale[k] = 0
    for w in range(probes.spans[k, 0], probes.spans[k, 1]):
        mask[w] = propagate.reached(domains, k, w, position.shifts, side, propagate.DISTINCT)
    if position.joined.shape[0] > 0:
        propagate.heed_joined(position, k, propagate.DISTINCT)
    changed = False
    for w in range(probes.spans[k, 0], probes.spans[k, 1]):
        cells = domains[k, w] & ~mask[w]
        if cells != bits.ZERO:
            lose(probes, k, w, cells)
            changed = True
    if changed:
        note(probes, k)
    return changed


@inline
def follow_reach(probes: Probes) -> None:
    """``sweep`` at level DISTINCT of a position that is followed."""
    stale, state = probes.position.stale, probes.position.state
    step = 1
    while state[LOWEST] <= state[HIGHEST]:
        low = state[LOWEST]
        high = state[HIGHEST]
        state[LOWEST] = stale.shape[0]
        state[HIGHEST] = -1
        k = low if step > 0 else high
        while low <= k <= high:
            if stale[k] and follow_number(probes, k):
                if state[FAILED]:
                    return
                low = min(low, state[LOWEST])
                high = max(high, state[HIGHEST])
            k += step
        step = -step


@inline
def follow_cell(probes: Probes, k: int) -> None:
    """Take the only cell of a number from the others."""
    place = bits.next_place(probes.position.domains, k, whole(0))
    for i in range(probes.fits.shape[1]):
        word = probes.fits[place, i]
        while word != bits.ZERO:
            lowest = bits.lowest_bit(word)
            word ^= lowest
            other = bits.place_of(i, lowest)
            if other != k:
                lose(probes, other, bits.word_of(place), bits.bit_of(place))
                note(probes, other)


@inline
def follow_owner(probes: Probes, place: int) -> None:
    """Have the only number of a cell leave its other cells."""
    for i in range(probes.fits.shape[1]):
        word = probes.fits[place, i]
        if word != bits.ZERO:
            k = bits.place_of(i, bits.lowest_bit(word))
            if bits.is_single(probes.position.domains, k) == 0:
                leave_one(probes, k, place)


@inline
def follow_on(probes: Probes) -> bool:
    """``propagate_fully`` at level DISTINCT of a position that is followed."""
    stale, state = probes.position.stale, probes.position.state
    done = 0
    while state[FAILED] == 0:
        follow_reach(probes)
        if done == state[QUEUED]:
            break
        while done < state[QUEUED] and state[FAILED] == 0:
            entry = probes.queue[done]
            done += 1
            if entry >= 0:
                follow_cell(probes, entry)
            else:
                follow_owner(probes, -entry)
    state[QUEUED] = 0
    if state[FAILED] == 0:
        return True
    stale[:] = 0
    state[LOWEST] = stale.shape[0]
    state[HIGHEST] = -1
    return False


@inline
def take_back(probes: Probes) -> None:
    """Give a position that is followed back all that is on the trail."""
    domains, trail, state = probes.position.domains, probes.position.trail, probes.position.state
    while state[propagate.NOTED] > 0:
        state[propagate.NOTED] -= 1
        at = trail[state[propagate.NOTED], 0]
        k = whole(at >> bits.SIX)
        w = whole(at & bits.LOW)
        cells = trail[state[propagate.NOTED], 1] & ~domains[k, w]
        domains[k, w] |= cells
        regain(probes, k, w, cells)
    state[FAILED] = 0


@inline
def list_losses(probes: Probes) -> int:
    """Take a probe back, and list as common what it lost; how many rows there are."""
    domains, trail, common = probes.position.domains, probes.position.trail, probes.common
    size = whole(probes.position.state[propagate.NOTED])
    for i in range(size):
        at = trail[i, 0]
        common[i, 0] = at
        common[i, 1] = domains[whole(at >> bits.SIX), whole(at & bits.LOW)]
    take_back(probes)
    for i in range(size):
        at = common[i, 0]
        common[i, 1] = domains[whole(at >> bits.SIX), whole(at & bits.LOW)] & ~common[i, 1]
    return size


@inline
def keep_losses(probes: Probes, size: int) -> int:
    """Of so many rows of what is common, keep what a probe lost, too; take the probe back."""
    domains, common = probes.position.domains, probes.common
    count = 0
    for i in range(size):
        at = common[i, 0]
        cells = common[i, 1] & ~domains[whole(at >> bits.SIX), whole(at & bits.LOW)]
        if cells != bits.ZERO:
            common[count, 0] = at
            common[count, 1] = cells
            count += 1
    take_back(probes)
    return count


@inline
def try_cells(probes: Probes, k: int) -> int:
    """Try all cells of a number in a position that is followed, and settle on what is left.

    Cells that fail at once are eliminated, and so is every candidate that none of the others
    leaves.
    """
    position, spans = probes.position, probes.spans
    domains, failures = position.domains, position.room[propagate.SOME]
    is_alive = False
    size = whole(0)
    for w in range(spans[k, 0], spans[k, 1]):
        failures[w] = bits.ZERO
    place = bits.next_place(domains, k, whole(0))
    while place > 0:
        leave_one(probes, k, place)
        if not follow_on(probes):
            take_back(probes)
            failures[bits.word_of(place)] |= bits.bit_of(place)
        elif is_alive:
            size = keep_losses(probes, size)
        else:
            size = list_losses(probes)
            is_alive = True
        place = bits.next_place(domains, k, place)
    for w in range(spans[k, 0], spans[k, 1]):
        if failures[w] != bits.ZERO:
            lose(probes, k, w, failures[w])
    if position.state[propagate.NOTED] > 0:
        note(probes, k)
    for i in range(size):
        other = whole(probes.common[i, 0] >> bits.SIX)
        w = whole(probes.common[i, 0] & bits.LOW)
        cells = probes.common[i, 1] & domains[other, w]
        if cells != bits.ZERO:
            lose(probes, other, w, cells)
            note(probes, other)
    if position.state[propagate.NOTED] == 0:
        return propagate.SAME
    position.state[propagate.NOTED] = 0
    return propagate.CHANGED if follow_on(probes) else propagate.DEAD


@inline
def list_numbers(probes: Probes) -> None:
    """Begin a round of the numbers with several cells, few cells first."""
    state = probes.position.state
    state[ELIMINATED] = 0
    state[TURN] = 0
    state[LISTED] = 0
    domains, order, sizes = probes.position.domains, probes.order, probes.sizes
    most = 0
    for k in range(domains.shape[0]):
        sizes[k] = bits.size_of(domains, k)
        most = max(most, sizes[k])
    for size in range(2, most + 1):
        for k in range(domains.shape[0]):
            if sizes[k] == size:
                order[state[LISTED]] = k
                state[LISTED] += 1


@kernel(INT(PROBES_TYPE, INT))
def shave(probes: Probes, most: int) -> int:
    """Try the cells of one number after another in a position, few cells first, while it pays.

    The position is followed (``follow``). Each probe costs one of the state's HOPES, each candidate
    eliminated earns one. Ends as PAUSED after so many probes in all, SOLVED if all is placed, DONE
    if dead, and STUCK if it does not pay any more.
    """
    domains, state = probes.position.domains, probes.position.state
    while state[HOPES] > 0:
        if state[PROBES] >= most:
            return PAUSED
        if state[TURN] == state[LISTED]:
            if state[ELIMINATED] == 0:
                return STUCK
            list_numbers(probes)
            if state[LISTED] == 0:
                return SOLVED
        k = probes.order[state[TURN]]
        state[TURN] += 1
        size = bits.size_of(domains, k)
        if size == 1:
            continue
        if size > state[HOPES]:
            return STUCK
        before = state[CANDIDATES]
        outcome = try_cells(probes, k)
        state[PROBES] += size
        state[HOPES] -= size
        if outcome == propagate.DEAD:
            return DONE
        if outcome == propagate.CHANGED:
            state[ELIMINATED] += before - state[CANDIDATES]
            state[HOPES] += before - state[CANDIDATES]
            state[propagate.NOTED] = 0
            if state[CANDIDATES] == domains.shape[0]:
                return SOLVED
    return STUCK
