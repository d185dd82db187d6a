"""Compiled loops over the halves of codes.

A half filling belongs to a multiset of colours; the fillings of a multiset with the same key (the
blacks they have, see ``packed_words``) are a group. A left and a right group match when their keys
are equal, the right ones being what the answers leave for the right half. Groups of a multiset
follow each other by key, so that two sequences are matched by one merge.

Arrays that come in are read-only and contiguous, as ``game.frozen`` makes them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels import kernel

PLACES = "Array(int32, 1, 'C', True)"
TABLE = "Array(int32, 2, 'C', True)"
WORDS = "Array(int64, 1, 'C', True)"
HISTOGRAMS = "Array(int64, 2, 'C', True)"
FLAGS = "Array(bool, 1, 'C', True)"

Places = NDArray[np.int32]
Words = NDArray[np.int64]


@kernel(f"Tuple((int32[::1], int32[::1]))({PLACES}, int64)")
def members(labels: Places, count: int) -> tuple[Places, Places]:
    """Sort the places of labels 0 … ``count`` - 1 by label; a negative label has no place.

    Returns the places, ascending within a label, and where each label's places start.
    """
    starts = np.zeros(count + 1, np.int32)
    for label in labels:
        if label >= 0:
            starts[label + 1] += 1
    starts = np.cumsum(starts).astype(np.int32)
    next_ = starts.copy()
    places = np.empty(starts[count], np.int32)
    for place in range(len(labels)):
        label = labels[place]
        if label >= 0:
            places[next_[label]] = place
            next_[label] += 1
    return places, starts


@kernel(f"Tuple((int32[::1], int32[::1], int64[::1], int32[::1]))({WORDS}, {PLACES}, {PLACES})")
def group(keys: Words, fillings: Places, starts: Places) -> tuple[Places, Places, Words, Places]:
    """Group the fillings of each multiset by their keys.

    ``fillings`` are sorted by multiset, which begin at ``starts``. Returns them sorted by
    multiset, then key, then as before; where in this order each group starts; the groups' keys;
    and the first group of each multiset. Both last starts are the totals.
    """
    order = fillings.copy()
    sorted_keys = np.empty(len(fillings), np.int64)
    group_starts = np.empty(len(fillings) + 1, np.int32)
    group_keys = np.empty(len(fillings), np.int64)
    first_groups = np.empty(len(starts), np.int32)
    groups = 0
    for multiset in range(len(starts) - 1):
        first_groups[multiset] = groups
        # Insertion sort: a half of 4 holes has at most 24 fillings of a multiset.
        start, end = starts[multiset], starts[multiset + 1]
        for i in range(start, end):
            filling, j = fillings[i], i
            key = keys[filling]
            while j > start and sorted_keys[j - 1] > key:
                order[j], sorted_keys[j] = order[j - 1], sorted_keys[j - 1]
                j -= 1
            order[j], sorted_keys[j] = filling, key
        for i in range(start, end):
            if i == start or sorted_keys[i] != sorted_keys[i - 1]:
                group_starts[groups], group_keys[groups] = i, sorted_keys[i]
                groups += 1
    first_groups[len(starts) - 1] = groups
    group_starts[groups] = len(fillings)
    return order, group_starts[: groups + 1].copy(), group_keys[:groups].copy(), first_groups


@kernel(
    f"Tuple((int64[::1], int64[::1], int64[::1]))({PLACES}, {PLACES}, {PLACES}, int64,"
    f"{PLACES}, {WORDS}, {PLACES}, {PLACES}, {WORDS}, {PLACES})"
)
def count_matches(
    wholes: Places,
    pairs: Places,
    pair_starts: Places,
    rights: int,
    left_starts: Places,
    left_keys: Words,
    left_first: Places,
    right_starts: Places,
    right_keys: Words,
    right_first: Places,
) -> tuple[Words, Words, Words]:
    """Count the codes of the multisets ``wholes`` whose halves match.

    A pair is the number ``left multiset * rights + right multiset``; those of a whole multiset
    are a segment of ``pairs``. Returns the codes up to and with each of the wholes, and for each
    left and each right group the number of fillings that one of its fillings is matched with.
    """
    ends = np.empty(len(wholes), np.int64)
    left_weights = np.zeros(len(left_keys), np.int64)
    right_weights = np.zeros(len(right_keys), np.int64)
    total = 0
    for i in range(len(wholes)):
        for p in range(pair_starts[wholes[i]], pair_starts[wholes[i] + 1]):
            one, other = pairs[p] // rights, pairs[p] % rights
            left, left_end = left_first[one], left_first[one + 1]
            right, right_end = right_first[other], right_first[other + 1]
            while left < left_end and right < right_end:
                if left_keys[left] < right_keys[right]:
                    left += 1
                elif left_keys[left] > right_keys[right]:
                    right += 1
                else:
                    left_size = left_starts[left + 1] - left_starts[left]
                    right_size = right_starts[right + 1] - right_starts[right]
                    left_weights[left] += right_size
                    right_weights[right] += left_size
                    total += left_size * right_size
                    left += 1
                    right += 1
        ends[i] = total
    return ends, left_weights, right_weights


@kernel(
    f"int64[:, ::1]({PLACES}, {PLACES}, {PLACES}, {PLACES}, int64,"
    f"{HISTOGRAMS}, {WORDS}, {PLACES}, {HISTOGRAMS}, {WORDS}, {PLACES}, int64)"
)
def split_matches(
    wholes: Places,
    shared: Places,
    pairs: Places,
    pair_starts: Places,
    rights: int,
    left_blacks: Words,
    left_keys: Words,
    left_first: Places,
    right_blacks: Words,
    right_keys: Words,
    right_first: Places,
    pegs: int,
) -> Words:
    """Count the codes that ``count_matches`` counts by their answer to one guess.

    ``shared`` is the guess's blacks and whites for each of the wholes; ``left_blacks[group,
    blacks]`` and ``right_blacks`` are how many of a group's fillings have so many blacks of it.
    Returns the counts, ``[black, white]``.
    """
    counts = np.zeros((pegs + 1, pegs + 1), np.int64)
    by_black = np.zeros(pegs + 1, np.int64)
    for i in range(len(wholes)):
        by_black[:] = 0
        for p in range(pair_starts[wholes[i]], pair_starts[wholes[i] + 1]):
            one, other = pairs[p] // rights, pairs[p] % rights
            left, left_end = left_first[one], left_first[one + 1]
            right, right_end = right_first[other], right_first[other + 1]
            while left < left_end and right < right_end:
                if left_keys[left] < right_keys[right]:
                    left += 1
                elif left_keys[left] > right_keys[right]:
                    right += 1
                else:
                    for x in range(left_blacks.shape[1]):
                        for y in range(right_blacks.shape[1]):
                            by_black[x + y] += left_blacks[left, x] * right_blacks[right, y]
                    left += 1
                    right += 1
        for black in range(shared[i] + 1):
            counts[black, shared[i] - black] += by_black[black]
    return counts


@kernel(
    f"Tuple((int32[::1], int32[::1]))({WORDS}, {PLACES}, {WORDS}, {PLACES}, {PLACES}, int64,"
    f"{PLACES}, {PLACES}, {WORDS}, {PLACES}, {PLACES}, {PLACES}, {WORDS}, {PLACES})"
)
def matches_at(
    ranks: Words,
    wholes: Places,
    ends: Words,
    pairs: Places,
    pair_starts: Places,
    rights: int,
    left_order: Places,
    left_starts: Places,
    left_keys: Words,
    left_first: Places,
    right_order: Places,
    right_starts: Places,
    right_keys: Words,
    right_first: Places,
) -> tuple[Places, Places]:
    """Return the left and the right fillings of the codes of these ranks.

    ``ranks`` ascend; the codes are numbered in the order in which ``count_matches`` walks.
    """
    lefts_out = np.empty(len(ranks), np.int32)
    rights_out = np.empty(len(ranks), np.int32)
    done = 0
    while done < len(ranks):
        i = np.searchsorted(ends, ranks[done], "right")
        before = ends[i - 1] if i > 0 else np.int64(0)
        for p in range(pair_starts[wholes[i]], pair_starts[wholes[i] + 1]):
            one, other = pairs[p] // rights, pairs[p] % rights
            left, left_end = left_first[one], left_first[one + 1]
            right, right_end = right_first[other], right_first[other + 1]
            while left < left_end and right < right_end:
                if left_keys[left] < right_keys[right]:
                    left += 1
                elif left_keys[left] > right_keys[right]:
                    right += 1
                else:
                    left_size = left_starts[left + 1] - left_starts[left]
                    right_size = right_starts[right + 1] - right_starts[right]
                    after = before + left_size * right_size
                    while done < len(ranks) and ranks[done] < after:
                        place = ranks[done] - before
                        lefts_out[done] = left_order[left_starts[left] + place // right_size]
                        rights_out[done] = right_order[right_starts[right] + place % right_size]
                        done += 1
                    before = after
                    left += 1
                    right += 1
            if done == len(ranks) or ranks[done] >= ends[i]:
                break
    return lefts_out, rights_out


@kernel(
    f"Tuple((int64, int32[::1]))(int64, {PLACES}, {PLACES}, {PLACES}, {PLACES}, {PLACES},"
    f"{TABLE}, {FLAGS})"
)
def next_left(
    left: int,
    starts: Places,
    ends: Places,
    rights: Places,
    left_multisets: Places,
    right_multisets: Places,
    whole_of: Places,
    fits: NDArray[np.bool_],
) -> tuple[int, Places]:
    """Return the next left filling, from ``left`` on, that is part of a code, and its right ones.

    The right fillings whose keys match those of left filling l are
    ``rights[starts[l]:ends[l]]``; ``fits`` says which whole multisets, found in
    ``whole_of[left multiset, right multiset]``, fit the answers. Past the last, returns -1.
    """
    while left < len(starts):
        wholes = whole_of[left_multisets[left]]
        found = 0
        for i in range(starts[left], ends[left]):
            whole = wholes[right_multisets[rights[i]]]
            found += whole >= 0 and fits[whole]
        if found > 0:
            fitting = np.empty(found, np.int32)
            found = 0
            for i in range(starts[left], ends[left]):
                whole = wholes[right_multisets[rights[i]]]
                if whole >= 0 and fits[whole]:
                    fitting[found] = rights[i]
                    found += 1
            return left, fitting
        left += 1
    return -1, np.empty(0, np.int32)


@kernel(
    f"Tuple((int64[::1], int64))({PLACES}, {HISTOGRAMS}, {PLACES}, {PLACES}, int64,"
    f"{WORDS}, {WORDS}, {WORDS}, {PLACES}, {WORDS}, {WORDS}, {WORDS}, {PLACES})"
)
def marks_left(
    wholes: Places,
    whole_marks: Words,
    pairs: Places,
    pair_starts: Places,
    rights: int,
    left_possible: Words,
    left_marks: Words,
    left_keys: Words,
    left_first: Places,
    right_possible: Words,
    right_marks: Words,
    right_keys: Words,
    right_first: Places,
) -> tuple[Words, int]:
    """Return the marks that occur among the codes of the multisets ``wholes`` whose halves match.

    Marks are bits: ``left_marks`` and ``right_marks`` are those of each group's fillings,
    ``left_possible`` and ``right_possible`` those of all fillings of each half multiset.
    ``whole_marks[whole]`` has four words: what its left and its right half can have, and two for
    its counts. What can add nothing to the marks found already is not looked at. Returns four
    such words, and the work done: the wholes, pairs and groups looked at.
    """
    seen = np.zeros(4, np.int64)
    work = len(wholes)
    for whole in wholes:
        new = False
        for word in range(4):
            new |= (whole_marks[whole, word] & ~seen[word]) != 0
        if not new:
            continue
        for p in range(pair_starts[whole], pair_starts[whole + 1]):
            one, other = pairs[p] // rights, pairs[p] % rights
            work += 1
            if (
                (left_possible[one] & ~seen[0]) == 0
                and (right_possible[other] & ~seen[1]) == 0
                and (whole_marks[whole, 2] & ~seen[2]) == 0
                and (whole_marks[whole, 3] & ~seen[3]) == 0
            ):
                continue
            left, left_end = left_first[one], left_first[one + 1]
            right, right_end = right_first[other], right_first[other + 1]
            work += left_end - left + right_end - right
            while left < left_end and right < right_end:
                if left_keys[left] < right_keys[right]:
                    left += 1
                elif left_keys[left] > right_keys[right]:
                    right += 1
                else:
                    seen[0] |= left_marks[left]
                    seen[1] |= right_marks[right]
                    seen[2] |= whole_marks[whole, 2]
                    seen[3] |= whole_marks[whole, 3]
                    left += 1
                    right += 1
    return seen, work


@kernel(
    f"Tuple((int32[::1], int32[::1], int32[::1], int64))({PLACES}, {PLACES}, {PLACES}, int64,"
    f"{PLACES}, {PLACES}, {WORDS}, {PLACES}, {PLACES}, {PLACES}, {WORDS}, {PLACES}, int64)"
)
def first_matches(
    wholes: Places,
    pairs: Places,
    pair_starts: Places,
    rights: int,
    left_order: Places,
    left_starts: Places,
    left_keys: Words,
    left_first: Places,
    right_order: Places,
    right_starts: Places,
    right_keys: Words,
    right_first: Places,
    most: int,
) -> tuple[Places, Places, Places, int]:
    """Return the first codes of the multisets ``wholes`` whose halves match, ``most`` at most.

    Returns of each its whole multiset, its left filling and its right one; and the work done.
    """
    out = np.empty((3, most), np.int32)
    found = work = 0
    for whole in wholes:
        for p in range(pair_starts[whole], pair_starts[whole + 1]):
            one, other = pairs[p] // rights, pairs[p] % rights
            left, left_end = left_first[one], left_first[one + 1]
            right, right_end = right_first[other], right_first[other + 1]
            work += 1 + left_end - left + right_end - right
            while left < left_end and right < right_end and found < most:
                if left_keys[left] < right_keys[right]:
                    left += 1
                elif left_keys[left] > right_keys[right]:
                    right += 1
                else:
                    for i in range(left_starts[left], left_starts[left + 1]):
                        for j in range(right_starts[right], right_starts[right + 1]):
                            if found < most:
                                out[0, found], out[1, found] = whole, left_order[i]
                                out[2, found] = right_order[j]
                                found += 1
                    left += 1
                    right += 1
            if found == most:
                return out[0].copy(), out[1].copy(), out[2].copy(), work
    return out[0, :found].copy(), out[1, :found].copy(), out[2, :found].copy(), work
