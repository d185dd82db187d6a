"""The ways of a run between two placed numbers, or on from one, cell by cell.

A way has a cell in reach for each missing number and uses no cell twice. Walks may use cells twice,
and are counted without walking them: where they are too many, the ways are not looked for. So the
work is bounded by what does not depend on the direction of a way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_

from solver.hidoku.logic.patterns.gaps import others, spread
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.search.bitboard import BitLayout, bits

MOST_WALKS = 300  # of one run; the ways among more could not be followed either

Way = tuple[int, ...]  # the bits of the cells, in the order of the numbers


def own_cells(position: Position) -> dict[Gap, int]:
    """For each gap the empty cells that its numbers alone can fill."""
    foreign = others(position)
    return {gap: spread(position, gap) & ~foreign[gap] for gap in position.gaps}


def all_ways(position: Position, gap: Gap, own: int, most: int) -> tuple[Way, ...]:
    """The ways of a gap that fill some cells; none if they, or the walks, are too many.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> position = Position.of(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 3}))
    >>> all_ways(position, position.gaps[0], 0, most=2)
    ((2,), (8,))
    """
    layers = [position.strict[number] for number in gap.missing]
    if _has_many_walks(position.layout, layers):
        return ()
    walker = _Walker(position.layout, layers, own)
    found = tuple(islice(walker.ways((), layers[0]), most + 1))
    return found if len(found) <= most else ()


def _has_many_walks(layout: BitLayout, layers: Sequence[int]) -> bool:
    """Whether more walks lead through the layers than can be looked at.

    In reach each walk through some layers goes on through the next, so that they never get fewer.
    """
    walks = dict.fromkeys(bits(layers[0]), 1)
    for layer in layers[1:]:
        onward: dict[int, int] = {}
        for cell, count in walks.items():
            for bit in bits(layout.around(cell) & layer):
                onward[bit] = onward.get(bit, 0) + count
        walks = onward
        if sum(walks.values()) > MOST_WALKS:
            return True
    return sum(walks.values()) > MOST_WALKS


@dataclass(frozen=True)
class _Walker:
    """A depth-first walk through layers of cells, one for each number."""

    layout: BitLayout
    layers: Sequence[int]
    own: int

    def ways(self, way: Way, near: int) -> Iterator[Way]:
        """The ways that begin with one and go on near its end."""
        used = reduce(or_, way, 0)
        left = len(self.layers) - len(way) - 1
        for bit in bits(near & self.layers[len(way)] & ~used):
            if (self.own & ~used & ~bit).bit_count() > left:
                continue
            if left:
                yield from self.ways((*way, bit), self.layout.around(bit))
            else:
                yield (*way, bit)
