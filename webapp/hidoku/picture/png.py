"""A board as a PNG file, painted with Pillow and the typeface it includes.

Rejected: rendering the SVG. By resvg (resvg-py 0.5) a solved board of 30×30 takes 0.62 s and 1 MB,
drawn as few paths 0.69 s and 0.69 MB, here 0.27 s and 0.58 MB; one of 10×10 takes 0.21 s against
0.10 s. It also needs a typeface of its own, and CairoSVG an installed Cairo.
"""

from solver.hidoku.rules.grid import Board, Cell, Grid
from webapp.cards import Canvas
from webapp.hidoku.picture import svg
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import Point, Stroke
from webapp.work.limits import BRIEF_LIMIT
from webapp.work.tasks import task

LEAST_CELL, LARGEST_CELL = 40, 90  # pixels
LONGER_SIDE = 1200  # pixels, as far as the cells' limits allow
BOLD = 0.025  # of its size, around a given number
MOST_KEPT = 20_000_000  # bytes of all pictures
AT_ONCE = 100  # cells of a board that is painted at once, in some 30 ms


def painted(grid: Grid, board: Board) -> bytes:
    """Return :func:`png_of`; of a large board, which takes up to 0.3 s, by a separate process."""
    return paint_items(grid, frozenset(board.items()))


@task(lambda grid, _: grid.last <= AT_ONCE, MOST_KEPT, seconds=BRIEF_LIMIT, weight=len)
def paint_items(grid: Grid, items: frozenset[tuple[Cell, int]]) -> bytes:
    return png_of(grid, dict(items))


def png_of(grid: Grid, board: Board) -> bytes:
    drawing = svg.Drawing.of(grid, board)
    unit = _cell_pixels(drawing.plan)
    canvas = Canvas(*picture_size(drawing.plan), svg.PAPER)

    def place(x: float, y: float) -> Point:
        return (x + svg.EDGE) * unit, (y + svg.EDGE) * unit

    def draw_line(stroke: Stroke, colour: str, wide: float) -> None:
        """Draw a line, with round ends unless it is a casing."""
        ends = [place(stroke.x1, stroke.y1), place(stroke.x2, stroke.y2)]
        canvas.line(ends, colour, wide * unit, is_round=colour != svg.PAPER)

    for is_given, fill in ((False, svg.PAPER), (True, svg.GIVEN)):
        for middle in drawing.middles(is_given=is_given):
            paint_tile(canvas, drawing.tile, place(*middle), unit, fill=svg.RIM, wider=svg.RIM_WIDE)
            paint_tile(canvas, drawing.tile, place(*middle), unit, fill=fill, wider=-svg.RIM_WIDE)
    for colour, wide, strokes in drawing.ribbon:
        for stroke in strokes:
            draw_line(stroke, colour, wide)
    for stroke in drawing.joins:
        draw_line(stroke, svg.INK, svg.JOIN_WIDE)
    for number in drawing.numbers:
        bold = BOLD if number.is_given else 0
        canvas.figure(place(number.x, number.y), number.text, number.size * unit, svg.INK, bold)
    return canvas.png()


def picture_size(plan: BoardPlan) -> tuple[int, int]:
    """Return the width and height of a painted board in pixels.

    >>> picture_size(BoardPlan.of(Grid.of(30, 20)))
    (810, 1210)
    """
    cell = _cell_pixels(plan)
    return round((plan.width + 2 * svg.EDGE) * cell), round((plan.height + 2 * svg.EDGE) * cell)


def _cell_pixels(plan: BoardPlan) -> int:
    cell_size = int(LONGER_SIDE / max(plan.width, plan.height))
    return min(max(cell_size, LEAST_CELL), LARGEST_CELL)


def paint_tile(
    canvas: Canvas,
    tile: svg.Tile,
    middle: Point,
    unit: float,
    *,
    fill: str,
    rim: str = "",
    wider: float = 0,
) -> None:
    """Paint a tile, ``unit`` pixels for each cell, wider by a part of a cell."""
    x, y = middle
    side = tile.side + wider
    if tile.corners:
        reach = unit * side / tile.side
        corners = [(x + reach * across, y + reach * down) for across, down in tile.corners]
        canvas.shape(corners, fill, rim)
    else:
        corner = (x - unit * side / 2, y - unit * side / 2)
        canvas.box(corner, (unit * side, unit * side), tile.rounding * unit, fill, rim)
