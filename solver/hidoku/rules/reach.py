"""Where a missing number can stand by counting alone, and which numbers can stand in a cell.

From the nearest placed number below it, and from the one above, the path has so many steps as the
numbers differ, and all of them lead through empty cells. That is what a player counts first; what
holds for other reasons (links, narrow places, what else has to fit) is left to the techniques.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Cell


@dataclass(frozen=True)
class Reach:
    """The empty cells a missing number can reach, from the nearest numbers that stand.

    ``low`` and ``high`` are these numbers, None where none stands on that side.
    """

    number: int
    cells: tuple[Cell, ...]
    low: int | None
    high: int | None


def reach_of(play: Play, number: int) -> Reach:
    """Return where a number that is missing can stand.

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
    """Return the missing numbers that can stand in an empty cell, ascending.

    >>> from solver.hidoku.rules.grid import Grid
    >>> numbers_of(Play(Grid.of(1, 5, {Cell(0, 0): 1, Cell(0, 4): 5})), Cell(0, 1))
    (2,)
    """
    steps = steps_from(play, cell, play.grid.last)
    return tuple(number for gap in _gaps(play) for number in _fitting(play, gap, steps))


def _fitting(play: Play, gap: tuple[int, int], steps: dict[Cell, int]) -> Iterator[int]:
    """The numbers between two that are near enough to both; an end of the path holds none."""
    low, high = gap
    first, last = low + 1, high - 1
    if low in play.where:
        first = low + steps.get(play.where[low], high)
    if high in play.where:
        last = high - steps.get(play.where[high], high)
    yield from range(first, last + 1)


def _gaps(play: Play) -> Iterator[tuple[int, int]]:
    """The numbers that stand and follow each other, and what lies beyond both ends."""
    bounds: Sequence[int] = (0, *play.where, play.grid.last + 1)
    yield from pairwise(bounds)


def steps_from(play: Play, start: Cell, most: int) -> dict[Cell, int]:
    """Return the cells within so many steps, and how many; none leads on from a filled cell.

    >>> from solver.hidoku.rules.grid import Grid
    >>> steps_from(Play(Grid.of(1, 4, {Cell(0, 2): 3})), Cell(0, 0), 9)[Cell(0, 2)]
    2
    """
    found, edge = {start: 0}, [start]
    for steps in range(1, most + 1):
        edge = [
            near
            for near in dict.fromkeys(n for cell in edge for n in play.grid.neighbours(cell))
            if near not in found
        ]
        found.update(dict.fromkeys(edge, steps))
        edge = [cell for cell in edge if cell not in play.board]
        if not edge:
            break
    return found
