"""A board as a small SVG text, for notebooks: cells, path, joined cells, numbers.

Rejected: the pages' picture, 800 lines with ribbon, rulers and marks, which needs the web.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from solver.hidoku.rules.grid import Board, Cell, Grid

CELL: Final = 36  # pixels
EDGE: Final = 22  # from the middles of the outer cells
PITCH: Final = CELL * sqrt(3) / 2  # from one row of hexagons to the next
#: From a cell's middle, the outline of a square and of a hexagon.
SQUARE: Final = "m-17-17h34v34h-34z"
HEXAGON: Final = "m0-20l17 10v20l-17 10l-17-10v-20z"
FLAT_HEXAGON: Final = "m-20 0l10-17h20l10 17l-10 17h-20z"

Point = tuple[float, float]


def draw_board(grid: Grid, board: Board) -> str:
    """Return the drawing of numbers on a grid; given ones are bold."""
    is_hex = grid.adjacency.value == "hex"
    middles = {cell: _middle(cell, is_hex, grid.flat_top) for cell in grid.cells}
    xs, ys = zip(*middles.values(), strict=True)
    low_x, low_y = min(xs) - EDGE, min(ys) - EDGE
    wide, high = max(xs) + EDGE - low_x, max(ys) + EDGE - low_y
    outline = FLAT_HEXAGON if grid.flat_top else HEXAGON if is_hex else SQUARE
    outlines = "".join(f"M{x:.1f} {y:.1f}{outline}" for x, y in middles.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{low_x:.1f} {low_y:.1f} {wide:.1f} '
        f'{high:.1f}" width="{wide:.0f}" height="{high:.0f}" role="img" text-anchor="middle" '
        f'font-family="sans-serif" font-size="15"><title>{len(board)} of {grid.last} numbers'
        f'</title><path d="{outlines}" fill="#fff" stroke="#8a7f72"/>'
        f'<path d="{_lines(middles, _steps(grid, board))}" stroke="#a9d3ee" stroke-width="12" '
        f'stroke-linecap="round"/><path d="{_lines(middles, grid.joined)}" stroke="#2b2018" '
        f'stroke-width="3" stroke-dasharray="4"/>{"".join(_numbers(grid, board, middles))}</svg>'
    )


def _middle(cell: Cell, is_hex: bool, is_flat: bool) -> Point:
    if is_flat:
        return PITCH * cell.column, CELL * (cell.row + cell.column / 2)
    if is_hex:
        return CELL * (cell.column + cell.row / 2), PITCH * cell.row
    return CELL * cell.column, CELL * cell.row


def _steps(grid: Grid, board: Board) -> Iterator[tuple[Cell, Cell]]:
    """Yield the cells of consecutive numbers that are neighbours."""
    cells = {number: cell for cell, number in board.items()}
    for number, cell in cells.items():
        if cells.get(number + 1) in grid.neighbours(cell):
            yield cell, cells[number + 1]


def _lines(middles: dict[Cell, Point], pairs: Iterable[tuple[Cell, Cell]]) -> str:
    ends = ((*middles[start], *middles[goal]) for start, goal in pairs)
    return "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*end) for end in ends)


def _numbers(grid: Grid, board: Board, middles: dict[Cell, Point]) -> Iterator[str]:
    for cell, number in board.items():
        x, y = middles[cell]
        weight = ' font-weight="bold"' if cell in grid.given else ""
        yield f'<text x="{x:.1f}" y="{y + 5:.1f}" fill="#2b2018"{weight}>{number}</text>'
