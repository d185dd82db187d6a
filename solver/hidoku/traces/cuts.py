"""A position of the plain search, and the three branch cuts that test it (see ``plain_search``)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise

from solver.hidoku.logic.reasons import Candidate, nearest
from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.search.bitboard import BitLayout, bits
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.search.propagation import Path


@dataclass(frozen=True)
class Cuts:
    numbers: bool = True  # every number left has a cell
    filled: bool = True  # every filled cell has its connections, or empty cells for them
    empty: bool = True  # every empty cell can join two of its neighbours


ALL_CUTS = Cuts()
NO_CUTS = Cuts(numbers=False, filled=False, empty=False)


class Geometry:
    def __init__(self, grid: Grid, cuts: Cuts) -> None:
        self.layout = BitLayout(grid)
        self.cuts = cuts
        self.last = grid.last
        distances = {Adjacency.EIGHT: max(grid.rows, grid.columns) - 1}
        # the longest distance rules nothing out, so the article stops one short of it
        self.window = max(1, distances.get(grid.adjacency, grid.rows + grid.columns - 2) - 1)
        self.near = {bit: self.layout.around(bit) for bit in bits(self.layout.board)}
        self.reach = {bit: self._reach(bit) for bit in bits(self.layout.board)}

    def _reach(self, bit: int) -> tuple[int, ...]:
        balls = [bit]
        for _ in range(self.window):
            balls.append(balls[-1] | self.layout.around(balls[-1]))
        return tuple(balls)


class CutPosition:
    def __init__(self, board: Geometry) -> None:
        self.board = board
        self.empty = board.layout.board
        self.left = list(range(1, board.last + 1))
        self.masks = [0, *[self.empty] * board.last]
        self.where = [0] * (board.last + 2)
        self.loose = [0, 0, 0]  # filled cells, by how many connections they lack
        self.numbers: dict[int, int] = {}
        self.lacks: dict[int, int] = {}
        self.fills: list[Candidate] = []

    def copy(self) -> CutPosition:
        """A copy for placing another number; it hasn't filled anything in place yet."""
        twin = object.__new__(CutPosition)
        twin.board = self.board
        twin.empty = self.empty
        twin.left = self.left.copy()
        twin.masks = self.masks.copy()
        twin.where = self.where.copy()
        twin.loose = self.loose.copy()
        twin.numbers = self.numbers.copy()
        twin.lacks = self.lacks.copy()
        twin.fills = []
        return twin

    def fill(self, number: int, bit: int) -> None:
        self.left.remove(number)
        self.empty ^= bit
        self.where[number] = bit
        self.numbers[bit] = number
        self._connect(number, bit)
        reach = self.board.reach[bit]
        window = self.board.window
        for missing in self.left:
            distance = abs(missing - number)
            self.masks[missing] &= reach[distance] & ~bit if distance <= window else ~bit

    def _connect(self, number: int, bit: int) -> None:
        self.lacks[bit] = (number > 1) + (number < self.board.last)
        self.loose[self.lacks[bit]] |= bit
        for neighbour in (self.where[number - 1], self.where[number + 1]):
            if neighbour & self.board.near[bit]:
                self._lower(bit)
                self._lower(neighbour)

    def _lower(self, bit: int) -> None:
        lacks = self.lacks[bit]
        self.loose[lacks] ^= bit
        self.loose[lacks - 1] |= bit
        self.lacks[bit] = lacks - 1

    def problem(self) -> Contradiction | None:
        """Apply the cuts, filling cells in place; None if the position may have a solution."""
        while True:
            cuts = self.board.cuts
            dead = self.number_cut() if cuts.numbers else None
            dead = dead or (self.filled_cut() if cuts.filled else None)
            if dead or not cuts.empty:
                return dead
            fill = self._empty_cut()
            if not isinstance(fill, tuple):
                return fill
            self.fill(*fill)
            self.fills.append(Candidate(fill[0], self.board.layout.cell(fill[1])))

    def number_cut(self) -> Contradiction | None:
        for number in self.left:
            if not self.masks[number]:
                ends = nearest(self.numbers.values(), number)
                cells = tuple(self.board.layout.cell(self.where[n]) for n in ends)
                return Contradiction(Dead.NO_CELL, (number, *ends), cells)
        return None

    def filled_cut(self) -> Contradiction | None:
        layout = self.board.layout
        dead_ends = self.loose[1] & ~layout.around(self.empty)
        dead_ends |= self.loose[2] & ~layout.paired(self.empty)
        if not dead_ends:
            return None
        first = next(bits(dead_ends))
        number = self.numbers[first]
        for low in (number - 1, number):
            places = self.where[low], self.where[low + 1]
            if all(places) and not places[0] & self.board.near[places[1]]:
                cells = tuple(map(layout.cell, places))
                return Contradiction(Dead.APART, (low, low + 1), cells)
        return Contradiction(Dead.BOXED_IN, (number,), (layout.cell(first),))

    def _empty_cut(self) -> tuple[int, int] | Contradiction | None:
        """The first forced fill, or a contradiction if a cell can't be joined; None if neither."""
        layout = self.board.layout
        border = layout.around(self.empty)
        for bit in bits(self.empty & ~layout.paired(self.empty)):
            numbers = self._fitting(bit, has_exit=bool(bit & border))
            if not numbers:
                return Contradiction(Dead.NO_NUMBER, (), (layout.cell(bit),))
            if len(numbers) == 1:
                return numbers.pop(), bit
        return None

    def _fitting(self, bit: int, has_exit: bool) -> set[int]:
        """The missing numbers that join two neighbours of the cell, or one if another is empty.

        The first and the last number need only one: the article assumes that they are given.
        """
        neighbours = self.board.near[bit] & (self.loose[1] | self.loose[2])
        numbers = [self.numbers[neighbour] for neighbour in bits(neighbours)]
        links = {joint for number in numbers for joint in (number - 1, number + 1)}
        ends = {1, self.board.last}
        if has_exit:
            joints = links | ends
        elif self.board.last == 1:
            joints = ends
        else:
            joints = {(a + b) // 2 for a, b in combinations(numbers, 2) if abs(a - b) == 2}
            joints |= links & ends
        return {n for n in joints if 1 <= n <= self.board.last and not self.where[n]}

    def path(self) -> Path:
        """The solution, or nothing; with cuts off, or joined cells, a full board may not be one."""
        steps = pairwise(self.where[1:-1])
        if self.left or not all(self.board.near[bit] & goal for bit, goal in steps):
            return ()
        numbers = self.numbers
        layout = self.board.layout
        if any(abs(numbers[a] - numbers[b]) != 1 for a, b in layout.joined_pairs):
            return ()
        return tuple(map(self.board.layout.cell, self.where[1:-1]))
