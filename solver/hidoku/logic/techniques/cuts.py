"""Cuts: a number that would divide the empty cells so that one part can't be filled.

The missing numbers that could be in the part don't add up to its cells (see
``patterns.cut_parts``). Gaps that would themselves be divided are found by what their routes have
in common (see ``required.bottlenecks``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from solver.hidoku.logic.objections.leaves import LeavesCell
from solver.hidoku.logic.patterns.cut_parts import DoorSplits, cut_off
from solver.hidoku.logic.patterns.gaps import looked_at, own_cells
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.patterns.sums import CutOff
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits


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
class Detour(LeavesCell):
    """It would leave a cell without a number that only its gap can fill."""

    idea: ClassVar[str] = "detour"

    @property
    def trial(self) -> None:
        """It's counted, so nobody has to suppose anything."""
        return None


def _bare(position: Position) -> Iterator[Deduction]:
    return (Deduction(detours, eliminated=(out,)) for out, _ in _too_far(position))


@partial(
    Technique,
    name="detour",
    title="detour",
    rank=92,
    weight=Detour.effort,
    sentence="If only one gap can fill a cell, its route must go there. What is too far from "
    "that cell drops out.",
    after=("required",),
    bare=_bare,
    is_by_candidate=True,
)
def detours(position: Position) -> Iterator[Deduction]:
    """Eliminate what is too far from a cell that only one gap can fill."""
    sight = sight_of(position).without(position.eliminations)
    for out, goal in _too_far(position):
        yield Deduction(detours, Detour.of(sight, out, goal), eliminated=(out,))


def _too_far(position: Position) -> Iterator[tuple[Candidate, Cell]]:
    """The candidates that no walk of their gap through a cell uses, and that cell."""
    layout = position.layout
    cells_by_gap = own_cells(position)
    for gap in looked_at(position):
        layers = [position.strict[number] for number in gap.missing]
        for bit in bits(cells_by_gap[gap]):
            after = _used(position, layers, bit)
            before = reversed(_used(position, layers[::-1], bit))
            for number, layer, *walks in zip(gap.missing, layers, after, before, strict=True):
                for far in bits(layer & ~walks[0] & ~walks[1]):
                    yield Candidate(number, layout.cell(far)), layout.cell(bit)


def _used(position: Position, layers: Sequence[int], bit: int) -> list[int]:
    """For each layer, the cells that a walk from the first layer can reach by way of the cell."""
    by_layer = [layers[0] & bit]
    for layer in layers[1:]:
        by_layer.append((position.layout.around(by_layer[-1]) | bit) & layer)
    return by_layer
