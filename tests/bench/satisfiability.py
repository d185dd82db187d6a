"""A reference for Hidoku: a well-kept SAT solver, glucose4 of python-sat, strongly encoded.

A variable for each number and cell in reach of the givens through free cells, in the right count of
steps; each number one cell, each cell one number (at most one by pairs up to six, by a ladder
beyond); the numbers before and after stand beside it. Two times: from a grid to the proof, as ours,
with the clauses written in Python; and the solver's own work alone (taking the clauses, a solution,
the proof that there is no other). Nothing here is taken from our solver but the value types.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import NamedTuple

from pysat.solvers import Glucose4

from solver.hidoku.rules.grid import Cell, Grid

Clause = list[int]


class Taken(NamedTuple):
    """Milliseconds of a proof: writing the clauses and solving, and solving alone."""

    whole: float
    solving: float


def glucose_ms(grid: Grid) -> Taken:
    start = time.perf_counter()
    clauses, variable_count = encoded(grid)
    written = time.perf_counter()
    with Glucose4(bootstrap_with=clauses) as solver:
        solution_count = 0
        while solution_count < 2 and solver.solve():
            solution_count += 1
            solver.add_clause([-v for v in solver.get_model()[:variable_count] if v > 0])
    end = time.perf_counter()
    assert solution_count == 1
    return Taken(1000 * (end - start), 1000 * (end - written))


def encoded(grid: Grid) -> tuple[list[Clause], int]:
    """Return the clauses, and the last variable that says where a number stands."""
    domains = in_reach(grid)
    fresh = count(1)
    at = {(k, cell): next(fresh) for k, cells in domains.items() for cell in sorted(cells)}
    variable_count = len(at)
    by_number = [[at[k, cell] for cell in sorted(cells)] for k, cells in domains.items()]
    by_cell: dict[Cell, list[int]] = {cell: [] for cell in grid.cells}
    for (_, cell), variable in at.items():
        by_cell[cell].append(variable)
    clauses = []
    for group in (*by_number, *by_cell.values()):
        clauses.append(group)
        clauses += at_most_one(group, fresh)
    for (k, cell), variable in at.items():
        for neighbour in (k - 1, k + 1):
            if neighbour in domains:
                near = [c for c in grid.neighbours(cell) if c in domains[neighbour]]
                clauses.append([-variable, *(at[neighbour, c] for c in near)])
        for partner in grid.partners.get(cell, ()):
            beside = [at[n, partner] for n in (k - 1, k + 1) if (n, partner) in at]
            clauses.append([-variable, *beside])
    return clauses, variable_count


def at_most_one(group: Sequence[int], fresh: Iterator[int]) -> list[Clause]:
    """Return clauses that let at most one variable of a group be true."""
    if len(group) <= 6:
        return [[-a, -b] for a, b in combinations(group, 2)]
    link = next(fresh)  # true where one of the rest is
    head, tail = group[:4], group[4:]
    clauses = [[-a, -b] for a, b in combinations([*head, link], 2)]
    return [*clauses, *at_most_one([-link, *tail], fresh)]


def in_reach(grid: Grid) -> dict[int, set[Cell]]:
    """Return for each number the cells in reach of the given numbers below and above."""
    free = set(grid.cells) - set(grid.given)
    domains = {number: set(free) for number in range(1, grid.last + 1)}
    domains |= {number: {cell} for cell, number in grid.givens}
    for numbers in (range(2, grid.last + 1), range(grid.last - 1, 0, -1)):
        for k in numbers:
            before = domains[k - 1 if numbers.step > 0 else k + 1]
            if len(before) < len(free):
                domains[k] &= {near for cell in before for near in grid.neighbours(cell)}
    return domains
