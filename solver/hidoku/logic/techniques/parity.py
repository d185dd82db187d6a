"""Chessboard colours, on boards with four neighbours.

Neighbours differ in colour, so the numbers of a path alternate. One placed number determines the
colour of all others, which reach uses already. This adds two things. If a board has one more cell
of a colour, the path begins and ends on that colour. And the gaps that fill a piece of empty cells
must match its surplus of a colour as well as its size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from solver.hidoku.logic.patterns.borders import pieces
from solver.hidoku.logic.patterns.cut_parts import DoorSplits, cut_off
from solver.hidoku.logic.patterns.gaps import (
    choices,
    dark_cells,
    ends,
    is_dark,
    outside,
    own_cells,
    places,
    short_first,
    surplus,
    within,
)
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import (
    area_named,
    candidates_named,
    cells_behind,
    gap_by_itself,
    gap_named,
)
from solver.hidoku.rules.grid import Adjacency
from solver.wording import capitalised


def _reason(step: Deduction) -> list[str]:
    because = step.because
    if not because.area:
        return [
            "On a chessboard, neighbours differ in colour. Here one colour has one more cell.",
            "So the path starts and ends on that colour, and all odd numbers are on it.",
        ]
    word = "with" if step.eliminated[0].cell in because.area else "without"
    gap = gap_named(because.missing, because.numbers)
    area = area_named(because.area)
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
    nudge=lambda _: "Colour the cells like a chessboard and count both colours.",
    lines=and_what_else(_reason),
    marks=lambda _: Marked(),
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
            yield Deduction(
                parity, Because(missing=(1, last), claim=Claim.COLOURS), eliminated=eliminated
            )


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
        because = Because(
            ends(gap),
            places(self.position, ends(gap)),
            missing=tuple(gap.missing),
            area=self.position.layout.cells(self.cells),
            claim=Claim.COLOURS,
        )
        eliminated = within(self.position, gap.missing, cells)
        return Deduction(parity, because, eliminated=eliminated)


# Colour counts: a gap takes exactly so many cells of each chessboard colour.
#
# With four neighbours the numbers of a gap alternate in colour. If only this gap can fill as many
# cells of one colour as it needs, it uses no others; if it can reach no more than it needs, it uses
# them all. And a number must not cut off cells whose colours no gaps can match, even if their
# number would do (see ``cuts``).


def _count_reason(step: Deduction) -> list[str]:
    because = step.because
    area = area_named(step.because.area)
    if because.cells:
        out = capitalised(candidates_named(step.eliminated, "or"))
        cut = cells_behind(because.area)
        gaps = "No gaps have as many numbers of each chessboard colour."
        return [f"{out} would cut off {cut}.", gaps]
    gap = gap_by_itself(because.missing)
    if step.eliminated[0].cell in because.area:
        reach = f"Of one chessboard colour, {gap} can reach only {area} and need all."
        return [reach, "So no other number can be there."]
    return [f"Of one chessboard colour, {gap} need only {area}, which no others can fill."]


@partial(
    Technique,
    name="colour_count",
    title="colour count",
    rank=145,
    weight=12,
    sentence="A gap needs so many cells of each chessboard colour. If it can reach no more than "
    "that, it uses them all.",
    after=("parity",),
    nudge=lambda _: "Colour the cells like a chessboard. How many of each colour does a gap need?",
    lines=and_what_else(_count_reason),
    marks=lambda step: Marked(area=step.because.area),
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
                yield from _step(position, gap, own[gap] & colour, out)
            if (reached & colour).bit_count() == len(numbers):
                out = outside(position, gap, reached & colour)
                yield from _step(position, gap, reached & colour, out)


def _step(
    position: Position, gap: Gap, cells: int, out: tuple[Candidate, ...]
) -> Iterator[Deduction]:
    if out:
        because = Because(
            missing=tuple(gap.missing),
            area=position.layout.cells(cells),
            claim=Claim.SETS,
        )
        yield Deduction(colour_counts, because, eliminated=out)


def _of_cuts(position: Position) -> Iterator[Deduction]:
    """Candidates that cut off a part that could be filled but for its colours."""
    splits = DoorSplits(position)
    bad = (
        (split, splits.unfilled(split, is_coloured=True))
        for split in splits
        if not splits.unfilled(split)
    )
    for because, out in cut_off(position, bad):
        coloured = replace(because, claim=Claim.CUT_COLOURS)
        yield Deduction(colour_counts, coloured, eliminated=out)
