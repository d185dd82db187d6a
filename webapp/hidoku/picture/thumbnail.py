"""Little pictures of boards: a dot for each cell, stronger where a number is given.

A picture is two SVG paths of strokes without length, whose caps are the dots: round ones on a
hexagonal board, square ones elsewhere. So a board of 900 cells takes a few kilobytes, and next to
nothing once it is compressed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shaped_board import shaped
from solver.hidoku.rules.grid import Adjacency, Cell, Grid

ROW = 0.87  # height of a row of hexagons, whose middles are 1 apart


@dataclass(frozen=True)
class Outline:
    """A little picture: its view box, the path of all cells, and that of the given ones."""

    view_box: str
    cells: str
    given: str
    is_round: bool


@lru_cache(maxsize=512)
def outline_of(grid: Grid) -> Outline:
    """Return the little picture of a board.

    >>> outline_of(Grid.of(2, 3, {Cell(0, 1): 1}, {Cell(1, 1)}))
    Outline(view_box='0 0 3 2', cells='M.5 .5h0m1 0h0m1 0h0M.5 1.5h0M2.5 1.5h0', \
given='M1.5 .5h0', is_round=False)
    """
    is_round = grid.adjacency is Adjacency.HEX
    cells, given = _path(grid.cells, is_round), _path(grid.given, is_round)
    return Outline(_view_box(grid, is_round), cells, given, is_round)


def outline_of_wish(wish: BoardRequest) -> Outline:
    """Return the little picture of the form that a board by wish has."""
    return outline_of(shape_of(wish))


def shape_of(wish: BoardRequest) -> Grid:
    """Return the empty board of a wish; :class:`GridError` if it has no such form."""
    return _shaped(wish.shape, wish.rows, wish.columns, wish.adjacency)


@lru_cache(maxsize=512)
def _shaped(name: str, rows: int, columns: int, adjacency: Adjacency) -> Grid:
    return shaped(name, rows, columns, adjacency)


def _path(cells: Collection[Cell], is_round: bool) -> str:
    chosen = frozenset(cells)
    return "".join(_steps(chosen, is_round))


def _steps(cells: frozenset[Cell], is_round: bool) -> Iterator[str]:
    for cell in sorted(cells):
        if (cell.row, cell.column - 1) in cells:
            yield "m1 0h0"
        else:
            x, y = _middle(cell, is_round)
            yield f"M{_short(x)} {_short(y)}h0"


def _middle(cell: Cell, is_round: bool) -> tuple[float, float]:
    if is_round:
        return cell.column + cell.row / 2 + 0.5, cell.row * ROW + 0.5
    return cell.column + 0.5, cell.row + 0.5


def _view_box(grid: Grid, is_round: bool) -> str:
    """The part that the cells take up, which on a hexagonal board need not begin at 0."""
    if not is_round:
        return f"0 0 {grid.columns} {grid.rows}"
    middles = [_middle(cell, is_round) for cell in grid.cells]
    left, right = min(x for x, _ in middles), max(x for x, _ in middles)
    top, bottom = min(y for _, y in middles), max(y for _, y in middles)
    edges = left - 0.5, top - 0.5, right - left + 1, bottom - top + 1
    return " ".join(map(_short, edges))


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".").removeprefix("0") or "0"
