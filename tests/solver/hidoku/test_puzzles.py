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
    found = conflicting_givens(grid)
    assert (found is None) == any(True for _ in slow_solutions(grid))
    if found is None:
        return
    members = dict(zip(found.cells, found.numbers, strict=True))
    assert members.items() <= grid.given.items()
    assert not any(slow_solutions(grid.with_givens(members)))
    for cell in members:
        rest = {other: number for other, number in members.items() if other != cell}
        assert not faults(grid.with_givens(rest))
        assert any(slow_solutions(grid.with_givens(rest)))


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
    found = conflicting_givens(parse_any(text))
    assert found is not None
    assert (found.numbers, found.is_minimal) == (numbers, True)


def test_one_wrong_given_on_a_large_board() -> None:
    givens = {**FINDLING.given, Cell(0, 0): 60}
    found = conflicting_givens(FINDLING.with_givens(givens))
    assert found is not None
    assert 60 in found.numbers
    assert found.is_minimal
    assert len(found.numbers) <= 8


def test_a_shape_without_a_path() -> None:
    cross = {Cell(0, 0), Cell(0, 2), Cell(2, 0), Cell(2, 2)}
    grid = Grid.of(3, 3, {Cell(1, 1): 2}, cross, Adjacency.FOUR)
    found = conflicting_givens(grid)
    assert found is not None
    assert found.cells == ()


def test_a_spent_budget_is_no_proof() -> None:
    assert (
        conflicting_givens(Grid.of(5, 5, {Cell(0, 0): 1, Cell(0, 1): 13}), Budget(nodes=0)) is None
    )


@given(puzzles(8))
def test_what_is_left_open(grid: Grid) -> None:
    solutions = list(slow_solutions(grid))
    assume(len(solutions) <= 150)
    found = ambiguity(grid)
    assert (found is None) == (len(solutions) < 2)
    if found is None:
        return
    assert (found.count, found.complete) == (len(solutions), True)
    differing = {
        cell for a, b in combinations(solutions, 2) for cell in grid.cells if a[cell] != b[cell]
    }
    assert set(found.cells) == differing
    number, cell = found.given
    assert sum(board[cell] == number for board in solutions) == found.left
    assert all(
        sum(board[other] == n for board in solutions) in (0, *range(found.left, 151))
        for other in differing
        for n in range(1, grid.last + 1)
    )


def test_a_board_with_too_many_solutions_says_so() -> None:
    found = ambiguity(Grid.of(4, 4), most=50)
    assert found is not None
    assert (found.count, found.complete) == (50, False)
    assert found.first != found.second
