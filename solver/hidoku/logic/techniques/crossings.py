"""Lines that cannot cross, on boards with four neighbours.

A run between two placed numbers is a line through the empty cells from a side of its first cell to
a side of its last. In a piece without holes (see ``patterns.borders``) two such lines that do not
meet cannot have ends that alternate around the border. If a cell at the border belonged to another
run, the line from an end of that run to this cell, and on to the border, would be such a line. The
step is taken only if the ends alternate wherever the runs enter the piece. Runs in pieces with
holes, and runs whose cells could be in several pieces, are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.borders import Side, arc, border
from solver.hidoku.logic.patterns.gaps import ends, is_loose, places, short_first, spread, within
from solver.hidoku.logic.patterns.pockets import pieces
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.runs import area_named, between_ends, run_named
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search.bitboard import bits


def _nudge(step: Deduction) -> str:
    line = between_ends(step.because.numbers[-2:])
    return f"What would cross a line {line}?"


def _reason(step: Deduction) -> str:
    because = step.because
    run, cells = run_named(because.missing, because.numbers), area_named(because.area)
    low, high = because.numbers[-2:]
    return f"In {cells} {run} would part {low} from {high}."


@technique(
    "crossing",
    title="crossing runs",
    rank=150,
    weight=10,
    nudge=_nudge,
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(numbers=step.because.numbers[-2:]),
)
def crossings(position: Position) -> Iterator[Deduction]:
    """Eliminate a run from cells at the border where it would part the ends of another run."""
    if position.layout.grid.adjacency is not Adjacency.FOUR:
        return
    reach = {gap: spread(position, gap) for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        line = border(position.layout, cells)
        whole = [g for g in reach if not is_loose(g) and reach[g] and not reach[g] & ~cells]
        crossing = [gap for gap in reach if ends(gap) and reach[gap] & cells]
        if line and whole and len(crossing) > 1:
            yield from _Shore(position, line).steps(crossing, whole)


class _Shore:
    """The border of a piece without holes, and where gaps enter the piece."""

    def __init__(self, position: Position, line: Sequence[Side]) -> None:
        self.position, self.line = position, line
        self.owner = {(side.beyond, side.cell): at for at, side in enumerate(line)}

    def steps(self, crossing: list[Gap], whole: list[Gap]) -> Iterator[Deduction]:
        doors = {gap: self._doors(gap) for gap in crossing}
        for gap, other in product(crossing, whole):
            if gap != other:
                bad = 0
                for doors_of_end in doors[gap]:
                    bad |= self._parting(doors_of_end, *doors[other])
                yield from self._step(gap, other, bad)

    def _doors(self, gap: Gap) -> list[list[int]]:
        """For each end of a gap the sides where its run can enter, as places on the border."""
        found = []
        for number, first in ((gap.low, gap.missing[0]), (gap.high, gap.missing[-1])):
            if number is not None:
                cell = self.position.where[number]
                near = self.position.layout.cells(self.position.strict[first])
                found.append([self.owner[cell, c] for c in near if (cell, c) in self.owner])
        return found

    def _parting(self, starts: list[int], lows: list[int], highs: list[int]) -> int:
        """The places whose line from the start parts the low end from the high one in any case."""
        bad, length = 0, len(self.line)
        cases = [way for way in product(starts, lows, highs) if self._is_possible(*way)]
        for at, (start, low, high) in enumerate(cases):
            between = arc(low, high, length)
            far = arc(high, low, length) if between >> start & 1 else between
            bad = bad & far if at else far
        return bad

    def _is_possible(self, start: int, low: int, high: int) -> bool:
        """Whether two runs can enter so: each by a cell of its own."""
        return self.line[start].cell not in (self.line[low].cell, self.line[high].cell)

    def _step(self, gap: Gap, other: Gap, bad: int) -> Iterator[Deduction]:
        position = self.position
        cells = {self.line[bit.bit_length() - 1].cell for bit in bits(bad)}
        eliminated = within(position, gap.missing, sum(map(position.layout.bit, cells)))
        if eliminated:
            numbers = (*ends(gap), *ends(other))
            area = tuple(sorted({candidate.cell for candidate in eliminated}))
            because = Because(
                numbers, places(position, numbers), missing=tuple(gap.missing), area=area
            )
            yield Deduction(crossings, because, eliminated=eliminated)
