"""What the path of a new board may look like: calm, winding, or without crossings.

A mixed path bends at most of its cells (83% with eight neighbours, 56% with four, 76% on hexagons)
and, with eight neighbours, crosses itself once in fourteen cells. Other styles start with a mixed
path and bite it until it has as few, or as many, bends or crossings as the style requires
(``kernels/paths.py: anneal``). They stop there: the calmest paths of all are snakes and coils,
which look alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import isqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from solver.hidoku.generate.random_paths import Chance, Mixer, enough_bites
from solver.hidoku.kernels.paths import Prices, anneal
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.propagation import Path

Places = npt.NDArray[np.int64]

ROUNDS: Final = 4  # each of as many bites as mix a path
TRIES: Final = 8  # paths attempted for a style
#: 65,536 times 2**(-k/8), in whole numbers, so that a seed gives the same path everywhere.
ODDS: Final = np.array([round(65_536 * 2 ** (-k / 8)) for k in range(129)], np.int64)


class PathStyle(Enum):
    MIXED = "mixed"
    CALM = "calm"
    WINDING = "winding"
    UNCROSSED = "uncrossed"

    @property
    def words(self) -> str:
        return "path without crossings" if self is PathStyle.UNCROSSED else f"{self.value} path"


#: In hundredths of the cells: how often a calm path may bend or cross itself, beside half of the
#: board's side, as no path bends less; and how often a winding path must bend.
CALM_BENDS: Final = {Adjacency.EIGHT: 40, Adjacency.FOUR: 26, Adjacency.HEX: 36}
WINDING_BENDS: Final = {Adjacency.EIGHT: 95, Adjacency.FOUR: 84, Adjacency.HEX: 92}


@dataclass(frozen=True)
class PathMeasures:
    cells: int
    bends: int
    crossings: int


def measure_path(path: Sequence[Cell]) -> PathMeasures:
    """Count the bends and crossings of a path.

    >>> measure_path([Cell(0, 0), Cell(1, 1), Cell(0, 1), Cell(1, 0)])
    PathMeasures(cells=4, bends=2, crossings=1)
    """
    steps = [(goal.row - start.row, goal.column - start.column) for start, goal in pairwise(path)]
    bends = sum(step != next_step for step, next_step in pairwise(steps))
    edges = {frozenset(edge) for edge in pairwise(path)}
    pairs = (_across(*edge) for edge in pairwise(path))
    crossings = sum(pair is not None and frozenset(pair) in edges for pair in pairs) // 2
    return PathMeasures(len(path), bends, crossings)


def _across(start: Cell, goal: Cell) -> tuple[Cell, Cell] | None:
    if start.row == goal.row or start.column == goal.column:
        return None
    return Cell(start.row, goal.column), Cell(goal.row, start.column)


def has_style(path: Sequence[Cell], style: PathStyle, adjacency: Adjacency) -> bool:
    return _costs(measure_path(path), style) <= _goal(len(path), style, adjacency)


def draw_styled_path(mixer: Mixer, style: PathStyle, chance: Chance) -> Path | None:
    """Return a random path of a style, or else the closest found; None if there is no path."""
    path = mixer.random_path(chance)
    if path is None or style is PathStyle.MIXED:
        return path
    paths = [_anneal(mixer, path, style, chance)]
    while not has_style(paths[-1], style, mixer.grid.adjacency) and len(paths) < TRIES:
        paths.append(_anneal(mixer, mixer.mix(path, chance), style, chance))
    return min(paths, key=lambda candidate_path: _costs(measure_path(candidate_path), style))


def _prices(style: PathStyle) -> tuple[int, int]:
    return {
        PathStyle.MIXED: (0, 0),
        PathStyle.CALM: (1, 1),
        PathStyle.WINDING: (-1, 0),
        PathStyle.UNCROSSED: (0, 1),
    }[style]


def _costs(measures: PathMeasures, style: PathStyle) -> int:
    per_bend, per_crossing = _prices(style)
    return per_bend * measures.bends + per_crossing * measures.crossings


def _goal(cells: int, style: PathStyle, adjacency: Adjacency) -> int:
    """Return the costs at which a path counts as having its style."""
    if style is PathStyle.CALM:
        return CALM_BENDS[adjacency] * (cells - 2) // 100 + isqrt(cells) // 2
    if style is PathStyle.WINDING:
        return -(WINDING_BENDS[adjacency] * (cells - 2) // 100)
    return 0


def _anneal(mixer: Mixer, path: Path, style: PathStyle, chance: Chance) -> Path:
    cells = mixer.grid.cells
    board_path = mixer.board_path(mixer.places(path), chance)
    rows = np.array([cell.row for cell in cells], np.int64)
    columns = np.array([cell.column for cell in cells], np.int64)
    prices = Prices(_crossed_cells(mixer), rows, columns, ODDS, *_prices(style))
    goal = _goal(len(path), style, mixer.grid.adjacency)
    bites = ROUNDS * enough_bites(mixer.grid)
    anneal(board_path, prices, _costs(measure_path(path), style), goal, bites)
    chance.state = int(board_path.chance[0])
    return mixer.cells(board_path.cells)


def _crossed_cells(mixer: Mixer) -> Places:
    """For each cell and slot, the cells beside the step to its neighbour, or -1.

    On hexagons those two cells share a side, so nothing can cross the step.
    """
    sides = np.full((*mixer.near.shape, 2), -1, np.int64)
    if mixer.grid.adjacency is not Adjacency.EIGHT:
        return sides
    for index, cell in enumerate(mixer.grid.cells):
        for slot, neighbour in enumerate(mixer.near[index].tolist()):
            pair = _across(cell, mixer.grid.cells[neighbour]) if neighbour >= 0 else None
            if pair:
                sides[index, slot] = [mixer.order.get(side_cell, -1) for side_cell in pair]
    return sides
