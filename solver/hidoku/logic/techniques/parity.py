"""Chessboard colours, on boards with four neighbours.

Neighbours differ in colour, so the numbers of a path alternate. One placed number determines the
colour of all others, which reach uses already. This adds two things. If a board has one more cell
of a colour, the path begins and ends on that colour. And the gaps that fill a piece of empty cells
must match its surplus of a colour as well as its size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from solver.hidoku.logic.claims import Structure, Sum
from solver.hidoku.logic.patterns.borders import pieces
from solver.hidoku.logic.patterns.cut_parts import DoorSplits, cut_off
from solver.hidoku.logic.patterns.gaps import (
    choices,
    dark_cells,
    ends,
    is_dark,
    outside,
    own_cells,
    short_first,
    surplus,
    within,
)
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.patterns.sums import AreaSum, ColourWeighing, CutOff
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, gap_by_itself, gap_named
from solver.hidoku.rules.grid import Adjacency

COLOUR: Final = "Colour the cells like a chessboard and count both colours."
COUNT_COLOURS: Final = (
    "Colour the cells like a chessboard. How many of each colour does a gap need?"
)


@dataclass(frozen=True)
class MoreOfAColour(Structure):
    """That the path starts and ends on the colour that has one more cell."""

    idea: ClassVar[str] = "parity"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        odd = [(cell.row + cell.column) % 2 for cell in sight.grid.cells]
        is_four = sight.grid.adjacency is Adjacency.FOUR
        more = int(2 * sum(odd) > len(odd))
        is_more = (out.cell.row + out.cell.column) % 2 == more
        return is_four and len(odd) % 2 == 1 and is_more != (out.number % 2 == 1)

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return COLOUR

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [
            "On a chessboard, neighbours differ in colour. Here one colour has one more cell.",
            "So the path starts and ends on that colour, and all odd numbers are on it.",
        ]


@dataclass(frozen=True)
class ColouredSum(ColourWeighing, AreaSum):
    """That no gaps match the chessboard colours of an area with a gap in it, or without."""

    idea: ClassVar[str] = "parity"

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return COLOUR

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        word = "with" if outs[0].cell in self.area else "without"
        gap = gap_named(self.missing, self.ends)
        area = area_named(self.area)
        return [f"Counting chessboard colours, {area} can’t be filled {word} {gap}."]


@partial(
    Technique,
    name="parity",
    title="chessboard colours",
    rank=140,
    weight=10,
    sentence="With four neighbours, every step changes colour as on a chessboard. So odd "
    "numbers have one colour, even ones the other.",
    after=("area",),
)
def parity(position: Position) -> Iterator[Deduction]:
    """Eliminate what the chessboard colours forbid, beyond what reach shows."""
    if position.layout.grid.adjacency is Adjacency.FOUR:
        yield from _coloured_pieces(position) if position.board else _first_colour(position)


def _first_colour(position: Position) -> Iterator[Deduction]:
    """On an empty board with one more cell of a colour, odd numbers have that colour."""
    dark = dark_cells(position)
    last = position.layout.grid.last
    if last % 2:
        light = position.layout.board & ~dark
        more, fewer = (dark, light) if 2 * dark.bit_count() > last else (light, dark)
        odd = range(1, last + 1, 2)
        even = range(2, last + 1, 2)
        eliminated = within(position, odd, fewer) + within(position, even, more)
        if eliminated:
            yield Deduction(parity, MoreOfAColour((1, last), ()), eliminated=eliminated)


def _coloured_pieces(position: Position) -> Iterator[Deduction]:
    dark = dark_cells(position)
    reach = {gap: position.spread[gap] for gap in short_first(position)}
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
        by_size = self._choices(0)
        by_colour = self._choices(1)
        for gap, plain, fine in zip(self.loose, by_size, by_colour, strict=True):
            if fine == (False, True) != plain:
                yield self._step(gap, self.cells)
            if fine == (True, False) != plain:
                yield self._step(gap, ~self.cells)

    def _choices(self, colour: int) -> list[tuple[bool, bool]]:
        """What the sums allow, by sizes alone or with the surplus of dark cells too.

        Each gap's surplus is at most one, so it can be combined with the size in one weight.
        """
        base = 2 * len(self.fixed + self.loose) + 1
        gaps = [gap.missing for gap in self.fixed + self.loose]
        weights = [base * len(gap) + colour * surplus(self.position, gap) for gap in gaps]
        dark = (self.cells & self.dark).bit_count()
        size = self.cells.bit_count()
        goal = base * size + colour * (2 * dark - size) - sum(weights[: len(self.fixed)])
        if goal <= 0:
            return [(False, False)] * len(self.loose)
        return choices(weights[len(self.fixed) :], goal)

    def _step(self, gap: Gap, cells: int) -> Deduction:
        area = self.position.layout.cells(self.cells)
        claim = ColouredSum(tuple(gap.missing), area, ends(gap))
        eliminated = within(self.position, gap.missing, cells)
        return Deduction(parity, claim, eliminated=eliminated)


# Colour counts: a gap takes exactly so many cells of each chessboard colour.
#
# With four neighbours the numbers of a gap alternate in colour. If only this gap can fill as many
# cells of one colour as it needs, it uses no others; if it can reach no more than it needs, it uses
# them all. And a number must not cut off cells whose colours no gaps can match, even if their
# number would do (see ``cuts``).


@dataclass(frozen=True)
class OwnColour(Sum):
    """That a gap uses just some cells of one colour, since it needs as many of that colour."""

    idea: ClassVar[str] = "colour_count"
    effort: ClassVar[int] = 8

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return COUNT_COLOURS


@dataclass(frozen=True)
class OwnCells(OwnColour):
    """The same of cells that no others can fill."""

    def holds(self, sight: Sight, out: Candidate) -> bool:
        area = sum(map(sight.layout.bit, self.area))
        numbers = [n for n in self.missing if sight.parity(self.area[0]) == n % 2]
        is_own = {*sight.table.numbers_at(area)} <= {*numbers}
        is_out = out.number in numbers and out.cell not in self.area
        return is_own and is_out and len(numbers) == len(self.area)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        gap = gap_by_itself(self.missing)
        area = area_named(self.area)
        return [f"Of one chessboard colour, {gap} need only {area}, which no others can fill."]


@dataclass(frozen=True)
class ReachedCells(OwnColour):
    """The same of all cells that it can reach."""

    def holds(self, sight: Sight, out: Candidate) -> bool:
        area = sum(map(sight.layout.bit, self.area))
        numbers = [n for n in self.missing if sight.parity(self.area[0]) == n % 2]
        can_go = any(sight.table.cells_of(n) & ~area for n in numbers)
        is_out = out.number not in self.missing and out.cell in self.area
        return is_out and not can_go and len(numbers) == len(self.area)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        gap = gap_by_itself(self.missing)
        reach = f"Of one chessboard colour, {gap} can reach only {area_named(self.area)}"
        return [f"{reach} and need all.", "So no other number can be there."]


@dataclass(frozen=True)
class ColourCut(ColourWeighing, CutOff):
    """That no gaps have as many numbers of each colour as cells that would be cut off."""

    idea: ClassVar[str] = "colour_count"

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return COUNT_COLOURS

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        gaps = "No gaps have as many numbers of each chessboard colour."
        return [super().lines(outs)[0], gaps]


@partial(
    Technique,
    name="colour_count",
    title="colour count",
    rank=145,
    weight=12,
    sentence="A gap needs so many cells of each chessboard colour. If it can reach no more than "
    "that, it uses them all.",
    after=("parity",),
)
def colour_counts(position: Position) -> Iterator[Deduction]:
    """Eliminate what leaves a gap, or cells cut off, with too many or too few of a colour."""
    if position.layout.grid.adjacency is Adjacency.FOUR and position.board:
        yield from _of_gaps(position)
        yield from _of_cuts(position)


def _of_gaps(position: Position) -> Iterator[Deduction]:
    own = own_cells(position)
    dark = dark_cells(position)
    for gap in (gap for gap in short_first(position) if len(gap.missing) > 1):
        reached = position.spread[gap]
        for first, colour in enumerate((dark, ~dark)):
            numbers = gap.missing[is_dark(position, gap.missing[0]) == bool(first) :: 2]
            if (own[gap] & colour).bit_count() == len(numbers):
                out = within(position, numbers, ~own[gap])
                yield from _step(position, gap, own[gap] & colour, out, OwnCells)
            if (reached & colour).bit_count() == len(numbers):
                out = outside(position, gap, reached & colour)
                yield from _step(position, gap, reached & colour, out, ReachedCells)


def _step(
    position: Position, gap: Gap, cells: int, out: tuple[Candidate, ...], claim: type[OwnColour]
) -> Iterator[Deduction]:
    if out:
        own = claim(tuple(gap.missing), position.layout.cells(cells))
        yield Deduction(colour_counts, own, eliminated=out)


def _of_cuts(position: Position) -> Iterator[Deduction]:
    """Candidates that cut off a part that could be filled but for its colours."""
    splits = DoorSplits(position)
    bad = (
        (split, splits.unfilled(split, is_coloured=True))
        for split in splits
        if not splits.unfilled(split)
    )
    for claim, out in cut_off(position, bad, ColourCut):
        yield Deduction(colour_counts, claim, eliminated=out)
