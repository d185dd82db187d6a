"""Pairs and triples: as many numbers as cells, which then belong together.

Two or three numbers have only two or three cells between them, so no other number can go there: in
Sudoku that is a hidden pair, though our name for it is ``naked``, which seeds and links have. Or
only two or three numbers can fill two or three cells, so these can't go anywhere else: a naked
pair, by our name ``hidden``. One search does both, over the cells of numbers or the numbers of
cells.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from typing import ClassVar

from solver.hidoku.logic.claims import Structure
from solver.hidoku.logic.objections.counted import FreeNeighbours
from solver.hidoku.logic.patterns.gaps import within
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, numbered
from solver.hidoku.search.bitboard import bits

MOST = 3  # the largest group that a person is asked to see


@dataclass(frozen=True)
class NeedCells(Structure):
    """That as many numbers as cells can go nowhere else."""

    idea: ClassVar[str] = "naked"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        area = sum(map(sight.layout.bit, self.area))
        is_out = out.number not in self.missing and out.cell in self.area
        are_as_many = len(self.missing) == len(self.area)
        return (
            is_out and are_as_many and not any(sight.table.counted[n] & ~area for n in self.missing)
        )

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"Where is there room for {numbered(self.missing)}?"

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [
            f"Counting steps, {numbered(self.missing)} get only to {area_named(self.area)}.",
            "So nothing else fits there.",
        ]


@dataclass(frozen=True)
class FillCells(Structure):
    """That nothing else can fill as many cells as numbers."""

    idea: ClassVar[str] = "hidden"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_out = out.number in self.missing and out.cell not in self.area
        are_as_many = len(self.missing) == len(self.area)
        reaching = sight.table.numbers_at(sum(map(sight.layout.bit, self.area)))
        return is_out and are_as_many and {*reaching} <= {*self.missing}

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [
            f"Only {numbered(self.missing)} fit {area_named(self.area)}.",
            "So they can’t go anywhere else.",
        ]


@partial(
    Technique,
    name="naked",
    title="hidden pair or triple",
    rank=120,
    weight=NeedCells.effort,
    sentence="If two numbers have only two cells between them, no other number can go in those "
    "cells.",
    after=("only_cell",),
)
def naked(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from the cells that two or three numbers need for themselves."""
    missing = [number for gap in position.gaps for number in gap.missing]
    masks = {n: position.strict[n] for n in missing if 1 < position.strict[n].bit_count() <= MOST}
    claims = {step.eliminated: step.claim for step in free_neighbours(position)}
    for numbers, cells in _groups(masks):
        rivals = (number for number in missing if number not in numbers)
        if eliminations := within(position, rivals, cells):
            claim = claims.get(eliminations) or NeedCells(numbers, position.layout.cells(cells))
            yield Deduction(naked, claim, eliminated=eliminations)


@partial(
    Technique,
    name="free_neighbours",
    title="two free neighbours",
    rank=62,
    weight=FreeNeighbours.effort,
    sentence="If a placed number has only two empty neighbours, and the numbers before and after "
    "it are missing, they go there, and nothing else does.",
    after=("one_way",),
    is_trial=True,
)
def free_neighbours(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from the two cells that a placed number needs on both sides.

    Grades and exercises count the naked pair that this is.
    """
    layout = position.layout
    for low, high in pairwise(position.gaps):
        number = low.high
        if number is None or number != high.low:
            continue
        cells = layout.around(layout.bit(position.where[number])) & position.empty
        pair = (number - 1, number + 1)
        rivals = (n for gap in position.gaps for n in gap.missing if n not in pair)
        if cells.bit_count() == 2 and (out := within(position, rivals, cells)):
            yield Deduction(free_neighbours, FreeNeighbours(number, pair), eliminated=out)


@partial(
    Technique,
    name="hidden",
    title="naked pair or triple",
    rank=130,
    weight=FillCells.effort,
    sentence="If only two numbers fit two cells, those numbers can’t go anywhere else.",
    after=("only_number", "naked"),
)
def hidden(position: Position) -> Iterator[Deduction]:
    """Eliminate elsewhere two or three numbers that alone can fill two or three cells."""
    for cells, mask in _groups(_numbers_of_cells(position)):
        area = sum(cells)
        numbers = tuple(bit.bit_length() - 1 for bit in bits(mask))
        if eliminations := within(position, numbers, ~area):
            claim = FillCells(numbers, position.layout.cells(area))
            yield Deduction(hidden, claim, eliminated=eliminations)


def _numbers_of_cells(position: Position) -> dict[int, int]:
    """For each empty cell that two or three numbers fit, by its bit, those numbers as bits."""
    counts = [0] * (MOST + 2)  # at each index, the cells with at least that many numbers
    counts[0] = position.empty
    for gap in position.gaps:
        for number in gap.missing:
            for size in range(MOST, -1, -1):
                counts[size + 1] |= counts[size] & position.strict[number]
    cells = counts[2] & ~counts[MOST + 1]
    by_cell = dict.fromkeys(bits(cells), 0)
    for gap in position.gaps:
        for number in gap.missing:
            for bit in bits(position.strict[number] & cells):
                by_cell[bit] |= 1 << number
    return by_cell


def _groups(masks: Mapping[int, int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Keys with the union of their masks, if it has as many bits as there are keys; pairs first.

    The masks have two or three bits. A triple holds either a mask of three bits, which is the
    union, or two masks of two bits that share one. So these are all the unions to check.
    """
    holders: dict[int, list[int]] = {}
    for key, mask in masks.items():
        for bit in bits(mask):
            holders.setdefault(bit, []).append(key)
    unions = dict.fromkeys(masks.values())
    for keys in holders.values():
        unions |= dict.fromkeys(masks[a] | masks[b] for a, b in combinations(keys, 2))
    for size in range(2, MOST + 1):
        for union in (mask for mask in unions if mask.bit_count() == size):
            members = sorted({key for bit in bits(union) for key in holders[bit]})
            group = tuple(key for key in members if not masks[key] & ~union)
            if len(group) == size:
                yield group, union
