from itertools import combinations

import pytest
from hypothesis import assume, given

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.puzzles import ambiguity, conflicting_givens
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions

FINDLING = BOARDS["findling"].grid


@given(puzzles(8))
def test_a_conflict_is_one_and_needs_every_member(grid: Grid) -> None:
    conflict = conflicting_givens(grid)
    assert (conflict is None) == any(True for _ in slow_solutions(grid))
    if conflict is None:
        return
    members = dict(zip(conflict.cells, conflict.numbers, strict=True))
    assert members.items() <= grid.given.items()
    assert not any(slow_solutions(grid.with_givens(members)))
    for cell in members:
        givens = {place: number for place, number in members.items() if place != cell}
        assert not faults(grid.with_givens(givens))
        assert any(slow_solutions(grid.with_givens(givens)))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,_,2\n_,_,_", (1, 2)),
        ("1,_,2", (2,)),
        ("1,_,9", (9,)),
        ("2,_,2,_\n_,_,_,_", (2, 2)),
        ("1,##,_", ()),
        ("_,1,_", (1,)),
        ("3,1,_\n_,_,_\n_,_,2", (1, 2)),
    ],
)
def test_known_conflicts(text: str, numbers: tuple[int, ...]) -> None:
    conflict = conflicting_givens(parse_any(text))
    assert conflict is not None
    assert (conflict.numbers, conflict.is_minimal) == (numbers, True)


def test_one_wrong_given_on_a_large_board() -> None:
    givens = {**FINDLING.given, Cell(0, 0): 60}
    conflict = conflicting_givens(FINDLING.with_givens(givens))
    assert conflict is not None
    assert 60 in conflict.numbers
    assert conflict.is_minimal
    assert len(conflict.numbers) <= 8


def test_a_shape_without_a_path() -> None:
    cross = {Cell(0, 0), Cell(0, 2), Cell(2, 0), Cell(2, 2)}
    grid = Grid.of(3, 3, {Cell(1, 1): 2}, cross, Adjacency.FOUR)
    conflict = conflicting_givens(grid)
    assert conflict is not None
    assert conflict.cells == ()


def test_a_spent_budget_is_no_proof() -> None:
    assert (
        conflicting_givens(Grid.of(5, 5, {Cell(0, 0): 1, Cell(0, 1): 13}), Budget(nodes=0)) is None
    )


@given(puzzles(8))
def test_what_is_left_open(grid: Grid) -> None:
    solutions = list(slow_solutions(grid))
    assume(len(solutions) <= 150)
    doubt = ambiguity(grid)
    assert (doubt is None) == (len(solutions) < 2)
    if doubt is None:
        return
    assert (doubt.count, doubt.complete) == (len(solutions), True)
    differing = {
        cell for a, b in combinations(solutions, 2) for cell in grid.cells if a[cell] != b[cell]
    }
    assert set(doubt.cells) == differing
    number, cell = doubt.given
    assert sum(board[cell] == number for board in solutions) == doubt.left
    assert all(
        sum(board[cell] == n for board in solutions) in (0, *range(doubt.left, 151))
        for cell in differing
        for n in range(1, grid.last + 1)
    )


def test_a_board_with_too_many_solutions_says_so() -> None:
    doubt = ambiguity(Grid.of(4, 4), limit=50)
    assert doubt is not None
    assert (doubt.count, doubt.complete) == (50, False)
    assert doubt.first != doubt.second
