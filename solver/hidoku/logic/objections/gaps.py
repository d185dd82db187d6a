"""Objections about the routes of a gap: what all of them need, or that there is none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from solver.hidoku.logic.claims import GapStructure, Objection
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.consequences import ROUTE_SEEN
from solver.hidoku.logic.patterns.gaps import ends
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.phrases import area_named, numbered, so_only

MOST_ROUTES = 60  # parts of routes that are followed; nobody looks at more


@dataclass(frozen=True)
class EveryRoute(GapStructure):
    """Every route of a gap needs a cell, so no other number can go there."""

    idea: ClassVar[str] = "required"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        """Those of gaps between two placed numbers that reach the cell."""
        bit = survey.sight.layout.bit(out.cell)
        for gap, cells in survey.position.spread.items():
            if cells & bit and len(ends(gap)) == 2:
                yield cls(tuple(gap.missing), (out.cell,), ends(gap))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table
        if self.gap not in table.gaps or out.number in self.gap or out.cell not in self.area:
            return False
        return not table.supposing(out.number, sight.layout.bit(out.cell)).has_walk(self.gap)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        premise = f"Every route {self.route} uses {area_named(self.area)}."
        return [premise, so_only(self.missing, self.area)]

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"Every route {self.route} needs this cell."

    @property
    def work(self) -> int:
        return self.effort + len(self.missing) // 4


@dataclass(frozen=True)
class Bottleneck(EveryRoute):
    """That empty cells don't connect the ends of a gap without a cell."""

    idea: ClassVar[str] = "bottleneck"
    effort: ClassVar[int] = 5

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        premise = f"Every route {self.route} through empty cells passes {area_named(self.area)}."
        return [premise, so_only(self.missing, self.area)]


@dataclass(frozen=True)
class NoRoute(Objection):
    """No route of a gap uses the cell for the number: it would use another cell twice."""

    ends: tuple[int, ...]
    idea: ClassVar[str] = "corner"
    effort: ClassVar[int] = 7

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        """Unless a number of the gap has no cell then, which is plainer."""
        sight = survey.sight
        objection = cls(sight.ends_of(out.number))
        is_in_reach = sight.table.cells_of(out.number) & sight.layout.bit(out.cell)
        if objection.ends and is_in_reach and objection.holds(sight, out):
            after = sight.table_with(out)
            if all(map(after.has_walk, after.gaps_with(objection._part(sight, out)))):
                yield objection

    def _part(self, sight: Sight, out: Candidate) -> range:
        """The numbers from end to end of the gap, or from its end to a candidate."""
        gap = sight.gap_at[out.number]
        if len(self.ends) == 2:
            return gap
        is_after = self.ends[0] < out.number
        return range(gap.start, out.number + 1) if is_after else range(out.number, gap.stop)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.ends != sight.ends_of(out.number):
            return False
        sight.table.cells_of(out.number)  # the routes are followed in reach
        after = sight.table_with(out)
        return after.routes(self._part(sight, out), limit=MOST_ROUTES) == []

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        numbers = numbered(sorted({number for number, _ in outs}), "or")
        place = "here" if of_cell else "there"
        goal = f"to {self.ends[1]}" if len(self.ends) == 2 else "on"
        route = f"No route from {self.ends[0]} {goal} has {numbers} {place}"
        return f"{route} without using a cell twice."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, tried=tuple(outs))

    @property
    def work(self) -> int:
        return self.effort + (self.ends[-1] - self.ends[0]) // ROUTE_SEEN
