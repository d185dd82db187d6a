"""Exact counts, judged by listing and by published sequences."""

import pytest
from hypothesis import given

from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search.solve import count_by_border, count_solutions, solve
from solver.hidoku.search.staged_search import Budget
from tests.cases import cases
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable


@cases(
    ("rows", "columns", "adjacency", "count"),
    [
        (1, 1, Adjacency.EIGHT, 1),
        (1, 50, Adjacency.FOUR, 2),
        (2, 2, Adjacency.EIGHT, 24),
        (3, 2, Adjacency.EIGHT, 96),
        (3, 3, Adjacency.EIGHT, 784),
        (4, 3, Adjacency.EIGHT, 9356),
        (4, 4, Adjacency.EIGHT, 343184),
        (3, 3, Adjacency.FOUR, 40),
        (4, 4, Adjacency.FOUR, 552),
        (5, 5, Adjacency.FOUR, 8648),
        (7, 7, Adjacency.FOUR, 27070560),
        (8, 8, Adjacency.FOUR, 6046626568),
        (5, 5, Adjacency.EIGHT, 729237344),
        (6, 6, Adjacency.EIGHT, 13089822163800),
        (2, 50, Adjacency.FOUR, 2 * (50**2 - 50 + 2)),
    ],
)
def test_empty_boards(rows: int, columns: int, adjacency: Adjacency, count: int) -> None:
    """Each direction counted: twice OEIS A096969 and A308129."""
    for size in ((rows, columns), (columns, rows)):
        grid = Grid.of(*size, adjacency=adjacency)
        assert count_by_border(grid) == count
        assert solve(grid, 10_000, keep=0).count == min(count, 10_000)


@pytest.mark.parametrize(("side", "count"), [(2, 2), (3, 30), (4, 4942), (5, 5853876)])
def test_paths_from_corner_to_corner(side: int, count: int) -> None:
    ends = {Cell(0, 0): 1, Cell(side - 1, side - 1): side * side}
    assert count_by_border(Grid.of(side, side, ends)) == count


@given(puzzles())
def test_a_count_equals_a_slow_list(grid: Grid) -> None:
    assert count_by_border(grid) == len(list(slow_solutions(grid)))


@given(solvable())
def test_a_count_equals_the_search(grid: Grid) -> None:
    result = solve(grid, None, Budget(nodes=20_000), keep=0)
    if result.complete:
        assert count_by_border(grid) == result.count


def test_a_count_that_needs_two_words() -> None:
    """Seven squares that touch at their corners, so that their counts multiply."""
    cells = {Cell(row, column) for row in range(28) for column in range(28)}
    blocked_cells = {cell for cell in cells if cell.row // 4 != cell.column // 4}
    ends = {Cell(0, 0): 1, Cell(27, 27): 7 * 16}
    assert count_by_border(Grid.of(28, 28, ends, blocked_cells)) == 4942**7 > 2**64


def test_beyond_its_budget_a_count_is_a_lower_bound() -> None:
    grid = Grid.of(8, 8, {Cell(3, 3): 20, Cell(5, 5): 40})
    assert count_by_border(grid, cap=1 << 12) is None
    assert count_by_border(grid, Budget(deadline=0)) is None
    result = count_solutions(Grid.of(30, 30), 3, Budget(deadline=0))
    assert not result.complete


def test_some_of_the_solutions_are_kept() -> None:
    result = count_solutions(Grid.of(8, 8, adjacency=Adjacency.FOUR), keep=3)
    assert (result.count, result.complete, len(result.solutions)) == (6046626568, True, 3)
