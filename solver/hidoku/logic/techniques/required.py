"""Cells that a gap between two placed numbers can't do without.

A bottleneck is a cell without which empty cells don't connect the two ends at all. A required cell
is one that every walk of the right length uses. Walks are traced in layers, the cells in reach of
each missing number, and may use a cell twice, so this allows more walks than there are paths.
Either kind of cell belongs to the gap, so no other number can go there.

Only the cells of one walk need checking; each walk found that avoids one of them also rules out the
others that it avoids.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from solver.hidoku.logic.objections.gaps import Bottleneck, EveryRoute
from solver.hidoku.logic.patterns.gaps import beside, cross, ends, looked_at, others, outside
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.search.bitboard import bits

Walked = Callable[[Position, Gap, int], int]
Walk = Callable[[int], int]  # the cells of a walk that avoids a mask, 0 if there is none


@partial(
    Technique,
    name="bottleneck",
    title="bottleneck",
    rank=80,
    weight=Bottleneck.effort,
    sentence="If blocking one cell would separate two numbers, the path between them goes "
    "through it.",
    after=("only_cell",),
)
def bottlenecks(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from cells without which two placed numbers aren't connected."""
    other_cells = others(position)
    for gap in looked_at(position):
        if gap.low is not None and gap.high is not None:
            walk = partial(_joined, position, gap)
            for claim, out in _reserved(position, gap, Bottleneck, _needed(walk, other_cells[gap])):
                yield Deduction(bottlenecks, claim, eliminated=out)


@partial(
    Technique,
    name="required",
    title="required cell",
    rank=90,
    weight=EveryRoute.effort,
    sentence="If every route between two numbers uses the same cell, no other number can go there.",
    after=("bottleneck",),
    bare=lambda position: _required(position, _walked),
)
def required_cells(position: Position) -> Iterator[Deduction]:
    """Eliminate other numbers from cells that every walk across a gap uses."""
    return _required(position, _paced)


def _required(position: Position, walk_finder: Walked) -> Iterator[Deduction]:
    other_cells = others(position)
    for gap in looked_at(position):
        walk = partial(walk_finder, position, gap)
        for claim, out in _reserved(position, gap, EveryRoute, _needed(walk, other_cells[gap])):
            yield Deduction(required_cells, claim, eliminated=out)


def _reserved(
    position: Position, gap: Gap, claim: type[EveryRoute], cells: int
) -> Iterator[tuple[EveryRoute, tuple[Candidate, ...]]]:
    for bit in bits(cells):
        area = (position.layout.cell(bit),)
        yield claim(tuple(gap.missing), area, ends(gap)), outside(position, gap, bit)


def _needed(walk: Walk, cells: int) -> int:
    """Those of the cells that every walk uses; 0 if there is no walk."""
    queue = needed = cells & walk(0)
    while queue:
        bit = queue & -queue
        detour = walk(bit)
        needed &= detour or needed
        queue &= needed & ~bit
    return needed


def _joined(position: Position, gap: Gap, barrier: int) -> int:
    """The cells of a shortest route through empty cells from one end of a gap to the other."""
    layout = position.layout
    start, goal = (layout.around(layout.bit(position.where[end])) for end in ends(gap))
    open_cells = position.empty & ~barrier
    layers = [start & open_cells]
    while layers[-1] and not layers[-1] & goal:
        open_cells &= ~layers[-1]
        layers.append(layout.around(layers[-1]) & open_cells)
    return _traced(position, layers, layers[-1] & goal)


def _paced(position: Position, gap: Gap, barrier: int) -> int:
    """The cells of a walk across a gap that doesn't turn straight back at any cell in reach."""
    return _walk_in(position, cross(position, gap, beside(position, gap, barrier)) or [0])


def _walked(position: Position, gap: Gap, barrier: int) -> int:
    """The cells of a walk across a gap, one cell in reach for each missing number."""
    return _walk_in(position, beside(position, gap, barrier))


def _walk_in(position: Position, masks: Sequence[int]) -> int:
    layers = [masks[0]]
    for mask in masks[1:]:
        layers.append(position.layout.around(layers[-1]) & mask)
    return _traced(position, layers, layers[-1])


def _traced(position: Position, layers: Sequence[int], last: int) -> int:
    """The cells of one route back through the layers from the last; 0 if that is empty."""
    bit = route = last & -last
    for layer in reversed(layers[:-1]):
        neighbours = position.layout.around(bit) & layer
        bit = neighbours & -neighbours
        route |= bit
    return route
