"""The ways of a run between two placed numbers, or on from one, cell by cell.

A way has a cell in reach for each missing number and uses no cell twice. Ways are counted out up to
a bound, by a bounded number of steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from solver.hidoku.logic.patterns.gaps import others, spread
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.search.bitboard import BitLayout, bits

MOST_STEPS = 400  # cells looked at for one run; more could not be followed either

Way = tuple[int, ...]  # the bits of the cells, in the order of the numbers


def own_cells(position: Position) -> dict[Gap, int]:
    """For each gap the empty cells that its numbers alone can fill."""
    foreign = others(position)
    return {gap: spread(position, gap) & ~foreign[gap] for gap in position.gaps}


def all_ways(position: Position, gap: Gap, own: int, most: int) -> tuple[Way, ...]:
    """The ways of a gap that fill some cells; none if they are more, or take too long to count.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> position = Position.of(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 3}))
    >>> all_ways(position, position.gaps[0], 0, most=2)
    ((2,), (8,))
    """
    found: list[Way] = []
    walker = _Walker(position.layout, [position.strict[n] for n in gap.missing], own)
    for way in walker.ways((), walker.layers[0]):
        found.append(way)
        if len(found) > most:
            return ()
    return () if walker.is_over else tuple(found)


class _Walker:
    """A depth-first walk through layers of cells, one for each number."""

    def __init__(self, layout: BitLayout, layers: Sequence[int], own: int) -> None:
        self.layout, self.layers, self.own = layout, layers, own
        self.steps = 0

    @property
    def is_over(self) -> bool:
        return self.steps > MOST_STEPS

    def ways(self, way: Way, near: int) -> Iterator[Way]:
        """The ways that begin with one and go on near its end."""
        used = reduce(or_, way, 0)
        left = len(self.layers) - len(way) - 1
        for bit in bits(near & self.layers[len(way)] & ~used):
            self.steps += 1
            if self.is_over:
                return
            if (self.own & ~used & ~bit).bit_count() > left:
                continue
            if left:
                yield from self.ways((*way, bit), self.layout.around(bit))
            else:
                yield (*way, bit)
