"""Lines that can't cross, on boards with four neighbours and hexagonal ones.

Around the edge of the board, two routes that share no number can't have ends that alternate (see
``patterns.borders``): the route from a number placed on the edge to a missing one there would
separate two other numbers placed on the edge, both higher or both lower than these.

A gap between two placed numbers is filled by a line through the empty cells, from a side of its
first cell to a side of its last. In a piece without holes, two such lines that don't meet can't
have ends that alternate around the border. If a border cell belonged to another gap, the line from
an end of that gap to this cell, and on to the border, would be such a line. That is done with four
neighbours only, and only if the ends alternate wherever the lines enter the piece. Pieces with
holes are skipped, and so are gaps whose cells could be in several pieces.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar

from solver.hidoku.logic.claims import Structure
from solver.hidoku.logic.patterns.borders import Side, arc, border, pieces, rim
from solver.hidoku.logic.patterns.gaps import ends, is_loose, short_first, within
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import candidates_named
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.bitboard import bits

_FEWEST = 3  # numbers placed on the edge that a step needs


@dataclass(frozen=True)
class Parting(Structure):
    """That a route from a placed number to a candidate would separate two other numbers."""

    start: int
    low: int
    high: int

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=(self.start, self.low, self.high), tried=tuple(outs))

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"The path from {self.start} to here would cut {self.low} off from {self.high}."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        out = candidates_named(outs, "or")
        premise = f"{self.low} couldn’t get to {self.high}"
        return [f"{premise} if the path from {self.start} went to {out}."]


@dataclass(frozen=True)
class AroundEdge(Parting):
    """The same around the edge of the board."""

    idea: ClassVar[str] = "shore"
    effort: ClassVar[int] = 6

    def holds(self, sight: Sight, out: Candidate) -> bool:
        at = {cell: place for place, cell in enumerate(rim(sight.layout.grid))}
        numbers = (self.start, self.low, self.high)
        if not {*numbers} <= sight.where.keys() or out.cell not in at:
            return False
        start, low, high = (at.get(sight.layout.cell(sight.where[n]), -1) for n in numbers)
        place = at[out.cell]
        bounds = sorted((low, high))
        below = min(self.start, out.number)
        above = max(self.start, out.number)
        return (
            min(start, low, high) >= 0
            and (above < self.low or self.high < below)
            and (bounds[0] < place < bounds[1]) != (bounds[0] < start < bounds[1])
            and place not in bounds
        )


@dataclass(frozen=True)
class Crossing(Parting):
    """The same around a piece of empty cells, wherever the routes enter it."""

    idea: ClassVar[str] = "crossing"
    effort: ClassVar[int] = 7

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table
        numbers = {self.start, self.low, self.high}
        if sight.grid.adjacency is not Adjacency.FOUR or not numbers <= table.placed.keys():
            return False
        if out.number not in self.missing or self.start not in sight.ends_of(out.number):
            return False
        bit = sight.layout.bit(out.cell)
        piece = next((piece for piece in pieces(table.layout, table.empty) if piece & bit), 0)
        line = border(table.layout, piece) if piece else None
        between = range(self.low + 1, self.high)
        if not line or any(table.cells_of(n) & ~piece for n in between):
            return False
        onward = self.start + 1 if out.number > self.start else self.start - 1
        firsts = (self.start, onward), (self.low, self.low + 1), (self.high, self.high - 1)
        doors = [_doors(table, line, sight.where[end], first) for end, first in firsts]
        entries = _entries(line, *doors)
        return bool(entries) and _is_parted(line, out.cell, entries)


def _doors(table: Table, line: Sequence[Side], end: int, first: int) -> list[int]:
    """The sides of a piece through which a gap can enter it from a placed number."""
    cells = table.cells_of(first)
    beyond = table.layout.cell(end)
    return [
        at
        for at, side in enumerate(line)
        if side.beyond == beyond and table.layout.bit(side.cell) & cells
    ]


def _entries(line: Sequence[Side], *doors: list[int]) -> list[tuple[int, ...]]:
    """The sides by which a gap, and the ends of another, may enter, not by the same cell."""
    ways = product(*doors)
    return [way for way in ways if line[way[0]].cell not in {line[at].cell for at in way[1:]}]


def _is_parted(line: Sequence[Side], cell: Cell, entries: Sequence[tuple[int, ...]]) -> bool:
    sides = [at for at, side in enumerate(line) if side.cell == cell]

    def parts(at: int, start: int, low: int, high: int) -> bool:
        stretch = arc(low, high, len(line))
        return (stretch >> at & 1) != (stretch >> start & 1) and at not in (low, high)

    return any(all(parts(at, *entry) for entry in entries) for at in sides)


@partial(
    Technique,
    name="shore",
    title="order around the edge",
    rank=93,
    weight=AroundEdge.effort,
    sentence="Where steps can’t cross, a route between two cells on the edge divides the board. "
    "No other route gets past it.",
    after=("bottleneck",),
)
def shores(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers from edge cells if a route to them would cross another route."""
    line = rim(position.layout.grid)
    at = {cell: place for place, cell in enumerate(line)}
    rim_numbers = [number for number, cell in position.where.items() if cell in at]
    if len(rim_numbers) >= _FEWEST:
        yield from _Edge(position, line, rim_numbers, at).steps()


