"""A board as shapes, layer over layer: what is drawn as SVG and painted as PNG.

The unit is the width of a cell. What the page draws with HTML and the style sheet, a file has to
draw with what is here: where each thing stands comes from the same ``geometry`` and ``path``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, NamedTuple

from solver.hidoku.rules.grid import Adjacency, Board, Grid
from webapp.hidoku.picture.colours import ribbon_colour
from webapp.hidoku.picture.geometry import TALL, BoardPlan
from webapp.hidoku.picture.path import Stroke, links_of, steps_by_hue

EDGE: Final = 0.12  # around the board
RIM_WIDE, RIBBON_WIDE, LINK_WIDE = 0.03, 0.44, 0.13  # strokes; the last two as on the page
SIZES: Final = (0.5, 0.46, 0.38, 0.3)  # of type, by the number's digits

Point = tuple[float, float]


class Tile(NamedTuple):
    """What all cells look like: a square with round corners, or a polygon around its middle."""

    side: float
    rounding: float = 0
    corners: tuple[Point, ...] = ()


def _hexagon(wide: float) -> Tile:
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    reach = wide * TALL / 2
    return Tile(wide, corners=tuple((reach * cos(angle), reach * sin(angle)) for angle in angles))


TILES: Final = {
    Adjacency.EIGHT: Tile(0.9, 0.18),
    Adjacency.FOUR: Tile(1),
    Adjacency.HEX: _hexagon(0.92),  # so that two of them do not share their outline
}


class Number(NamedTuple):
    """A number, where its middle stands, and how large it is."""

    x: float
    y: float
    text: str
    size: float
    is_given: bool


@dataclass(frozen=True)
class Drawing:
    """Numbers on a grid, the path drawn as far as it stands."""

    grid: Grid
    board: Board
    plan: BoardPlan

    @classmethod
    def of(cls, grid: Grid, board: Board) -> Drawing:
        return cls(grid, board, BoardPlan.of(grid))

    @property
    def sides(self) -> Point:
        return round(self.plan.width + 2 * EDGE, 3), round(self.plan.height + 2 * EDGE, 3)

    @property
    def tile(self) -> Tile:
        return TILES[self.grid.adjacency]

    def middles(self, *, given: bool) -> Iterator[Point]:
        """Yield where the cells stand that are given, or the others."""
        for cell in self.grid.cells:
            if (cell in self.grid.given) is given:
                yield self.plan.point(cell)

    @property
    def ribbon(self) -> Iterator[tuple[str, Iterator[Stroke]]]:
        """The ribbon between each two consecutive numbers that touch, colour by colour."""
        point = self.plan.point
        for hue, steps in steps_by_hue(self.grid, self.board).items():
            yield ribbon_colour(hue), (Stroke(*point(start), *point(goal)) for start, goal in steps)

    @property
    def links(self) -> tuple[Stroke, ...]:
        return links_of(self.grid, self.plan)

    @property
    def numbers(self) -> Iterator[Number]:
        for cell, number in self.board.items():
            text = str(number)
            size = SIZES[min(len(text), len(SIZES)) - 1]
            yield Number(*self.plan.point(cell), text, size, cell in self.grid.given)
