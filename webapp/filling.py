"""Paths drawn for a board, and givens that it can spare."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from solver.hidoku.chance import SEEDS, Chance
from solver.hidoku.engine import Path
from solver.hidoku.faults import faults
from solver.hidoku.grid import Grid
from solver.hidoku.hunt import Budget
from solver.hidoku.paths import Mixer
from solver.hidoku.search import solve
from solver.hidoku.thinning import Thinner

PROOF = 20_000  # nodes for each proof that a given can be spared


def a_path(grid: Grid, budget: Budget) -> Path | None:
    """Return a path through every cell that fits the givens and links; None if none was found.

    On a board without either it is a random one.
    """
    if faults(grid):
        return None
    if not grid.givens and not grid.links:
        return Mixer(grid).random_path(_chance())
    found = solve(grid, 1, budget)
    return found.solutions[0] if found.count else None


class Spared(NamedTuple):
    """A board with fewer givens; ``is_done`` says that each of them was shown to be needed."""

    grid: Grid
    is_done: bool


def without_spare(grid: Grid, budget: Budget) -> Spared | None:
    """Return a board without the givens it can spare, in random order; None unless it has one path.

    Where the deadline comes first, some can still go.
    """
    found = solve(grid, 2, budget)
    if not found.unique:
        return None
    path = found.solutions[0]
    spare = [(number,) for number, cell in enumerate(path, 1) if cell not in grid.given]
    thinner = Thinner(grid, path, Budget(PROOF, budget.deadline))
    thinner.thin([*spare, *_chance().shuffled((number,) for _, number in grid.givens)])
    fewer = min(thinner.grid, grid, key=lambda each: len(each.givens))
    return Spared(fewer, thinner.complete)


def _chance() -> Chance:
    return Chance(secrets.randbelow(SEEDS))
