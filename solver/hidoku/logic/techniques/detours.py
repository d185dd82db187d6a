"""Detours: a cell that one run alone can fill bends the way of that run.

The way of the run goes through that cell, so whatever is too far from it is out. Walks are counted
in layers, the cells in reach of each missing number; those that have used the cell are counted
apart. They may use other cells twice, so that more walks are allowed for than there are paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import ends_beside, short_first
from solver.hidoku.logic.patterns.ways import own_cells
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.phrases.runs import run_by_itself
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits


def _nudge(step: Deduction) -> str:
    return f"What can fill {named(step.because.area[0])}?"


def _reason(step: Deduction) -> str:
    because = step.because
    run, cell = run_by_itself(because.missing), named(because.area[0])
    out = candidates_named(step.eliminated)
    return f"Only {run} can fill {cell}: too far for {out}."


@technique(
    "detour",
    title="detour",
    rank=92,
    weight=8,
    nudge=_nudge,
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(area=step.because.area),
)
def detours(position: Position) -> Iterator[Deduction]:
    """Eliminate what is too far from a cell that one gap alone can fill."""
    own = own_cells(position)
    for gap in short_first(position):
        for bit in bits(own[gap]):
            eliminated = _too_far(position, gap, bit)
            if eliminated:
                because = Because(
                    missing=tuple(gap.missing),
                    area=(position.layout.cell(bit),),
                    others=ends_beside(position, ()),
                )
                yield Deduction(detours, because, eliminated=eliminated)


def _too_far(position: Position, gap: Gap, bit: int) -> tuple[Candidate, ...]:
    """The candidates of a gap that are on no walk through a cell."""
    layers = [position.strict[number] for number in gap.missing]
    after = _used(position, layers, bit)
    before = reversed(_used(position, layers[::-1], bit))
    return tuple(
        Candidate(number, position.layout.cell(far))
        for number, layer, *used in zip(gap.missing, layers, after, before, strict=True)
        for far in bits(layer & ~used[0] & ~used[1])
    )


def _used(position: Position, layers: Sequence[int], bit: int) -> list[int]:
    """For each layer the cells that a walk from the first can come to by way of the cell."""
    found = [layers[0] & bit]
    for layer in layers[1:]:
        found.append((position.layout.around(found[-1]) | bit) & layer)
    return found
