"""Compiled steps of the exact search: bounds, the memo of settled sets, and the search itself.

Candidates are named by their *place* (their rank among the candidates of the whole search), guesses
by their row in ``feedbacks[guess, place]``; ``own_rows`` has the row of each candidate as a guess.
A set of candidates is a segment of a row of ``members``. The search keeps all it knows in arrays
that it is given, so that it can stop anywhere and go on later;
:mod:`solver.deduction.optimal.search` makes them, and says what they mean.

The bounds, for a set of n candidates, where a guess has p outcomes (to be right is one of
them) and ``own`` is 1 if the guess can be the secret:

* Each group of m candidates costs at least 2m - 1 (one of them falls to the next guess, the others
  need two or more), so this guess costs at least ``3n - p - own``. Let ``reach`` be the largest
  ``p + own`` of all guesses: the set costs at least ``3n - reach``, and no subset has a larger
  reach. This is the bound of Koyama and Lai ("An optimal Mastermind strategy", 1993) with the
  groups counted instead of assumed.
* With a reach of r, at most r candidates fall within two guesses, r² within three, and so on; the
  table ``lower[r, n]`` is the least cost under these limits.

The groups of all guesses at once: each candidate has a row of ``masks`` with one bit for its
outcome of each guess, in lanes of 16 to 256 bits; the rows are joined by OR and the bits counted.
"""

from typing import NamedTuple

import numpy as np
from numba import boolean, int32, int64, uint8, uint16, uint64
from numpy.typing import NDArray

from solver.deduction.rules.kernels import TABLE, WORDS
from solver.kernels import inner, kernel, types, whole

FROZEN_INDICES = types.Array(int32, 1, "C", readonly=True)
BOUNDS = types.Array(int32, 2, "C", readonly=True)

#: The cost of what can't be done.
NEVER = 1 << 30
MOST = np.int64(NEVER)
#: Sets above this size list their guesses by the groups' sizes: dearer, and in better order.
LARGE = 64
#: The guess of a set of n that is known to cost 2n without saying by which guess.
UNTOLD = np.int64(-1)
#: How many members may be alike.
ALL, BUT_ONE = whole(0), whole(1)

# A frame: one set being searched.
# Which set it is: a segment of the level's row of members, the guesses it may take, its slot among
# the groups above, whether its groups are counted, its reach, the most that a group may have.
START, SIZE, DEPTH, SLOT, COUNTED, REACH, SPACE = range(7)
# How far it is: the least cost so far (or the limit it must stay below) and its guess, the least
# bound of the guesses left out, the number of listed guesses, the next of them, the stage.
BEST, GUESS, FLOOR, COUNT, NEXT, STAGE = range(7, 13)
# The guess being tried, its bound, the number of its groups, the group being searched.
CURRENT, SUM, GROUPS, GROUP = range(13, 17)
FRAME_FIELDS = 17
# The stages of a frame: list its guesses, take the next, search the groups of the current one.
OPEN, TAKE, SEARCH = range(3)
# A group of the current guess: its cost or bound, whether that is exact, whether its own have been
# counted (or need not be, since the memo knows of it).
P_START, P_SIZE, P_VALUE, P_EXACT, P_COUNTED, P_REACH = range(6)
GROUP_FIELDS = 6
UNCOUNTED, COUNTED_NOW, REMEMBERED = range(3)
# The numbers of the whole search. If ties are collected, TIES is their number plus 1, else 0.
TOP, NODES, WORK, ANY, VALUE, TIES = range(6)
CONTROLS = 6
# What a run ends with.
DONE, PAUSED, WANTS_GUESSES, WANTS_LEVELS = range(4)
# What a played guess ends with.
DISMISSED, SETTLED, OPEN_GROUPS = range(3)
# A set that waits for its place in a plan, and the numbers of the whole plan.
W_START, W_SIZE, W_DEPTH, W_PARENT, W_REPLY = range(5)
WAITING_FIELDS = 5
WAITING, GROWN, GIVEN = range(3)


class View(NamedTuple):
    """A game as seen from some candidates; every array is read-only.

    ``feedbacks`` ``[row, place]`` and ``masks`` ``[place, word]`` are the candidates' feedback, of
    which ``won`` wins; ``own_rows`` is the row of each place as a guess. ``lower[reach, size]`` is
    the least cost of a set, ``random`` ``[place, 2]`` what a member adds to a set's key. ``step``
    is the width of the masks' lanes over 16 bits; ``unlimited`` is the depth that stands for no
    limit: no search needs more guesses than candidates. If ``strict``, members of a set are the
    only guesses there.
    """

    feedbacks: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    own_rows: NDArray[np.int32]
    lower: NDArray[np.int32]
    random: NDArray[np.uint64]
    won: int
    step: int
    unlimited: int
    strict: int


