"""Cuts: a number that would divide the empty cells so that one part can't be filled.

The missing numbers that could be in the part don't add up to its cells (see
``patterns.cut_parts``). Gaps that would themselves be divided are found by what their routes have
in common (see ``required.bottlenecks``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from solver.hidoku.logic.claims import Structure
from solver.hidoku.logic.patterns.cut_parts import DoorSplits, cut_off
from solver.hidoku.logic.patterns.gaps import looked_at, own_cells
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.patterns.sums import CutOff
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, candidates_named, few_named, gap_by_itself
from solver.hidoku.search.bitboard import BitLayout, bits


@partial(
    Technique,
    name="cut",
    title="cut",
    rank=135,
    weight=CutOff.effort,
    sentence="A number can cut off some empty cells. If no gaps add up to those cells, it can’t "
    "go there.",
    after=("area",),
)
def cuts(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers that would cut off cells if placed in a cell that joins them to others."""
    splits = DoorSplits(position)
    failures = ((split, splits.unfilled(split)) for split in splits)
    for claim, out in cut_off(position, failures):
        yield Deduction(cuts, claim, eliminated=out)


# Detours: a cell that only one gap can fill forces a detour on that gap's route.
#
# The route passes through that cell, so whatever is too far from it is ruled out. Walks are counted
# in layers, the cells in reach of each missing number, keeping track of the walks that have used
# the cell. They may use other cells twice, so this allows more walks than there are paths.


@dataclass(frozen=True)
class Detour(Structure):
    """That only a gap can fill some cells, which are too far from others for its numbers."""

    idea: ClassVar[str] = "detour"
    effort: ClassVar[int] = 10

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table
        area = [*map(sight.layout.bit, self.area)]
        if not {*table.numbers_at(sum(area))} <= {*self.missing}:
            return False
        bit = sight.layout.bit(out.cell)
        if not table.cells_of(out.number) & bit:
            return True
        numbers = {out.number - 1, out.number + 1, self.missing[0]}
        return table.supposing(out.number, bit).fails(area, numbers)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        fact = f"Only {gap_by_itself(self.missing)} fit {area_named(self.area)}, so they go there."
        return [fact, f"With {candidates_named(outs, 'or')}, they couldn’t."]


@dataclass(frozen=True)
class DetourByCell(Detour):
    """The same of one cell: each number that fits it is too far from the others."""

    fitting: tuple[int, ...]
    effort: ClassVar[int] = 6

    def holds(self, sight: Sight, out: Candidate) -> bool:
        bit = sight.layout.bit(self.area[0])
        is_about = out.number in self.missing and out.cell not in self.area
        if not is_about or not {*sight.table.numbers_at(bit)} <= {*self.fitting}:
            return False
        return not _is_near(sight.layout, sight.empty, bit, self.fitting, out)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        fit = "fits" if len(self.fitting) == 1 else "fit"
        fact = f"Only {few_named(self.fitting)} {fit} {area_named(self.area)}."
        return [fact, f"That’s too far for {candidates_named(outs)}."]


def _detour(position: Position, gap: Gap, bit: int, outs: tuple[Candidate, ...]) -> Deduction:
    area = position.layout.cells(bit)
    missing = tuple(gap.missing)
    numbers = tuple(n for n in missing if position.strict[n] & bit)
    is_near = partial(_is_near, position.layout, position.empty, bit, numbers)
    if any(map(is_near, outs)):
        return Deduction(detours, Detour(missing, area), eliminated=outs)
    return Deduction(detours, DetourByCell(missing, area, numbers), eliminated=outs)


def _is_near(
    layout: BitLayout, empty: int, start: int, numbers: Sequence[int], out: Candidate
) -> bool:
    """Whether a walk leads from a cell, for some of its numbers, to a candidate."""
    goal = layout.bit(out.cell)
    counts = {abs(number - out.number) for number in numbers}
    reach = start
    for count in range(1, max(counts) + 1):
        reach = layout.around(reach) & empty
        if count in counts and reach & goal:
            return True
    return False


@partial(
    Technique,
    name="detour",
    title="detour",
    rank=92,
    weight=DetourByCell.effort,
    sentence="If only one gap can fill a cell, its route must go there. What is too far from "
    "that cell drops out.",
    after=("required",),
)
def detours(position: Position) -> Iterator[Deduction]:
    """Eliminate what is too far from a cell that only one gap can fill."""
    cells_by_gap = own_cells(position)
    for gap in looked_at(position):
        for bit in bits(cells_by_gap[gap]):
            if eliminations := _too_far(position, gap, bit):
                yield _detour(position, gap, bit, eliminations)


def _too_far(position: Position, gap: Gap, bit: int) -> tuple[Candidate, ...]:
    """The candidates of a gap that no walk through the cell uses."""
    layers = [position.strict[number] for number in gap.missing]
    after = _used(position, layers, bit)
    before = reversed(_used(position, layers[::-1], bit))
    return tuple(
        Candidate(number, position.layout.cell(far))
        for number, layer, *walks in zip(gap.missing, layers, after, before, strict=True)
        for far in bits(layer & ~walks[0] & ~walks[1])
    )


def _used(position: Position, layers: Sequence[int], bit: int) -> list[int]:
    """For each layer, the cells that a walk from the first layer can reach by way of the cell."""
    by_layer = [layers[0] & bit]
    for layer in layers[1:]:
        by_layer.append((position.layout.around(by_layer[-1]) | bit) & layer)
    return by_layer
