"""The path and the links of a board as strokes: for its page and for its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from webapp.hidoku.picture.geometry import BoardPlan, rounded

HUES = 24
Step = tuple[Cell, Cell]  # of the path, from a number to the next

BRIDGE = 0.2  # of a diagonal to each side of its middle, where it passes over another
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
    for hue, stretch in groupby(numbers, key=lambda number: hue_of(number, grid.last)):
        yield hue, ((where[number], where[number + 1]) for number in stretch)


def hue_of(number: int, last: int) -> int:
    """Return which of the ribbon's hues a number has.

    >>> hue_of(1, 81), hue_of(81, 81)
    (0, 23)
    """
    return (number - 1) * HUES // last


def knots_by_hue(grid: Grid, board: Mapping[Cell, int]) -> Iterator[tuple[int, Iterator[Cell]]]:
    """Yield the cells of the numbers that are not given, hue by hue."""
    own = sorted((number, cell) for cell, number in board.items() if cell not in grid.given)
    for hue, numbers in groupby(own, key=lambda entry: hue_of(entry[0], grid.last)):
        yield hue, (cell for _, cell in numbers)


def bridges(grid: Grid, board: Mapping[Cell, int]) -> Iterator[tuple[int, Step]]:
    """Yield the later of each two diagonals of the path that cross, with its hue."""
    if grid.adjacency is not Adjacency.EIGHT:
        return
    crossed: set[Cell] = set()
    for hue, steps in steps_by_hue(grid, board):
        for start, goal in steps:
            if start.row == goal.row or start.column == goal.column:
                continue
            corner = Cell(min(start.row, goal.row), min(start.column, goal.column))
            if corner in crossed:
                yield hue, (start, goal)
            crossed.add(corner)


def middle_of(plan: BoardPlan, step: Step) -> Stroke:
    """Return the middle part of a step, which passes over what it crosses."""
    (x, y), (goal_x, goal_y) = map(plan.centre, step)
    across, down = BRIDGE * (goal_x - x), BRIDGE * (goal_y - y)
    x, y = (x + goal_x) / 2, (y + goal_y) / 2
    return Stroke(*rounded(x - across, y - down), *rounded(x + across, y + down))


def links_of(grid: Grid, plan: BoardPlan) -> tuple[Stroke, ...]:
    """Return the sign between each two linked cells: a short stroke across their border."""
    return tuple(_link(*map(plan.centre, cells)) for cells in sorted(grid.links))


def _link(start: tuple[float, float], goal: tuple[float, float]) -> Stroke:
    (x, y), (goal_x, goal_y) = start, goal
    across, down = SHARE * (goal_x - x), SHARE * (goal_y - y)
    x, y = (x + goal_x) / 2, (y + goal_y) / 2
    return Stroke(*rounded(x - across, y - down), *rounded(x + across, y + down))