class Space(NamedTuple):
    """The arrays that a search writes, one row a level where they belong to a level.

    ``frames`` describe the set being searched at each level, ``lists`` its guesses with their
    bounds, ``groups`` and ``keys`` the groups of its current guess, ``counts`` how many outcomes
    each guess has for each of them. ``members`` are the sets. ``allowed`` are the guesses worth
    listing at the first levels, as many as ``allowed_counts`` says: 0 for all, -1 if still to be
    told. ``control`` holds the numbers of the whole search, ``memo`` the sets met before.
    """

    members: NDArray[np.uint16]
    frames: NDArray[np.int64]
    lists: NDArray[np.int64]
    groups: NDArray[np.int64]
    counts: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    allowed: NDArray[np.int32]
    allowed_counts: NDArray[np.int64]
    own: NDArray[np.uint8]
    sizes: NDArray[np.int64]
    ranks: NDArray[np.int64]
    control: NDArray[np.int64]
    memo: NDArray[np.uint64]


VIEW_TYPE = types.NamedTuple(
    (TABLE, WORDS, FROZEN_INDICES, BOUNDS, WORDS, int64, int64, int64, int64),
    View,
)
SPACE_TYPE = types.NamedTuple(
    (
        uint16[:, ::1],
        int64[:, ::1],
        int64[:, ::1],
        int64[:, :, ::1],
        uint64[:, :, ::1],
        uint64[:, :, ::1],
        int32[:, ::1],
        int64[::1],
        uint8[::1],
        int64[::1],
        int64[::1],
        int64[::1],
        uint64[:, ::1],
    ),
    Space,
)


@kernel(
    types.UniTuple(int64, 2)(TABLE, int64, uint8[:, ::1], int32[::1], int32[::1], int32[::1], int64)
)
def add_rows(
    block: NDArray[np.uint8],
    won: int,
    rows: NDArray[np.uint8],
    slots: NDArray[np.int32],
    firsts: NDArray[np.int32],
    row_of: NDArray[np.int32],
    count: int,
) -> tuple[int, int]:
    """Add the guesses of a block that split the candidates as none before does, each as a row.

    A row numbers the outcomes as they come; 0 is the one that wins. ``row_of`` gets the row of
    each guess of the block, -1 if it tells nothing, and ``firsts`` the guess of each new row.
    ``slots`` is a hash table of the rows. Returns the number of rows, -1 if there is no room for
    more, and the highest number of an outcome.
    """
    size = block.shape[1]
    numbers = np.zeros(256, np.uint8)
    seen = np.zeros(256, np.int64)
    highest = 0
    for g in range(len(block)):
        classes, wins = 0, 0
        key = np.uint64(14695981039346656037)
        for j in range(size):
            feedback = block[g, j]
            number = np.uint8(0)
            if feedback == won:
                wins = 1
            elif seen[feedback] == g + 1:
                number = numbers[feedback]
            else:
                classes += 1
                seen[feedback] = g + 1
                number = numbers[feedback] = np.uint8(classes)
            rows[count, j] = number
            key = (key ^ np.uint64(number)) * np.uint64(1099511628211)
        if classes + wins == 1 and size > 1:
            row_of[g] = -1
            continue
        slot = np.int64((key ^ (key >> np.uint64(32))) & np.uint64(len(slots) - 1))
        while slots[slot] >= 0:
            row = slots[slot]
            j = 0
            while j < size and rows[row, j] == rows[count, j]:
                j += 1
            if j == size:
                break
            slot = (slot + 1) & (len(slots) - 1)
        if slots[slot] < 0:
            if count + 1 == len(rows):
                return -1, highest
            slots[slot] = count
            firsts[count] = g
            highest = max(highest, classes)
            count += 1
        row_of[g] = slots[slot]
    return count, highest


