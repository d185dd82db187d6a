"""A board as one SVG text that needs nothing else: for files and for paper.

``svg_of(grid, board)`` is a file: cells, ribbon, links and the numbers that stand. ``svg_in_page``
has no size, so that the picture fills its place, no XML namespace, and is hidden from screen
readers, as words stand beside it.

A template shows it by ``{{ svg|safe }}``: nothing in it comes from outside. Colours are attributes,
as a file has no style sheet; the ground is white for printers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import escape

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from webapp.hidoku.picture.cells import ShownCell
from webapp.hidoku.picture.geometry import TALL
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.ribbon_colours import ribbon_colour

CELL = 40
EDGE = 0.1  # around the board, in cells
INK, PAPER, GIVEN, RIM = "#2a211a", "#ffffff", "#f4ecdd", "#7a654f"

_HEXAGON = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
_GAP = 0.93  # of a hexagon and the next


def svg_of(grid: Grid, board: Mapping[Cell, int]) -> str:
    """Return the picture of numbers on a grid as an SVG file.

    >>> svg_of(Grid.of(1, 2), {Cell(0, 0): 1})[:62]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.1 -0.1 2.2'
    """
    picture = draw(grid, board)
    width, height = _sides(picture)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {_view_box(picture)} '
        f'width="{width * CELL:.0f}" height="{height * CELL:.0f}" role="img">'
        f"<title>{escape(picture.words)}</title>"
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{width}" height="{height}" fill="{PAPER}"/>'
        f"{_drawn(grid, picture)}</svg>"
    )


def svg_in_page(grid: Grid, board: Mapping[Cell, int]) -> str:
    """Return the picture of numbers on a grid as it stands in a page."""
    picture = draw(grid, board)
    drawn = _drawn(grid, picture)
    return f'<svg {_view_box(picture)} class="drawing" aria-hidden="true">{drawn}</svg>'


def _view_box(picture: Picture) -> str:
    width, height = _sides(picture)
    return f'viewBox="{-EDGE} {-EDGE} {width} {height}"'


def _sides(picture: Picture) -> tuple[float, float]:
    plan = picture.plan
    return round(plan.width + 2 * EDGE, 3), round(plan.height + 2 * EDGE, 3)


def _drawn(grid: Grid, picture: Picture) -> str:
    return "".join(_Drawing(grid, picture).parts())


@dataclass(frozen=True)
class _Drawing:
    """A picture drawn layer by layer: cells, ribbon, links, numbers."""

    grid: Grid
    picture: Picture

    def parts(self) -> Iterator[str]:
        """Yield the elements from the lowest layer on."""
        yield f'<g stroke="{RIM}" stroke-width=".03">'
        yield from (self._outline(cell) for cell in self._cells())
        yield '</g><g stroke-width=".42" stroke-linecap="round" stroke-opacity=".85">'
        for part in self.picture.ribbon:
            place = f'x1="{part.x1}" y1="{part.y1}" x2="{part.x2}" y2="{part.y2}"'
            yield f'<line {place} stroke="{ribbon_colour(part.hue)}"/>'
        yield f'</g><g stroke="{INK}" stroke-width=".13" stroke-linecap="round">'
        for link in self.picture.links:
            yield f'<path d="M{link.x1} {link.y1}L{link.x2} {link.y2}"/>'
        yield f'</g><g fill="{INK}" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">'
        yield from (self._number(cell) for cell in self._cells() if cell.number)
        yield "</g>"

    def _cells(self) -> Iterator[ShownCell]:
        for line in self.picture.lines:
            yield from (cell for cell in line.cells if cell.kind != "hole")

    def _outline(self, cell: ShownCell) -> str:
        x, y = self.picture.plan.centre(Cell(cell.row, cell.column))
        fill = GIVEN if cell.kind == "given" else PAPER
        if self.grid.adjacency is Adjacency.HEX:
            across, down = _GAP / 2, _GAP * TALL / 2
            corners = (f"{x + across * i:.3f},{y + down * j:.3f}" for i, j in _HEXAGON)
            return f'<polygon points="{" ".join(corners)}" fill="{fill}"/>'
        side, round_off = (1, 0) if self.grid.adjacency is Adjacency.FOUR else (0.9, 0.18)
        place = f'x="{x - side / 2:.3g}" y="{y - side / 2:.3g}" width="{side}" height="{side}"'
        return f'<rect {place} rx="{round_off}" fill="{fill}"/>'

    def _number(self, cell: ShownCell) -> str:
        x, y = self.picture.plan.centre(Cell(cell.row, cell.column))
        size = (0.5, 0.5, 0.46, 0.38, 0.3)[len(str(cell.number))]
        weight = ' font-weight="bold"' if cell.kind == "given" else ""
        place = f'x="{x:.3g}" y="{y + 0.36 * size:.4g}" font-size="{size}"'
        return f"<text {place}{weight}>{cell.number}</text>"
