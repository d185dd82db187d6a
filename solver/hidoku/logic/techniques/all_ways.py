"""All ways of a run, where they are few: what all have in common, and what none uses.

A way uses no cell twice. Where the ways are too many, those are looked at that fill the cells which
no other run can fill.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import (
    ends,
    ends_beside,
    outside,
    places,
    short_first,
    within,
)
from solver.hidoku.logic.patterns.ways import Way, all_ways, own_cells
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.phrases.runs import area_named, run_by_itself, way
from solver.hidoku.rules.game import named
from solver.hidoku.search.bitboard import bits, is_single
from solver.wording import spelled

MOST_WAYS = 6  # more are not looked at one by one


def _between(step: Deduction) -> str:
    return way(step.because.missing, step.because.numbers)


def _reason(step: Deduction) -> str:
    because, is_one = step.because, step.because.ways == 1
    ways = f"only {spelled(because.ways)} way{'' if is_one else 's'} {_between(step)}"
    if own := because.cells[len(because.numbers) :]:
        start = f"Only {run_by_itself(because.missing)} can fill {area_named(own)}: {ways}"
    else:
        start = f"There {'is' if is_one else 'are'} {ways}"
    return f"{start}, {_told(step)}."


def _told(step: Deduction) -> str:
    """What the ways have in common."""
    is_one = step.because.ways == 1
    if step.placed:
        number = step.placed.number
        return f"with one cell for {number}" if is_one else f"and {number} has one cell on them all"
    number, cell = step.eliminated[0]
    if number not in step.because.missing:
        it = "it uses" if is_one else "all using"
        return f"{it} {named(cell)}: others stay out"
    return f"{'without' if is_one else 'none with'} {candidates_named(step.eliminated)}"


@technique(
    "all_ways",
    title="all ways of a run",
    rank=94,
    weight=10,
    nudge=lambda step: f"How many ways are there {_between(step)}?",
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(numbers=step.because.numbers),
)
def few_ways(position: Position) -> Iterator[Deduction]:
    """Place what all ways of a gap agree on, and eliminate what none or all of them use."""
    own = own_cells(position)
    for gap in short_first(position):
        if ends(gap) and len(gap.missing) > 1:
            for cells in dict.fromkeys((0, own[gap])):
                ways = all_ways(position, gap, cells, MOST_WAYS)
                if ways:
                    yield from _Ways(position, gap, ways, cells).steps()
                    break


@dataclass(frozen=True)
class _Ways:
    """The ways of a gap; ``own`` are the cells that they had to fill."""

    position: Position
    gap: Gap
    ways: tuple[Way, ...]
    own: int

    def steps(self) -> Iterator[Deduction]:
        layers = [reduce(or_, layer) for layer in zip(*self.ways, strict=True)]
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
        for bit in bits(reduce(and_, map(sum, self.ways))):
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
            area=self.position.layout.cells(reduce(or_, map(sum, self.ways))),
            others=ends_beside(self.position, numbers) if self.own else (),
            ways=len(self.ways),
        )
        return Deduction(few_ways, because, placed, eliminated)
