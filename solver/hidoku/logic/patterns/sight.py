"""What a person sees of a board, and what counting steps from its placed numbers shows.

It's plain to see which cells are empty, filled or blocked, which numbers are missing, and what is
too far from a placed number even straight over all cells. A table has what counting shows: steps
through empty cells from every placed number and on to each open end, without turning straight back,
minding joined cells and what was ruled out before. Nothing here knows a technique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, reduce
from operator import or_

from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, Pair
from solver.hidoku.search.bitboard import BitLayout, bits
from solver.hidoku.search.domains import Contradiction, Dead, narrow

MOST_ROUTES = 400  # that are walked before a claim about all of them counts as not derived

Route = tuple[int, ...]
Gap = range  # consecutive missing numbers, between two placed ones or beyond the last


@lru_cache(maxsize=64)
def layout_of(grid: Grid, pairs: frozenset[Pair]) -> BitLayout:
    return BitLayout(replace(grid, givens=(), joined=pairs))


@dataclass(frozen=True)
class Sight:
    """What is plain to see of a board; ``out`` was ruled out before."""

    grid: Grid
    board: Board
    out: tuple[Candidate, ...] = ()

    def without(self, out: Iterable[Candidate]) -> Sight:
        return replace(self, out=(*self.out, *out))

    @cached_property
    def table(self) -> Table:
        return Table(self)

    @cached_property
    def table_with(self) -> Callable[[Candidate], Table]:
        """The table if a missing number were in a cell."""
        suppose = self.table.supposing
        return lru_cache(maxsize=8)(lambda out: suppose(out.number, self.layout.bit(out.cell)))

    @cached_property
    def layout(self) -> BitLayout:
        return layout_of(replace(self.grid, givens=(), joined=frozenset()), frozenset())

    @cached_property
    def where(self) -> dict[int, int]:
        return {number: self.layout.bit(cell) for cell, number in self.board.items()}

    @cached_property
    def empty(self) -> int:
        return self.layout.board & ~sum(self.where.values())

    @cached_property
    def straight(self) -> list[int]:
        """For each missing number, the empty cells near enough, straight over all cells."""
        masks = [0, *([self.empty] * self.grid.last)]
        around = self.layout.around
        for numbers in (range(1, self.grid.last + 1), range(self.grid.last, 0, -1)):
            reach = 0
            for number in numbers:
                reach = self.where.get(number) or (reach and reach | around(reach))
                masks[number] &= reach or self.layout.board
        return [mask & self.empty for mask in masks]

    @cached_property
    def reaching(self) -> Callable[..., tuple[int, ...]]:
        """The missing numbers that counting leaves an empty cell, if another one is filled."""
        bit = self.layout.bit
        table = cache(lambda cell: self.table.filling(bit(cell)) if cell else self.table)
        return cache(lambda cell, without=None: tuple(table(without).numbers_at(bit(cell))))

    def within(self, number: int, steps: int) -> int:
        """The empty cells within some steps of a placed number, through empty cells."""
        spread = self._spread(self.where[number], self.empty)
        return spread[min(steps, len(spread) - 1)] & self.empty

    def steps(self, number: int, cell: Cell) -> int | None:
        """How many steps through empty cells lead from a number to a cell; None if none do."""
        return self.steps_over(self.where[number], cell, self.empty)

    def straight_steps(self, number: int, cell: Cell) -> int | None:
        """The same over all cells, filled ones too."""
        return self.steps_over(self.where[number], cell, self.layout.board)

    def steps_over(self, start: int, goal: Cell, cells: int) -> int | None:
        """The same from a cell, through some cells."""
        spread = self._spread(start, cells)
        bit = self.layout.bit(goal)
        return next((steps for steps, reach in enumerate(spread) if reach & bit), None)

    @cached_property
    def _spread(self) -> Callable[[int, int], list[int]]:
        """The cells within no step, within one and so on from a cell, through some cells."""

        @cache
        def spread(start: int, cells: int) -> list[int]:
            reaches = [start]
            while (reach := reaches[-1] | self.layout.around(reaches[-1]) & cells) != reaches[-1]:
                reaches.append(reach)
            return reaches

        return spread

    def ends_of(self, number: int) -> tuple[int, ...]:
        """The placed numbers at the ends of the gap that a missing number is in."""
        gap = self.gap_at[number]
        return tuple(end for end in (gap.start - 1, gap.stop) if end in self.where)

    def missing_beside(self, number: int) -> list[int]:
        """Those of the numbers before and after another that are missing."""
        neighbours = (number - 1, number + 1)
        return [n for n in neighbours if 1 <= n <= self.grid.last and n not in self.where]

    @property
    def open_ends(self) -> list[int]:
        """Those of the first and the last number that are missing."""
        return [n for n in {1: None, self.grid.last: None} if n not in self.where]

    @cached_property
    def gap_at(self) -> list[Gap]:
        """For each missing number, the gap that it is in; for others, none."""
        gaps = [range(0)] * (self.grid.last + 1)
        start = 1
        for stop in [*sorted(self.where), self.grid.last + 1]:
            for number in range(start, stop):
                gaps[number] = range(start, stop)
            start = stop + 1
        return gaps


@lru_cache(maxsize=8)  # a search for a hint asks about many steps on one board
def sight_of(position: Position) -> Sight:
    return Sight(position.layout.grid, position.board)


class Table:
    """The cells that each missing number can have, for who counts."""

    def __init__(self, sight: Sight) -> None:
        self.layout = layout_of(sight.layout.grid, sight.grid.joined)
        self.last = sight.grid.last
        self.empty = sight.empty
        self.placed = sight.where
        self.gap_at = sight.gap_at
        self.gaps = {*sight.gap_at} - {range(0)}
        self.near = [*sight.straight]  # for each missing number, before any steps are counted
        for number, cell in sight.out:
            self.near[number] &= ~self.layout.bit(cell)
        self.masks = [*self.near]
        for number, bit in sight.where.items():
            self.masks[number] = bit
        self.narrowed: dict[Gap, int] = {}  # with all the cells of each
        self.floods: dict[Gap, tuple[list[int], int]] = {}  # likewise
        self.counts: dict[Gap, tuple[list[int], list[int]]] = {}  # what they need as room

    def supposing(self, number: int, bit: int) -> Table:
        """The same if a missing number were in a cell."""
        table = self.filling(bit)
        whole_gap = self.gap_at[number]
        if not self.masks[number] & self.empty & bit:  # still, it's looked at
            table.masks[whole_gap.start : whole_gap.stop] = self.near[
                whole_gap.start : whole_gap.stop
            ]
        table.masks[number] = bit
        table.placed = {**self.placed, number: bit}
        below = range(whole_gap.start, number)
        above = range(number + 1, whole_gap.stop)
        table.gap_at = [*self.gap_at]
        table.gap_at[number] = range(0)
        for gap in (below, above):
            table.gap_at[gap.start : gap.stop] = [gap] * len(gap)
        table.gaps = self.gaps - {whole_gap} | {gap for gap in (below, above) if gap}
        return table

    def filling(self, bit: int) -> Table:
        """The same if something were in an empty cell."""
        table = object.__new__(Table)
        table.__dict__.update(self.__dict__)
        for cached in ("counted", "is_dead"):
            table.__dict__.pop(cached, None)
        table.empty = self.empty & ~bit
        table.masks = [*self.masks]
        table.narrowed = {**self.narrowed}
        table.floods = {**self.floods}
        table.counts = {**self.counts}
        return table

    def gaps_with(self, numbers: Iterable[int]) -> set[Gap]:
        """The gaps of those numbers that are missing."""
        return {self.gap_at[n] for n in numbers if 0 <= n <= self.last} - {range(0)}

    def beside(self, gap: Gap) -> set[int]:
        """The placed numbers at the ends of a gap."""
        return {n for n in (gap.start - 1, gap.stop) if 1 <= n <= self.last}

    def cells_of(self, number: int) -> int:
        if number not in self.placed:
            self.narrow_gap(self.gap_at[number])
        return self.masks[number]

    def near_both_ends(self, number: int) -> int:
        """The empty cells within enough steps of the ends of a gap, through any empty cells."""
        around = layout_of(self.layout.grid, frozenset()).around
        cells = self.empty
        for end in self.beside(self.gap_at[number]) & self.placed.keys():
            reach = self.placed[end]
            for _ in range(abs(end - number)):
                reach |= around(reach) & self.empty
            cells &= reach
        return cells

    def numbers_at(self, cells: int) -> list[int]:
        """The missing numbers that counting steps leaves one of some cells."""
        masks = self.counted
        gaps = (gap for gap in self.gaps if self.counts[gap][1][0] & cells)
        return sorted(number for gap in gaps for number in gap if masks[number] & cells)

    @cached_property
    def counted(self) -> list[int]:
        """For each missing number, the cells that counting steps from the ends of its gap leaves.

        The numbers before and after have to have room beside the cell, and it may be joined to a
        placed one.
        """
        masks = [0] * (self.last + 1)
        room = [self.empty, self.layout.around(self.empty), self.layout.paired(self.empty)]
        for gap in self.gaps:
            masks[gap.start : gap.stop] = self._counted_in(gap, room)
        partners_of = self.layout.partners
        numbers = {bit: number for number, bit in self.placed.items()} if partners_of else {}
        for bit, partners in partners_of.items():
            for partner in bits(partners) if bit & self.empty else ():
                if placed := numbers.get(partner):
                    for number, mask in enumerate(masks):
                        masks[number] = mask if abs(number - placed) == 1 else mask & ~bit
        return masks

    def _counted_in(self, gap: Gap, room: Sequence[int]) -> list[int]:
        """The same for a gap, if some cells are empty, beside an empty one, and beside two."""
        masks, (empty, single, double) = self.counts.get(gap, ([], [-1, 0, 0]))
        if empty & ~room[0] or single & ~room[1] or double & ~room[2]:
            reaches = self.flooded(gap)
            masks = [reach & room[2] for reach in reaches]
            cells = [reduce(or_, reaches), 0, reduce(or_, masks[1:-1], 0)]
            for at in (0, -1):
                beside = min(len(gap) - 1, 1)
                masks[at] = reaches[at] & room[beside]
                cells[beside] |= masks[at]
            self.counts[gap] = masks, cells
        return masks

    def flooded(self, gap: Gap) -> list[int]:
        """For each number of a gap, the empty cells that enough steps lead to, from both ends."""
        if gap not in self.floods or self.floods[gap][1] & ~self.empty:
            masks = [self.near[number] & self.empty for number in gap]
            is_alternating = self.layout.grid.adjacency is Adjacency.FOUR
            for end, places in (
                (gap.start - 1, range(len(gap))),
                (gap.stop, range(len(gap))[::-1]),
            ):
                if end in self.placed:
                    before = 0
                    cells = self.placed[end]
                    for place in places:
                        reach = self.layout.around(cells) & self.empty
                        reach |= before if is_alternating else cells & self.empty
                        before = cells & self.empty
                        cells = reach
                        masks[place] &= cells
            self.floods[gap] = masks, reduce(or_, masks)
        return self.floods[gap][0]

    @cached_property
    def is_dead(self) -> bool:
        return any(self.dead_ends(Cell(0, 0)))

    def dead_ends(self, centre: Cell) -> Iterator[Contradiction]:
        """What has no room: by counting, the nearest cell first, and then gaps without a route."""
        masks = self.counted
        for number, mask in enumerate(masks):
            if not mask and self.gap_at[number]:
                ends = sorted(self.beside(self.gap_at[number]))
                yield Contradiction(Dead.NO_CELL, (number, *ends), ())
        bare = self.layout.cells(self.empty & ~reduce(or_, masks))
        for cell in sorted(bare, key=lambda cell: apart(cell, centre)):
            yield Contradiction(Dead.NO_NUMBER, (), (cell,))
        numbers: dict[int, int] = {}
        for number, mask in enumerate(masks):
            if mask.bit_count() == 1 and numbers.setdefault(mask, number) != number:
                yield Contradiction(Dead.CLASH, (numbers[mask], number), (self.layout.cell(mask),))
        gaps = sorted(self.gaps, key=lambda gap: (len(gap), gap.start))
        for gap in gaps:
            if self.placed and not self.has_walk(gap):
                yield Contradiction(Dead.NO_ROUTE, self._bounds(gap), ())
        for gap in gaps:
            onward = self.gap_at[gap.stop + 1] if gap.stop < self.last else range(0)
            if onward and self.is_stuck(gap.stop):
                low, high = self._bounds(gap)[0], self._bounds(onward)[1]
                yield Contradiction(Dead.NO_ROUTE, (low, gap.stop, high), ())

    def _bounds(self, gap: Gap) -> tuple[int, int]:
        """The numbers at the ends of a gap, or the end of the path."""
        return max(gap.start - 1, 1), min(gap.stop, self.last)

    def leads(self, low: int, high: int) -> bool:
        """Whether empty cells lead from one end of a gap to the other, if both are placed."""
        if high - low == 1 or not {low, high} <= self.placed.keys():
            return True
        around = layout_of(self.layout.grid, frozenset()).around
        reach, before = self.placed[low], 0
        while reach != before:
            reach, before = reach | around(reach) & self.empty, reach
        return bool(around(reach & self.empty) & self.placed[high])

    def narrow_gap(self, gap: Gap) -> None:
        """Keep the cells on walks from end to end of a gap."""
        if not self.narrowed.get(gap, -1) & ~self.empty:
            return
        layers = [*self.masks[gap.start - 1 : gap.stop + 1], *[0] * (gap.stop > self.last)]
        stale = 0
        for place in range(1, len(gap) + 1):
            if gap not in self.narrowed or layers[place] & ~self.empty:
                layers[place] &= self.empty
                stale |= 7 << place >> 1
        masks = [0] * len(gap) if narrow(self.layout, layers, stale) else layers[1:-1]
        self.masks[gap.start : gap.stop] = masks
        self.narrowed[gap] = reduce(or_, masks, 0)

    def has_walk(self, gap: Gap) -> bool:
        self.narrow_gap(gap)
        return self.narrowed[gap] > 0

    def fails(self, cells: Sequence[int], numbers: set[int]) -> bool:
        """Whether each number that some cells can have, tried in turn, leaves a gap no walk.

        Only the gaps with those ``numbers``, or next to those tried, are looked at: the words
        speak of no others.
        """
        vacancies = [bit for bit in cells if bit & self.empty]
        if not vacancies:
            return False
        for number in self.numbers_at(vacancies[0]):
            table = self.supposing(number, vacancies[0])
            neighbours = {*numbers, number - 1, number + 1}
            can_walk = all(map(table.has_walk, table.gaps_with(neighbours)))
            if can_walk and not table.fails(vacancies[1:], neighbours):
                return False
        return True

    def is_stuck(self, number: int) -> bool:
        """Whether a placed number has no two cells beside it for the numbers before and after."""
        neighbours = self.cells_of(number - 1) | self.cells_of(number + 1)
        return not self.layout.paired(neighbours) & self.masks[number]

    def routes(self, gap: Gap, cells: int) -> list[Route] | None:
        """The routes of a gap that fill some cells, no cell used twice; None if they are many."""
        routes: list[Route] = [()]
        for number in gap:
            near = self.layout.around
            routes = [
                (*route, bit)
                for route in routes
                for bit in bits(self.cells_of(number) & (near(route[-1]) if route else -1))
                if bit not in route
            ]
            if len(routes) > MOST_ROUTES:
                return None
        return [route for route in routes if not cells & ~sum(route)]
