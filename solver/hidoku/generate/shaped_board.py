"""Empty boards of a shape, with a path through all their cells.

A shape as it is drawn may have no path through all its cells. :func:`shaped` repairs that by fixed
rules: dead ends go; with four neighbours, where a path takes black and white cells of a chessboard
in turn and a slanting rim has too many of one colour, more cells go: those of the rim that a loop
leaves out (``loops.py``) or, where those are too many, what the longest path found leaves out.
"""

from __future__ import annotations

from dataclasses import replace

from solver.hidoku.generate.loops import looped_part
from solver.hidoku.generate.prng import Chance
from solver.hidoku.generate.random_paths import Mixer
from solver.hidoku.generate.shapes import SHAPES, BoardShape, Spot
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError, check_size

STARTS = 4  # paths begun to see whether a form has one


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
    cells = whole.cells if shape.is_whole else _repaired(whole, shape)
    return Grid.of(rows, columns, holes=set(whole.cells) - set(cells), adjacency=adjacency)


def _repaired(whole: Grid, shape: BoardShape) -> set[Cell]:
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


def _drawn(whole: Grid, shape: BoardShape) -> set[Cell]:
    """A form without dead ends, if it is more than one line."""
    cells = {cell for cell in whole.cells if shape.has(Spot(*cell, whole.rows, whole.columns))}
    while ends := {cell for cell in cells if len(cells.intersection(whole.neighbours(cell))) < 2}:
        cells -= ends
    return cells


def _walked(whole: Grid, cells: set[Cell]) -> set[Cell]:
    """The cells of the longest path found in a form, always the same one."""
    grid = replace(whole, holes=frozenset(whole.cells) - cells)
    return set(Mixer(grid).grown_path(Chance(0), STARTS))
