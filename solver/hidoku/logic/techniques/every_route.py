"""All routes of a gap, if they are few: what they have in common, and what none of them uses.

A route uses no cell twice. If there are too many, only those are considered that fill the cells no
other gap can fill.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import and_, or_
from typing import ClassVar

from solver.hidoku.logic.claims import GapStructure
from solver.hidoku.logic.patterns import gaps
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, candidates_named, gap_by_itself, so_only
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits, is_single
from solver.wording import capitalised, spelled

MOST_ROUTES = 6  # more routes aren't looked at one by one


@dataclass(frozen=True)
class AllRoutes(GapStructure):
    """What all routes of a gap share, or that none of them has something.

    ``own`` are the cells that they fill because nothing else can, ``count`` is how many they are,
    and ``placed`` the number that all of them put in the same cell.
    """

    own: tuple[Cell, ...]
    count: int
    placed: int | None
    idea: ClassVar[str] = "all_ways"
    effort: ClassVar[int] = 7

    def places(self, sight: Sight, placement: Candidate) -> bool:
        number, cell = placement
        if number != self.placed:
            return False
        at = number - self.missing[0]
        bit = sight.layout.bit(cell)
        routes = self._routes(sight)
        return bool(routes) and all(route[at] == bit for route in routes)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        number, cell = out
        bit = sight.layout.bit(cell)
        routes = self._routes(sight)
        if number in self.missing:
            return bool(routes) and all(route[number - self.missing[0]] != bit for route in routes)
        return bool(routes) and all(bit in route for route in routes)

    def _routes(self, sight: Sight) -> list[tuple[int, ...]]:
        """The routes, if they are as many as it says; none otherwise."""
        table = sight.table
        cells = sum(map(sight.layout.bit, self.own))
        if self.gap not in table.gaps or not {*table.numbers_at(cells)} <= {*self.gap}:
            return []
        if self.own and self.own != self.area:  # they are what is marked
            return []
        routes = table.routes(self.gap, cells) or []
        return routes if len(routes) == self.count else []

    @property
    def work(self) -> int:
        """Each route is drawn, and has to fill its own cells."""
        return self.effort + self.count * (1 + len(self.own))

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        is_one = self.count == 1
        pronoun = "them" if len(self.own) > 1 else "it"
        fill = f" that fill{'s' * is_one} {pronoun}" if self.own else ""
        lines = list[str]()
        if self.own:
            lines.append(f"Only {gap_by_itself(self.missing)} fit {area_named(self.own)}.")
        if is_one and self.placed:
            lines.append(f"There’s only one route {self.route}{fill}.")
        else:
            number = {1: "the only", 2: "both"}.get(self.count, f"all {spelled(self.count)}")
            routes = f"{number} route{'s' * (not is_one)} {self.route}{fill}"
            lines.append(f"{capitalised(routes)} {self._common(outs)}.")
        if outs and outs[0].number not in self.missing:
            lines.append(so_only(self.missing, [outs[0].cell]))
        return lines

    def _common(self, outs: Sequence[Candidate]) -> str:
        ending = "s" if self.count == 1 else ""
        if self.placed:
            return f"put{ending} {self.placed} in the same cell"
        number, cell = outs[0]
        if number not in self.missing:
            return f"use{ending} {cell_name(cell)}"
        return f"leave{ending} out {candidates_named(outs)}"


@partial(
    Technique,
    name="all_ways",
    title="all routes of a gap",
    rank=94,
    weight=AllRoutes.effort,
    sentence="If a gap has only a few routes, draw them all. What they share is certain, and "
    "what none of them uses drops out.",
    after=("required",),
)
def few_routes(position: Position) -> Iterator[Deduction]:
    """Use what all routes of a gap share: placements, cells, and candidates that none uses."""
    cells_by_gap = gaps.own_cells(position)
    for gap in gaps.looked_at(position):
        if gaps.ends(gap) and len(gap.missing) > 1:
            for cells in dict.fromkeys((0, cells_by_gap[gap])):
                routes = gaps.all_routes(position, gap, cells, MOST_ROUTES)
                if routes:
                    yield from _Routes(position, gap, routes, cells).steps()
                    break


@dataclass(frozen=True)
class _Routes:
    """The routes of a gap; ``own`` are the cells that they had to fill."""

    position: Position
    gap: Gap
    routes: tuple[gaps.Route, ...]
    own: int

    def steps(self) -> Iterator[Deduction]:
        layers = [reduce(or_, layer) for layer in zip(*self.routes, strict=True)]
        strays = tuple(
            candidate
            for number, layer in zip(self.gap.missing, layers, strict=True)
            for candidate in gaps.within(self.position, (number,), ~layer)
        )
        for number, layer in zip(self.gap.missing, layers, strict=True):
            if is_single(layer) and not is_single(self.position.strict[number]):
                yield self._step((), Candidate(number, self.position.layout.cell(layer)))
        if strays:
            yield self._step(strays)
        for bit in bits(reduce(and_, map(sum, self.routes))):
            if outs := gaps.outside(self.position, self.gap, bit):
                yield self._step(outs)

    def _step(
        self, eliminations: tuple[Candidate, ...], placement: Candidate | None = None
    ) -> Deduction:
        layout = self.position.layout
        claim = AllRoutes(
            tuple(self.gap.missing),
            layout.cells(self.own or reduce(or_, map(sum, self.routes))),
            gaps.ends(self.gap),
            layout.cells(self.own),
            len(self.routes),
            placement.number if placement else None,
        )
        return Deduction(few_routes, claim, placement, eliminations)
