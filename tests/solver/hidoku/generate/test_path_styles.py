"""Paths of a style: judged by counting bends and crossings on another way, board by board."""

from itertools import combinations, pairwise
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.generate.path_styles import (
    PathMeasures,
    PathStyle,
    draw_styled_path,
    has_style,
    measure_path,
)
from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.rules.grid import Adjacency, Cell, Grid

Styles = st.sampled_from(PathStyle)


def plain_measures(path: tuple[Cell, ...]) -> PathMeasures:
    """Two steps cross if their middles are one point and they have no cell in common."""
    middles = [(cell.row + goal.row, cell.column + goal.column) for cell, goal in pairwise(path)]
    crossings = sum(first == second for first, second in combinations(middles, 2))
    bends = sum(
        (before.row + last.row, before.column + last.column) != (2 * cell.row, 2 * cell.column)
        for before, cell, last in zip(path, path[1:], path[2:], strict=False)
    )
    return PathMeasures(len(path), bends, crossings)


@given(
    rows=st.integers(3, 9),
    columns=st.integers(3, 9),
    adjacency=st.sampled_from(Adjacency),
    style=Styles,
    seed=st.integers(0, 2**32),
)
def test_a_path_takes_every_cell_once_whatever_its_style(
    rows: int, columns: int, adjacency: Adjacency, style: PathStyle, seed: int
) -> None:
    grid = Grid.of(rows, columns, adjacency=adjacency)
    path = draw_styled_path(Mixer(grid), style, Chance(seed))
    assert path is not None
    assert sorted(path) == sorted(grid.cells)
    assert all(successor in grid.neighbours(cell) for cell, successor in pairwise(path))
    if adjacency is not Adjacency.HEX:
        assert measure_path(path) == plain_measures(tuple(path))
    assert measure_path(path).bends == plain_measures(tuple(path)).bends


@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize("style", PathStyle)
@pytest.mark.parametrize("side", [6, 9, 20])
def test_a_square_board_has_every_style(style: PathStyle, adjacency: Adjacency, side: int) -> None:
    mixer = Mixer(Grid.of(side, side, adjacency=adjacency))
    for seed in range(5):
        path = draw_styled_path(mixer, style, Chance(seed))
        assert path
        assert has_style(path, style, adjacency)


@pytest.mark.parametrize("adjacency", Adjacency)
def test_styles_are_far_from_what_comes_by_itself(adjacency: Adjacency) -> None:
    mixer = Mixer(Grid.of(10, 10, adjacency=adjacency))
    bends = {
        style: mean(
            measure_path(draw_styled_path(mixer, style, Chance(seed)) or ()).bends
            / (mixer.grid.last - 2)
            for seed in range(12)
        )
        for style in PathStyle
    }
    assert bends[PathStyle.CALM] < 0.65 * bends[PathStyle.MIXED]
    assert bends[PathStyle.WINDING] > 1.1 * bends[PathStyle.MIXED]
    assert bends[PathStyle.UNCROSSED] == pytest.approx(bends[PathStyle.MIXED], abs=10)


def test_paths_of_a_style_are_many() -> None:
    mixer = Mixer(Grid.of(8, 8))
    for style in PathStyle:
        paths = {tuple(draw_styled_path(mixer, style, Chance(seed)) or ()) for seed in range(40)}
        assert len(paths) == 40


def test_a_calm_path_has_long_straight_lines() -> None:
    def longest(style: PathStyle) -> float:
        return mean(
            max(map(len, straight_lines(draw_styled_path(mixer, style, Chance(seed)) or ())))
            for seed in range(10)
        )

    mixer = Mixer(Grid.of(10, 10))
    assert longest(PathStyle.CALM) > 1.6 * longest(PathStyle.MIXED)


def straight_lines(path: tuple[Cell, ...] | list[Cell]) -> list[list[Cell]]:
    lines = [list(path[:2])]
    for before, cell, successor in zip(path, path[1:], path[2:], strict=False):
        straight = (cell.row - before.row, cell.column - before.column) == (
            successor.row - cell.row,
            successor.column - cell.column,
        )
        lines[-1:] = [[*lines[-1], successor]] if straight else [lines[-1], [cell, successor]]
    return lines


def test_a_board_has_the_path_and_the_difficulty_of_its_request() -> None:
    for style in PathStyle:
        request = BoardRequest(7, 7, difficulty=None, style=style)
        puzzle = generate(request, 5)
        assert puzzle.is_as_requested
        assert has_style(puzzle.path, style, Adjacency.EIGHT)
        assert puzzle == generate(request, 5)


def test_a_form_without_such_a_path_says_so() -> None:
    """A board of one row has one path, which never bends."""
    puzzle = generate(BoardRequest(1, 9, style=PathStyle.WINDING), 1)
    assert not has_style(puzzle.path, PathStyle.WINDING, Adjacency.EIGHT)
    assert not puzzle.is_as_requested
    assert puzzle.grid.last == len(puzzle.path) == 9
