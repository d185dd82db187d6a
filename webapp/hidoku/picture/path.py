"""The path and the links of a board as strokes: for its page and for its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.picture.geometry import BoardPlan, rounded

HUES = 24
Step = tuple[Cell, Cell]  # of the path, from a number to the next

SHARE = 0.07  # of the way between two linked cells that their sign takes to each side


class Stroke(NamedTuple):
    """A line between two points."""

    x1: float
    y1: float
    x2: float
    y2: float


def steps_by_hue(grid: Grid, board: Mapping[Cell, int]) -> Iterator[tuple[int, Iterator[Step]]]:
    """Yield the steps of the path that stand, consecutive numbers that touch, hue by hue."""
    where = {number: cell for cell, number in board.items()}
    numbers = (n for n, cell in sorted(where.items()) if where.get(n + 1) in grid.neighbours(cell))
    for hue, stretch in groupby(numbers, key=lambda number: (number - 1) * HUES // grid.last):
        yield hue, ((where[number], where[number + 1]) for number in stretch)


def links_of(grid: Grid, plan: BoardPlan) -> tuple[Stroke, ...]:
    """Return the sign between each two linked cells: a short stroke across their border."""
    return tuple(_link(*map(plan.centre, cells)) for cells in sorted(grid.links))


def _link(start: tuple[float, float], goal: tuple[float, float]) -> Stroke:
    (x, y), (goal_x, goal_y) = start, goal
    across, down = SHARE * (goal_x - x), SHARE * (goal_y - y)
    x, y = (x + goal_x) / 2, (y + goal_y) / 2
    return Stroke(*rounded(x - across, y - down), *rounded(x + across, y + down))
