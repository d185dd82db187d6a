"""Cells that a gap between two placed numbers cannot do without.

A bottleneck is a cell without which the two ends are not joined through empty cells at all. A
required cell is one that every walk of the right length uses: walks are counted out in layers, the
cells in reach of each missing number, and may use a cell twice, so that more walks are allowed for
than there are paths. Either cell belongs to the gap: no other number can stand there.

Only cells on one walk need a look; each walk found without one of them drops the others that it
does without as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import ends, others, outside, places, short_first
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because
from solver.hidoku.logic.technique import Deduction, Technique, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.runs import area_named, way
from solver.hidoku.search.bitboard import bits

Walk = Callable[[int], int]  # the cells of a walk without those of a mask, 0 if there is none


def _marks(step: Deduction) -> Marked:
    return Marked(numbers=step.because.numbers[-2:])


def _way(step: Deduction) -> str:
    return way(step.because.missing, step.because.numbers)


def _cut(step: Deduction) -> str:
    cells = area_named(step.because.area)
    return f"Without {cells} no empty cells lead {_way(step)}: others stay out."


@technique(
    "bottleneck",
    title="bottleneck",
    rank=80,
    weight=5,
    nudge=lambda step: f"Is there a narrow place {_way(step)}?",
    reason=after_eliminations(_cut),
    marks=_marks,
)
def bottlenecks(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from cells without which two placed numbers are not joined."""
    foreign = others(position)
    for gap in short_first(position):
        if gap.low is not None and gap.high is not None:
            walk = partial(_joined, position, gap)
            yield from _reserved(position, gap, bottlenecks, _needed(walk, foreign[gap]))


def _common(step: Deduction) -> str:
    cells = area_named(step.because.area)
    return f"Every way {_way(step)} uses {cells}: others stay out."


@technique(
    "required",
    title="required cell",
    rank=90,
    weight=10,
    nudge=lambda step: f"Which cell do all ways {_way(step)} use?",
    reason=after_eliminations(_common),
    marks=_marks,
)
def required_cells(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from cells that every walk across a gap uses."""
    foreign = others(position)
    for gap in short_first(position):
        walk = partial(_walked, position, gap)
        yield from _reserved(position, gap, required_cells, _needed(walk, foreign[gap]))


def _reserved(
    position: Position, gap: Gap, technique: Technique, cells: int
) -> Iterator[Deduction]:
    rests = ends(gap)
    cells_of_ends = places(position, rests)
    for bit in bits(cells):
        area = (position.layout.cell(bit),)
        because = Because(rests, cells_of_ends, missing=tuple(gap.missing), area=area)
        yield Deduction(technique, because, eliminated=outside(position, gap, bit))


def _needed(walk: Walk, cells: int) -> int:
    """Those of the cells that every walk uses; none if there is no walk."""
    left = needed = cells & walk(0)
    while left:
        bit = left & -left
        detour = walk(bit)
        needed &= detour or needed
        left &= needed & ~bit
    return needed


def _joined(position: Position, gap: Gap, barred: int) -> int:
    """The cells of a shortest way from one end of a gap to the other through empty cells."""
    layout = position.layout
    start, goal = (layout.around(layout.bit(cell)) for cell in places(position, ends(gap)))
    left = position.empty & ~barred
    layers = [start & left]
    while layers[-1] and not layers[-1] & goal:
        left &= ~layers[-1]
        layers.append(layout.around(layers[-1]) & left)
    return _traced(position, layers, layers[-1] & goal)


def _walked(position: Position, gap: Gap, barred: int) -> int:
    """The cells of a walk across a gap, one cell in reach for each missing number."""
    masks = position.strict
    layers = [masks[gap.missing.start] & ~barred]
    for number in gap.missing[1:]:
        layers.append(position.layout.around(layers[-1]) & masks[number] & ~barred)
    return _traced(position, layers, layers[-1])


def _traced(position: Position, layers: Sequence[int], last: int) -> int:
    """The cells of one way back through layers from the last, 0 if that is empty."""
    bit = found = last & -last
    for layer in reversed(layers[:-1]):
        near = position.layout.around(bit) & layer
        bit = near & -near
        found |= bit
    return found
