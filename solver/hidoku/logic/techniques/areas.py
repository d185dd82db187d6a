"""Empty areas against gaps: which gaps can fill which connected piece of empty cells.

A gap never leaves its piece, so the gaps in a piece together have as many numbers as it has cells.
A gap that is too long, or that no exact sum includes, isn't in the piece; one that every exact sum
includes must be in it.

A pocket is what remains of a piece behind a single cell, its door. A path that goes in can't come
out again, so a gap between two placed numbers that neither begins nor ends in the pocket stays out.
If only a loose end (the numbers before the lowest placed, or after the highest) can be in a pocket,
and it doesn't begin there, it enters through the door and fills the pocket up to its last number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from solver.hidoku.logic.patterns.borders import Pocket, pieces, pockets
from solver.hidoku.logic.patterns.gaps import choices, ends, is_loose, places, short_first, within
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import area_named, gap_ends, gap_named, numbered, them
from solver.hidoku.rules.game import named
from solver.wording import capitalised


def _reason(step: Deduction) -> list[str]:
    because = step.because
    has_door = len(because.cells) > len(because.numbers)  # it comes before the numbers' cells
    return _pocket(step) if has_door else [_filled(step)]


def _filled(step: Deduction) -> str:
    """A gap and an area that it must, or can't, help to fill."""
    because = step.because
    gap = gap_named(because.missing, because.numbers)
    area = area_named(because.area)
    if step.eliminated[0].cell in because.area:
        if len(because.missing) > len(because.area):
            return f"{capitalised(gap)} are too many for {area}."
        return f"No gaps with {gap} fill {area} exactly."
    if len(because.missing) == len(because.area):
        return f"Only {gap} can fill {area}, so they can’t go anywhere else."
    return f"No gaps without {gap} fill {area} exactly."


def _pocket(step: Deduction) -> list[str]:
    """Cells behind a door, from which a path doesn't come back."""
    because = step.because
    gap = gap_named(because.missing, because.numbers)
    door = named(because.cells[0])
    lie = "lies" if len(because.area) == 1 else "lie"
    area = capitalised(area_named(because.area))
    way_in = f"{area} {lie} behind {door}, so a path that goes in ends there."
    if step.placed:
        return [way_in, f"Only {gap} can fill {them(because.area)}, up to the end of the path."]
    if len(gap_ends(because.missing, because.numbers)) == 2:
        return [way_in, f"But {gap} must come out, so they stay away."]
    size = len(because.area)
    missing = because.missing
    last = numbered(missing[-size:] if missing[0] - 1 in because.numbers else missing[:size])
    return [way_in, f"So of {gap} only {last} can go there."]


@partial(
    Technique,
    name="area",
    title="area for one gap",
    rank=100,
    weight=10,
    sentence="Empty cells that are cut off must be filled exactly. So only gaps whose lengths "
    "add up to them can be in there.",
    after=("bottleneck",),
    nudge=lambda step: f"Which numbers can fill {area_named(step.because.area)}?",
    lines=and_what_else(_reason),
    marks=lambda step: Marked(area=step.because.area),
)
def filled_areas(position: Position) -> Iterator[Deduction]:
    """Steps on gaps between two placed numbers: what they fill, and where they can't be."""
    return _steps_of(filled_areas, position)


@partial(
    Technique,
    name="lone_area",
    title="area for a loose end",
    rank=110,
    weight=10,
    sentence="If only the beginning or the end of the path can be in an area, it must fill that "
    "area up to its last cell.",
    after=("area", "loose_end"),
    nudge=lambda step: f"How does the path leave {area_named(step.because.area)}?",
    lines=and_what_else(_reason),
    marks=lambda step: Marked(area=step.because.area),
)
def lone_areas(position: Position) -> Iterator[Deduction]:
    """Steps about areas that a loose end must fill, or help to fill."""
    return _steps_of(lone_areas, position)


def _steps_of(technique: Technique, position: Position) -> Iterator[Deduction]:
    for step in _steps(position):
        if step.technique is technique and (step.eliminated or step.placed):
            yield step


