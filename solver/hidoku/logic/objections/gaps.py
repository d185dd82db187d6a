"""Objections about the routes of a gap: what all of them need, or that there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.objections.survey import Survey
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.phrases import numbered
from solver.hidoku.search.bitboard import bits

MOST_ROUTES = 60  # parts of routes that are followed; nobody looks at more


@dataclass(frozen=True)
class EveryRoute(Objection):
    """Every route between two placed numbers needs a cell, so no other number can go there."""

    low: int
    high: int
    idea: ClassVar[str] = "required"
    effort: ClassVar[int] = 3

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        bit = survey.sight.layout.bit(out.cell)
        for gap in survey.position.gaps:
            if gap.low is None or gap.high is None or out.number in gap.missing:
                continue
            if survey.position.spread[gap] & bit:
                objection = cls(gap.low, gap.high)
                if objection.holds(survey.sight, out):
                    yield objection

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.low < out.number < self.high:
            return False
        if sight.gap_at[self.low + 1] != range(self.low + 1, self.high):
            return False
        bit = sight.layout.bit(out.cell)
        return not sight.has_walk(self.low, self.high, sight.empty & ~bit)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"Every route from {self.low} to {self.high} needs this cell."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.low, self.high), tried=tuple(outs))


@dataclass(frozen=True)
class NoRoute(Objection):
    """No route of a gap uses the cell for the number: it would use another cell twice."""

    ends: tuple[int, ...]
    idea: ClassVar[str] = "corner"
    effort: ClassVar[int] = 4

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        objection = cls(survey.sight.ends_of(out.number))
        if objection.ends and objection.holds(survey.sight, out):
            yield objection

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if self.ends != sight.ends_of(out.number):
            return False
        return _has_route(sight, out, self.ends) is False

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        numbers = numbered(sorted({number for number, _ in outs}), "or")
        place = "here" if of_cell else "there"
        goal = f"to {self.ends[1]}" if len(self.ends) == 2 else "on"
        return f"No route from {self.ends[0]} {goal} has {numbers} {place}."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, tried=tuple(outs))


def _has_route(sight: Sight, out: Candidate, ends: Sequence[int]) -> bool | None:
    """Whether a gap has a route through a candidate; None if there is too much to look at."""
    gap = sight.gap_at[out.number]
    layers = dict.fromkeys(gap, sight.empty) | {out.number: sight.layout.bit(out.cell)}
    for end in ends:
        for n in gap:
            layers[n] &= sight.within(end, abs(end - n))
    order = [*gap] if gap.start - 1 in ends else [*gap][::-1]
    if len(ends) == 1:
        order = order[: order.index(out.number) + 1]
    looked_at = 0
    first = order[0] - 1 if order[0] - 1 in ends else order[0] + 1
    routes: list[tuple[int, ...]] = [(sight.where[first],)]
    for n in order:
        longer = []
        for route in routes:
            near = sight.layout.around(route[-1]) & layers[n]
            for bit in bits(near):
                if bit not in route:
                    longer.append((*route, bit))
                    looked_at += 1
            if looked_at > MOST_ROUTES:
                return None
        routes = longer
    return bool(routes)