@kernel(uint64[:, ::1](TABLE, int64))
def feedback_masks(feedbacks: NDArray[np.uint8], lane: int) -> NDArray[np.uint64]:
    """Return a row for each candidate: the bit of its outcome of each guess, in ``lane`` bits."""
    guesses, candidates = feedbacks.shape
    masks = np.zeros((candidates, (guesses * lane + 63) // 64), np.uint64)
    for block in range(0, candidates, 8):  # more rows at once are in each other's way in the cache
        for g in range(guesses):
            for i in range(block, min(candidates, block + 8)):
                bit = g * lane + feedbacks[g, i]
                masks[i, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return masks


@kernel(types.UniTuple(int64, 2)(VIEW_TYPE, uint16[::1], int64, int64, uint64[::1]))
def count_outcomes(
    view: View, row: NDArray[np.uint16], start: int, size: int, counts: NDArray[np.uint64]
) -> tuple[int, int]:
    """Count every guess's outcomes for the set; return the most, and the set's reach.

    If only members are guesses, the most is 0, since none of them needs to be compared.
    The count of guess g is the 16-bit number ``counts.view(uint16)[g * step]``, where ``step`` is
    the lanes' width over 16.
    """
    masks, step = view.masks, view.step
    width = masks.shape[1]
    last = start + size - 1
    for w in range(width):
        counts[w] = 0
    for i in range(start, start + size, 4):
        # Four rows at a time; the last row may be joined again, which changes nothing.
        a, b = row[i], row[min(i + 1, last)]
        c, d = row[min(i + 2, last)], row[min(i + 3, last)]
        for w in range(width):
            counts[w] |= masks[a, w] | masks[b, w] | masks[c, w] | masks[d, w]
    # Count the bits of each lane: of pairs, fours, bytes, and of the lane's bytes together.
    for w in range(width):
        x = counts[w]
        x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
        x = (x & np.uint64(0x3333333333333333)) + (
            (x >> np.uint64(2)) & np.uint64(0x3333333333333333)
        )
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        counts[w] = (x + (x >> np.uint64(8))) & np.uint64(0x00FF00FF00FF00FF)
    if step >= 2:
        for w in range(width):
            x = counts[w]
            counts[w] = (x + (x >> np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    if step >= 4:
        for w in range(width):
            x = counts[w]
            counts[w] = (x + (x >> np.uint64(32))) & np.uint64(0xFFFFFFFF)
    for words in (2, 4):
        if step >= 4 * words:
            for w in range(0, width, words):
                counts[w] += counts[w + words // 2]
    # The reach: the most groups, one more for a guess that can be the secret.
    lanes = counts.view(np.uint16)
    most = np.uint16(0)
    for g in range(len(lanes) if not view.strict else 0):
        most = max(most, lanes[g])
    reach = np.int64(most)
    for i in range(start, start + size):
        reach = max(reach, np.int64(lanes[view.own_rows[row[i]] * step]) + 1)
    return int(most), int(reach)


@inner
def tells_apart(
    feedbacks: NDArray[np.uint8],
    guess: int,
    row: NDArray[np.uint16],
    start: int,
    size: int,
    alike: int,
) -> bool:
    """Say whether a guess splits the set as far as can be, but for so many members (0 or 1)."""
    bits0 = bits1 = bits2 = bits3 = np.uint64(0)
    for j in range(start, start + size):
        feedback = feedbacks[guess, row[j]]
        bit = np.uint64(1) << np.uint64(feedback & 63)
        if feedback < 64:
            is_new = bits0 & bit == 0
            bits0 |= bit
        elif feedback < 128:
            is_new = bits1 & bit == 0
            bits1 |= bit
        elif feedback < 192:
            is_new = bits2 & bit == 0
            bits2 |= bit
        else:
            is_new = bits3 & bit == 0
            bits3 |= bit
        if not is_new:
            alike -= 1
            if alike < 0:
                return False
    return True


@kernel(int64(VIEW_TYPE, uint16[::1], int64, int64))
def perfect_guess(view: View, row: NDArray[np.uint16], start: int, size: int) -> int:
    """Return the first member of the set that tells all its members apart, as a guess; or -1."""
    for i in range(start, start + size):
        if tells_apart(view.feedbacks, whole(view.own_rows[row[i]]), row, start, size, ALL):
            return int(view.own_rows[row[i]])
    return -1


@inner
def look_up(memo: NDArray[np.uint64], key0: np.uint64, key1: np.uint64) -> int:
    """Return the slot of the memo that holds the key, or -1."""
    base = np.int64(key0 & np.uint64(len(memo) - 4))
    for slot in range(base, base + 4):
        if memo[slot, 0] == key0 and memo[slot, 1] == key1:
            return slot
    return -1


@inner
def remember(
    memo: NDArray[np.uint64],
    key0: np.uint64,
    key1: np.uint64,
    size: np.int64,
    value: np.int64,
    exact: np.int64,
    guess: np.int64,
) -> None:
    """Keep a set's cost (or lower bound) and guess; it takes the place of the smallest of four."""
    base = np.int64(key0 & np.uint64(len(memo) - 4))
    victim, least = int(base), MOST << 30
    for slot in range(base, base + 4):
        if memo[slot, 0] == key0 and memo[slot, 1] == key1:
            victim = slot
            break
        held_size = np.int64(memo[slot, 3] >> np.uint64(32))
        if held_size < least:
            victim, least = slot, held_size
    memo[victim, 0] = key0
    memo[victim, 1] = key1
    memo[victim, 2] = np.uint64(value * 2 + exact)
    memo[victim, 3] = np.uint64((size << 32) + guess + 1)


@inner
def room(reach: int, depth: int, feedbacks: int) -> int:
    """Return how many candidates at most fall within ``depth`` guesses, with this reach."""
    branches = min(reach, feedbacks - 1)
    most = 0
    for _ in range(depth):
        most = 1 + branches * most
        if most > NEVER:
            return NEVER
    return most


@inner
def set_key(
    row: NDArray[np.uint16],
    start: int,
    size: int,
    random: NDArray[np.uint64],
    depth: int,
    key: NDArray[np.uint64],
) -> None:
    """Write the 128-bit key of a set that may take ``depth`` more guesses (Zobrist 1970)."""
    key0 = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    key1 = np.uint64(depth) * np.uint64(0xC2B2AE3D27D4EB4F)
    for i in range(start, start + size):
        key0 ^= random[row[i], 0]
        key1 ^= random[row[i], 1]
    key[0] = key0
    key[1] = key1


@inner
def has_listed_guesses(space: Space, level: int) -> bool:
    """Say whether the guesses worth listing at a level are told, and not all of them."""
    return bool(level < len(space.allowed_counts) and space.allowed_counts[level] > 0)


@inner
def is_left_out(view: View, outcomes: np.int64, own: int, size: int) -> bool:
    """Say whether a guess tells nothing, or isn't allowed."""
    return bool((outcomes == 1 and size > 1) or (view.strict and not own))


@inner
def list_by_outcomes(view: View, space: Space, level: int) -> None:
    """List the guesses of a frame whose bound lies below its limit, by their outcomes.

    An entry is the bound and the guess; the least bound comes first, of equals a guess that can be
    the secret. The floor is the least bound of the guesses left out.
    """
    own_rows, own, ranks = view.own_rows, space.own, space.ranks
    frame, row = space.frames[level], space.members[level]
    start, size, best, floor = frame[START], frame[SIZE], frame[BEST], frame[FLOOR]
    lanes = space.counts[level, frame[SLOT]].view(np.uint16)
    for i in range(start, start + size):
        own[own_rows[row[i]]] = 1
    some = has_listed_guesses(space, level)
    total = space.allowed_counts[level] if some else np.int64(len(view.feedbacks))
    # A counting sort: count the guesses of each rank,
    for i in range(total):
        guess = np.int64(space.allowed[level, i]) if some else i
        outcomes = np.int64(lanes[guess * view.step])
        bound = 3 * size - outcomes - own[guess]
        if is_left_out(view, outcomes, own[guess], size):
            continue
        if bound < best:
            ranks[2 * (outcomes + own[guess]) + own[guess]] += 1
        else:
            floor = min(floor, bound)
    # say where each rank begins, the highest first,
    listed = np.int64(0)
    for rank in range(len(ranks) - 1, -1, -1):
        count = ranks[rank]
        ranks[rank] = listed
        listed += count
    # and put the guesses in their places.
    for i in range(total):
        guess = np.int64(space.allowed[level, i]) if some else i
        outcomes = np.int64(lanes[guess * view.step])
        bound = 3 * size - outcomes - own[guess]
        if bound < best and not is_left_out(view, outcomes, own[guess], size):
            rank = 2 * (outcomes + own[guess]) + own[guess]
            space.lists[level, ranks[rank]] = (bound << 32) + guess
            ranks[rank] += 1
    ranks[:] = 0
    for i in range(start, start + size):
        own[own_rows[row[i]]] = 0
    space.control[WORK] += 2 * total
    frame[FLOOR], frame[COUNT], frame[NEXT] = floor, listed, 0


@inner
def sort_list(lists: NDArray[np.int64], level: int, size: int) -> None:
    """Sort the first numbers of a level's list (Shell 1959, by Tokuda's steps).

    Rejected: ``sort`` of Numba, which takes a second to compile.
    """
    for step in (5985, 2660, 1182, 525, 233, 103, 46, 20, 9, 4, 1):
        for i in range(step, size):
            number = lists[level, i]
            place = i
            while place >= step and lists[level, place - step] > number:
                lists[level, place] = lists[level, place - step]
                place -= step
            lists[level, place] = number


@inner
def list_by_sizes(view: View, space: Space, level: int) -> None:
    """List the guesses of a large frame by their groups' sizes; else as :func:`list_by_outcomes`.

    Equal bounds are told apart by the largest group, then by whether the guess can be the secret.
    """
    feedbacks, own_rows, own, sizes = view.feedbacks, view.own_rows, space.own, space.sizes
    lists, control = space.lists, space.control
    frame, row = space.frames[level], space.members[level]
    start, size, best, floor = frame[START], frame[SIZE], frame[BEST], frame[FLOOR]
    lanes = space.counts[level, frame[SLOT]].view(np.uint16)
    bounds = view.lower[frame[REACH]]
    for i in range(start, start + size):
        own[own_rows[row[i]]] = 1
    some = has_listed_guesses(space, level)
    total = space.allowed_counts[level] if some else np.int64(len(feedbacks))
    listed = whole(0)
    for i in range(total):
        guess = np.int64(space.allowed[level, i]) if some else i
        outcomes = np.int64(lanes[guess * view.step])
        bound = 3 * size - outcomes - own[guess]
        if is_left_out(view, outcomes, own[guess], size):
            continue
        if bound < best:
            for j in range(start, start + size):
                sizes[feedbacks[guess, row[j]]] += 1
            bound, largest = size, np.int64(0)
            for f in range(len(sizes)):
                if f != view.won:
                    bound += bounds[sizes[f]]
                    largest = max(largest, sizes[f])
                sizes[f] = 0
            control[WORK] += size
        if bound < best:
            tie = 2 * largest + 1 - np.int64(own[guess])
            lists[level, listed] = (bound << 32) + (tie << 16) + guess
            listed += 1
        else:
            floor = min(floor, bound)
    for i in range(start, start + size):
        own[own_rows[row[i]]] = 0
    sort_list(lists, level, listed)
    control[WORK] += total
    frame[FLOOR], frame[COUNT], frame[NEXT] = floor, listed, 0


@inner
def split_set(view: View, space: Space, level: int) -> np.int64:
    """Split a frame's set by its current guess into the row below; return the sum of bounds.

    The groups, that of the guess itself left out, are put in order of size. Groups of one or two
    candidates are exact. If the sum reaches the best, the split is not made.
    """
    feedbacks, members, sizes, won = view.feedbacks, space.members, space.sizes, view.won
    frame, groups, control = space.frames[level], space.groups[level], space.control
    start, size, best = frame[START], frame[SIZE], frame[BEST]
    guess, bounds, most = frame[CURRENT], view.lower[frame[REACH]], frame[SPACE]
    for j in range(start, start + size):
        sizes[feedbacks[guess, members[level, j]]] += 1
    total = size
    for f in range(len(sizes)):
        if f != won:
            total += np.int64(bounds[sizes[f]]) if sizes[f] <= most else MOST
    control[WORK] += size
    if total >= best:
        sizes[:] = 0
        return np.int64(total)
    offset, count = np.int64(0), 0
    for f in range(len(sizes)):
        group_size = sizes[f]
        if group_size == 0:
            continue
        sizes[f] = offset
        if f != won:
            # Insert by size.
            place = count
            while place > 0 and groups[place - 1, P_SIZE] > group_size:
                for field in range(GROUP_FIELDS):
                    groups[place, field] = groups[place - 1, field]
                place -= 1
            groups[place, P_START] = offset
            groups[place, P_SIZE] = group_size
            groups[place, P_VALUE] = bounds[group_size]
            groups[place, P_EXACT] = np.int64(group_size <= 2)
            groups[place, P_COUNTED] = UNCOUNTED
            count += 1
        offset += group_size
    for j in range(start, start + size):
        member = members[level, j]
        f = feedbacks[guess, member]
        members[level + 1, sizes[f]] = member
        sizes[f] += 1
    sizes[:] = 0
    frame[GROUPS] = count
    control[WORK] += size + 40
    return np.int64(total)


@inner
def play_guess(view: View, space: Space, level: int) -> int:
    """Split by the current guess and sharpen the groups' bounds, cheapest means first.

    Says whether the guess is dismissed (its bound reached the best), settled (all groups exact), or
    has groups to be searched; the frame's SUM is its bound.
    """
    frame, groups, keys = space.frames[level], space.groups[level], space.keys[level]
    memo, control, words = space.memo, space.control, view.masks.shape[1]
    best, depth = frame[BEST], frame[DEPTH]
    child_depth = depth if depth == view.unlimited else depth - 1
    total = split_set(view, space, level)
    if total >= best:
        frame[SUM] = min(total, MOST)
        return DISMISSED
    row = space.members[level + 1]
    # First the groups that one of their own members tells apart; then what is remembered.
    undecided = 0
    for p in range(frame[GROUPS]):
        if total >= best:
            break
        if groups[p, P_EXACT]:
            continue
        start, size, value = groups[p, P_START], groups[p, P_SIZE], groups[p, P_VALUE]
        if child_depth < 2:
            total = MOST
            break
        if size <= len(space.sizes):
            control[WORK] += size * size // 2
            if perfect_guess(view, row, start, size) >= 0:
                groups[p, P_VALUE] = 2 * size - 1
                groups[p, P_EXACT] = 1
                total = total + 2 * size - 1 - value
                continue
            if value < 2 * size:
                groups[p, P_VALUE] = 2 * size
                total = total + 2 * size - value
        undecided += 1
    if undecided == 0 or total >= best:
        frame[SUM] = min(total, MOST)
        return DISMISSED if total >= best else SETTLED
    for p in range(frame[GROUPS]):
        if groups[p, P_EXACT]:
            continue
        start, size, value = groups[p, P_START], groups[p, P_SIZE], groups[p, P_VALUE]
        set_key(row, start, size, view.random, child_depth, keys[p])
        slot = look_up(memo, keys[p, 0], keys[p, 1])
        control[WORK] += size + 50
        if slot >= 0:
            known_cost = np.int64(memo[slot, 2] >> np.uint64(1))
            if memo[slot, 2] & np.uint64(1):
                groups[p, P_EXACT] = 1
                undecided -= 1
            if known_cost > value:
                groups[p, P_VALUE] = known_cost
                total += known_cost - value
            groups[p, P_COUNTED] = REMEMBERED
            if total >= best:
                break
    # Then count the groups' outcomes.
    if undecided > 0 and total < best:
        for p in range(frame[GROUPS]):
            if groups[p, P_EXACT] or groups[p, P_COUNTED] != UNCOUNTED:
                continue
            start, size, value = groups[p, P_START], groups[p, P_SIZE], groups[p, P_VALUE]
            most, reach = count_outcomes(view, row, start, size, space.counts[level + 1, p])
            control[WORK] += size * words // 6 + words * 2
            control[NODES] += 1
            groups[p, P_COUNTED] = COUNTED_NOW
            groups[p, P_REACH] = reach
            known_cost, exact = np.int64(view.lower[reach, size]), np.int64(0)
            if child_depth == 2:
                known_cost, exact = (2 * size if most == size else MOST), np.int64(1)
            elif reach == size:
                known_cost, exact = 2 * size, np.int64(1)
            if exact:
                groups[p, P_EXACT] = 1
                undecided -= 1
            if known_cost > value:
                groups[p, P_VALUE] = known_cost
                total += known_cost - value
            remember(memo, keys[p, 0], keys[p, 1], size, known_cost, exact, UNTOLD)
            if total >= best:
                break
    frame[SUM] = min(total, MOST)
    if total >= best:
        return DISMISSED
    return SETTLED if undecided == 0 else OPEN_GROUPS


@inner
def take_best(space: Space, level: int) -> None:
    """Make the current guess the best of its frame.

    Where ties are collected, the limit stays one above the best, and the start of the first list,
    whose guesses have been taken, holds all that are as good.
    """
    frame, control = space.frames[level], space.control
    frame[GUESS] = frame[CURRENT]
    if level > 0 or control[TIES] == 0:
        frame[BEST] = frame[SUM]
        return
    if frame[SUM] + 1 < frame[BEST]:
        frame[BEST] = frame[SUM] + 1
        control[TIES] = 1
    space.lists[0, control[TIES] - 1] = frame[CURRENT]
    control[TIES] += 1


@kernel(int64(VIEW_TYPE, SPACE_TYPE, int64, int64))
def run(view: View, space: Space, most_nodes: int, most_work: int) -> int:
    """Search on from where the arrays stand, until done or until a limit is reached."""
    frames, control, allowed_counts = space.frames, space.control, space.allowed_counts
    words = view.masks.shape[1]
    last_work = control[WORK] + most_work
    while True:
        level = control[TOP]
        frame = frames[level]
        if control[NODES] >= most_nodes or control[WORK] >= last_work:
            return PAUSED
        if frame[STAGE] == OPEN:
            if level + 2 > len(frames):
                return WANTS_LEVELS
            if level < len(allowed_counts) and allowed_counts[level] < 0:
                return WANTS_GUESSES
            if frame[COUNTED] == 0:
                counts = space.counts[level, frame[SLOT]]
                _, frame[REACH] = count_outcomes(
                    view, space.members[level], frame[START], frame[SIZE], counts
                )
                control[WORK] += frame[SIZE] * words // 6 + words * 2
            control[NODES] += 1
            depth = frame[DEPTH]
            frame[SPACE] = MOST
            if depth != view.unlimited:
                frame[SPACE] = room(frame[REACH], depth - 1, len(space.sizes))
            if frame[SIZE] > LARGE:
                list_by_sizes(view, space, level)
            else:
                list_by_outcomes(view, space, level)
            frame[STAGE] = TAKE
        elif frame[STAGE] == TAKE:
            # Take the next guess, unless no guess left can be better than the best.
            place = frame[NEXT]
            bound = space.lists[level, place] >> 32 if place < frame[COUNT] else MOST
            stop = control[ANY] != 0 and frame[GUESS] >= 0
            if bound < frame[BEST] and not stop:
                frame[NEXT] = place + 1
                frame[CURRENT] = space.lists[level, place] & 0xFFFF
                for below in range(level + 1, len(allowed_counts)):
                    allowed_counts[below] = -1 if allowed_counts[level] > 0 else 0
                outcome = play_guess(view, space, level)
                if outcome == DISMISSED:
                    frame[FLOOR] = min(frame[FLOOR], frame[SUM])
                elif outcome == SETTLED:
                    take_best(space, level)
                else:
                    frame[GROUP] = 0
                    frame[STAGE] = SEARCH
                continue
            # The set is settled: its exact cost, or a bound not below the limit.
            exact = np.int64(frame[GUESS] >= 0)
            value = frame[BEST] if exact else min(frame[FLOOR], bound)
            if value >= MOST:
                value, exact = MOST, np.int64(1)
            if level == 0:
                control[VALUE] = value
                return DONE
            slot = frame[SLOT]
            above, group = frames[level - 1], space.groups[level - 1, slot]
            key = space.keys[level - 1, slot]
            remember(space.memo, key[0], key[1], frame[SIZE], value, exact, frame[GUESS])
            control[TOP] = level - 1
            above[SUM] = min(above[SUM] + value - group[P_VALUE], MOST)
            group[P_VALUE] = value
            group[P_EXACT] = exact
            above[GROUP] = slot + 1
        else:
            # Search the next open group; a guess with none left is the best so far.
            if frame[SUM] >= frame[BEST]:
                frame[FLOOR] = min(frame[FLOOR], frame[SUM])
                frame[STAGE] = TAKE
                continue
            slot, groups = frame[GROUP], space.groups[level]
            while slot < frame[GROUPS] and groups[slot, P_EXACT]:
                slot += 1
            if slot == frame[GROUPS]:
                take_best(space, level)
                frame[STAGE] = TAKE
                continue
            frame[GROUP] = slot
            below = frames[level + 1]
            depth = frame[DEPTH]
            below[START] = groups[slot, P_START]
            below[SIZE] = groups[slot, P_SIZE]
            below[DEPTH] = depth if depth == view.unlimited else depth - 1
            limit = frame[BEST] - (frame[SUM] - groups[slot, P_VALUE])
            below[BEST] = MOST if frame[BEST] >= MOST else limit
            below[GUESS] = -1
            below[FLOOR] = MOST
            below[STAGE] = OPEN
            below[SLOT] = slot
            below[COUNTED] = np.int64(groups[slot, P_COUNTED] == COUNTED_NOW)
            below[REACH] = groups[slot, P_REACH]
            control[TOP] = level + 1


@inner
def even_guess(view: View, row: NDArray[np.uint16], start: int, size: int, depth: int) -> int:
    """Return a guess that settles a set of n, not one of the perfect ones, at a cost of 2n.

    That is a member that leaves a single pair (if there are three guesses left), or any guess that
    tells all apart; -1 if there is neither.
    """
    for i in range(start, start + size if depth > 2 else start):
        if tells_apart(view.feedbacks, whole(view.own_rows[row[i]]), row, start, size, BUT_ONE):
            return int(view.own_rows[row[i]])
    for guess in range(len(view.feedbacks) if not view.strict else 0):
        if tells_apart(view.feedbacks, guess, row, start, size, ALL):
            return int(guess)
    return -1


@inner
def known_guess(
    view: View,
    memo: NDArray[np.uint64],
    feedback_count: int,
    row: NDArray[np.uint16],
    start: int,
    size: int,
    depth: int,
    key: NDArray[np.uint64],
) -> int:
    """Return the best guess for a set, if it is plain or remembered; else -1."""
    if size <= 2:
        return int(view.own_rows[row[start]])
    if size <= feedback_count:
        perfect = perfect_guess(view, row, start, size)
        if perfect >= 0:
            return perfect
    set_key(row, start, size, view.random, depth, key)
    slot = look_up(memo, key[0], key[1])
    if slot < 0 or not memo[slot, 2] & np.uint64(1):
        return -1
    guess = int(np.int64(memo[slot, 3] & np.uint64(0xFFFFFFFF))) - 1
    return guess if guess >= 0 else even_guess(view, row, start, size, depth)


@kernel(
    boolean(
        VIEW_TYPE,
        uint64[:, ::1],
        uint16[:, ::1],
        int64[:, ::1],
        int32[:, ::1],
        int64[::1],
        uint64[::1],
        int64[::1],
    )
)
def grow_plan(
    view: View,
    memo: NDArray[np.uint64],
    order: NDArray[np.uint16],
    waiting: NDArray[np.int64],
    nodes: NDArray[np.int32],
    sizes: NDArray[np.int64],
    key: NDArray[np.uint64],
    numbers: NDArray[np.int64],
) -> bool:
    """Write the nodes of a plan, each before those below it, as long as their guesses are known.

    ``nodes`` has a row for each: guess, parent, feedback given there, and whether the guess can be
    the secret. Returns whether the plan is whole; if not, the set on top of ``waiting`` needs a
    guess in ``numbers[GIVEN]``. ``order[0]`` holds the sets, ``order[1]`` is room to sort.
    """
    row = order[0]
    while numbers[WAITING] > 0:
        top = numbers[WAITING] - 1
        start, size, depth = waiting[top, W_START], waiting[top, W_SIZE], waiting[top, W_DEPTH]
        guess = numbers[GIVEN]
        if guess < 0:
            guess = known_guess(view, memo, len(sizes), row, start, size, depth, key)
        if guess < 0:
            return False
        numbers[GIVEN] = -1
        node = numbers[GROWN]
        numbers[GROWN] = node + 1
        nodes[node, 0] = guess
        nodes[node, 1] = waiting[top, W_PARENT]
        nodes[node, 2] = waiting[top, W_REPLY]
        nodes[node, 3] = 0
        # Sort the set by the feedback; stack the groups so that the first outcome comes first.
        for j in range(start, start + size):
            sizes[view.feedbacks[guess, row[j]]] += 1
        offset = start + size
        for f in range(len(sizes) - 1, -1, -1):
            if sizes[f] == 0:
                continue
            offset -= sizes[f]
            if f == view.won:
                nodes[node, 3] = 1
            else:
                waiting[top, W_START] = offset
                waiting[top, W_SIZE] = sizes[f]
                waiting[top, W_DEPTH] = depth if depth == view.unlimited else depth - 1
                waiting[top, W_PARENT] = node
                waiting[top, W_REPLY] = f
                top += 1
            sizes[f] = offset
        for j in range(start, start + size):
            f = view.feedbacks[guess, row[j]]
            order[1, sizes[f]] = row[j]
            sizes[f] += 1
        for j in range(start, start + size):  # a slice for a slice takes a second to compile
            row[j] = order[1, j]
        sizes[:] = 0
        numbers[WAITING] = top
    return True
