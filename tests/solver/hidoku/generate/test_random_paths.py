"""Random paths: that they are paths, how evenly they fall, and that no snake is left in them."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.random_paths import SEEDS, Chance, Mixer
from solver.hidoku.kernels.paths import below
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import board_of
from tests.solver.hidoku.hidoku_checks import is_solution, slow_solutions, solvable


def snake(rows: int, columns: int) -> Path:
    """Row by row, there and back."""
    return tuple(
        Cell(row, column if row % 2 == 0 else columns - 1 - column)
        for row in range(rows)
        for column in range(columns)
    )


def steps_of(path: Path) -> list[tuple[int, int]]:
    return [(b.row - a.row, b.column - a.column) for a, b in pairwise(path)]


def straight(path: Path) -> float:
    """The share of steps that go on in the direction of the step before."""
    steps = steps_of(path)
    return sum(a == b for a, b in pairwise(steps)) / (len(steps) - 1)


def level(path: Path) -> float:
    """The share of steps within a row."""
    return sum(down == 0 for down, _ in steps_of(path)) / (len(path) - 1)


@numba.njit
def draw_below(chance: np.ndarray, count: int) -> int:
    """A compiled loop has it, and Python can't call it by itself."""
    return below(chance, count)


@pytest.mark.parametrize("seed", [0, 1, SEEDS - 1, 0x0123456789ABCDEF])
@pytest.mark.parametrize("count", [1, 2, 6, 16, 900])
def test_both_streams_of_chance_are_one(seed: int, count: int) -> None:
    plain, state = Chance(seed), np.array([seed], np.uint64)
    for _ in range(20):
        assert plain.below(count) == draw_below(state, count)
    assert plain.state == state[0]


def test_chance_is_split_mix_64() -> None:
    """The first words for seed 0 as published with the algorithm; ``below`` shows their halves."""
    words = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    chance = Chance(0)
    assert [chance.below(2**32) for _ in words] == [word >> 32 for word in words]


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="64"):
        Chance(seed)


@given(solvable(), st.integers(0, SEEDS - 1))
def test_a_random_path_is_a_path(grid: Grid, seed: int) -> None:
    shape = replace(grid, givens=(), joined=frozenset())
    path = Mixer(shape).random_path(Chance(seed))
    assert path is not None
    assert is_solution(shape, board_of(path))


@pytest.mark.parametrize("adjacency", Adjacency)
def test_a_bite_leaves_a_path(adjacency: Adjacency) -> None:
    shape, chance = Grid.of(4, 7, adjacency=adjacency), Chance(3)
    path = snake(4, 7)
    for _ in range(200):
        path = Mixer(shape).mix(path, chance, bites=1)
        assert is_solution(shape, board_of(path))


def test_a_form_without_a_path_has_none() -> None:
    cross = Grid.of(3, 3, blocked=[Cell(*c) for c in ((0, 0), (0, 2), (2, 0), (2, 2))])
    assert Mixer(cross).random_path(Chance(1)) is not None
    four = Grid.of(3, 3, blocked=cross.blocked, adjacency=Adjacency.FOUR)
    assert Mixer(four).random_path(Chance(1)) is None


@pytest.mark.parametrize(
    ("rows", "columns", "adjacency", "count"),
    [
        (4, 4, Adjacency.FOUR, 552),
        (3, 5, Adjacency.FOUR, 264),
        (3, 3, Adjacency.EIGHT, 784),
        (3, 3, Adjacency.HEX, 184),
    ],
)
def test_every_path_is_reached_and_equally_often(
    rows: int, columns: int, adjacency: Adjacency, count: int
) -> None:
    """Chi-square of 30 paths a class on average; five standard deviations above its mean are wide.

    Every path of the board turns up, so bites lead from each to each other.
    """
    shape, chance = Grid.of(rows, columns, adjacency=adjacency), Chance(11)
    paths = {tuple(sorted(board, key=board.__getitem__)) for board in slow_solutions(shape)}
    assert len(paths) == count
    mixer, path, counts = Mixer(shape), snake(rows, columns), Counter[Path]()
    for _ in range(30 * count):
        path = mixer.mix(path, chance)
        counts[path] += 1
    assert set(counts) == paths
    chi_square = sum((times - 30) ** 2 / 30 for times in counts.values())
    assert abs(chi_square - (count - 1)) < 5 * (2 * (count - 1)) ** 0.5


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize(("rows", "columns"), [(10, 10), (8, 14)])
def test_nothing_is_left_of_a_snake(rows: int, columns: int, adjacency: Adjacency) -> None:
    """Paths mixed from a snake along the rows look like those from a snake along the columns."""
    shape, chance = Grid.of(rows, columns, adjacency=adjacency), Chance(5)
    lying = snake(rows, columns)
    upright = tuple(Cell(b, a) for a, b in snake(columns, rows))
    mixer = Mixer(shape)
    measures = [
        [
            sum(measure(mixer.mix(start, chance)) for _ in range(100)) / 100
            for start in (lying, upright)
        ]
        for measure in (straight, level)
    ]
    assert all(abs(first - second) < 0.03 for first, second in measures)
    assert all(value < 0.5 for value in measures[0])
