"""Claims that the gaps for an area have too many numbers, or too few, for its cells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import ClassVar

from solver.hidoku import phrases
from solver.hidoku.logic.claims import GapStructure, Sum
from solver.hidoku.logic.patterns.borders import pieces
from solver.hidoku.logic.patterns.sight import Gap, Sight, Table
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.rules.grid import Cell
from solver.wording import capitalised, join_words, plural

MOST_SUMS = 3  # of gaps, named one by one


def fillers(table: Table, area: int, gaps: Iterable[Gap]) -> tuple[list[Gap], list[Gap]]:
    """The gaps that must, and those that may, go in an area that they can't leave."""
    parts = pieces(table.layout, table.empty)
    sure = list[Gap]()
    optional = list[Gap]()
    for gap in gaps:
        masks = [table.cells_of(number) for number in gap]
        homes = [part for part in parts if all(mask & part for mask in masks)]
        if area in homes:
            (sure if len(homes) == 1 else optional).append(gap)
    return sure, optional


def can_fill(area: Sequence[Cell], sure: Iterable[Gap], optional: Iterable[Gap]) -> bool:
    """Whether the sure gaps with some of the others have as many numbers as an area has cells."""
    total = sum(map(len, sure))
    return len(area) in _sums(total, optional)


def _sums(total: int, optional: Iterable[Gap]) -> set[int]:
    """To how many numbers some of these gaps come, with so many others."""
    return reduce(lambda sums, gap: sums | {n + len(gap) for n in sums}, optional, {total})


@dataclass(frozen=True)
class AreaSum(GapStructure):
    """That no gaps fill an area exactly with a gap in it, or without."""

    idea: ClassVar[str] = "area"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table
        area = sum(map(sight.layout.bit, self.area))
        gap = self.gap
        if out.number not in gap or gap not in table.gaps:
            return False
        if area not in pieces(table.layout, table.empty):
            return False
        is_inside = out.cell in self.area
        if is_inside and len(gap) > len(self.area):
            return True
        sure, optional = fillers(table, area, table.gaps - {gap})
        return not can_fill(self.area, [*sure, *([gap] if is_inside else [])], optional)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        gap = phrases.gap_named(self.missing, self.ends)
        area = phrases.area_named(self.area)
        if outs[0].cell in self.area:
            if len(self.missing) > len(self.area):
                return [f"{capitalised(gap)} are too many for {area}."]
            return [f"No gaps with {gap} fill {area} exactly."]
        if len(self.missing) == len(self.area):
            return [f"Only {gap} can fill {area}, so they can’t go anywhere else."]
        return [f"No gaps without {gap} fill {area} exactly."]


@dataclass(frozen=True)
class CutOff(Sum):
    """That a number in a cell would cut off an area that no gaps fill.

    ``sure`` are the gaps that would have to go there, ``optional`` those that may.
    """

    cell: Cell
    sure: tuple[Gap, ...]
    optional: tuple[Gap, ...]
    idea: ClassVar[str] = "cut"
    effort: ClassVar[int] = 8

    def holds(self, sight: Sight, out: Candidate) -> bool:
        area = sum(map(sight.layout.bit, self.area))
        after = sight.table_with(out)
        if out.cell != self.cell or area not in pieces(after.layout, after.empty):
            return False
        sure, optional = fillers(after, area, after.gaps)
        are_all = {*sure, *optional} <= {*self.sure, *self.optional} and {*self.sure} <= {*sure}
        return are_all and not can_fill(self.area, self.sure, self.optional)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(cells=(self.cell,), area=self.area, tried=tuple(outs))

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        subject = "Each" if len(outs) > 1 else "That"
        return f"{subject} would cut off {phrases.cells_behind(self.area)}. {self._filling}."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        out = capitalised(phrases.candidates_named(outs, "or"))
        return [f"{out} would cut off {phrases.cells_behind(self.area)}.", f"{self._filling}."]

    @property
    def _filling(self) -> str:
        """Which gaps could be in the area, and that their numbers don't come to its cells.

        >>> area = Cell(0, 0), Cell(0, 1)
        >>> CutOff((1,), area, Cell(1, 1), (), (range(4, 7),))._filling
        'Only 4 to 6 can go there, together: 3 numbers for 2 cells'
        >>> CutOff((1,), area, Cell(1, 1), (range(4, 7),), (range(9, 11),))._filling
        '4 to 6 must go there: 3 numbers for 2 cells'
        >>> CutOff((1,), area, Cell(1, 1), (), (range(2, 3), range(4, 7)))._filling
        'Only 2, 4, 5 and 6 can go there: 1, 3 or 4 numbers for 2 cells'
        """
        if not (self.sure or self.optional):
            return "No number can go there"
        sure, optional = (
            sorted(part, key=lambda gap: gap.start) for part in (self.sure, self.optional)
        )
        must, may = map(_numbers_of, (sure, optional))
        size = len(self.area)
        total = sum(map(len, sure))
        if total > size or not optional:
            only = "" if total > size else " and no others can"
            return f"{must} must go there{only}: {_made({total}, size)}"
        sums = _sums(total, optional)
        if sure:
            return f"{must} must go there and only {may} can besides: {_made(sums, size)}"
        whole = ", together" if len(optional) == 1 < len(optional[0]) else ""
        return f"Only {may} can go there{whole}: {_made(sums - {0}, size)}"


def _numbers_of(gaps: Sequence[Gap]) -> str:
    return (
        phrases.gap_by_itself(gaps[0])
        if len(gaps) == 1
        else phrases.numbered([n for gap in gaps for n in gap])
    )


def _made(sums: set[int], size: int) -> str:
    """How many numbers some gaps come to, but for how many cells."""
    if len(sums) > MOST_SUMS:
        return f"no choice of these gaps makes {plural(size, 'number')}"
    numbers = "numbers" if sums != {1} else "number"
    return f"{join_words(list(map(str, sorted(sums))), 'or')} {numbers} for {plural(size, 'cell')}"
