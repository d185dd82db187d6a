"""Pairs and triples: as many numbers as cells, which then belong to each other.

Naked: two or three numbers have two or three cells between them, so that no other number can stand
there. Hidden: two or three cells can be taken by two or three numbers alone, so that these numbers
stand nowhere else. It is one search, over the cells of numbers or over the numbers of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import ends_beside, ends_of, within
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import numbered
from solver.hidoku.phrases.runs import area_named
from solver.hidoku.search.bitboard import bits

MOST = 3  # the largest group that a person is asked to see


def _their_cells(step: Deduction) -> str:
    numbers, cells = numbered(step.because.missing), area_named(step.because.area)
    return f"{numbers} have only {cells}: others stay out."


@technique(
    "naked",
    title="numbers that share cells",
    rank=120,
    weight=10,
    nudge=lambda step: f"Where is there room for {numbered(step.because.missing)}?",
    reason=after_eliminations(_their_cells),
    marks=lambda _: Marked(),
)
def naked(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from the cells of two or three numbers that have no others."""
    missing = [number for gap in position.gaps for number in gap.missing]
    few = {n: position.strict[n] for n in missing if 1 < position.strict[n].bit_count() <= MOST}
    for numbers, cells in _groups(few):
        rest = (number for number in missing if number not in numbers)
        if eliminated := within(position, rest, cells):
            because = _because(position, numbers, cells, ends_of(position, numbers))
            yield Deduction(naked, because, eliminated=eliminated)


def _their_numbers(step: Deduction) -> str:
    numbers, cells = numbered(step.because.missing), area_named(step.because.area)
    return f"Only {numbers} can stand in {cells}, so they stand nowhere else."


@technique(
    "hidden",
    title="cells left for few numbers",
    rank=130,
    weight=10,
    nudge=lambda step: f"Which numbers can stand in {area_named(step.because.area)}?",
    reason=after_eliminations(_their_numbers),
    marks=lambda step: Marked(area=step.because.area),
)
def hidden(position: Position) -> Iterator[Deduction]:
    """Eliminate from other cells two or three numbers that alone can fill two or three cells."""
    for cells, mask in _groups(_numbers_of_cells(position)):
        area = sum(cells)
        numbers = tuple(bit.bit_length() - 1 for bit in bits(mask))
        if eliminated := within(position, numbers, ~area):
            because = _because(position, numbers, area, ends_beside(position, ()))
            yield Deduction(hidden, because, eliminated=eliminated)


def _because(
    position: Position,
    numbers: tuple[int, ...],
    cells: int,
    others: tuple[Candidate, ...],
) -> Because:
    return Because(missing=numbers, area=position.layout.cells(cells), others=others)


def _numbers_of_cells(position: Position) -> dict[int, int]:
    """For the bit of each empty cell with two or three numbers these, as bits of an integer."""
    counts = [0] * (MOST + 2)  # the cells with at least so many numbers
    counts[0] = position.empty
    for gap in position.gaps:
        for number in gap.missing:
            for size in range(MOST, -1, -1):
                counts[size + 1] |= counts[size] & position.strict[number]
    few = counts[2] & ~counts[MOST + 1]
    found = dict.fromkeys(bits(few), 0)
    for gap in position.gaps:
        for number in gap.missing:
            for bit in bits(position.strict[number] & few):
                found[bit] |= 1 << number
    return found


def _groups(few: Mapping[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Keys with the union of their masks, where it has as many bits as they are keys; pairs first.

    The masks have two or three bits. A triple either holds a mask of three bits, which is the
    union, or two masks of two bits that share one: so these are all unions to ask for.
    """
    holders: dict[int, list[int]] = {}
    for key, mask in few.items():
        for bit in bits(mask):
            holders.setdefault(bit, []).append(key)
    unions = dict.fromkeys(few.values())
    for keys in holders.values():
        unions |= dict.fromkeys(few[a] | few[b] for a, b in combinations(keys, 2))
    for size in range(2, MOST + 1):
        for union in (mask for mask in unions if mask.bit_count() == size):
            near = sorted({key for bit in bits(union) for key in holders[bit]})
            group = tuple(key for key in near if not few[key] & ~union)
            if len(group) == size:
                yield group, union
