"""Where a missing number can go, and which numbers can go in a cell, by counting steps alone.

From the nearest placed number below, and from the nearest above, the path takes as many steps as
the numbers differ, all through empty cells. Players count this first. What follows for other
reasons (joined cells, narrow places, what else has to fit) is left to the techniques.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell


@dataclass(frozen=True)
class Reach:
    """The empty cells that a missing number can reach from the nearest placed numbers.

    ``low`` and ``high`` are those numbers, or None if nothing is placed on that side.
    """

    number: int
    cells: tuple[Cell, ...]
    low: int | None
    high: int | None


def reach_of(play: Play, number: int) -> Reach:
    """Return the cells where a missing number can go.

    >>> from solver.hidoku.rules.grid import Grid
    >>> play = Play(Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 4): 5}))
    >>> reach_of(play, 3).cells
    (Cell(row=0, column=2),)
    """
    low = max((n for n in play.where if n < number), default=None)
    high = min((n for n in play.where if n > number), default=None)
    cells = set(play.grid.cells) - set(play.board)
    for end in (low, high):
        if end is not None:
            cells &= steps_from(play, play.where[end], abs(number - end)).keys()
    return Reach(number, tuple(sorted(cells)), low, high)


def numbers_of(play: Play, cell: Cell) -> tuple[int, ...]:
    """Return the missing numbers that can go in an empty cell, ascending."""
    steps = steps_from(play, cell, play.grid.last)
    gaps = pairwise([0, *play.where, play.grid.last + 1])  # including what lies beyond both ends
    return tuple(number for gap in gaps for number in _fitting(play, gap, steps))


def _fitting(play: Play, gap: tuple[int, int], steps: dict[Cell, int]) -> Iterator[int]:
    """The numbers in a gap near enough to both its ends, or to one if the other is open."""
    low, high = gap
    first = low + 1
    last = high - 1
    if low in play.where:
        first = low + steps.get(play.where[low], high)
    if high in play.where:
        last = high - steps.get(play.where[high], high)
    yield from range(first, last + 1)


def steps_from(play: Play, start: Cell, most: int) -> dict[Cell, int]:
    """Return the cells within ``most`` steps, with their distances; filled cells block the way."""
    distances = {start: 0}
    edge = [start]
    for steps in range(1, most + 1):
        edge = [
            near
            for near in dict.fromkeys(n for cell in edge for n in play.grid.neighbours(cell))
            if near not in distances
        ]
        distances.update(dict.fromkeys(edge, steps))
        edge = [cell for cell in edge if cell not in play.board]
        if not edge:
            break
    return distances


def shortest_route(play: Play, start: Cell, goal: Cell) -> tuple[Cell, ...]:
    """Return a shortest route through empty cells, both ends included; empty if there is none."""
    steps = steps_from(play, goal, play.grid.last)
    route = [start] if start in steps else []
    while route and (steps_left := steps[route[-1]]):
        near = (cell for cell in play.grid.neighbours(route[-1]) if cell not in play.board)
        route.append(next(cell for cell in near if steps.get(cell) == steps_left - 1))
    return tuple(route)
