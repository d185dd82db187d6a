"""All routes of a gap, if they are few: what they have in common, and what none of them uses.

A route uses no cell twice. If there are too many, only those are considered that fill the cells no
other gap can fill.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from operator import and_, or_

from solver.hidoku.logic.patterns.borders import Side, arc, border, pieces
from solver.hidoku.logic.patterns.gaps import (
    Route,
    all_routes,
    ends,
    is_loose,
    looked_at,
    outside,
    own_cells,
    places,
    short_first,
    within,
)
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Marked
from solver.hidoku.logic.technique import Deduction, Technique, and_what_else
from solver.hidoku.phrases import (
    area_named,
    between_ends,
    candidates_named,
    gap_by_itself,
    route_named,
    so_only,
    them,
)
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search.bitboard import bits, is_single
from solver.wording import capitalised, spelled

# Lines that can't cross, on boards with four neighbours.
#
# A gap between two placed numbers is filled by a line through the empty cells, from a side of its
# first cell to a side of its last. In a piece without holes (see ``patterns.borders``), two such
# lines that don't meet can't have ends that alternate around the border. If a border cell belonged
# to another gap, the line from an end of that gap to this cell, and on to the border, would be such
# a line. The step is taken only if the ends alternate wherever the lines enter the piece. Pieces
# with holes are skipped, and so are gaps whose cells could be in several pieces.


def _crossing_reason(step: Deduction) -> list[str]:
    because = step.because
    start, low, high = because.numbers
    out = candidates_named(step.eliminated, "or", step.told.here)
    return [f"A route from {start} to {out} would cut {low} off from {high}."]


@partial(
    Technique,
    name="crossing",
    title="crossing gaps",
    rank=150,
    weight=10,
    sentence="With four neighbours, paths can’t cross. So no gap can pass between two numbers "
    "whose gap divides the board.",
    after=("shore",),
    nudge=lambda step: f"What would cross a line {between_ends(step.because.numbers[-2:])}?",
    lines=and_what_else(_crossing_reason),
    marks=lambda step: Marked(numbers=step.because.numbers[-2:]),
)
def crossings(position: Position) -> Iterator[Deduction]:
    """Eliminate a gap from border cells where it would separate the ends of another gap."""
    if position.layout.grid.adjacency is not Adjacency.FOUR:
        return
    reach = {gap: position.spread[gap] for gap in short_first(position)}
    for cells in pieces(position.layout, position.empty):
        line = border(position.layout, cells)
        whole = [g for g in reach if not is_loose(g) and reach[g] and not reach[g] & ~cells]
        crossing = [gap for gap in reach if ends(gap) and reach[gap] & cells]
        if line and whole and len(crossing) > 1:
            yield from _Border(position, line).steps(crossing, whole)


class _Border:
    """The border of a piece without holes, and where gaps enter the piece."""

    def __init__(self, position: Position, line: Sequence[Side]) -> None:
        self.position, self.line = position, line
        self.owner = {(side.beyond, side.cell): at for at, side in enumerate(line)}

    def steps(self, crossing: list[Gap], whole: list[Gap]) -> Iterator[Deduction]:
        doors = {gap: self._doors(gap) for gap in crossing}
        for gap, other in product(crossing, whole):
            if gap != other:
                bad, each = 0, zip(ends(gap), doors[gap], strict=True)
                for end, doors_of_end in sorted(each, key=lambda pair: pair[0] in ends(other)):
                    parting = self._parting(doors_of_end, *doors[other])
                    yield from self._step(gap, end, other, parting & ~bad)
                    bad |= parting

    def _doors(self, gap: Gap) -> list[list[int]]:
        """For each end of a gap, the sides through which it can enter, as places on the border."""
        found = []
        for number, first in ((gap.low, gap.missing[0]), (gap.high, gap.missing[-1])):
            if number is not None:
                cell = self.position.where[number]
                near = self.position.layout.cells(self.position.strict[first])
                found.append([self.owner[cell, c] for c in near if (cell, c) in self.owner])
        return found

    def _parting(self, starts: list[int], lows: list[int], highs: list[int]) -> int:
        """The places that, joined with the start, always separate the low end from the high one."""
        bad, length = 0, len(self.line)
        cases = [case for case in product(starts, lows, highs) if self._is_possible(*case)]
        for at, (start, low, high) in enumerate(cases):
            between = arc(low, high, length)
            far = arc(high, low, length) if between >> start & 1 else between
            bad = bad & far if at else far
        return bad

    def _is_possible(self, start: int, low: int, high: int) -> bool:
        """Whether two gaps can enter like this, each through a cell of its own."""
        return self.line[start].cell not in (self.line[low].cell, self.line[high].cell)

    def _step(self, gap: Gap, end: int, other: Gap, bad: int) -> Iterator[Deduction]:
        position = self.position
        cells = {self.line[bit.bit_length() - 1].cell for bit in bits(bad)}
        eliminated = within(position, gap.missing, sum(map(position.layout.bit, cells)))
        if eliminated:
            numbers = (end, *ends(other))
            area = tuple(sorted({candidate.cell for candidate in eliminated}))
            because = Because(
                numbers,
                places(position, numbers),
                missing=tuple(gap.missing),
                area=area,
                claim=Claim.BORDER,
            )
            yield Deduction(crossings, because, eliminated=eliminated)


MOST_ROUTES = 6  # more routes aren't looked at one by one


def _between(step: Deduction) -> str:
    return route_named(step.because.missing, step.because.numbers)


def _reason(step: Deduction) -> list[str]:
    because, is_one = step.because, step.because.routes == 1
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
    return f"leave{'s' * is_one} out {candidates_named(step.eliminated, here=step.told.here)}"


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
