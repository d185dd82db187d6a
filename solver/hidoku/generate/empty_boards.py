"""Empty boards of a shape, with a path through all their cells.

A shape as drawn may have no path through all its cells. :func:`make_shape` repairs it by fixed
rules: dead ends are removed. With four neighbours, where a path alternates between black and white
cells of a chessboard and a slanting rim has too many of one colour, more cells are removed: those
of the rim that a loop leaves out (``path_styles.py``) or, if those are too many, those that the
longest path found leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solver.hidoku.generate.path_styles import looped_part
from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.shapes import SHAPES, BoardShape, Spot
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError, check_size
from solver.hidoku.rules.hexagons import hexagonal, spots_of

STARTS = 4  # paths attempted to see whether a shape has one


def make_shape(name: str, rows: int, columns: int, adjacency: Adjacency = Adjacency.EIGHT) -> Grid:
    """An empty board of a shape; :class:`GridError` if it is unknown or the board is too small.

    On a hexagonal board the rows lie in turn half a cell in.

    >>> print(make_shape("diamond", 6, 6))
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
        raise GridError(f"There is no shape “{name}”: choose one of {', '.join(SHAPES)}.")
    if min(rows, columns) < shape.least:
        raise GridError(f"The shape “{name}” needs at least {shape.least} rows and columns.")
    whole = Grid.of(rows, columns, adjacency=adjacency)
    lie_in_turn = adjacency is Adjacency.HEX and shape.adjacency is not Adjacency.HEX
    if lie_in_turn:
        whole = hexagonal(rows, whole.cells)
    places = spots_of(whole) if lie_in_turn else {cell: cell for cell in whole.cells}
    spots = {c: Spot(*at, rows, columns, at.row % 2 * lie_in_turn) for c, at in places.items()}
    cells = whole.cells if shape.is_whole else _repair(whole, shape, spots)
    if lie_in_turn:
        return hexagonal(rows, [places[cell] for cell in cells])
    return Grid.of(rows, columns, blocked=set(whole.cells) - set(cells), adjacency=adjacency)


def _repair(whole: Grid, shape: BoardShape, spots: Mapping[Cell, Spot]) -> set[Cell]:
    """The cells of a shape without those that keep a path from visiting all of them."""
    cells = _draw(whole, shape, spots)
    if whole.adjacency is not Adjacency.FOUR:
        return cells
    grid = replace(whole, blocked=frozenset(whole.cells) - cells)
    path_cells = set(Mixer(grid).grow_path(Chance(0), STARTS))
    if path_cells == cells:
        return cells
    loops = looped_part(cells)
    part = loops if 8 * len(loops) >= 7 * len(cells) else max(loops, path_cells, key=len)
    if 4 * len(part) < 3 * len(cells):
        raise GridError("This shape is too small for a path with four neighbours.")
    return part


def _draw(whole: Grid, shape: BoardShape, spots: Mapping[Cell, Spot]) -> set[Cell]:
    """A shape without dead ends; empty if it is no more than one line."""
    frame = (cell for cell, spot in spots.items() if spot.x < spot.columns)
    cells = {cell for cell in frame if shape.has(spots[cell])}
    while ends := {cell for cell in cells if len(cells.intersection(whole.neighbours(cell))) < 2}:
        cells -= ends
    return cells
