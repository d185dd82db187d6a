"""What is true of several colours or holes together: sums, and pairs of claims.

A row shows first how many pegs of the code have one of its colours, how many of these colours there
are, and how many of its pegs are in place. Each is a sum over a set: of colours, or of claims (a
colour is in a hole, or anywhere). The sets looked at are those of a row and parts of it, of a row
but not of another, of both, and of either; and the colours of a hole. What the possible codes show
of a sum, or of two claims, is a fact unless it is true of all codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import Bits, CodeTable, Mask, packed
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind
from solver.deduction.rules.game import Code, Codes, Turn

MOST_VALUES: Final = 3  # of a hole that is said to have one of them
MOST_SETS: Final = 60  # of colours of rows
LARGEST_PART: Final = 3  # of such a set

PEG_KINDS: Final = (FactKind.SUM, FactKind.SOME, FactKind.MOST)
CLAIM_KINDS: Final = (FactKind.EXACTLY, FactKind.AT_LEAST, FactKind.AT_MOST)
EXACTLY, AT_LEAST, AT_MOST = range(3)  # of each of these

Masks = NDArray[np.bool_]


class SumOver(NamedTuple):
    """Colours whose pegs are counted; or claims, if there are holes, all pegs of a row or none."""

    colours: tuple[int, ...]
    holes: tuple[int, ...] = ()
    row: int | None = None
    is_whole_row: bool = False


def relations(possible: CodeTable, turns: Sequence[Turn]) -> Iterator[Fact]:
    """Yield what is true of the possible codes together, be it of all codes or not."""
    choices = possible.counts.shape[1]
    cells = [column == colour for column in possible.codes.T for colour in range(choices)]
    claims = np.concatenate([cells, possible.counts.T > 0])
    sums = list(dict.fromkeys(_sums(turns, possible.codes, choices)))
    yield from _true_sums(
        np.concatenate([claims, possible.counts.T], dtype=np.int8), sums, possible
    )
    yield from _true_pairs(claims, choices)


def _sums(turns: Sequence[Turn], possible: Codes, choices: int) -> Iterator[SumOver]:
    pegs = possible.shape[1]
    for row, turn in enumerate(turns):
        for size in range(pegs, 1, -1):
            for holes in combinations(range(pegs), size):
                colours = tuple(turn.code[hole] for hole in holes)
                yield SumOver(colours, holes, row, size == pegs)
    sets = [*islice(sets_of_colours((turn.code for turn in turns), choices), MOST_SETS)]
    yield from map(SumOver, (*sets, *((colour,) for colour in range(choices))))
    for colours in sets:
        for size in {*range(2, min(len(colours), LARGEST_PART) + 1), len(colours)}:
            for part in combinations(colours, size):
                yield SumOver(part, (ANYWHERE,) * size)
    for hole, column in enumerate(possible.T):
        values = tuple(np.unique(column).tolist())
        if 1 < len(values) <= MOST_VALUES:
            yield SumOver(values, (hole,) * len(values))


def sets_of_colours(codes: Iterable[Code], choices: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of colours of rows, those of fewer rows first."""
    rows = list(dict.fromkeys(map(frozenset, codes)))
    pairs = list(combinations(rows, 2))
    sets = chain(rows, (one for a, b in pairs for one in (a - b, b - a, a & b, a | b)))
    return (tuple(sorted(one)) for one in dict.fromkeys(sets) if 1 < len(one) < choices)


def _true_sums(
    features: NDArray[np.int8], sums: Sequence[SumOver], possible: CodeTable
) -> Iterator[Fact]:
    pegs, choices = possible.codes.shape[1], possible.counts.shape[1]
    parts = [_parts(one, pegs, choices) for one in sums]
    starts = np.cumsum([0, *map(len, parts[:-1])])
    totals = np.add.reduceat(features[[*chain.from_iterable(parts)]], starts, axis=0)
    ranges = zip(sums, totals.min(axis=1).tolist(), totals.max(axis=1).tolist(), strict=True)
    for one, low, high in ranges:
        most = len(one.holes) or pegs
        if low == high and _is_worth_saying(one, low, most):
            yield _fact(one, EXACTLY, low, most, choices)
        elif 0 < low < high:
            yield _fact(one, AT_LEAST, low, most, choices)
        elif low < high < most:
            yield _fact(one, AT_MOST, high, most, choices)


def _parts(one: SumOver, pegs: int, choices: int) -> list[int]:
    """Return which features of a code add up to the sum."""
    groups = [pegs if hole == ANYWHERE else hole for hole in one.holes]
    groups = groups or [pegs + 1] * len(one.colours)
    return [group * choices + c for group, c in zip(groups, one.colours, strict=True)]


def _is_worth_saying(one: SumOver, count: int, most: int) -> bool:
    """Say whether simpler facts don't say it: that none is so, or that all are."""
    if one.is_whole_row:
        return count < most
    return len(one.colours) > 1 and 0 < count < most


def _fact(one: SumOver, bound: int, count: int, most: int, choices: int) -> Fact:
    colours, holes, row, is_whole_row = one
    if holes:
        return Fact(CLAIM_KINDS[bound], colours, holes, count, row=row, is_whole_row=is_whole_row)
    others = tuple(colour for colour in range(choices) if colour not in colours)
    if 1 < len(others) < len(colours):  # at least one of these is at most three of the others
        return Fact(PEG_KINDS[-bound], others, count=most - count)
    return Fact(PEG_KINDS[bound], colours, count=count)


def _true_pairs(claims: Masks, choices: int) -> Iterator[Fact]:
    """Yield how two claims depend on each other if neither is certain."""
    size = claims.shape[1]
    varied = np.flatnonzero(claims.any(axis=1) & ~claims.all(axis=1))
    true, false = packed(claims[varied], size), packed(~claims[varied], size)
    both, first = _meet(true, true), _meet(true, false)
    neither = _meet(false, false)
    places = [divmod(claim, choices) for claim in varied.tolist()]
    last = len(claims) // choices - 1
    ends = [(ANYWHERE if hole == last else hole, colour) for hole, colour in places]
    for a, b in np.argwhere(np.triu(~(both & first & first.T & neither), 1)).tolist():
        if ends[a][0] == ends[b][0] != ANYWHERE:
            continue
        if not both[a, b]:
            kind = FactKind.AT_MOST if neither[a, b] else FactKind.EXACTLY
            yield _pair(kind, ends[a], ends[b])
        elif not neither[a, b]:
            yield _pair(FactKind.AT_LEAST, ends[a], ends[b])
        elif not first[a, b] and not first[b, a]:
            yield _pair(FactKind.SAME, ends[a], ends[b])
        elif first[a, b]:
            yield _pair(FactKind.IF, ends[b], ends[a])
        else:
            yield _pair(FactKind.IF, ends[a], ends[b])


def _meet(some: Bits, others: Bits) -> Mask:
    return np.asarray((some[:, None] & others[None]).any(axis=2))


def _pair(kind: FactKind, one: tuple[int, int], other: tuple[int, int]) -> Fact:
    (hole, colour) = one
    (other_hole, other_colour) = other
    count = int(kind in CLAIM_KINDS)
    return Fact(kind, (colour, other_colour), (hole, other_hole), count)
