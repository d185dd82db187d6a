"""What a generator asks: whether a given can be spared, looked for close by and then everywhere."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.search import solve as module
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.solve import is_needless
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import shapes, slow_solutions


@pytest.fixture(autouse=True)
def _close_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards have cells farther away than these, too."""
    monkeypatch.setattr(module, "_RADII", (0, 1))
    monkeypatch.setattr(module, "_NEARBY", 3)


@given(st.data())
def test_a_given_is_unneeded_if_no_other_solution_comes_up(data: st.DataObject) -> None:
    shape = data.draw(shapes())
    solution = next(slow_solutions(shape), None)
    assume(solution is not None)
    assert solution is not None
    numbers = data.draw(st.sets(st.sampled_from(sorted(solution.values())), min_size=1))
    board = shape.with_givens({cell: n for cell, n in solution.items() if n in numbers})
    assume(len(list(islice(slow_solutions(board), 2))) == 1)
    engine = Engine(BitLayout(shape))
    path = np.array([engine.place(cell) for cell in sorted(solution, key=solution.__getitem__)])
    givens = np.where(np.isin(np.arange(1, shape.last + 1), list(numbers)), path, 0)
    for number in numbers:
        board_without = board.with_givens({cell: n for cell, n in board.givens if n != number})
        is_sole = len(list(islice(slow_solutions(board_without), 2))) == 1
        assert is_needless(engine, givens, path, number) is is_sole


@pytest.mark.parametrize("adjacency", Adjacency)
def test_where_it_is_looked_for_first_changes_no_board(
    adjacency: Adjacency, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = BoardRequest(9, 8, adjacency=adjacency, minimal=True)
    puzzle = generate(request, 5)
    monkeypatch.setattr(module, "_RADII", ())
    assert generate(request, 5) == puzzle


def test_nodes_close_by_count() -> None:
    puzzle = generate(BoardRequest(9, 8, minimal=True), 5)
    engine = Engine(BitLayout(puzzle.grid))
    givens = engine.givens()
    assert givens is not None
    path = np.array([engine.place(cell) for cell in puzzle.path])
    numbers = puzzle.grid.given.values()
    verdicts, enough = (
        {is_needless(engine, givens, path, n, Budget(k)) for n in numbers} for k in (2, 999)
    )
    assert (verdicts, enough) == ({None, False}, {False})
