"""Free areas against gaps: which runs of missing numbers can fill which piece of empty cells.

A piece hangs together through empty cells. A run never leaves its piece, so the runs in a piece
have together as many numbers as it has cells. A run that is too long, or that no sum can do with,
is not in the piece; one that no sum can do without must be in it.

A pocket is what is left of a piece behind a single cell, its door. A run that goes in cannot come
out again, so a run between two placed numbers that neither begins nor ends in the pocket stays out.
If nothing but a loose end (the numbers before the lowest placed, or after the highest) can be in a
pocket, and it does not begin there, then it fills the pocket to its last number through the door.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.steps import Because, Candidate, Deduction, Technique
from solver.hidoku.logic.techniques.gaps import ends, is_loose, places, short_first, spread, within
from solver.hidoku.logic.techniques.pockets import Pocket, pieces, pockets
from solver.hidoku.logic.techniques.subset_sums import choices


def filled_areas(position: Position) -> Iterator[Deduction]:
    """Steps about the runs between two placed numbers: what they fill, and where they cannot be."""
    return (step for step in _changes(position) if step.technique is Technique.AREA)


def lone_areas(position: Position) -> Iterator[Deduction]:
    """Steps about areas that a loose end must fill, or help to fill."""
    return (step for step in _changes(position) if step.technique is Technique.LONE_AREA)


def _changes(position: Position) -> Iterator[Deduction]:
    return (step for step in _steps(position) if step.eliminated or step.placed)


def _steps(position: Position) -> Iterator[Deduction]:
    reach = {gap: spread(position, gap) for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        gaps = tuple(gap for gap in reach if reach[gap] & cells)
        fixed = tuple(gap for gap in gaps if not reach[gap] & ~cells)
        yield from _Piece(position, cells, gaps, fixed).steps()
        for pocket in pockets(position.layout, cells):
            yield from _Room(position, pocket, gaps).steps()


@dataclass(frozen=True)
class _Piece:
    """Empty cells that hang together, the gaps with cells in them, and those that must be here."""

    position: Position
    cells: int
    gaps: tuple[Gap, ...]
    fixed: tuple[Gap, ...]

    def steps(self) -> Iterator[Deduction]:
        loose = [gap for gap in self.gaps if gap not in self.fixed]
        room = self.cells.bit_count() - sum(len(gap.missing) for gap in self.fixed)
        for gap in loose:
            if len(gap.missing) > room:
                yield self._step(gap, self.fixed, self.cells)
        fitting = [gap for gap in loose if len(gap.missing) <= room]
        for gap, (can, can_not) in zip(fitting, self._choices(fitting, room), strict=True):
            if not can and can_not:
                yield self._step(gap, self.gaps, self.cells)
            if can and not can_not:
                rests = self.gaps if len(fitting) > 1 else self.fixed
                yield self._step(gap, rests, ~self.cells, is_loose(gap))

    def _choices(self, gaps: list[Gap], room: int) -> list[tuple[bool, bool]]:
        return choices([len(gap.missing) for gap in gaps], room) if gaps else []

    def _step(self, gap: Gap, rests: Iterable[Gap], cells: int, is_lone: bool = False) -> Deduction:
        """The step that eliminates a gap from some cells, because of this piece and other gaps."""
        technique = Technique.LONE_AREA if is_lone else Technique.AREA
        numbers = tuple(dict.fromkeys(n for g in (gap, *rests) for n in ends(g)))
        because = Because(
            numbers,
            places(self.position, numbers),
            missing=tuple(gap.missing),
            area=self.position.layout.cells(self.cells),
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
        inside = [gap for gap in self.gaps if spread(self.position, gap) & self.pocket.cells]
        passing = [gap for gap in inside if ends(gap) and not self._is_begun(gap)]
        for gap in passing:
            if not is_loose(gap):
                eliminated = within(self.position, gap.missing, self.pocket.cells)
                yield self._step(Technique.AREA, gap, eliminated)
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
        """A loose end that goes in stays in: only as many numbers as there are cells can."""
        size = self.pocket.cells.bit_count()
        early = gap.missing[:-size] if gap.high is None else gap.missing[size:]
        yield self._step(Technique.AREA, gap, within(self.position, early, self.pocket.cells))

    def _filled(self, gap: Gap) -> Iterator[Deduction]:
        """Only this loose end can fill the pocket: it ends there, and its door is known too."""
        size, cells = self.pocket.cells.bit_count(), self.pocket.cells
        order = gap.missing if gap.low is None else gap.missing[::-1]
        if len(order) <= size:
            return
        placed = Candidate(order[size], self.pocket.door)
        if self.position.strict[placed.number] & self.position.layout.bit(placed.cell):
            stay_out = within(self.position, order[size:], cells)
            stay_in = within(self.position, order[:size], ~cells)
            yield self._step(Technique.LONE_AREA, gap, stay_out + stay_in, placed)

    def _step(
        self,
        technique: Technique,
        gap: Gap,
        eliminated: tuple[Candidate, ...],
        placed: Candidate | None = None,
    ) -> Deduction:
        cells = (self.pocket.door, *places(self.position, ends(gap)))
        area = self.position.layout.cells(self.pocket.cells)
        because = Because(ends(gap), cells, missing=tuple(gap.missing), area=area)
        return Deduction(technique, because, placed, eliminated)
