"""Boards of every kind for the judge, by number: shapes, neighbours, blocks, joins, givens."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

from solver.hidoku.logic.hints import Reasoning, explain
from solver.hidoku.logic.position import Position
from solver.hidoku.rules.grid import Adjacency, Grid
from tests.solver.hidoku.logic.techniques.structure_checks import path_board

SIZES = ((4, 4), (4, 5), (3, 7), (5, 5), (5, 6))
MOST_SEARCHED = 4_000  # boards beyond those that are solved, looked at once for what is rare


@cache
def board(seed: int) -> Grid:
    """A board with some numbers of a path given; every second has joins along the path too."""
    random = Random(seed)
    rows, columns = random.choice(SIZES)
    shape, path = path_board(rows, columns, list(Adjacency)[seed % 3], seed, seed % 5)
    share = random.choice((0.15, 0.25, 0.4))
    givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < share}
    joins = [pair for pair in pairwise(path) if seed % 2 and random.random() < 0.2]
    return Grid.of(rows, columns, givens, shape.blocked, shape.adjacency, joined=joins)


@cache
def solved(seed: int) -> Reasoning:
    return explain(board(seed))


def positions(boards: int) -> Iterator[Position]:
    """Those on the way through some boards, and then of boards with four neighbours."""
    for seed in range(boards):
        yield from (stage.position for stage in solved(seed).rounds)
    for seed in range(MOST_SEARCHED):
        random = Random(seed)
        shape, path = path_board(5, 6, Adjacency.FOUR, seed, seed % 4)
        givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < 0.5}
        yield Position.of(shape.with_givens(givens))
