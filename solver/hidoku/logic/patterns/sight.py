"""What a person sees of a board, and what counting steps from its placed numbers shows.

It's plain to see which cells are empty, filled or blocked, which numbers are missing, and what is
too far from a placed number even straight over all cells. A table has what counting shows: steps
through empty cells from every placed number and on to each open end, without turning straight back,
minding joined cells and what was ruled out before. Nothing here knows a technique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import cycle

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid, Pair
from solver.hidoku.search.bitboard import BitLayout, bits
from solver.hidoku.search.domains import unjoined

MOST_ROUTES = 400  # that are walked before a claim about all of them counts as not derived

Route = tuple[int, ...]
Gap = range  # consecutive missing numbers, between two placed ones or beyond the last


@lru_cache(maxsize=64)
def layout_of(grid: Grid, pairs: frozenset[Pair]) -> BitLayout:
    return BitLayout(replace(grid, givens=(), joined=pairs))


@dataclass(frozen=True)
class Sight:
    """What is plain to see of a board; ``out`` was ruled out before.

    ``is_counting``: which numbers a cell can have is told by counting steps to it alone.
    """

    grid: Grid
    board: Board
    out: tuple[Candidate, ...] = ()
    is_counting: bool = False

    def without(self, out: Iterable[Candidate]) -> Sight:
        return replace(self, out=(*self.out, *out))

    @cached_property
    def table(self) -> Table:
        return Table(self)

    def table_with(self, out: Candidate) -> Table:
        """The table if a missing number were in a cell."""
        return self.table.supposing(out.number, self.layout.bit(out.cell))

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
    def masks(self) -> list[int]:
        """For each missing number, the empty cells that aren't too far over all cells."""
        last = self.grid.last
        layout = self.layout
        cells = self.where
        masks = [0, *([self.empty] * last)]
        for numbers in (range(1, last + 1), range(last, 0, -1)):
            reach = 0  # beyond a number that is placed, none is too far
            for number in numbers:
                reach = cells.get(number) or (layout.around(reach) if reach else 0)
                masks[number] &= reach or layout.board
        return masks

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
        """The missing numbers that counting steps leaves an empty cell, without some others."""
        return cache(lambda cell, without=0: tuple(self.table.counted_at(cell, without)))

    @cached_property
    def _spread(self) -> dict[int, list[int]]:
        return {}

    def within(self, number: int, steps: int) -> int:
        """The empty cells within some steps of a placed number, through empty cells."""
        spread = self._spread.setdefault(number, [self.where[number]])
        while len(spread) <= steps:
            reach = spread[-1]
            spread.append(reach | self.layout.around(reach) & self.empty)
        return spread[steps] & self.empty

    def counted(self, number: int) -> int:
        """The empty cells that counting steps from the ends of its gap leaves a missing number."""
        cells = self.table.masks[number]
        for end in self.ends_of(number):
            cells &= self.within(end, abs(end - number))
        return cells

    def steps(self, number: int, cell: Cell) -> int | None:
        """How many steps through empty cells lead from a number to a cell; None if none do."""
        return self._steps_from(self.where[number]).get(self.layout.bit(cell))

    def steps_between(self, start: Cell, goal: Cell) -> int | None:
        """The same from an empty cell to another."""
        return self._steps_from(self.layout.bit(goal)).get(self.layout.bit(start))

    @cached_property
    def _steps_from(self) -> Callable[[int], dict[int, int]]:
        """How many steps through empty cells lead from a cell to each of the others."""

        @cache
        def count(start: int) -> dict[int, int]:
            steps = dict[int, int]()
            region = front = start
            for distance in range(self.grid.last):
                steps |= dict.fromkeys(bits(front), distance)
                front = self.layout.around(front) & self.empty & ~region
                region |= front
                if not front:
                    break
            return steps

        return count

    def straight_steps(self, number: int, cell: Cell) -> int | None:
        """The same over all cells, filled ones too."""
        goal = self.layout.bit(cell)
        reach = self.where[number]
        for steps in range(self.grid.last):
            if reach & goal:
                return steps
            reach |= self.layout.around(reach)
        return None

    def has_walk(self, low: int, high: int, through: int) -> bool:
        """Whether a walk of the right length leads from a placed number to another."""
        reach = self.where[low]
        for _ in range(low + 1, high):
            reach = self.layout.around(reach) & through
        return bool(self.layout.around(reach) & self.where[high])

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

    def ways_into(self, cell: Cell) -> int:
        """How many neighbours can be before or after an empty cell: empty ones, and open ends."""
        bit = self.layout.bit(cell)
        neighbours = (n for n in self.grid.neighbours(cell) if n in self.board)
        ends = (
            any(self.table.cells_of(n) & bit for n in self.missing_beside(self.board[place]))
            for place in neighbours
        )
        return (self.layout.around(bit) & self.empty).bit_count() + sum(ends)

    def parity(self, cell: Cell) -> int:
        """Whether odd numbers can be in a cell (1) or even ones (0), if neighbours alternate."""
        start, number = next(iter(self.board.items()))
        return (number + cell.row + cell.column - start.row - start.column) % 2

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
def sight_of(position: Position, *, is_counting: bool = False) -> Sight:
    return Sight(position.layout.grid, position.board, is_counting=is_counting)