@dataclass(frozen=True)
class _Edge:
    """The edge as a closed line, the numbers placed on it, ascending, and each cell's place."""

    position: Position
    line: Sequence[Cell]
    placed: Sequence[int]
    at: dict[Cell, int]

    def steps(self) -> Iterator[Deduction]:
        by_room = self._missing()
        for place, start in enumerate(self.placed):
            for room, candidates in by_room.items():
                higher = self.placed[max(place + 1, room) :]  # than the start and what is missing
                lower = self.placed[: min(place, room)]
                for group in (higher, lower):
                    yield from self._step(start, group, candidates)

    def _missing(self) -> dict[int, list[Candidate]]:
        """The candidates on the edge, by how many of the numbers placed there are lower."""
        masks = self.position.strict
        layout = self.position.layout
        edge = sum(map(layout.bit, self.line))
        by_room: dict[int, list[Candidate]] = {}
        for gap in self.position.gaps:
            for number in gap.missing:
                cells = (Candidate(number, layout.cell(bit)) for bit in bits(masks[number] & edge))
                by_room.setdefault(bisect(self.placed, number), []).extend(cells)
        return by_room

    def _step(
        self, start: int, numbers: Sequence[int], candidates: Sequence[Candidate]
    ) -> Iterator[Deduction]:
        if len(numbers) < 2:
            return
        cells = self.position.where
        size = len(self.line)
        origin = self.at[cells[start]]
        order = sorted(numbers, key=lambda number: (self.at[cells[number]] - origin) % size)
        stretch = arc(self.at[cells[order[0]]], self.at[cells[order[-1]]], size)
        out = tuple(c for c in candidates if stretch >> self.at[c.cell] & 1)
        if out:
            missing = tuple(dict.fromkeys(number for number, _ in out))
            low, high = sorted((order[0], order[-1]))
            yield Deduction(shores, AroundEdge(missing, (), start, low, high), eliminated=out)


@partial(
    Technique,
    name="crossing",
    title="crossing gaps",
    rank=150,
    weight=Crossing.effort,
    sentence="With four neighbours, paths can’t cross. So no gap can pass between two numbers "
    "whose gap divides the board.",
    after=("shore",),
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
        self.position = position
        self.line = line
        self.owner = {(side.beyond, side.cell): at for at, side in enumerate(line)}

    def steps(self, crossing: list[Gap], whole: list[Gap]) -> Iterator[Deduction]:
        doors = {gap: self._doors(gap) for gap in crossing}
        for gap, whole_gap in product(crossing, whole):
            if gap != whole_gap:
                places = 0
                pairs = zip(ends(gap), doors[gap], strict=True)
                for end, doors_of_end in sorted(pairs, key=lambda pair: pair[0] in ends(whole_gap)):
                    parting = self._parting(doors_of_end, *doors[whole_gap])
                    yield from self._step(gap, end, whole_gap, parting & ~places)
                    places |= parting

    def _doors(self, gap: Gap) -> list[list[int]]:
        """For each end of a gap, the sides through which it can enter, as places on the border."""
        doors = []
        for number, first in ((gap.low, gap.missing[0]), (gap.high, gap.missing[-1])):
            if number is not None:
                cell = self.position.where[number]
                cells = self.position.layout.cells(self.position.strict[first])
                doors.append([self.owner[cell, c] for c in cells if (cell, c) in self.owner])
        return doors

    def _parting(self, starts: list[int], lows: list[int], highs: list[int]) -> int:
        """The places that, joined with the start, always separate the low end from the high one."""
        places = 0
        length = len(self.line)
        for at, (start, low, high) in enumerate(_entries(self.line, starts, lows, highs)):
            stretch = arc(low, high, length)
            far_side = arc(high, low, length) if stretch >> start & 1 else stretch
            places = places & far_side if at else far_side
        return places

    def _step(self, gap: Gap, end: int, barrier: Gap, places: int) -> Iterator[Deduction]:
        position = self.position
        cells = {self.line[bit.bit_length() - 1].cell for bit in bits(places)}
        eliminations = within(position, gap.missing, sum(map(position.layout.bit, cells)))
        if eliminations:
            area = tuple(sorted({candidate.cell for candidate in eliminations}))
            claim = Crossing(tuple(gap.missing), area, end, *ends(barrier))
            yield Deduction(crossings, claim, eliminated=eliminations)
