"""Whether a sentence is true of just the board it names, by a SAT solver and the rules alone.

A sentence is about gaps: of each gap that it names, the numbers take a route through empty cells.
Nothing is known of a route but what the sentence says: the numbers at its ends, the candidates
that are ruled out, and the joined cells. So a sentence is false if some routes do what it denies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations, pairwise

from pysat.solvers import Glucose4

from solver.hidoku.logic.reasons import Candidate, Forced
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Pair
from tests.solver.hidoku.hidoku_checks import touches
from tests.solver.hidoku.logic.judge.words import cells_of, digits_of

Gap = tuple[int, int]  # the numbers just below and just above the missing ones
Clauses = Iterable[Iterable[Candidate]]


@dataclass(frozen=True)
class Scene:
    """A board with what a sentence names: of other placed numbers, only their cells are known."""

    grid: Grid
    board: Mapping[Cell, int]
    named: frozenset[int] = frozenset()
    out: frozenset[Candidate] = frozenset()
    joined: frozenset[Pair] = frozenset()

    def placing(self, *placements: Candidate) -> Scene:
        numbers = {number for number, _ in placements}
        board = {**self.board, **{cell: number for number, cell in placements}}
        return replace(self, board=board, named=self.named | numbers)

    def gap(self, number: int) -> Gap:
        numbers = {0, *self.board.values(), self.grid.last + 1}
        return max(n for n in numbers if n < number), min(n for n in numbers if n > number)

    @property
    def gaps(self) -> set[Gap]:
        numbers = self.board.values()
        return {self.gap(n) for n in range(1, self.grid.last + 1) if n not in numbers}

    @cached_property
    def where(self) -> dict[int, Cell]:
        return {number: cell for cell, number in self.board.items()}

    def has_routes(self, gaps: Iterable[Gap], clauses: Clauses = ()) -> bool:
        """Whether some gaps have routes at once; of each clause, one candidate is on them."""
        solver, at = self._solver_of(frozenset(gaps))
        selector = max(solver.nof_vars(), len(at)) + 1
        for clause in clauses:
            places = (at[candidate] for candidate in clause if candidate in at)
            solver.add_clause([-selector, *places])
        is_possible = solver.solve(assumptions=[selector])
        solver.add_clause([-selector])
        return bool(is_possible)

    def _solver_of(self, gaps: frozenset[Gap]) -> tuple[Glucose4, dict[Candidate, int]]:
        """Return what knows the routes of some gaps, and its variable of each candidate.

        To write its clauses down takes most of the time, so it serves all questions on the scene.
        """
        if gaps in self._solvers:
            return self._solvers[gaps]
        numbers = {n: self._cells(n, gap) for gap in gaps for n in range(gap[0] + 1, gap[1])}
        ends = {n: {self.where[n]} for gap in gaps for n in gap if n in self.named & {*self.where}}
        cells = numbers | ends
        at = {
            Candidate(n, cell): place
            for place, (n, cell) in enumerate(((n, c) for n in cells for c in cells[n]), 1)
        }
        around = cells_around(self.grid.cells, self.grid.adjacency)
        solver = Glucose4()
        for n, places in cells.items():
            solver.add_clause([at[n, cell] for cell in places])
            for pair in combinations(places, 2):
                solver.add_clause([-at[n, cell] for cell in pair])
            for cell in places:
                for neighbour in {n - 1, n + 1} & cells.keys():
                    beside = cells[neighbour].intersection(around[cell])
                    solver.add_clause([-at[n, cell], *(at[neighbour, c] for c in beside)])
                solver.append_formula(self._joined(at, Candidate(n, cell), cells))
        for cell in self.grid.cells:
            for a, b in combinations([n for n in cells if cell in cells[n]], 2):
                solver.add_clause([-at[a, cell], -at[b, cell]])
        self._solvers[gaps] = solver, at
        return solver, at

    @cached_property
    def _solvers(self) -> dict[frozenset[Gap], tuple[Glucose4, dict[Candidate, int]]]:
        return {}

    @cached_property
    def _steps(self) -> dict[Cell, dict[Cell, int]]:
        return {}

    def fits(self, number: int, cell: Cell, *gaps: Gap) -> bool:
        """Whether a number is in a cell on a route of its gap, beside routes of some others."""
        return self.has_routes({self.gap(number), *gaps}, [[Candidate(number, cell)]])

    def steps(self, start: int, goal: Cell, *, is_straight: bool = False) -> int | None:
        """How many steps lead from a placed number to a cell, through empty cells."""
        region = {self.where[start]}
        for count in range(len(self.grid.cells)):
            if goal in region:
                return count
            near = {c for cell in region for c in self.around(cell)}
            region |= {c for c in near if is_straight or c not in self.board}
        return None

    def next_to(self, cell: Cell) -> set[Cell]:
        """The cells that the path can go to: from one that is joined to two, only to these."""

        def allows(start: Cell, goal: Cell) -> bool:
            partners = self.partners(start)
            return len(partners) < 2 or goal in partners

        return {c for c in self.around(cell) if allows(cell, c) and allows(c, cell)}

    def partners(self, cell: Cell) -> set[Cell]:
        return {c for pair in self.joined if cell in pair for c in pair} - {cell}

    def counts(self, number: int, cell: Cell) -> bool:
        """Whether who counts steps to an empty cell from the ends of a gap can't exclude a number.

        That takes no more than counting, and a look at the cells beside it: they may be joined, and
        the numbers before and after need empty ones.
        """
        steps = self._steps_to(cell)
        for end in {*self.gap(number)} & self.named & self.where.keys():
            spare = abs(end - number) - steps.get(self.where[end], len(self.grid.cells))
            if spare < 0 or (spare % 2 and self.grid.adjacency is Adjacency.FOUR):
                return False
        beside = {number - 1, number + 1}
        room = sum(c not in self.board for c in self.next_to(cell))
        is_joined = all(self.board.get(c, number - 1) in beside for c in self.partners(cell))
        has_room = len(beside & {*self.missing}) <= room
        return is_joined and has_room and Candidate(number, cell) not in self.out

    def _steps_to(self, cell: Cell) -> dict[Cell, int]:
        """How many steps lead from a cell to each other, through empty cells."""
        if cell in self._steps:
            return self._steps[cell]
        steps = self._steps[cell] = {cell: 0}
        queue = [cell]
        for place in queue:
            for near in self.next_to(place) - steps.keys():
                steps[near] = steps[place] + 1
                if near not in self.board:
                    queue.append(near)
        return steps

    @cached_property
    def missing(self) -> list[int]:
        return [n for n in range(1, self.grid.last + 1) if n not in self.board.values()]

    @cached_property
    def empty(self) -> list[Cell]:
        return [cell for cell in self.grid.cells if cell not in self.board]

    def forces(self, conclusion: Forced) -> bool:
        """Whether counting leaves a cell no other number, or a number no other cell."""
        number, cell, is_by_cell, *_ = conclusion
        if is_by_cell:
            return not any(self.counts(n, cell) for n in self.missing if n != number)
        return not any(self.counts(number, c) for c in self.empty if c != cell)

    def ends(self, sentence: str) -> bool:
        """Whether the end of a trial is as a sentence says."""
        numbers = sorted(digits_of(sentence))
        if match := re.fullmatch(r"no empty cells lead from (\d+) to (\d+)", sentence):
            low, high = int(match[1]), int(match[2])
            doors = [c for c in self.around(self.where[high]) if c not in self.board]
            return self.gap(low + 1) == (low, high) and all(
                self.steps(low, c) is None for c in doors
            )
        if "no route from" in sentence:
            length = re.search(r" in (\d+) steps?(?: that keeps joined cells together)?$", sentence)
            numbers = sorted(digits_of(sentence[: length.start()] if length else sentence))
            if length and int(length[1]) != numbers[-1] - numbers[0]:
                return False
            ends = [0 if n in self.missing and n == 1 else n for n in numbers]
            ends = [n + 1 if n in self.missing else n for n in ends]
            return not self.has_routes({*pairwise(ends)})
        if "no cell" in sentence:
            number, *ends = (int(n) for n in re.findall(r"\d+", sentence))
            low, high = self.gap(number)
            if len(ends) < 2 and "from which" not in sentence:
                low, high = (low, number + 1) if low in ends else (number - 1, high)
            if len(ends) > 1:  # a reader looks for cells near both of them
                return not any(self._are_near(sentence, c) for c in self.empty)
            return set(ends) <= {low, high} and not self.has_routes({(low, high)})
        if sentence.startswith("nothing"):
            return any(
                all(not self.fits(n, cell) for n in self.missing) for cell in cells_of(sentence)
            )
        if "the same cell" in sentence or "both need" in sentence:
            cells = cells_of(sentence)
            return len(cells) == 1 and all(
                not self.fits(n, c) for n in numbers for c in self.empty if c not in cells
            )
        if "too few empty cells" in sentence:
            around = [c for c in self.empty if self._touch(c, self.where[numbers[0]])]
            beside_it = {numbers[0] - 1, numbers[0] + 1} & {*self.missing}
            return len(around) < len(beside_it)
        if "no step leads" in sentence:
            first, second = cells_of(sentence)
            return not self._touch(first, second)
        raise AssertionError(sentence)

    def _are_near(self, sentence: str, cell: Cell) -> bool:
        """Whether a cell is as near to placed numbers, through empty cells, as a sentence asks.

        They are the ends of the gap of the number that has no such cell, and as many steps away.
        """
        number = int(sentence.split(maxsplit=1)[0])
        asked: dict[int, int] = {}
        for count, names in re.findall(
            r"(?:within (\d+) steps of|next to) (\d+(?: and \d+)?)", sentence
        ):
            asked |= dict.fromkeys(map(int, names.split(" and ")), int(count or 1))
        assert asked == {end: abs(end - number) for end in self.gap(number)}, sentence
        counts = {end: self.steps(end, cell) for end in asked}
        return all(steps is not None and steps <= asked[end] for end, steps in counts.items())

    def _joined(
        self, at: Mapping[Candidate, int], placement: Candidate, cells: Mapping[int, set[Cell]]
    ) -> Iterator[list[int]]:
        """A cell joined to one with a number holds a number next to it."""
        (number, cell), missing = placement, {*self.missing}
        beside = (number - 1, number + 1)
        partners = [c for pair in self.joined if cell in pair for c in pair if c != cell]
        if len(partners) == 2:  # they hold the numbers before and after
            for n in {*beside} & {*cells}:
                near = (Candidate(n, partner) for partner in partners)
                yield [-at[placement], *(at[beside_it] for beside_it in near if beside_it in at)]
        for partner in partners:
            if partner in self.board:
                if self.board[partner] not in beside:
                    yield [-at[placement]]
            elif missing.isdisjoint({*beside} - {*cells}):  # else it may hold one of other gaps
                near = (Candidate(n, partner) for n in beside)
                yield [-at[placement], *(at[beside_it] for beside_it in near if beside_it in at)]

    def reach(
        self, number: int, is_distinct: bool = False, ends: Collection[int] = ()
    ) -> set[Cell]:
        """The cells that a number can have, counting from the named ends of its gap.

        ``is_distinct``: without turning back; ``ends``: open ends that the walk must go on to.
        """
        sides = [self._before(number, way, is_distinct, ends) for way in (-1, 1)]
        cells = self._cells(number, self.gap(number))
        for side in sides:
            if side is not None:
                cells &= side.keys()
        if is_distinct and None not in sides and 1 < number < self.grid.last:
            low, high = (side or {} for side in sides)
            cells = {cell for cell in cells if len(low[cell] | high[cell]) > 1}
        return cells

    def _before(
        self, number: int, way: int, is_distinct: bool, ends: Collection[int]
    ) -> dict[Cell, set[Cell]] | None:
        """For each cell of a number, those from which a walk comes there; None if it may be any.

        ``way``: from the placed number below it or above it.
        """
        end = self.gap(number)[0 if way < 0 else 1]
        if end in self.where:
            if end not in self.named:
                return None
            walks = {(self.where[end], self.where[end])}
        elif end - way in ends and end - way != number:
            end -= way
            walks = {(c, c) for c in self.empty if Candidate(end, c) not in self.out}
        else:
            return None
        for at in range(end - way, number - way, -way):
            walks = {
                (cell, near)
                for before, cell in walks
                for near in self.around(cell)
                if near not in self.board
                and Candidate(at, near) not in self.out
                and not (is_distinct and near == before != cell)
            }
        sides: dict[Cell, set[Cell]] = {}
        for before, cell in walks:
            sides.setdefault(cell, set()).add(before)
        return sides

    def walks(self, start: Cell, goal: Cell, steps: int) -> bool:
        """Whether a walk of so many steps through empty cells leads from one to the other."""
        cells = {start}
        for _ in range(steps):
            cells = {c for cell in cells for c in self.around(cell) if c not in self.board}
        return goal in cells

    def around(self, cell: Cell) -> Collection[Cell]:
        return cells_around(self.grid.cells, self.grid.adjacency)[cell]

    def _touch(self, first: Cell, second: Cell) -> bool:
        return second in self.around(first)

    def _cells(self, number: int, gap: Gap) -> set[Cell]:
        """The empty cells that a number isn't ruled out of, nor too far from, even straight."""
        empty = {c for c in self.grid.cells if c not in self.board}
        for end in gap:
            if end in self.where:
                empty &= self._around(self.where[end], abs(end - number))
        return {cell for cell in empty if Candidate(number, cell) not in self.out}

    def _around(self, start: Cell, steps: int) -> frozenset[Cell]:
        return cells_apart(self.grid.cells, self.grid.adjacency, start, steps)


@cache
def cells_around(cells: tuple[Cell, ...], adjacency: Adjacency) -> dict[Cell, frozenset[Cell]]:
    return {a: frozenset(b for b in cells if touches(a, b, adjacency)) for a in cells}


@cache
def cells_apart(
    cells: tuple[Cell, ...], adjacency: Adjacency, start: Cell, steps: int
) -> frozenset[Cell]:
    if not steps:
        return frozenset({start})
    near = cells_around(cells, adjacency)
    circle = cells_apart(cells, adjacency, start, steps - 1)
    return frozenset().union(*(near[cell] for cell in circle))
