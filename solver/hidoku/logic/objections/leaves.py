"""Objections that say what a number in a cell leaves without room, before anything follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.consequences import Consequence, both_ends, told
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.search.domains import Dead


@dataclass(frozen=True)
class Leaves(Consequence):
    """It would leave a number without a cell, or a cell without a number."""

    idea: ClassVar[str] = "blocked"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Leaves]:
        dead_ends = survey.sight.table_with(out).dead_ends(out.cell)
        for why in chain.from_iterable(map(both_ends, dead_ends)):
            yield Leaves(told(survey.sight, out, Refuted(*out, why)))

    def against_too(self, sight: Sight, out: Candidate) -> Leaves | None:
        if self.refuted.why.kind is not Dead.NO_NUMBER:
            return None
        return Leaves(told(sight, out, Refuted(*out, self.refuted.why)))
