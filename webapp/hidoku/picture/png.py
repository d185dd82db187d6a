"""A board as a PNG file, painted with Pillow and the typeface it includes.

Pillow draws lines and polygons without smoothing, so everything is drawn larger and scaled down.

Rejected: rendering the SVG. By resvg (resvg-py 0.5) a solved board of 30×30 takes 0.62 s and 1 MB,
drawn as few paths 0.69 s and 0.69 MB, here 0.27 s and 0.58 MB; one of 10×10 takes 0.21 s against
0.10 s. It also needs a typeface of its own, and CairoSVG an installed Cairo.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from solver.hidoku.rules.grid import Board, Cell, Grid
from webapp.hidoku.picture.drawing import (
    EDGE,
    GIVEN,
    INK,
    JOIN_WIDE,
    PAPER,
    RIM,
    RIM_WIDE,
    Drawing,
    Number,
    Point,
)
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import Stroke
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import task

LEAST_CELL, LARGEST_CELL = 40, 90  # pixels
LONGER_SIDE = 1200  # pixels, as far as the cells' limits allow
FINER = 2
BOLD = 0.012  # of a cell, around the figures of a given number
MOST_KEPT = 20_000_000  # bytes of all pictures
AT_ONCE = 100  # cells of a board that is painted at once, in some 30 ms


def painted(grid: Grid, board: Board) -> bytes:
    """Return :func:`png_of`; of a large board, which takes up to 0.3 s, by a separate process."""
    return paint_items(grid, frozenset(board.items()))


@task(lambda grid, _: grid.last <= AT_ONCE, MOST_KEPT, seconds=BRIEF_LIMIT, weight=len)
def paint_items(grid: Grid, items: frozenset[tuple[Cell, int]]) -> bytes:
    return png_of(grid, dict(items))


def png_of(grid: Grid, board: Board) -> bytes:
    drawing = Drawing.of(grid, board)
    width, height = picture_size(drawing.plan)
    large = Image.new("RGB", (width * FINER, height * FINER), PAPER)
    _Painter(large, drawing).paint()
    file = BytesIO()
    large.reduce(FINER).save(file, "PNG")
    return file.getvalue()


def picture_size(plan: BoardPlan) -> tuple[int, int]:
    """Return the width and height of a painted board in pixels.

    >>> picture_size(BoardPlan.of(Grid.of(30, 20)))
    (810, 1210)
    """
    cell = _cell_pixels(plan)
    return round((plan.width + 2 * EDGE) * cell), round((plan.height + 2 * EDGE) * cell)


def _cell_pixels(plan: BoardPlan) -> int:
    fitting = int(LONGER_SIDE / max(plan.width, plan.height))
    return min(max(fitting, LEAST_CELL), LARGEST_CELL)


@cache
def _face(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


class _Painter:
    def __init__(self, picture: Image.Image, drawing: Drawing) -> None:
        self.picture, self.drawing = picture, drawing
        self.pen = ImageDraw.Draw(picture)
        self.unit = _cell_pixels(drawing.plan) * FINER

    def paint(self) -> None:
        for is_given, fill in ((False, PAPER), (True, GIVEN)):
            self._tiles(self.drawing.middles(given=is_given), fill)
        for colour, wide, strokes in self.drawing.ribbon:
            for stroke in strokes:
                self._line(stroke, colour, wide)
        for stroke in self.drawing.joins:
            self._line(stroke, INK, JOIN_WIDE)
        for number in self.drawing.numbers:
            self._number(number)

    def _place(self, x: float, y: float) -> tuple[int, int]:
        return round((x + EDGE) * self.unit), round((y + EDGE) * self.unit)

    def _tiles(self, middles: Iterable[Point], fill: str) -> None:
        """Draw one cell and stamp it everywhere: drawing each takes longer."""
        half = self.unit * 5 // 8  # a hexagon is taller than wide
        stamp, mask = Image.new("RGB", (2 * half, 2 * half), fill), Image.new("1", (2 * half,) * 2)
        self._tile(ImageDraw.Draw(stamp), half, fill, RIM)
        self._tile(ImageDraw.Draw(mask), half, 1, 1)
        for middle in middles:
            x, y = self._place(*middle)
            self.picture.paste(stamp, (x - half, y - half), mask)

    def _tile(self, pen: ImageDraw.ImageDraw, middle: int, fill: str | int, rim: str | int) -> None:
        tile, wide = self.drawing.tile, RIM_WIDE * self.unit
        for colour, side in (
            (rim, tile.side * self.unit + wide),
            (fill, tile.side * self.unit - wide),
        ):
            if tile.corners:
                reach = side / tile.side
                pen.polygon(
                    [(middle + reach * x, middle + reach * y) for x, y in tile.corners], colour
                )
            else:
                start, end = middle - side / 2, middle + side / 2
                pen.rounded_rectangle((start, start, end, end), tile.rounding * self.unit, colour)

    def _line(self, stroke: Stroke, colour: str, wide: float) -> None:
        """Draw a line as wide as asked for, with round ends unless it is a casing."""
        ends = [self._place(stroke.x1, stroke.y1), self._place(stroke.x2, stroke.y2)]
        reach = round(wide * self.unit / 2)
        self.pen.line(ends, colour, 2 * reach)
        for end in ends if colour != PAPER else ():
            self.pen.circle(end, reach, colour)

    def _number(self, number: Number) -> None:
        face = _face(round(number.size * self.unit))
        bold = BOLD * self.unit if number.is_given else 0
        place = self._place(number.x, number.y)
        self.pen.text(place, number.text, INK, face, anchor="mm", stroke_width=bold)
