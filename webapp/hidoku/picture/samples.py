"""Pictures of boards on offer, each with a finished path.

Making a path takes too long for a page that only shows it, so ``samples.txt`` has one of the
generator's for each board: its name, its first cell, and the keys around ``s`` that lead from each
cell to the next.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shapes import Symmetry
from solver.hidoku.rules.grid import Cell, Grid
from webapp.hidoku.board_name import FIRST, format_name
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.path import lines_text, steps_by_hue
from webapp.hidoku.picture.svg import Outline, outline_of, outline_with, shape_of

KEYS: Final = "qweasdzxc"
SPARSE: Final = 4  # one in so many cells is shown as given


def sample_name(request: BoardRequest) -> str:
    """Return the name of the plain board with the same cells and style of path."""
    base_request = replace(request, difficulty=None, joined=0, minimal=False, ends_given=True)
    return format_name(replace(base_request, symmetry=Symmetry.NONE), 0, FIRST)


@cache
def sample_paths() -> Mapping[str, Sequence[Cell]]:
    lines = Path(__file__).with_name("samples.txt").read_text().splitlines()
    return {name: _path(start, keys) for name, start, keys in map(str.split, lines)}


def _path(start: str, keys: str) -> Sequence[Cell]:
    row, column = map(int, start.split(","))
    path = [Cell(row, column)]
    for key in keys:
        down, right = divmod(KEYS.index(key), 3)
        path.append(Cell(path[-1].row + down - 1, path[-1].column + right - 1))
    return tuple(path)


@lru_cache(maxsize=128)
def outline_of_sample(request: BoardRequest) -> Outline:
    """Return the thumbnail of a board with a path like those it has, if there is a sample.

    It shows what is asked for beside the shape: joined cells, or how little is given.
    """
    grid = shape_of(request)
    path = sample_paths().get(sample_name(request))
    if not path:
        return outline_of(grid)
    steps = [*pairwise(path)]
    joins = [steps[len(steps) * n // request.joined] for n in range(request.joined)]
    outline = replace(finished_outline(grid, path), joins=lines_between(grid, joins))
    if request.minimal:
        return replace(outline, above=outline_with(grid, path[::SPARSE]).given)
    if not request.ends_given:
        return replace(outline, above=outline_with(grid, {path[0], path[-1]}).given, is_open=True)
    return outline


def lines_between(grid: Grid, steps: Iterable[tuple[Cell, Cell]]) -> str:
    plan = BoardPlan.of(grid)
    return lines_text((plan.centre(start), plan.centre(goal)) for start, goal in steps)


def finished_outline(grid: Grid, path: Sequence[Cell]) -> Outline:
    steps = steps_by_hue(grid, {cell: number for number, cell in enumerate(path, 1)})
    ribbon = ((hue, lines_between(grid, stretch)) for hue, stretch in steps.items())
    return replace(outline_with(grid, ()), ribbon=tuple(ribbon))
