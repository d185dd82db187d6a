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
from solver.hidoku.generate.shapes import shaped
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from webapp.hidoku.picture.geometry import BoardPlan


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
    return outline_with(grid, grid.given)


def outline_with(grid: Grid, cells: Collection[Cell]) -> Outline:
    """Return the little picture of a board in which other cells than the given stand out."""
    plan = BoardPlan.of(grid)
    view_box = f"0 0 {_short(plan.width)} {_short(plan.height)}"
    return Outline(view_box, _path(grid.cells, plan), _path(cells, plan), plan.is_hex)


def outline_of_request(request: BoardRequest) -> Outline:
    """Return the little picture of the form that a board by request has."""
    return outline_of(shape_of(request))


def shape_of(request: BoardRequest) -> Grid:
    """Return the empty board of a request; :class:`GridError` if it has no such form."""
    return _shaped(request.shape, request.rows, request.columns, request.adjacency)


@lru_cache(maxsize=512)
def _shaped(name: str, rows: int, columns: int, adjacency: Adjacency) -> Grid:
    return shaped(name, rows, columns, adjacency)


def _path(cells: Collection[Cell], plan: BoardPlan) -> str:
    return "".join(_steps(frozenset(cells), plan))


def _steps(cells: frozenset[Cell], plan: BoardPlan) -> Iterator[str]:
    for cell in sorted(cells):
        if (cell.row, cell.column - 1) in cells:
            yield "m1 0h0"
        else:
            x, y = plan.centre(cell)
            yield f"M{_short(x)} {_short(y)}h0"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".").removeprefix("0") or "0"
