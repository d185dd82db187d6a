"""Compiled loops over the halves of codes.

A half filling belongs to a multiset of colours; the fillings of a multiset with the same key (the
blacks they have, see ``half``) are a group. A left and a right group match when their keys
are equal, the right ones being what the answers leave for the right half. Groups of a multiset
follow each other by key, so that two sequences are matched by one merge.

Arrays that come in are read-only and contiguous, as ``game.frozen`` makes them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.kernels import inner, kernel, types

int32, int64 = types.int32, types.int64
PLACES = types.Array(int32, 1, "C", readonly=True)
WORDS = types.Array(int64, 1, "C", readonly=True)
HISTOGRAMS = types.Array(int64, 2, "C", readonly=True)

Places = NDArray[np.int32]
Words = NDArray[np.int64]


class Pairs(NamedTuple):
    """Which halves' multisets make up which whole one.

    A pair is the number ``left multiset * rights + right multiset``; those of a whole multiset are
    a segment of ``pairs``, which begins at its place in ``starts``.
    """

    pairs: Places
    starts: Places
    rights: int


class Groups(NamedTuple):
    """The fillings of a half that are alike for some turns: of one multiset, with one key.

    ``keys`` are the fillings' keys; ``order`` are the fillings sorted by multiset and key;
    ``starts`` is where the groups begin in it, ``group_keys`` their keys, and ``first`` the first
    group of each multiset.
    """

    keys: Words
    order: Places
    starts: Places
    group_keys: Words
    first: Places

    @property
    def sizes(self) -> Places:
        return np.diff(self.starts)


PAIRS = types.NamedTuple((PLACES, PLACES, int64), Pairs)
GROUPS = types.NamedTuple((WORDS, PLACES, PLACES, WORDS, PLACES), Groups)


@kernel(types.UniTuple(int32[::1], 2)(PLACES, int64))
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


@kernel(types.Tuple((int32[::1], int32[::1], int64[::1], int32[::1]))(WORDS, PLACES, PLACES))
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


@inner("UniTuple(int64, 4)(PAIRS, int64, GROUPS, GROUPS)")
def groups_of(pairs: Pairs, place: int, left: Groups, right: Groups) -> tuple[int, int, int, int]:
    """Return where the left groups of a pair begin and end, then the right ones."""
    one, other = pairs.pairs[place] // pairs.rights, pairs.pairs[place] % pairs.rights
    return left.first[one], left.first[one + 1], right.first[other], right.first[other + 1]


@inner("UniTuple(int64, 2)(WORDS, WORDS, int64, int64, int64, int64)")
def match(
    left_keys: Words, right_keys: Words, left: int, left_end: int, right: int, right_end: int
) -> tuple[int, int]:
    """Return the first left and right group from these on that have one key; -1 if none have."""
    while left < left_end and right < right_end:
        if left_keys[left] < right_keys[right]:
            left += 1
        elif left_keys[left] > right_keys[right]:
            right += 1
        else:
            return left, right
    return -1, -1


@kernel(types.UniTuple(int64[::1], 3)(PLACES, PAIRS, GROUPS, GROUPS))
def count_matches(
    wholes: Places, pairs: Pairs, left: Groups, right: Groups
) -> tuple[Words, Words, Words]:
    """Count the codes of the multisets ``wholes`` whose halves match.

    Returns the codes up to and with each of the wholes, and for each left and each right group the
    number of fillings that one of its fillings is matched with.
    """
    ends = np.empty(len(wholes), np.int64)
    left_weights = np.zeros(len(left.group_keys), np.int64)
    right_weights = np.zeros(len(right.group_keys), np.int64)
    total = 0
    for i in range(len(wholes)):
        for p in range(pairs.starts[wholes[i]], pairs.starts[wholes[i] + 1]):
            x, x_end, y, y_end = groups_of(pairs, p, left, right)
            x, y = match(left.group_keys, right.group_keys, x, x_end, y, y_end)
            while x >= 0:
                left_size = left.starts[x + 1] - left.starts[x]
                right_size = right.starts[y + 1] - right.starts[y]
                left_weights[x] += right_size
                right_weights[y] += left_size
                total += left_size * right_size
                x, y = match(left.group_keys, right.group_keys, x + 1, x_end, y + 1, y_end)
        ends[i] = total
    return ends, left_weights, right_weights


@kernel(int64[:, ::1](PLACES, PLACES, PAIRS, HISTOGRAMS, HISTOGRAMS, GROUPS, GROUPS, int64))
def split_matches(
    wholes: Places,
    shared: Places,
    pairs: Pairs,
    left_blacks: Words,
    right_blacks: Words,
    left: Groups,
    right: Groups,
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
        for p in range(pairs.starts[wholes[i]], pairs.starts[wholes[i] + 1]):
            x, x_end, y, y_end = groups_of(pairs, p, left, right)
            x, y = match(left.group_keys, right.group_keys, x, x_end, y, y_end)
            while x >= 0:
                for a in range(left_blacks.shape[1]):
                    for b in range(right_blacks.shape[1]):
                        by_black[a + b] += left_blacks[x, a] * right_blacks[y, b]
                x, y = match(left.group_keys, right.group_keys, x + 1, x_end, y + 1, y_end)
        for black in range(shared[i] + 1):
            counts[black, shared[i] - black] += by_black[black]
    return counts


@kernel(types.UniTuple(int32[::1], 2)(WORDS, PLACES, WORDS, PAIRS, GROUPS, GROUPS))
def matches_at(
    ranks: Words, wholes: Places, ends: Words, pairs: Pairs, left: Groups, right: Groups
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
        for p in range(pairs.starts[wholes[i]], pairs.starts[wholes[i] + 1]):
            x, x_end, y, y_end = groups_of(pairs, p, left, right)
            x, y = match(left.group_keys, right.group_keys, x, x_end, y, y_end)
            while x >= 0:
                right_size = right.starts[y + 1] - right.starts[y]
                after = before + (left.starts[x + 1] - left.starts[x]) * right_size
                while done < len(ranks) and ranks[done] < after:
                    place = ranks[done] - before
                    lefts_out[done] = left.order[left.starts[x] + place // right_size]
                    rights_out[done] = right.order[right.starts[y] + place % right_size]
                    done += 1
                before = after
                x, y = match(left.group_keys, right.group_keys, x + 1, x_end, y + 1, y_end)
            if done == len(ranks) or ranks[done] >= ends[i]:
                break
    return lefts_out, rights_out


@kernel(
    types.Tuple((int64[::1], int64))(
        PLACES, HISTOGRAMS, PAIRS, WORDS, WORDS, WORDS, WORDS, GROUPS, GROUPS
    )
)
def marks_left(
    wholes: Places,
    whole_marks: Words,
    pairs: Pairs,
    left_possible: Words,
    right_possible: Words,
    left_marks: Words,
    right_marks: Words,
    left: Groups,
    right: Groups,
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
        for p in range(pairs.starts[whole], pairs.starts[whole + 1]):
            one, other = pairs.pairs[p] // pairs.rights, pairs.pairs[p] % pairs.rights
            work += 1
            if (
                (left_possible[one] & ~seen[0]) == 0
                and (right_possible[other] & ~seen[1]) == 0
                and (whole_marks[whole, 2] & ~seen[2]) == 0
                and (whole_marks[whole, 3] & ~seen[3]) == 0
            ):
                continue
            x, x_end, y, y_end = groups_of(pairs, p, left, right)
            work += x_end - x + y_end - y
            x, y = match(left.group_keys, right.group_keys, x, x_end, y, y_end)
            while x >= 0:
                seen[0] |= left_marks[x]
                seen[1] |= right_marks[y]
                seen[2] |= whole_marks[whole, 2]
                seen[3] |= whole_marks[whole, 3]
                x, y = match(left.group_keys, right.group_keys, x + 1, x_end, y + 1, y_end)
    return seen, work


@kernel(
    types.Tuple((int32[::1], int32[::1], int32[::1], int64))(PLACES, PAIRS, GROUPS, GROUPS, int64)
)
def first_matches(
    wholes: Places, pairs: Pairs, left: Groups, right: Groups, most: int
) -> tuple[Places, Places, Places, int]:
    """Return the first codes of the multisets ``wholes`` whose halves match, ``most`` at most.

    Returns of each its whole multiset, its left filling and its right one; and the work done.
    """
    out = np.empty((3, most), np.int32)
    found = work = 0
    for whole in wholes:
        for p in range(pairs.starts[whole], pairs.starts[whole + 1]):
            x, x_end, y, y_end = groups_of(pairs, p, left, right)
            work += 1 + x_end - x + y_end - y
            x, y = match(left.group_keys, right.group_keys, x, x_end, y, y_end)
            while x >= 0 and found < most:
                for i in range(left.starts[x], left.starts[x + 1]):
                    for j in range(right.starts[y], right.starts[y + 1]):
                        if found < most:
                            out[0, found], out[1, found] = whole, left.order[i]
                            out[2, found] = right.order[j]
                            found += 1
                x, y = match(left.group_keys, right.group_keys, x + 1, x_end, y + 1, y_end)
            if found == most:
                return out[0].copy(), out[1].copy(), out[2].copy(), work
    return out[0, :found].copy(), out[1, :found].copy(), out[2, :found].copy(), work
