"""Boards of other forms than a rectangle, by name: which cells of a rectangle are holes.

A form is a question about one cell. It sees the cell from the middle of the board, in half cells
and whole numbers only, so that a form is the same on every machine and fits rows ≠ columns.

A form as it is drawn may have no path through all its cells. :func:`shaped` mends that by fixed
rules: dead ends go; with four neighbours, where a path takes black and white cells of a chessboard
in turn and a slanting rim has too many of one colour, more cells go: those of the rim that a loop
leaves out (``loops.py``) or, where those are too many, what the longest path found leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from solver.hidoku.generate.loops import looped_part
from solver.hidoku.generate.prng import Chance
from solver.hidoku.generate.random_paths import Mixer
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError, check_size


class Spot(NamedTuple):
    """A cell of a board, and the same cell seen from the middle in half cells (``x``, ``y``)."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def x(self) -> int:
        """Half cells to the right of the middle."""
        return abs(2 * self.column + 1 - self.columns)

    @property
    def y(self) -> int:
        """Half cells above or below the middle."""
        return abs(2 * self.row + 1 - self.rows)


STARTS = 4  # paths begun to see whether a form has one


def _rectangle(_: Spot) -> bool:
    return True


def _frame(spot: Spot) -> bool:
    wide = max(2, min(spot.rows, spot.columns) // 4)
    return spot.x >= spot.columns - 2 * wide or spot.y >= spot.rows - 2 * wide


def _window(spot: Spot) -> bool:
    wide = max(1, min(spot.rows, spot.columns) // 8)
    return _has_bar(spot.x, spot.columns, wide) or _has_bar(spot.y, spot.rows, wide)


def _has_bar(away: int, side: int, wide: int) -> bool:
    """Whether a place so far from the middle lies in the bar there or in one along the rim."""
    return away < 2 * wide or away >= side - 4 * wide


def _disc(spot: Spot) -> bool:
    return _reach(spot) <= (spot.rows * spot.columns) ** 2


def _ring(spot: Spot) -> bool:
    return _disc(spot) and 5 * _reach(spot) > (spot.rows * spot.columns) ** 2


def _reach(spot: Spot) -> int:
    """Square of the distance from the middle, where the rim is at rows times columns."""
    return (spot.x * spot.rows) ** 2 + (spot.y * spot.columns) ** 2


def _cross(spot: Spot) -> bool:
    arms = spot.columns // 3, spot.rows // 3
    return spot.x < spot.columns - 2 * arms[0] or spot.y < spot.rows - 2 * arms[1]


def _diamond(spot: Spot) -> bool:
    return spot.x * spot.rows + spot.y * spot.columns <= spot.rows * spot.columns


def _hexagon(spot: Spot) -> bool:
    corner = (min(spot.rows, spot.columns) - 1) // 2
    along = spot.row + spot.column
    return corner <= along <= spot.rows + spot.columns - 2 - corner


def _triangle(spot: Spot) -> bool:
    return spot.x <= 1 or spot.x * spot.rows < (spot.row + 1) * spot.columns


def _stairs(spot: Spot) -> bool:
    steps = min(spot.rows, spot.columns) // 2
    return spot.column * steps // spot.columns <= spot.row * steps // spot.rows


def _heart(spot: Spot) -> bool:
    """Two humps, half ellipses on the uppermost third, on sides that bend in to the tip."""
    down, brow = 2 * spot.row + 1, 2 * spot.rows
    if 3 * down < brow:
        across = (2 * spot.x - spot.columns) * brow
        rise = (brow - 3 * down) * spot.columns
        return across**2 + rise**2 <= (spot.columns * brow) ** 2
    left, whole = 3 * (2 * spot.rows - down), 4 * spot.rows
    return spot.x * whole**2 <= spot.columns * left * (2 * whole - left)


class Shape(NamedTuple):
    """Which cells a form has, and the shortest side at which it can be told."""

    has: Callable[[Spot], bool]
    least: int = 5


SHAPES = {
    "rectangle": Shape(_rectangle, 1),
    "frame": Shape(_frame),
    "window": Shape(_window, 7),
    "disc": Shape(_disc, 4),
    "ring": Shape(_ring),
    "cross": Shape(_cross),
    "diamond": Shape(_diamond),
    "hexagon": Shape(_hexagon, 3),
    "triangle": Shape(_triangle, 4),
    "stairs": Shape(_stairs, 4),
    "heart": Shape(_heart),
}


def shaped(name: str, rows: int, columns: int, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """An empty board of a form; :class:`GridError` for an unknown form or one too small for it.

    On a hexagonal board, whose rows are shifted, a form leans; only ``hexagon`` is meant for it.

    >>> print(shaped("diamond", 6, 6))
     #  #  .  .  #  #
     #  .  .  .  .  #
     .  .  .  .  .  .
     .  .  .  .  .  .
     #  .  .  .  .  #
     #  #  .  .  #  #
    """
    check_size(rows, columns)
    shape = SHAPES.get(name)
    if shape is None:
        raise GridError(f"There is no form “{name}”: choose one of {', '.join(SHAPES)}.")
    if min(rows, columns) < shape.least:
        raise GridError(f"The form “{name}” needs at least {shape.least} rows and columns.")
    whole = Grid.of(rows, columns, adjacency=adjacency)
    cells = whole.cells if name == "rectangle" else _mended(whole, shape)
    return Grid.of(rows, columns, holes=set(whole.cells) - set(cells), adjacency=adjacency)


def _mended(whole: Grid, shape: Shape) -> set[Cell]:
    """The cells of a form without what keeps a path from visiting all of them."""
    cells = _drawn(whole, shape)
    if whole.adjacency is not Adjacency.FOUR:
        return cells
    grown = _walked(whole, cells)
    if grown == cells:
        return cells
    looped = looped_part(cells)
    most = looped if 8 * len(looped) >= 7 * len(cells) else max(looped, grown, key=len)
    if 4 * len(most) < 3 * len(cells):
        raise GridError("This form is too small to be walked with four neighbours.")
    return most


def _drawn(whole: Grid, shape: Shape) -> set[Cell]:
    """A form without dead ends, if it is more than one line."""
    cells = {cell for cell in whole.cells if shape.has(Spot(*cell, whole.rows, whole.columns))}
    while ends := {cell for cell in cells if len(cells.intersection(whole.neighbours(cell))) < 2}:
        cells -= ends
    return cells


def _walked(whole: Grid, cells: set[Cell]) -> set[Cell]:
    """The cells of the longest path found in a form, always the same one."""
    grid = replace(whole, holes=frozenset(whole.cells) - cells)
    return set(Mixer(grid).grown_path(Chance(0), STARTS))
