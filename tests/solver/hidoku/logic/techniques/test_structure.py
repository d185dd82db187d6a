import re
from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable
from tests.solver.hidoku.logic.techniques.structure_checks import (
    FINDERS,
    applied,
    changes,
    denies,
    is_path,
    known_boards,
    look,
    obeys_joins,
    path_board,
    reason,
)


@given(known_boards())
def test_no_finder_denies_the_known_path(known: tuple[Grid, dict[Cell, int]]) -> None:
    grid, solution = known
    position = Position.of(grid)
    for _ in range(3):
        found = [step for finder in FINDERS.values() for step in changes(position, finder)]
        for step in found:
            assert not denies(step, solution), reason(step)
        position = applied(position, found[::2])
        assert position.dead is None


@given(puzzles(8) | solvable(11))
def test_what_is_found_holds_in_every_solution(grid: Grid) -> None:
    if faults(grid):
        return
    position = Position.of(grid)
    found = [step for finder in FINDERS.values() for step in changes(position, finder)]
    for solution in islice(slow_solutions(grid), 400 if found else 0):
        assert not any(denies(step, solution) for step in found)


def random_boards(count: int, most: float = 0.4) -> list[tuple[Grid, dict[Cell, int]]]:
    boards = []
    for seed in range(count):
        random = Random(seed)
        shape, path = path_board(5, 6, list(Adjacency)[seed % 3], seed, seed % 5)
        solution = {cell: number for number, cell in enumerate(path, 1)}
        givens = {cell: n for cell, n in solution.items() if random.random() < most}
        boards.append((shape.with_givens(givens), solution))
    return boards


def test_every_technique_is_found_on_random_boards_and_has_its_words() -> None:
    found: Counter[Technique] = Counter()
    for grid, solution in random_boards(90):
        assert is_path(grid, sorted(solution, key=solution.__getitem__))
        for technique, finder in FINDERS.items():
            for step in changes(Position.of(grid), finder):
                found[technique] += 1
                assert step.technique is technique
                assert look(step).endswith(("?", "."))
                assert reason(step).endswith((".", ".)"))
                if not step.placed:
                    assert re.search("row|their cells", reason(step))
    assert set(found) == set(FINDERS)


@given(known_boards(5))
def test_the_checks_know_their_own_path(known: tuple[Grid, dict[Cell, int]]) -> None:
    grid, solution = known
    assert is_path(grid, sorted(solution, key=solution.__getitem__))
    assert obeys_joins(grid, solution)
    assert all(solution[cell] == number for cell, number in grid.givens)


@pytest.mark.parametrize("technique", FINDERS)
def test_a_board_with_nothing_left_or_nothing_given_is_no_trouble(technique: Technique) -> None:
    full = Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 2})
    assert changes(Position.of(full), FINDERS[technique]) == []
    assert changes(Position.of(Grid.of(4, 5)), FINDERS[technique]) == []
