"""A board as one self-contained SVG text, for files and for paper.

``svg_of(grid, board)`` is a file: cells, ribbon, joins and the numbers placed. ``svg_in_page`` has
no size, so that the picture fills its place, no XML namespace, and is hidden from screen readers,
since the text beside it describes it.

A template shows it by ``{{ svg|safe }}``: nothing in it comes from outside. Colours are attributes,
since a file has no style sheet; the classes are for pages.

A thumbnail (:class:`Outline`) has a dot for each cell, stronger for a given. The picture is two SVG
paths of strokes without length, whose caps are the dots: round ones on a hexagonal board, square
ones elsewhere. So a board of 900 cells takes a few kilobytes, and almost nothing once compressed.

What draws PNG takes the same shapes, layer by layer (:class:`Drawing`), in widths of a cell. Their
colours are those of the light theme: a file has no style sheet, and PNG knows no ``oklch``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from markupsafe import escape

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shapes import make_shape
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from webapp.hidoku.picture import path
from webapp.hidoku.picture.geometry import TALL, BoardPlan, RulerSign, rulers_of
from webapp.hidoku.picture.model import words_of
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


class Tile(NamedTuple):
    """The shape of all cells: a square with round corners, or a polygon around its middle."""

    side: float
    rounding: float = 0
    corners: tuple[path.Point, ...] = ()


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
    def sides(self) -> path.Point:
        return round(self.plan.width + 2 * EDGE, 3), round(self.plan.height + 2 * EDGE, 3)

    @property
    def tile(self) -> Tile:
        return FLAT_TILE if self.plan.is_flat else TILES[self.grid.adjacency]

    def middles(self, *, is_given: bool) -> Iterator[path.Point]:
        for cell in self.grid.cells:
            if (cell in self.grid.given) is is_given:
                yield self.plan.point(cell)

    @property
    def ribbon(self) -> Iterator[tuple[str, float, list[path.Stroke]]]:
        """The ribbon between consecutive numbers that are neighbours: colours, widths and strokes.

        Where two diagonals cross, the later passes over the other on a casing.
        """
        point = self.plan.point
        steps = path.steps_by_hue(self.grid, self.board)
        for hue, stretch in steps.items():
            lines = [path.Stroke(*point(start), *point(goal)) for start, goal in stretch]
            yield RIBBON[hue], RIBBON_WIDE, lines
        for hue, stretch in path.bridges(self.grid, steps).items():
            middles = [path.middle_of(self.plan, step) for step in stretch]
            yield PAPER, CASING_WIDE, middles
            yield RIBBON[hue], RIBBON_WIDE, middles

    @property
    def joins(self) -> tuple[path.Stroke, ...]:
        return path.join_strokes(self.grid, self.plan)

    @property
    def numbers(self) -> Iterator[Number]:
        for cell, number in self.board.items():
            text = str(number)
            size = SIZES[min(len(text), len(SIZES)) - 1]
            yield Number(*self.plan.point(cell), text, size, cell in self.grid.given)


CELL = 40  # pixels, by default
CROSS = 0.32  # half of a stroke that crosses a number out, across and down
EMPTY: Final[Board] = {}
CASING: Final = f' stroke-width="{CASING_WIDE}" stroke-linecap="butt"'
FACE: Final = 'font-family="Helvetica,Arial,sans-serif" text-anchor="middle"'
BASELINE = 0.36  # of the type's size, below the middle of its figures


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


def svg_in_page(grid: Grid, board: Board, crossed_out: Board = EMPTY) -> str:
    """Return the picture of numbers on a grid, and of others crossed out, for use in a page."""
    drawing = Drawing.of(grid, board)
    crosses = _group(map(_crossed, Drawing.of(grid, crossed_out).numbers), FACE)
    layers = "".join((*_layers(drawing), crosses if crossed_out else ""))
    return f'<svg {_view_box(drawing)} class="drawing" aria-hidden="true">{layers}</svg>'


def svg_on_paper(grid: Grid, board: Board, crossed_out: Board = EMPTY) -> str:
    """Return the same with numbers beside its rows and columns."""
    svg = svg_in_page(grid, board, crossed_out)
    drawing = Drawing.of(grid, board)
    width, height = drawing.sides
    signs = "".join(map(_ruler, rulers_of(grid, drawing.plan)))
    after = f'viewBox="-0.6 -0.6 {width + 0.6 - EDGE:.4g} {height + 0.6 - EDGE:.4g}"'
    rulers = f'<g font-size="0.28" fill="{INK}" text-anchor="middle">{signs}</g></svg>'
    return svg.replace(_view_box(drawing), after, 1).removesuffix("</svg>") + rulers


def _ruler(sign: RulerSign) -> str:
    right, down = (-0.35, 0.1) if sign.is_row else (0, -0.25)
    return f'<text x="{sign.x + right:.4g}" y="{sign.y + down:.4g}">{sign.text}</text>'


def _view_box(drawing: Drawing) -> str:
    width, height = drawing.sides
    return f'viewBox="{-EDGE} {-EDGE} {width} {height}"'


def _layers(drawing: Drawing) -> Iterator[str]:
    for kind, fill, is_given in (("blank", PAPER, False), ("given", GIVEN, True)):
        tiles = (_tile(drawing.tile, *middle) for middle in drawing.middles(is_given=is_given))
        rim = f'stroke="{RIM}" stroke-width="{RIM_WIDE}"'
        yield _group(tiles, f'class="{kind}" fill="{fill}" {rim}')
    ribbon = []
    for colour, wide, strokes in drawing.ribbon:
        casing = CASING if wide == CASING_WIDE else ""
        ribbon.append(_group(map(_line, strokes), f'stroke="{colour}"{casing}'))
    yield _group(ribbon, f'class="ribbon" stroke-width="{RIBBON_WIDE}" stroke-linecap="round"')
    joins = ('<path d="M{} {}L{} {}"/>'.format(*stroke) for stroke in drawing.joins)
    yield _group(joins, f'stroke="{INK}" stroke-width="{JOIN_WIDE}" stroke-linecap="round"')
    yield _group(map(_number, drawing.numbers), f'fill="{INK}" {FACE}')


def _group(elements: Iterable[str], attributes: str) -> str:
    return f"<g {attributes}>{''.join(elements)}</g>"


def _tile(tile: Tile, x: float, y: float) -> str:
    if tile.corners:
        corners = (f"{x + across:.3f},{y + down:.3f}" for across, down in tile.corners)
        return f'<polygon points="{" ".join(corners)}"/>'
    side, half = tile.side, tile.side / 2
    place = f'x="{x - half:.4g}" y="{y - half:.4g}" width="{side}" height="{side}"'
    return f'<rect {place} rx="{tile.rounding}"/>'


def _line(stroke: path.Stroke) -> str:
    return f'<line x1="{stroke.x1}" y1="{stroke.y1}" x2="{stroke.x2}" y2="{stroke.y2}"/>'


def _crossed(number: Number) -> str:
    x, y = number.x, number.y
    line = path.Stroke(x - CROSS, y + CROSS, x + CROSS, y - CROSS)
    return f'<g stroke="{INK}" stroke-width="{JOIN_WIDE / 2}">{_line(line)}</g>{_number(number)}'


def _number(number: Number) -> str:
    place = f'x="{number.x:.4g}" y="{number.y + BASELINE * number.size:.4g}"'
    weight = ' font-weight="bold"' if number.is_given else ""
    return f'<text {place} font-size="{number.size}"{weight}>{number.text}</text>'


@dataclass(frozen=True)
class Outline:
    """A thumbnail: its view box, the path of all cells, and that of the given ones.

    ``ribbon`` is the path through the numbers, piece by piece with their hues, if it is shown;
    ``joins`` and the cells ``above`` lie on it, these hollow if they are what ``is_open``.
    """

    view_box: str
    cells: str
    given: str
    is_round: bool
    ribbon: tuple[tuple[int, str], ...] = ()
    joins: str = ""
    above: str = ""
    is_open: bool = False


@lru_cache(maxsize=512)
def outline_of(grid: Grid) -> Outline:
    """Return the thumbnail of a board.

    >>> outline_of(Grid.of(2, 3, {Cell(0, 1): 1}, {Cell(1, 1)}))
    Outline(view_box='0 0 3 2', cells='M0.5 0.5h0m1 0h0m1 0h0m-2 1h0m2 0h0', \
given='M1.5 0.5h0', is_round=False, ribbon=(), joins='', above='', is_open=False)
    """
    return outline_with(grid, grid.given)


def outline_with(grid: Grid, cells: Collection[Cell]) -> Outline:
    """Return the thumbnail of a board in which these cells stand out instead of the givens."""
    plan = BoardPlan.of(grid)
    every_dot, dots = (
        path.dots_text(map(plan.centre, sorted(group))) for group in (grid.cells, cells)
    )
    return Outline(f"0 0 {plan.width:g} {plan.height:.4g}", every_dot, dots, plan.is_hex)


@lru_cache(maxsize=512)  # start pages draw several boards, of which a large one takes 3 ms
def shape_of(request: BoardRequest) -> Grid:
    """Return the empty board of a request; :class:`GridError` if its shape isn't possible."""
    return make_shape(request.shape, request.rows, request.columns, request.adjacency)