def _steps(position: Position) -> Iterator[Deduction]:
    reach = {gap: position.spread[gap] for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        gaps = tuple(gap for gap in reach if reach[gap] & cells)
        fixed = tuple(gap for gap in gaps if not reach[gap] & ~cells)
        yield from _Piece(position, cells, gaps, fixed).steps()
        for pocket in pockets(position.layout, cells):
            yield from _Room(position, pocket, gaps).steps()


@dataclass(frozen=True)
class _Piece:
    """A piece of empty cells, the gaps with cells in it, and those that can't be elsewhere."""

    position: Position
    cells: int
    gaps: tuple[Gap, ...]
    fixed: tuple[Gap, ...]

    def steps(self) -> Iterator[Deduction]:
        loose = [gap for gap in self.gaps if gap not in self.fixed]
        room = self.cells.bit_count() - sum(len(gap.missing) for gap in self.fixed)
        for gap in loose:
            if len(gap.missing) > room:
                yield self._step(gap, self.cells)
        fitting = [gap for gap in loose if len(gap.missing) <= room]
        sums = choices([len(gap.missing) for gap in fitting], room) if fitting else []
        for gap, (can, can_not) in zip(fitting, sums, strict=True):
            if not can and can_not:
                yield self._step(gap, self.cells)
            if can and not can_not:
                yield self._step(gap, ~self.cells, is_loose(gap))

    def _step(self, gap: Gap, cells: int, is_lone: bool = False) -> Deduction:
        """The step that eliminates a gap from some cells, because of this piece and other gaps."""
        technique = lone_areas if is_lone else filled_areas
        because = Because(
            ends(gap),
            places(self.position, ends(gap)),
            missing=tuple(gap.missing),
            area=self.position.layout.cells(self.cells),
            claim=Claim.SUMS,
        )
        eliminated = within(self.position, gap.missing, cells)
        return Deduction(technique, because, eliminated=eliminated)


@dataclass(frozen=True)
class _Room:
    """A pocket, and the gaps with cells in its piece."""

    position: Position
    pocket: Pocket
    gaps: tuple[Gap, ...]

    def steps(self) -> Iterator[Deduction]:
        inside = [gap for gap in self.gaps if self.position.spread[gap] & self.pocket.cells]
        passing = [gap for gap in inside if ends(gap) and not self._is_begun(gap)]
        for gap in passing:
            if not is_loose(gap):
                eliminated = within(self.position, gap.missing, self.pocket.cells)
                yield self._step(filled_areas, gap, eliminated)
        loose = [gap for gap in passing if is_loose(gap)]
        filling = [gap for gap in inside if gap not in passing or is_loose(gap)]
        for gap in loose:
            yield from self._filled(gap) if filling == [gap] else self._late(gap)

    def _is_begun(self, gap: Gap) -> bool:
        """Whether an end of the gap touches a cell of the pocket that the gap can use."""
        first = self.position.strict[gap.missing[0]] if gap.low is not None else 0
        last = self.position.strict[gap.missing[-1]] if gap.high is not None else 0
        return bool((first | last) & self.pocket.cells)

    def _late(self, gap: Gap) -> Iterator[Deduction]:
        """A loose end that goes in stays in, so no more numbers fit than the pocket has cells."""
        size = self.pocket.cells.bit_count()
        early = gap.missing[:-size] if gap.high is None else gap.missing[size:]
        yield self._step(filled_areas, gap, within(self.position, early, self.pocket.cells))

    def _filled(self, gap: Gap) -> Iterator[Deduction]:
        """Only this loose end can fill the pocket, so it ends there, and its door is known too."""
        size = self.pocket.cells.bit_count()
        cells = self.pocket.cells
        order = gap.missing if gap.low is None else gap.missing[::-1]
        if len(order) <= size:
            return
        placed = Candidate(order[size], self.pocket.door)
        if self.position.strict[placed.number] & self.position.layout.bit(placed.cell):
            stay_out = within(self.position, order[size:], cells)
            stay_in = within(self.position, order[:size], ~cells)
            yield self._step(lone_areas, gap, stay_out + stay_in, placed)

    def _step(
        self,
        technique: Technique,
        gap: Gap,
        eliminated: tuple[Candidate, ...],
        placed: Candidate | None = None,
    ) -> Deduction:
        cells = (self.pocket.door, *places(self.position, ends(gap)))
        because = Because(
            ends(gap),
            cells,
            missing=tuple(gap.missing),
            area=self.position.layout.cells(self.pocket.cells),
            is_by_cell=placed is not None,
            claim=Claim.POCKET,
        )
        return Deduction(technique, because, placed, eliminated)
