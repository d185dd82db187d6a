"""Nearly empty boards: decided by counted work, exactly, wherever a call pauses."""

from __future__ import annotations

import pytest
from hypothesis import event, given

from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.first_paths import Repairs
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.solve import SolutionSearch, Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import is_solution, solvable
from tests.solver.hidoku.search.plain import board_at
from tests.solver.hidoku.sparse_boards import SPARSE, Sparse, sparse_board

MOST = 10_000  # nodes and what counts as such: about two seconds


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("kind", SPARSE, ids=lambda kind: kind.title)
def test_a_few_numbers_of_a_path_are_decided(kind: Sparse, seed: int) -> None:
    grid = sparse_board(kind, seed)
    result = solve(grid, 2, Budget(nodes=MOST))
    assert result.verdict is Verdict.SEVERAL
    assert len(set(result.solutions)) == 2
    assert all(is_solution(grid, board_of(path)) for path in result.solutions)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", SPARSE[:4], ids=lambda kind: kind.title)
def test_where_a_call_pauses_changes_nothing(kind: Sparse) -> None:
    grid = sparse_board(kind, 1)
    whole = solve(grid, 2, Budget(nodes=MOST))
    for nodes in (7, 150):
        search = SolutionSearch(grid, 2)
        while (part := search.run(Budget(nodes=nodes))).count < 2:
            assert part.verdict is Verdict.UNDECIDED
        assert part.solutions == whole.solutions


@given(solvable(40))
def test_repairs_give_solutions_only(grid: Grid) -> None:
    engine = Engine(BitLayout(grid))
    places = engine.givens()
    assert places is not None
    domains = engine.start(places)
    if grid.joined or not engine.propagate_fully(domains) or not places.any():
        return
    path = Repairs(engine.shape, domains, places).run(20)
    event("repaired" if path is not None else "not repaired")
    if path is not None:
        assert is_solution(grid, board_at(engine, path))


def test_most_small_boards_can_be_repaired() -> None:
    """Half of the numbers of a snake along the rows are enough to hold on to."""
    snake = {
        Cell(row, 5 - column if row % 2 else column): 6 * row + column + 1
        for row in range(6)
        for column in range(6)
    }
    grid = Grid.of(6, 6, {cell: number for cell, number in snake.items() if number % 4 == 1})
    engine = Engine(BitLayout(grid))
    places = engine.givens()
    assert places is not None
    domains = engine.start(places)
    repairs = Repairs(engine.shape, domains, places)
    path = repairs.run(20)
    assert path is not None
    assert is_solution(grid, board_at(engine, path))
    assert repairs.tried <= 20
