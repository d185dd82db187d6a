"""All routes of a gap, if they are few: what they have in common, and what none of them uses.

A route uses no cell twice. If there are too many, only those are considered that fill the cells no
other gap can fill.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_, or_

from solver.hidoku.logic.patterns.gaps import (
    Route,
    all_routes,
    ends,
    looked_at,
    outside,
    own_cells,
    places,
    within,
)
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import (
    area_named,
    candidates_named,
    gap_by_itself,
    route_named,
    so_only,
    them,
)
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits, is_single
from solver.wording import capitalised, spelled

MOST_ROUTES = 6  # more routes aren't looked at one by one


def _between(step: Deduction) -> str:
    return route_named(step.because.missing, step.because.numbers)


def _reason(step: Deduction) -> list[str]:
    because = step.because
    is_one = step.because.routes == 1
    own = because.cells[len(because.numbers) :]
    fill = f" that fill{'s' * is_one} {area_named(own)}" if own else ""
    number = {1: "the only", 2: "both"}.get(because.routes, f"all {spelled(because.routes)}")
    routes = f"{number} route{'s' * (not is_one)} {_between(step)}{fill}"
    lines = [f"{capitalised(routes)} {_fact_words(step)}."]
    if is_one and step.placed:
        lines = [f"There’s only one route {_between(step)}{fill}."]
    if own:
        lines.append(f"Only {gap_by_itself(because.missing)} fit {them(own)}.")
    if step.eliminated and step.eliminated[0].number not in because.missing:
        lines.append(so_only(because.missing, [step.eliminated[0].cell]))
    return lines


def _fact_words(step: Deduction) -> str:
    """What the routes have in common."""
    is_one = step.because.routes == 1
    if step.placed:
        return f"put {step.placed.number} in the same cell"
    number, cell = step.eliminated[0]
    if number not in step.because.missing:
        return f"use{'s' * is_one} {named(cell)}"
    return f"leave{'s' * is_one} out {candidates_named(step.eliminated)}"


@partial(
    Technique,
    name="all_ways",
    title="all routes of a gap",
    rank=94,
    weight=10,
    sentence="If a gap has only a few routes, draw them all. What they share is certain, and "
    "what none of them uses drops out.",
    after=("required",),
    nudge=lambda step: f"How many routes are there {_between(step)}?",
    lines=and_what_else(_reason),
    marks=lambda step: Marked(numbers=step.because.numbers),
)
def few_routes(position: Position) -> Iterator[Deduction]:
    """Use what all routes of a gap share: placements, cells, and candidates that none uses."""
    own = own_cells(position)
    for gap in looked_at(position):
        if ends(gap) and len(gap.missing) > 1:
            for cells in dict.fromkeys((0, own[gap])):
                routes = all_routes(position, gap, cells, MOST_ROUTES)
                if routes:
                    yield from _Routes(position, gap, routes, cells).steps()
                    break


@dataclass(frozen=True)
class _Routes:
    """The routes of a gap; ``own`` are the cells that they had to fill."""

    position: Position
    gap: Gap
    routes: tuple[Route, ...]
    own: int

    def steps(self) -> Iterator[Deduction]:
        layers = [reduce(or_, layer) for layer in zip(*self.routes, strict=True)]
        unused = tuple(
            candidate
            for number, layer in zip(self.gap.missing, layers, strict=True)
            for candidate in within(self.position, (number,), ~layer)
        )
        for number, layer in zip(self.gap.missing, layers, strict=True):
            if is_single(layer) and not is_single(self.position.strict[number]):
                yield self._step((), Candidate(number, self.position.layout.cell(layer)))
        if unused:
            yield self._step(unused)
        for bit in bits(reduce(and_, map(sum, self.routes))):
            if foreign := outside(self.position, self.gap, bit):
                yield self._step(foreign)

    def _step(
        self, eliminated: tuple[Candidate, ...], placed: Candidate | None = None
    ) -> Deduction:
        numbers = ends(self.gap)
        because = Because(
            numbers,
            (*places(self.position, numbers), *self.position.layout.cells(self.own)),
            missing=tuple(self.gap.missing),
            area=self.position.layout.cells(self.own or reduce(or_, map(sum, self.routes))),
            routes=len(self.routes),
            claim=Claim.ROUTES,
        )
        return Deduction(few_routes, because, placed, eliminated)
