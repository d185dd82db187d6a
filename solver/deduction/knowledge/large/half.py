"""One half of the codes: its fillings, their multisets of colours, and their groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.deduction.knowledge.large import kernels, packed_words
from solver.deduction.knowledge.large.kernels import Groups, Places
from solver.deduction.knowledge.large.packed_words import Words
from solver.deduction.rules.game import Codes, frozen
from solver.deduction.rules.mastermind import MOST_PEGS


@dataclass(frozen=True, eq=False, repr=False)
class Half:
    """All fillings of one half's holes, and their multisets of colours.

    ``fillings`` is ``[fillings, holes]``, lexicographic; ``colours`` are the multisets' colour
    keys, ascending; ``multiset_of`` gives each filling's multiset. ``by_multiset`` are the fillings
    sorted by multiset; each multiset begins at its place in ``starts``. ``marks`` says which colour
    each hole of a filling has, bit ``hole * choices + colour``; ``possible`` are the marks of all
    fillings of a multiset.
    """

    fillings: Codes
    colours: Words
    multiset_of: Places
    by_multiset: Places
    starts: Places
    marks: Words
    possible: Words


def half(holes: int, choices: int, distinct: bool) -> Half:
    """List the fillings of ``holes`` holes; ``distinct`` leaves out those that repeat a choice."""
    places = choices ** np.arange(holes)[::-1]
    fillings = (np.arange(choices**holes)[:, None] // places % choices).astype(np.uint8)
    if distinct:
        fillings = fillings[packed_words.has_no_repeat(packed_words.colour_keys(fillings))]
    colours, multisets = np.unique(packed_words.colour_keys(fillings), return_inverse=True)
    multiset_of = frozen(multisets.astype(np.int32))
    by_multiset, starts = kernels.members(multiset_of, len(colours))
    marks = (np.int64(1) << np.arange(holes) * choices + fillings.astype(np.int64)).sum(axis=1)
    possible = np.zeros(len(colours), np.int64)
    np.bitwise_or.at(possible, multiset_of, marks)
    return Half(
        frozen(fillings),
        frozen(colours),
        multiset_of,
        frozen(by_multiset),
        frozen(starts),
        frozen(marks),
        frozen(possible),
    )


def joined(words: Sequence[tuple[Words, Words]]) -> tuple[Words, Words]:
    """Combine several words of each filling into one key, equal only if all of them are equal."""
    left, right = words[0]
    for more_left, more_right in words[1:]:
        keys = np.unique(np.concatenate([left, right]), return_inverse=True)[1]
        more = np.unique(np.concatenate([more_left, more_right]), return_inverse=True)[1]
        keys = keys * len(more) + more
        left, right = keys[: len(left)], keys[len(left) :]
    return left, right


def histograms(alike: Groups, blacks: Words) -> Words:
    """Count each group's fillings by their number of blacks, ``[group, blacks]``."""
    counts = np.zeros((len(alike.group_keys), MOST_PEGS // 2 + 1), np.int64)
    group_of = np.repeat(np.arange(len(counts)), alike.sizes)
    np.add.at(counts, (group_of, blacks[alike.order]), 1)
    return counts


def groups(half: Half, keys: Words) -> Groups:
    keys = frozen(keys)
    order, starts, group_keys, first = kernels.group(keys, half.by_multiset, half.starts)
    return Groups(keys, frozen(order), frozen(starts), frozen(group_keys), frozen(first))
