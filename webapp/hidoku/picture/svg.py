"""A board as one SVG text that needs nothing else: for files and for paper.

``svg_of(grid, board)`` is a file: cells, ribbon, links and the numbers that stand. ``svg_in_page``
has no size, so that the picture fills its place, no XML namespace, and is hidden from screen
readers, as words stand beside it.

A template shows it by ``{{ svg|safe }}``: nothing in it comes from outside. Colours are attributes,
as a file has no style sheet; classes are what a page gets hold of them by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from markupsafe import escape

from solver.hidoku.rules.grid import Board, Grid
from webapp.hidoku.picture.colours import GIVEN, INK, PAPER, RIM, ribbon_colour
from webapp.hidoku.picture.drawing import (
    EDGE,
    LINK_WIDE,
    RIBBON_WIDE,
    RIM_WIDE,
    Drawing,
    Number,
    Point,
    Tile,
)
from webapp.hidoku.picture.model import words_of

CELL = 40  # pixels, where nobody says otherwise
BASELINE = 0.36  # of the size of type, below the middle of its figures


def svg_of(grid: Grid, board: Board) -> str:
    """Return the picture of numbers on a grid as an SVG file.

    >>> svg_of(Grid.of(1, 2), {})[:66]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.12 -0.12 2.24 '
    """
    drawing = Drawing.of(grid, board)
    width, height = drawing.sides
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {_view_box(drawing)} '
        f'width="{width * CELL:.0f}" height="{height * CELL:.0f}" role="img">'
        f"<title>{escape(words_of(grid, board))}</title>"
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{width}" height="{height}" fill="{PAPER}"/>'
        f"{''.join(_layers(drawing))}</svg>"
    )


def svg_in_page(grid: Grid, board: Board) -> str:
    """Return the picture of numbers on a grid as it stands in a page."""
    drawing = Drawing.of(grid, board)
    layers = "".join(_layers(drawing))
    return f'<svg {_view_box(drawing)} class="drawing" aria-hidden="true">{layers}</svg>'


def _view_box(drawing: Drawing) -> str:
    width, height = drawing.sides
    return f'viewBox="{-EDGE} {-EDGE} {width} {height}"'


def _layers(drawing: Drawing) -> Iterator[str]:
    """Yield the elements from the lowest layer on."""
    outline = _outline(drawing.tile)
    for kind, fill, given in (("blank", PAPER, False), ("given", GIVEN, True)):
        tiles = map(outline, drawing.middles(given=given))
        yield _group(
            tiles, f'class="{kind}" fill="{fill}" stroke="{RIM}" stroke-width="{RIM_WIDE}"'
        )
    yield f'<g class="ribbon" stroke-width="{RIBBON_WIDE}" stroke-linecap="round">'
    for hue, parts in groupby(drawing.ribbon, key=attrgetter("hue")):
        lines = ('<line x1="{}" y1="{}" x2="{}" y2="{}"/>'.format(*each.stroke) for each in parts)
        yield _group(lines, f'stroke="{ribbon_colour(hue)}"')
    links = ("""<path d="M{} {}L{} {}"/>""".format(*link) for link in drawing.links)
    yield "</g>" + _group(
        links, f'stroke="{INK}" stroke-width="{LINK_WIDE}" stroke-linecap="round"'
    )
    numbers = map(_number, drawing.numbers)
    face = 'font-family="Helvetica,Arial,sans-serif" text-anchor="middle"'
    yield _group(numbers, f'fill="{INK}" {face}')


def _group(elements: Iterable[str], attributes: str) -> str:
    return f"<g {attributes}>{''.join(elements)}</g>"


def _outline(tile: Tile) -> Callable[[Point], str]:
    """Return what draws a cell around its middle."""
    side, half = tile.side, tile.side / 2

    def polygon(middle: Point) -> str:
        x, y = middle
        corners = (f"{x + across:.3f},{y + down:.3f}" for across, down in tile.corners)
        return f'<polygon points="{" ".join(corners)}"/>'

    def rectangle(middle: Point) -> str:
        x, y = middle
        place = f'x="{x - half:.4g}" y="{y - half:.4g}" width="{side}" height="{side}"'
        return f'<rect {place} rx="{tile.rounding}"/>'

    return polygon if tile.corners else rectangle


def _number(number: Number) -> str:
    place = f'x="{number.x:.4g}" y="{number.y + BASELINE * number.size:.4g}"'
    weight = ' font-weight="bold"' if number.is_given else ""
    return f'<text {place} font-size="{number.size}"{weight}>{number.text}</text>'
