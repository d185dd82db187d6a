"""A Hidoku on a card: a board of maple with beads for the numbers that were given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.hidoku.rules.grid import Cell, Grid
from webapp.cards.canvas import SHADE, Canvas, Point
from webapp.hidoku.picture.colours import ribbon_colour, token
from webapp.hidoku.picture.drawing import Drawing
from webapp.hidoku.picture.path import HUES, hue_of

MAPLE, CELL, CELL_EDGE = token("--maple"), token("--cell"), token("--cell-edge")
BEAD, BEAD_EDGE, INK = "#fffdf7", "#8a6a3c", token("--cell-ink")
LOW: Final = "#b6925c"  # the side of the board
MIDDLE: Final[Point] = (870, 316)
ROOM: Final = 516  # pixels, wide and high, with the edge
EDGE: Final = 14
LEAST_BEAD: Final = 9  # pixels across: smaller ones carry no figures


@dataclass(frozen=True)
class BoardPicture:
    """What is given on a grid, and some numbers ``placed``: knots in the ribbon's colours."""

    grid: Grid
    placed: tuple[tuple[Cell, int], ...] = ()

    def __call__(self, canvas: Canvas) -> None:
        """Paint it at the right of a card."""
        drawing = Drawing.of(self.grid, {**self.grid.given, **dict(self.placed)})
        plan = drawing.plan
        unit = (ROOM - 2 * EDGE) / max(plan.width, plan.height)
        wide, high = plan.width * unit, plan.height * unit
        left, top = MIDDLE[0] - wide / 2, MIDDLE[1] - high / 2
        _ground(canvas, (left, top), (wide, high))

        def place(x: float, y: float) -> Point:
            return left + x * unit, top + y * unit

        for given in (False, True):
            for middle in drawing.middles(given=given):
                _tile(canvas, drawing, place(*middle), unit)
        for link in drawing.links:
            ends = [place(link.x1, link.y1), place(link.x2, link.y2)]
            canvas.line(ends, INK, max(2.0, 0.13 * unit))
        for number in drawing.numbers:
            middle = place(number.x, number.y)
            fill = BEAD if number.is_given else ribbon_colour(_hue(number.text, self.grid))
            canvas.disc(middle, 0.37 * unit, fill, BEAD_EDGE if number.is_given else "", 1.2)
            if 0.74 * unit >= LEAST_BEAD * 2:
                canvas.figure(middle, number.text, number.size * unit * 0.92, INK)


def _hue(text: str, grid: Grid) -> int:
    return min(hue_of(int(text), grid.last), HUES - 1)


def _ground(canvas: Canvas, corner: Point, sides: Point) -> None:
    x, y = corner[0] - EDGE, corner[1] - EDGE
    wide, high = sides[0] + 2 * EDGE, sides[1] + 2 * EDGE
    canvas.box((x + 2, y + 12), (wide, high), 16, SHADE)
    canvas.box((x, y + 5), (wide, high), 16, LOW)
    canvas.box((x, y), (wide, high), 16, MAPLE)


def _tile(canvas: Canvas, drawing: Drawing, middle: Point, unit: float) -> None:
    tile = drawing.tile
    if not tile.corners:
        side = tile.side * unit
        corner = (middle[0] - side / 2, middle[1] - side / 2)
        canvas.box(corner, (side, side), tile.rounding * unit, CELL, CELL_EDGE)
        return
    x, y = middle
    canvas.shape([(x + unit * dx, y + unit * dy) for dx, dy in tile.corners], CELL, CELL_EDGE)
