"""Paths drawn for a board, and givens that it can spare."""

from __future__ import annotations

from typing import NamedTuple

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.remove_givens import Thinner
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import solve
from solver.hidoku.search.staged_search import Budget
from webapp.hidoku.small_boards import is_quick
from webapp.hidoku.verdict import within
from webapp.work.budgets import ASKED, QUICK
from webapp.work.thoughts import Thoughts

PROOF = 20_000  # nodes for each proof that a given can be spared


MOST_KEPT = 64  # boards


class Spared(NamedTuple):
    """A board with fewer givens; ``is_done`` says that each of them was shown to be needed."""

    grid: Grid
    is_done: bool


_paths: Thoughts[Path | None] = Thoughts(lambda _: 1, MOST_KEPT, QUICK.limit)
_spared: Thoughts[Spared | None] = Thoughts(lambda _: 1, MOST_KEPT, ASKED.limit)


def a_path(grid: Grid, seed: int) -> Path | None:
    """Return a path through every cell that fits the givens and links; None if none was found.

    On a board without either it is one drawn by the seed. See :meth:`Thoughts.ask` for what is
    raised.
    """
    if is_quick(grid):
        return find_path(grid, seed)
    return _paths.ask((grid, seed), find_path, grid, seed)


def without_spare(grid: Grid, seed: int) -> Spared | None:
    """Return a board without the givens it can spare; None unless it has one path.

    They are tried in an order drawn by the seed. Where the deadline comes first, some can still go.
    See :meth:`Thoughts.ask` for what is raised.
    """
    if is_quick(grid):
        return find_spare(grid, seed)
    return _spared.ask((grid, seed), find_spare, grid, seed)


def find_path(grid: Grid, seed: int) -> Path | None:
    """Do the work of :func:`a_path`."""
    if faults(grid):
        return None
    if not grid.givens and not grid.links:
        return Mixer(grid).random_path(Chance(seed))
    found = solve(grid, 1, within(QUICK.seconds))
    return found.solutions[0] if found.count else None


def find_spare(grid: Grid, seed: int) -> Spared | None:
    """Do the work of :func:`without_spare`."""
    budget = within(ASKED.seconds)
    found = solve(grid, 2, budget)
    if not found.unique:
        return None
    path = found.solutions[0]
    spare = [(number,) for number, cell in enumerate(path, 1) if cell not in grid.given]
    thinner = Thinner(grid, path, Budget(PROOF, budget.deadline))
    thinner.thin([*spare, *Chance(seed).shuffled((number,) for _, number in grid.givens)])
    fewer = min(thinner.grid, grid, key=lambda each: len(each.givens))
    return Spared(fewer, thinner.complete)
