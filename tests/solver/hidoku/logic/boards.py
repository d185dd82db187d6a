"""A board for each technique on which it is the hardest that the next hint needs."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from solver.hidoku.rules.grid import Adjacency, Grid
from solver.hidoku.rules.notation import parse_grid
from tests.solver.hidoku.logic.techniques.structure_checks import path_board

#: What :func:`board_by_seed` makes of these asks for every technique but the one written below.
SEEDS = (1, 4, 11, 14, 20, 21, 25, 27, 59, 62, 109, 191, 254, 320, 1003)


def boards_of_techniques() -> tuple[Grid, ...]:
    """The boards; a new technique needs one more."""
    return (*map(board_by_seed, SEEDS), parse_grid(COLOURS, Adjacency.FOUR))


def board_by_seed(seed: int) -> Grid:
    """A board with some numbers of a path given; of every fifth some links too."""
    random = Random(seed)
    shape, path = path_board(4, 5, list(Adjacency)[seed % 3], seed, seed % 4)
    most = (0.15, 0.25, 0.4)[seed // 3 % 3]
    givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < most}
    links = [pair for pair in pairwise(path) if seed % 5 == 0 and random.random() < 0.3]
    return Grid.of(shape.rows, shape.columns, givens, shape.holes, shape.adjacency, links=links)
