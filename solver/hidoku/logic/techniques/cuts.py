"""Cuts: a number that would part the empty cells so that the missing numbers cannot fill a part.

The runs that could be in the part do not add up to its cells (see ``patterns.cut_parts``). A run
that would itself be parted is found by what its cells have in common (see ``bottlenecks``).
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.cut_parts import Partings, cut_off
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.phrases.runs import cells_behind
from solver.hidoku.rules.game import named


def _nudge(step: Deduction) -> str:
    return f"What would {named(step.because.cells[0])} cut off?"


def _reason(step: Deduction) -> str:
    out, area = candidates_named(step.eliminated), cells_behind(step.because.area)
    return f"{out} would cut off {area}, which no runs fill exactly."


@technique(
    "cut",
    title="cut",
    rank=135,
    weight=12,
    nudge=_nudge,
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(cells=step.because.cells),
)
def cuts(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers that would cut off cells from a cell that joins them with the others."""
    partings = Partings(position)
    bad = ((parting.candidate, partings.unfilled(parting)) for parting in partings)
    for because, out in cut_off(position, bad):
        yield Deduction(cuts, because, eliminated=out)
