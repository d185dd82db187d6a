"""The path and the joins of a board as strokes, for its page and for its files.

In the ``d`` of an SVG path, each point is relative to the one before: there are only a few
directions from cell to cell, so a ribbon compresses to two thirds of what absolute points take.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from webapp.hidoku.picture.geometry import BoardPlan, rounded

HUES = 24
Point = tuple[float, float]
Step = tuple[Cell, Cell]  # from a number to the next

BRIDGE = 0.2  # of a diagonal, on each side of its middle, where it passes over another
BARB = 0.13  # of a cell: how far the head of an arrow goes back, and to each side
SHARE = 0.07  # of the distance between two joined cells, on each side of the middle, for their sign


class Stroke(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float


def steps_by_hue(grid: Grid, board: Mapping[Cell, int]) -> Mapping[int, list[Step]]:
    """Return the known steps of the path, from each number to the next if they touch, by hue."""
    cells = {number: cell for cell, number in board.items()}
    steps: defaultdict[int, list[Step]] = defaultdict(list)
    for number in sorted(cells):
        cell, goal = cells[number], cells.get(number + 1)
        if goal is not None and goal in grid.neighbours(cell):
            steps[hue_of(number, grid.last)].append((cell, goal))
    return steps


def hue_of(number: int, last: int) -> int:
    """Return the hue of a number in the ribbon.

    >>> hue_of(1, 81), hue_of(81, 81)
    (0, 23)
    """
    return (number - 1) * HUES // last


def knots_by_hue(grid: Grid, board: Mapping[Cell, int]) -> Mapping[int, list[Cell]]:
    knots: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in sorted(board.keys() - grid.given.keys(), key=board.__getitem__):
        knots[hue_of(board[cell], grid.last)].append(cell)
    return knots


def bridges(grid: Grid, steps: Mapping[int, list[Step]]) -> Mapping[int, list[Step]]:
    """Return the later of every two diagonals of the path that cross, by hue."""
    corners: set[Cell] = set()
    crossings: defaultdict[int, list[Step]] = defaultdict(list)
    if grid.adjacency is not Adjacency.EIGHT:
        return crossings
    for hue, stretch in steps.items():
        for start, goal in stretch:
            if start.row == goal.row or start.column == goal.column:
                continue
            corner = Cell(min(start.row, goal.row), min(start.column, goal.column))
            if corner in corners:
                crossings[hue].append((start, goal))
            corners.add(corner)
    return crossings


def middle_of(plan: BoardPlan, step: Step) -> Stroke:
    """Return the middle part of a step, where it passes over what it crosses."""
    return _middle(BRIDGE, *map(plan.centre, step))


def join_strokes(grid: Grid, plan: BoardPlan) -> tuple[Stroke, ...]:
    return tuple(_middle(SHARE, *map(plan.centre, cells)) for cells in sorted(grid.joined))


def _middle(share: float, start: Point, goal: Point) -> Stroke:
    """Return as much of the way on each side of its middle."""
    return Stroke(*between(start, goal, 0.5 - share), *between(start, goal, 0.5 + share))


def between(start: Point, goal: Point, share: float) -> Point:
    """Return the point after a share of the way."""
    (x, y), (goal_x, goal_y) = start, goal
    return rounded(x + share * (goal_x - x), y + share * (goal_y - y))


def barbs_text(start: Point, tip: Point) -> str:
    """Return the two strokes at the tip of an arrow.

    >>> barbs_text((0, 0), (2, 0))
    'M1.87 -0.13L2 0M1.87 0.13L2 0'
    """
    (x, y), (tip_x, tip_y) = start, tip
    way = hypot(tip_x - x, tip_y - y)
    across, down = BARB * (tip_x - x) / way, BARB * (tip_y - y) / way
    return "".join(
        f"M{tip_x - across - side * down:.3g} {tip_y - down + side * across:.3g}"
        f"L{tip_x:.3g} {tip_y:.3g}"
        for side in (-1, 1)
    )


def lines_text(steps: Iterable[tuple[Point, Point]]) -> str:
    """Return lines, joining those that continue where the one before ended.

    >>> lines_text([((0.5, 0.5), (1.5, 0.5)), ((1.5, 0.5), (2.5, 1.5)), ((4.5, 0.5), (4.5, 1.5))])
    'M0.5 0.5h1l1 1m2-1v1'
    """
    end: Point | None = None
    parts = []
    for start, goal in steps:
        if start != end:
            parts.append(_start(end, start))
        parts.append(_line(goal[0] - start[0], goal[1] - start[1]))
        end = goal
    return "".join(parts)


def dots_text(points: Iterable[Point]) -> str:
    """Return dots: lines without length, which round caps make visible.

    >>> dots_text([(0.5, 0.5), (1.5, 0.5)])
    'M0.5 0.5h0m1 0h0'
    """
    last: Point | None = None
    parts = []
    for point in points:
        parts.append(f"{_start(last, point)}h0")
        last = point
    return "".join(parts)


def _start(last: Point | None, point: Point) -> str:
    if last is None:
        return "M" + _pair(*point)
    return "m" + _pair(point[0] - last[0], point[1] - last[1])


@lru_cache(maxsize=4096)
def _line(across: float, down: float) -> str:
    if abs(down) < 0.001:
        return f"h{_text(across)}"
    return f"v{_text(down)}" if abs(across) < 0.001 else "l" + _pair(across, down)


@lru_cache(maxsize=16384)
def _pair(across: float, down: float) -> str:
    second = _text(down)
    return _text(across) + (second if second.startswith("-") else f" {second}")


def _text(length: float) -> str:
    return f"{round(length, 3) or 0:g}"