class Table:
    """The cells that each missing number can have, for who counts."""

    def __init__(self, sight: Sight) -> None:
        self.layout = layout_of(sight.layout.grid, sight.grid.joined)
        self.last = sight.grid.last
        self.is_counting = sight.is_counting
        self.empty = sight.empty
        self.placed = {*sight.where}
        self.gap_at = sight.gap_at
        self.masks = [*sight.masks]
        for number, bit in sight.where.items():
            self.masks[number] = bit
        for number, cell in sight.out:
            self.masks[number] &= ~self.layout.bit(cell)
        self.narrowed: set[Gap] = set()

    def supposing(self, number: int, bit: int) -> Table:
        """The same if a missing number were in a cell."""
        table = object.__new__(Table)
        whole_gap = self.gap_at[number]
        table.__dict__.update(self.__dict__)
        table.masks = [mask & ~bit for mask in self.masks]
        table.masks[number] = bit & self.masks[number]
        table.placed = {*self.placed, number}
        table.empty = self.empty & ~bit
        below = range(whole_gap.start, number)
        above = range(number + 1, whole_gap.stop)
        table.gap_at = [*self.gap_at]
        table.gap_at[whole_gap.start : whole_gap.stop] = [
            *[below] * len(below),
            range(0),
            *[above] * len(above),
        ]
        table.narrowed = {
            gap
            for gap in self.narrowed
            if gap != whole_gap and not any(mask & bit for mask in self.masks[gap.start : gap.stop])
        }
        return table

    def gaps_with(self, numbers: Iterable[int]) -> set[Gap]:
        """The gaps of those numbers that are missing."""
        return {self.gap_at[n] for n in numbers if 0 <= n <= self.last} - {range(0)}

    def beside(self, gap: Gap) -> set[int]:
        """The placed numbers at the ends of a gap."""
        return {n for n in (gap.start - 1, gap.stop) if 1 <= n <= self.last}

    @property
    def gaps(self) -> set[Gap]:
        return {*self.gap_at} - {range(0)}

    def cells_of(self, number: int) -> int:
        if number not in self.placed:
            self.narrow(self.gap_at[number])
        return self.masks[number]

    def numbers_at(self, cells: int) -> list[int]:
        """The missing numbers that can be in one of some cells."""
        if self.is_counting:
            return sorted({n for cell in bits(cells) for n in self.counted_at(cell)})
        missing = (n for n in range(1, self.last + 1) if n not in self.placed)
        return [n for n in missing if self.masks[n] & cells and self.cells_of(n) & cells]

    def counted_at(self, cell: int, without: int = 0) -> list[int]:
        """The missing numbers that counting steps to an empty cell from the ends of gaps leaves it.

        Steps lead through empty cells, of which one may be filled. The numbers before and after
        have to have room beside the cell, and it may be joined to a placed one.
        """
        numbers = {self.masks[number]: number for number in self.placed}
        around = self.layout.around
        empty = self.empty & ~without
        region = front = cell
        steps = dict[int, int]()  # to each placed number
        for count in range(1, self.last + 1):
            near = around(front) & ~region
            steps |= {numbers[bit]: count for bit in bits(near) if bit in numbers}
            region |= near
            front = near & empty
            if not front:
                break
        partners = bits(self.layout.partners.get(cell, 0))
        partner_numbers = [numbers[bit] for bit in partners if bit in numbers]
        room = (around(cell) & empty).bit_count()
        missing = {*range(1, self.last + 1)} - self.placed
        return [
            number
            for number in sorted(missing)
            if self.masks[number] & cell
            and all(abs(number - partner) == 1 for partner in partner_numbers)
            and len({number - 1, number + 1} & missing) <= room
            and all(
                self._leads(abs(number - end), steps.get(end))
                for end in self.beside(self.gap_at[number])
            )
        ]

    def _leads(self, count: int, fewest_steps: int | None) -> bool:
        """Whether a number so far from an end can be where so many steps lead at least."""
        if fewest_steps is None or fewest_steps > count:
            return False
        return self.layout.grid.adjacency is not Adjacency.FOUR or (count - fewest_steps) % 2 == 0

    def narrow(self, gap: Gap) -> None:
        """Keep the cells on walks from end to end of a gap."""
        if gap in self.narrowed:
            return
        self.narrowed.add(gap)
        idle_passes = 0
        directions = cycle((gap, gap[::-1]))
        while idle_passes < 2:
            is_changed = False
            for number in next(directions):
                cells = self._kept(number)
                if cells != self.masks[number]:
                    self.masks[number] = cells
                    is_changed = True
            idle_passes = 0 if is_changed else idle_passes + 1

    def _kept(self, number: int) -> int:
        masks = self.masks
        layout = self.layout
        cells = masks[number]
        below = masks[number - 1] if number > 1 else 0
        above = masks[number + 1] if number < self.last else 0
        if number > 1:
            cells &= layout.around(below)
        if number < self.last:
            cells &= layout.around(above)
        if below & above:
            cells &= layout.paired(below | above)
        return cells & ~unjoined(layout, cells, below, above) if layout.partners else cells

    def has_walk(self, gap: Gap) -> bool:
        self.narrow(gap)
        return all(self.masks[number] for number in gap)

    def reaches(self, end: int, number: int) -> bool:
        """Whether as many steps through empty cells as a number needs lead from an end."""
        reach = self.masks[end]
        for _ in range(abs(number - end)):
            reach = self.layout.around(reach) & self.empty
        return bool(reach)

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

    def taking(self, gap: Gap, route: Route) -> Table | None:
        """The same if some numbers took a route; None if a gap beside them then has no walk."""
        table = self
        for number, bit in zip(gap, route, strict=True):
            table = table.supposing(number, bit)
        gaps = table.gaps_with({gap.start - 1, gap.stop})
        return table if all(map(table.has_walk, gaps)) else None

    def routes(self, gap: Gap, cells: int = 0, limit: int = MOST_ROUTES) -> list[Route] | None:
        """The routes of a gap that fill some cells, no cell used twice; None if they are many."""
        self.narrow(self.gap_at[gap.start])
        routes: list[Route] = [()]
        for number in gap:
            near = self.layout.around
            routes = [
                (*route, bit)
                for route in routes
                for bit in bits(self.cells_of(number) & (near(route[-1]) if route else -1))
                if bit not in route
            ]
            if len(routes) > limit:
                return None
        return [route for route in routes if not cells & ~sum(route)]
