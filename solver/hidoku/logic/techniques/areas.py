"""Empty areas against gaps: which gaps can fill which connected piece of empty cells.

A gap never leaves its piece, so the gaps in a piece together have as many numbers as it has cells.
A gap that is too long, or that no exact sum includes, isn't in the piece; one that every exact sum
includes must be in it.

A pocket is what remains of a piece behind a single cell, its door. A path that goes in can't come
out again, so a gap between two placed numbers that neither begins nor ends in the pocket stays out.
Of a loose end (the numbers before the lowest placed, or after the highest) only the last can be in
a pocket where it doesn't begin, as many as the pocket has cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from solver.hidoku.logic.claims import GapStructure
from solver.hidoku.logic.patterns.borders import Pocket, pieces, pockets
from solver.hidoku.logic.patterns.gaps import choices, ends, short_first, within
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.patterns.sums import AreaSum
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, gap_named, numbered
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.wording import capitalised


@dataclass(frozen=True)
class Behind(GapStructure):
    """That a path which goes into an area through its door doesn't come back."""

    door: Cell
    idea: ClassVar[str] = "area"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if not self._is_pocket(sight) or out.cell not in self.area:
            return False
        return out.number in self.missing and out.number not in self.late

    def _is_pocket(self, sight: Sight) -> bool:
        """Whether the area has the door, and the gap doesn't begin in it."""
        table = sight.table
        area = sum(map(sight.layout.bit, self.area))
        doors = table.layout.around(area) & table.empty & ~area
        if self.gap not in table.gaps or doors != sight.layout.bit(self.door):
            return False
        are_ends = len(self.ends) > 0 and self.ends == sight.ends_of(self.missing[0])
        return are_ends and not _begins(table, self.gap, area)

    @property
    def late(self) -> tuple[int, ...]:
        """The last numbers of a loose end, as many as the area has cells."""
        size = len(self.area)
        if len(self.ends) == 2:
            return ()
        is_after = self.ends[0] < self.missing[0]
        return self.missing[-size:] if is_after else self.missing[:size]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, cells=(self.door,), area=self.area, tried=tuple(outs))

    @property
    def _gap(self) -> str:
        return gap_named(self.missing, self.ends)

    @property
    def _way_in(self) -> str:
        lie = "lies" if len(self.area) == 1 else "lie"
        premise = f"{capitalised(area_named(self.area))} {lie} behind {cell_name(self.door)}"
        return f"{premise}, so a path that goes in ends there."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        if len(self.ends) == 2:
            return [self._way_in, f"But {self._gap} must come out, so they stay away."]
        return [self._way_in, f"So of {self._gap} only {numbered(self.late)} can go there."]


def _begins(table: Table, gap: range, area: int) -> bool:
    """Whether a gap can begin in an area, at either of its ends."""
    starts = table.cells_of(gap[0]) if gap.start - 1 in table.placed else 0
    starts |= table.cells_of(gap[-1]) if gap.stop in table.placed else 0
    return bool(starts & area)


@partial(
    Technique,
    name="area",
    title="area for one gap",
    rank=100,
    weight=AreaSum.effort,
    sentence="Empty cells that are cut off must be filled exactly. So only gaps whose lengths "
    "add up to them can be in there.",
    after=("bottleneck",),
)
def filled_areas(position: Position) -> Iterator[Deduction]:
    """What gaps fill, and where they can't be."""
    return (step for step in _steps(position) if step.eliminated)


def _steps(position: Position) -> Iterator[Deduction]:
    reach = {gap: position.spread[gap] for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        gaps = tuple(gap for gap in reach if reach[gap] & cells)
        inner_gaps = tuple(gap for gap in gaps if not reach[gap] & ~cells)
        yield from _Piece(position, cells, gaps, inner_gaps).steps()
        for pocket in pockets(position.layout, cells):
            yield from _pocket_steps(position, pocket, gaps)


@dataclass(frozen=True)
class _Piece:
    """A piece of empty cells, the gaps with cells in it, and those that can't be elsewhere."""

    position: Position
    cells: int
    gaps: tuple[Gap, ...]
    fixed: tuple[Gap, ...]

    def steps(self) -> Iterator[Deduction]:
        loose_gaps = [gap for gap in self.gaps if gap not in self.fixed]
        room = self.cells.bit_count() - sum(len(gap.missing) for gap in self.fixed)
        for gap in loose_gaps:
            if len(gap.missing) > room:
                yield self._step(gap, self.cells)
        fillers = [gap for gap in loose_gaps if len(gap.missing) <= room]
        sums = choices([len(gap.missing) for gap in fillers], room) if fillers else []
        for gap, (can, can_not) in zip(fillers, sums, strict=True):
            if not can and can_not:
                yield self._step(gap, self.cells)
            if can and not can_not:
                yield self._step(gap, ~self.cells)

    def _step(self, gap: Gap, cells: int) -> Deduction:
        """The step that eliminates a gap from some cells, because of this piece and other gaps."""
        area = self.position.layout.cells(self.cells)
        claim = AreaSum(tuple(gap.missing), area, ends(gap))
        eliminations = within(self.position, gap.missing, cells)
        return Deduction(filled_areas, claim, eliminated=eliminations)


def _pocket_steps(position: Position, pocket: Pocket, gaps: Sequence[Gap]) -> Iterator[Deduction]:
    """The steps that keep gaps of the same piece out of a pocket in which they don't begin."""
    for gap in gaps:
        firsts = position.strict[gap.missing[0]] if gap.low is not None else 0
        firsts |= position.strict[gap.missing[-1]] if gap.high is not None else 0
        is_near = position.spread[gap] & pocket.cells
        if is_near and ends(gap) and not firsts & pocket.cells:
            area = position.layout.cells(pocket.cells)
            claim = Behind(tuple(gap.missing), area, ends(gap), pocket.door)
            numbers = (n for n in gap.missing if n not in claim.late)
            eliminations = within(position, numbers, pocket.cells)
            yield Deduction(filled_areas, claim, eliminated=eliminations)
