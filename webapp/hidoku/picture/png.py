"""A board as a picture file: PNG, drawn with Pillow and the typeface that it brings along.

Pillow draws lines and polygons without smoothing, so everything is drawn larger and made smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from solver.hidoku.rules.grid import Board, Cell, Grid
from webapp.hidoku.picture.cells import ShownCell
from webapp.hidoku.picture.geometry import TALL, Plan
from webapp.hidoku.picture.model import LinkPart, Picture, RibbonPart, draw
from webapp.hidoku.picture.ribbon_colours import ribbon_colour
from webapp.hidoku.picture.svg import GIVEN, INK, PAPER, RIM
from webapp.hidoku.quick import is_quick
from webapp.work.thoughts import Thoughts

LEAST_CELL, LARGEST_CELL = 40, 90  # pixels
WISHED = 1200  # pixels of the longer side, as far as the cells' limits allow
FINER = 2
HARD_LIMIT = 10.0  # seconds
MOST_KEPT = 20_000_000  # bytes of all pictures
MARGIN = 0.12  # of a cell, around the board

SIZES = (0.46, 0.46, 0.38, 0.3)  # of type, by the number's digits
GAP = 0.93  # of a cell's outline, so that two cells do not share it

Point = tuple[float, float]


_painted: Thoughts[bytes] = Thoughts(len, MOST_KEPT, HARD_LIMIT)


def painted(grid: Grid, board: Board) -> bytes:
    """Return :func:`png_of`, painted in a process of its own: that takes up to 0.3 s.

    See :meth:`Thoughts.ask` for what it raises.
    """
    if is_quick(grid):
        return png_of(grid, board)
    return _painted.ask((grid, frozenset(board.items())), png_of, grid, dict(board))


def png_of(grid: Grid, board: Board) -> bytes:
    """Return a picture of numbers on a grid, the path drawn as far as it stands."""
    picture = draw(grid, board)
    size = picture_size(picture.plan)
    large = Image.new("RGB", (size[0] * FINER, size[1] * FINER), PAPER)
    _Painter(ImageDraw.Draw(large), picture).paint()
    file = BytesIO()
    large.reduce(FINER).save(file, "PNG")
    return file.getvalue()


def picture_size(plan: Plan) -> tuple[int, int]:
    """Return how many pixels wide and high a board is painted.

    >>> picture_size(Plan.of(Grid.of(30, 20)))
    (810, 1210)
    """
    cell = _cell_pixels(plan)
    return round((plan.width + 2 * MARGIN) * cell), round((plan.height + 2 * MARGIN) * cell)


def _cell_pixels(plan: Plan) -> int:
    fitting = int(WISHED / max(plan.width, plan.height))
    return min(max(fitting, LEAST_CELL), LARGEST_CELL)


@cache
def _face(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _outline(is_hex: bool) -> tuple[Point, ...]:
    """The corners of a cell, seen from its middle."""
    if not is_hex:
        return ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return tuple((TALL / 2 * cos(angle), TALL / 2 * sin(angle)) for angle in angles)


class _Painter:
    """Paints one picture."""

    def __init__(self, pen: ImageDraw.ImageDraw, picture: Picture) -> None:
        self.pen, self.picture, self.plan = pen, picture, picture.plan
        self.unit = _cell_pixels(self.plan) * FINER
        self.outline = _outline(self.plan.is_hex)

    def paint(self) -> None:
        """Draw cells, ribbon, links and numbers, the later over the earlier."""
        for cell in self._cells():
            self._cell(cell)
        for part in self.picture.ribbon:
            self._line(part, ribbon_colour(part.hue), 0.4)
        for link in self.picture.links:
            self._line(link, INK, 0.1)
        for cell in self._cells():
            self._number(cell)

    def _cells(self) -> Iterator[ShownCell]:
        for line in self.picture.lines:
            yield from (cell for cell in line.cells if cell.kind != "hole")

    def _centre(self, cell: ShownCell) -> Point:
        return self._place(*self.plan.centre(Cell(cell.row, cell.column)))

    def _place(self, x: float, y: float) -> Point:
        return (x + MARGIN) * self.unit, (y + MARGIN) * self.unit

    def _cell(self, cell: ShownCell) -> None:
        """Draw the rim, and the rest over it: Pillow's own wide rims take ten times as long."""
        wide = max(2, self.unit // 40)
        self.pen.polygon(self._corners(cell, GAP * self.unit), RIM)
        fill = GIVEN if cell.kind == "given" else PAPER
        self.pen.polygon(self._corners(cell, GAP * self.unit - 2 * wide), fill)

    def _corners(self, cell: ShownCell, reach: float) -> list[Point]:
        middle_x, middle_y = self._centre(cell)
        return [(middle_x + reach * x, middle_y + reach * y) for x, y in self.outline]

    def _line(self, part: RibbonPart | LinkPart, colour: str, wide: float) -> None:
        """Draw a line with round ends."""
        ends = [self._place(part.x1, part.y1), self._place(part.x2, part.y2)]
        self.pen.line(ends, colour, round(wide * self.unit))
        for x, y in ends:
            self.pen.circle((x, y), wide * self.unit / 2, colour)

    def _number(self, cell: ShownCell) -> None:
        if cell.number is None:
            return
        face = _face(round(SIZES[min(len(str(cell.number)), 4) - 1] * self.unit))
        bold = self.unit // 50 if cell.kind == "given" else 0
        self.pen.text(
            self._centre(cell), str(cell.number), INK, face, anchor="mm", stroke_width=bold
        )
