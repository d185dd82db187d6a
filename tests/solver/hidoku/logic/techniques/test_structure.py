import pytest
from hypothesis import given

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.grid import Cell, Grid
from tests.solver.hidoku.logic.techniques.structure_checks import (
    FINDERS,
    applied,
    changes,
    denies,
    known_boards,
)


@given(known_boards())
def test_no_finder_denies_the_known_path(puzzle: tuple[Grid, dict[Cell, int]]) -> None:
    grid, solution = puzzle
    position = Position.of(grid)
    for _ in range(3):
        steps = [step for finder in FINDERS.values() for step in changes(position, finder)]
        for step in steps:
            assert not denies(step, solution), step
        position = applied(position, steps[::2])
        assert position.dead is None


@pytest.mark.parametrize("technique", FINDERS)
def test_a_board_with_nothing_left_or_nothing_given_is_no_trouble(technique: Technique) -> None:
    full = Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 2})
    assert changes(Position.of(full), FINDERS[technique]) == []
    assert changes(Position.of(Grid.of(4, 5)), FINDERS[technique]) == []
