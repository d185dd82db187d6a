"""A board as shapes, layer by layer, to be drawn as SVG or painted as PNG.

The unit is the width of a cell. A page is drawn by HTML and a style sheet, a file by what is here;
both take the places of things from the same ``geometry`` and ``path``.

The colours are those of the light theme: a file has no style sheet, and what draws PNG knows no
``oklch``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, NamedTuple

from solver.hidoku.rules.grid import Adjacency, Board, Grid
from webapp.hidoku.picture.geometry import TALL, BoardPlan
from webapp.hidoku.picture.path import Stroke, bridges, join_strokes, middle_of, steps_by_hue
from webapp.http.assets import token

EDGE: Final = 0.12  # around the board
RIM_WIDE = 0.03
RIBBON_WIDE, CASING_WIDE, JOIN_WIDE = 0.44, 0.6, 0.13  # strokes, as on the page
SIZES: Final = (0.5, 0.46, 0.38, 0.3)  # of type, by the number of digits

PAPER: Final = "#ffffff"  # a white ground, for printers
INK = token("--ink")
RIM = token("--edge")
GIVEN = token("--surface-sunk")
#: The ribbon's, by hue: the classes hue-0, hue-1, … of the style sheet, converted to sRGB.
_RIBBON = """
    #ffaeb4 #ffb0a3 #ffb493 #ffb986 #f6bf7c #eac578 #dbcc79 #cbd280
    #b8d88c #a5dc9b #91dfad #80e1bf #72e1d1 #6ce0e2 #6eddf1 #78d9fe
    #87d4ff #99cfff #acc9ff #bec3ff #cfbdff #dfb8ff #ecb4f2 #f7b0e4
"""
RIBBON: Final = tuple(_RIBBON.split())

Point = tuple[float, float]


class Tile(NamedTuple):
    """The shape of all cells: a square with round corners, or a polygon around its middle."""

    side: float
    rounding: float = 0
    corners: tuple[Point, ...] = ()


def _hexagon(wide: float, *, is_flat: bool = False) -> Tile:
    angles = [pi / 6 * (not is_flat) + pi / 3 * corner for corner in range(6)]
    reach = wide * (2 / 3 if is_flat else TALL / 2)
    return Tile(wide, corners=tuple((reach * cos(angle), reach * sin(angle)) for angle in angles))


TILES: Final = {
    Adjacency.EIGHT: Tile(0.9, 0.18),
    Adjacency.FOUR: Tile(1),
    Adjacency.HEX: _hexagon(0.92),  # so that neighbours don't share their outline
}
FLAT_TILE: Final = _hexagon(0.92, is_flat=True)


class Number(NamedTuple):
    x: float
    y: float
    text: str
    size: float
    is_given: bool


@dataclass(frozen=True)
class Drawing:
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
        return FLAT_TILE if self.plan.is_flat else TILES[self.grid.adjacency]

    def middles(self, *, given: bool) -> Iterator[Point]:
        """Yield the places of the cells with givens, or of the others."""
        for cell in self.grid.cells:
            if (cell in self.grid.given) is given:
                yield self.plan.point(cell)

    @property
    def ribbon(self) -> Iterator[tuple[str, float, list[Stroke]]]:
        """The ribbon between consecutive numbers that are neighbours: colours, widths and strokes.

        Where two diagonals cross, the later passes over the other on a casing.
        """
        point = self.plan.point
        steps = steps_by_hue(self.grid, self.board)
        for hue, stretch in steps.items():
            lines = [Stroke(*point(start), *point(goal)) for start, goal in stretch]
            yield RIBBON[hue], RIBBON_WIDE, lines
        for hue, stretch in bridges(self.grid, steps).items():
            middles = [middle_of(self.plan, step) for step in stretch]
            yield PAPER, CASING_WIDE, middles
            yield RIBBON[hue], RIBBON_WIDE, middles

    @property
    def joins(self) -> tuple[Stroke, ...]:
        return join_strokes(self.grid, self.plan)

    @property
    def numbers(self) -> Iterator[Number]:
        for cell, number in self.board.items():
            text = str(number)
            size = SIZES[min(len(text), len(SIZES)) - 1]
            yield Number(*self.plan.point(cell), text, size, cell in self.grid.given)
