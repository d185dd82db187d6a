"""Objections about what all routes of a gap need."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from solver.hidoku.logic.claims import GapStructure
from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.patterns.gaps import ends
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.phrases import area_named, so_only


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
