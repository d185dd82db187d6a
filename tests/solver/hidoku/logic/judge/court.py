"""Whether some facts of a board imply something, by a SAT solver and the rules of the game alone.

A variable says that a number stands in a cell. The rules: a number has one cell and a cell one
number, consecutive numbers touch. A fact is asked for with each question (an assumption of the
solver), so that one set of clauses serves all questions about boards of one shape. Nothing here is
taken from our solver but the value types.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, count

from pysat.solvers import Glucose4

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, Pair
from tests.solver.hidoku.hidoku_checks import touches


@dataclass(frozen=True)
class Facts:
    """What a reason rests on: numbers that stand, candidates that are out, joined cells.

    What everybody sees is known besides: which cells are empty, and which numbers are missing.
    """

    standing: frozenset[Candidate] = frozenset()
    eliminated: frozenset[Candidate] = frozenset()
    joined: frozenset[Pair] = frozenset()


class Court:
    """The rules on boards of one shape."""

    def __init__(self, cells: tuple[Cell, ...], adjacency: Adjacency) -> None:
        self.cells, self.numbers = cells, range(1, len(cells) + 1)
        self.near = {a: [b for b in cells if touches(a, b, adjacency)] for a in cells}
        fresh = count(1)
        self.at = {(n, cell): next(fresh) for n in self.numbers for cell in cells}
        self.fresh, self.solver = fresh, Glucose4()
        self.selectors: dict[Pair, int] = {}
        for cell in cells:
            self._exactly_one([self.at[n, cell] for n in self.numbers])
        for n in self.numbers:
            self._exactly_one([self.at[n, cell] for cell in cells])
            for neighbour in {n - 1, n + 1} & set(self.numbers):
                for cell in cells:
                    beside = (self.at[neighbour, near] for near in self.near[cell])
                    self.solver.add_clause([-self.at[n, cell], *beside])

    def _exactly_one(self, group: list[int]) -> None:
        self.solver.add_clause(group)
        for a, b in combinations(group, 2):
            self.solver.add_clause([-a, -b])

    def _joined(self, pair: Pair) -> int:
        """The variable under which two cells hold consecutive numbers."""
        if pair not in self.selectors:
            self.selectors[pair] = selector = next(self.fresh)
            for cell, partner in (pair, pair[::-1]):
                for n in self.numbers:
                    beside = [self.at[k, partner] for k in (n - 1, n + 1) if k in self.numbers]
                    self.solver.add_clause([-selector, -self.at[n, cell], *beside])
        return self.selectors[pair]

    def has_proof(
        self, board: Mapping[Cell, int], facts: Facts, conclusions: Iterable[tuple[Candidate, bool]]
    ) -> bool:
        """Whether the facts, and what is empty on the board, imply what is concluded.

        Each conclusion is a candidate, and whether it is true or false.
        """
        false = [-self.at[c] if holds else self.at[c] for c, holds in conclusions]
        return not self.allows(board, facts, [false])

    def allows(
        self, board: Mapping[Cell, int], facts: Facts, clauses: Iterable[list[int]] = ()
    ) -> bool:
        """Whether the facts, and what is empty on the board, leave a path with these clauses."""
        selector = next(self.fresh)
        for clause in clauses:
            self.solver.add_clause([-selector, *clause])
        assumptions = [selector, *self._seen(board), *map(self._joined, facts.joined)]
        assumptions += [self.at[candidate] for candidate in facts.standing]
        assumptions += [-self.at[candidate] for candidate in facts.eliminated]
        is_possible = self.solver.solve(assumptions=assumptions)
        self.solver.add_clause([-selector])
        return bool(is_possible)

    def _seen(self, board: Mapping[Cell, int]) -> list[int]:
        """Missing numbers stand in empty cells, and placed ones in the others."""
        numbers = set(board.values())
        return [
            -variable
            for (number, cell), variable in self.at.items()
            if (number in numbers) != (cell in board)
        ]


@cache
def court_of(cells: tuple[Cell, ...], adjacency: Adjacency) -> Court:
    return Court(cells, adjacency)


def has_proof(
    grid: Grid,
    board: Mapping[Cell, int],
    facts: Facts,
    placement: Candidate | None,
    eliminations: Iterable[Candidate],
) -> bool:
    """Whether a step follows: every candidate it eliminates is false, what it places is true."""
    conclusions = [(candidate, False) for candidate in eliminations]
    if placement:
        conclusions.append((placement, True))
    return court_of(grid.cells, grid.adjacency).has_proof(board, facts, conclusions)
