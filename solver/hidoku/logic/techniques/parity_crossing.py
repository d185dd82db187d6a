"""What only boards with four neighbours show: chessboard colours, and lines that cannot cross.

Colours: neighbours differ in colour, so the numbers of a path alternate. One placed number tells
the colour of all others, and reach carries that along. What is new here: on a board with one cell
more of a colour the path begins and ends in it; and the runs that fill a piece of empty cells must
make up its surplus of a colour as well as its size.

Crossing lines: a run between two placed numbers is a line through the empty cells from a side of
its first cell to a side of its last. In a piece without holes (see ``borders``) two such lines that
do not meet cannot have ends that alternate around the border. If a cell at the border belonged to
another run, the line from an end of that run to this cell, and on to the border, would be such a
line. The step is taken only if the ends alternate wherever the runs enter the piece. Runs in pieces
with holes, and runs whose cells could be in several pieces, are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.steps import Because, Deduction, Technique
from solver.hidoku.logic.techniques.borders import Side, arc, border
from solver.hidoku.logic.techniques.gaps import ends, is_loose, places, short_first, spread, within
from solver.hidoku.logic.techniques.pockets import pieces
from solver.hidoku.logic.techniques.subset_sums import choices
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search.bitboard import bits


def parity(position: Position) -> Iterator[Deduction]:
    """Eliminate what the colours of the chessboard forbid, beyond what reach tells."""
    if position.layout.grid.adjacency is Adjacency.FOUR:
        yield from _coloured_pieces(position) if position.board else _first_colour(position)


def _dark(position: Position) -> int:
    """The cells of the colour of the top left corner."""
    grid, bit = position.layout.grid, position.layout.bit
    return sum(bit(cell) for cell in grid.cells if (cell.row + cell.column) % 2 == 0)


def _first_colour(position: Position) -> Iterator[Deduction]:
    """On an empty board with one cell more of a colour odd numbers have that colour."""
    dark, last = _dark(position), position.layout.grid.last
    if last % 2:
        light = position.layout.board & ~dark
        more, fewer = (dark, light) if 2 * dark.bit_count() > last else (light, dark)
        odd, even = range(1, last + 1, 2), range(2, last + 1, 2)
        eliminated = within(position, odd, fewer) + within(position, even, more)
        if eliminated:
            yield Deduction(Technique.PARITY, Because(missing=(1, last)), eliminated=eliminated)


def _coloured_pieces(position: Position) -> Iterator[Deduction]:
    dark = _dark(position)
    reach = {gap: spread(position, gap) for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        gaps = [gap for gap in reach if reach[gap] & cells]
        fixed = [gap for gap in gaps if not reach[gap] & ~cells]
        loose = [gap for gap in gaps if gap not in fixed]
        if loose:
            yield from _Colours(position, dark, cells, fixed, loose).steps()


@dataclass(frozen=True)
class _Colours:
    """A piece of empty cells, the gaps that must be in it and those that may be."""

    position: Position
    dark: int
    cells: int
    fixed: list[Gap]
    loose: list[Gap]

    def steps(self) -> Iterator[Deduction]:
        by_size, by_colour = self._choices(0), self._choices(1)
        for gap, plain, fine in zip(self.loose, by_size, by_colour, strict=True):
            if fine == (False, True) != plain:
                yield self._step(gap, self.cells)
            if fine == (True, False) != plain:
                yield self._step(gap, ~self.cells)

    def _choices(self, colour: int) -> list[tuple[bool, bool]]:
        """What the sums allow, by sizes alone or with the surplus of dark cells too.

        A surplus is at most one a gap, so that it fits beside the size in one weight.
        """
        base = 2 * len(self.fixed + self.loose) + 1
        gaps = [(len(gap.missing), self._surplus(gap)) for gap in self.fixed + self.loose]
        weights = [base * size + colour * surplus for size, surplus in gaps]
        dark = (self.cells & self.dark).bit_count()
        size = self.cells.bit_count()
        goal = base * size + colour * (2 * dark - size) - sum(weights[: len(self.fixed)])
        if goal <= 0:
            return [(False, False)] * len(self.loose)
        return choices(weights[len(self.fixed) :], goal)

    def _surplus(self, gap: Gap) -> int:
        """How many more numbers of a gap stand on dark cells than on light ones."""
        cell, number = next(iter(self.position.board.items()))
        first = gap.missing[0] - number + cell.row + cell.column
        return 0 if len(gap.missing) % 2 == 0 else 1 - 2 * (first % 2)

    def _step(self, gap: Gap, cells: int) -> Deduction:
        numbers = tuple(dict.fromkeys(n for g in (gap, *self.fixed, *self.loose) for n in ends(g)))
        area = self.position.layout.cells(self.cells)
        because = Because(
            numbers, places(self.position, numbers), missing=tuple(gap.missing), area=area
        )
        eliminated = within(self.position, gap.missing, cells)
        return Deduction(Technique.PARITY, because, eliminated=eliminated)


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
            yield Deduction(Technique.CROSSING, because, eliminated=eliminated)
