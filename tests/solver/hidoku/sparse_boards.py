"""Boards that keep a few numbers of a real path, by seed."""

from __future__ import annotations

from typing import NamedTuple

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.rules.grid import Adjacency, Cell, Grid


class Sparse(NamedTuple):
    """A kind of such boards."""

    title: str
    side: int
    adjacency: Adjacency
    numbers: int


SPARSE = (
    Sparse("10×10 hexagonal with 5 numbers", 10, Adjacency.HEX, 5),
    Sparse("12×12 hexagonal with 5 numbers", 12, Adjacency.HEX, 5),
    Sparse("12×12, four neighbours, with 5 numbers", 12, Adjacency.FOUR, 5),
    Sparse("15×15, four neighbours, with 5 numbers", 15, Adjacency.FOUR, 5),
    Sparse("30×30, eight neighbours, with 20 numbers", 30, Adjacency.EIGHT, 20),
)


def sparse_board(kind: Sparse, seed: int) -> Grid:
    """Return one of them."""
    chance = Chance(seed)
    bare = Grid.of(kind.side, kind.side, adjacency=kind.adjacency)
    path = Mixer(bare).random_path(chance)
    assert path is not None
    givens: dict[Cell, int] = {}
    while len(givens) < kind.numbers:
        index = chance.below(bare.last)
        givens[path[index]] = index + 1
    return bare.with_givens(givens)
