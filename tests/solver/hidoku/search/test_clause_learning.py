"""The learner, open boards, and the questions of a generator."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.kernels import search as kernels
from solver.hidoku.kernels.outcomes import DONE, PAUSED, SOLVED
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.search import staged_search
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.clause_learning import Learner
from solver.hidoku.search.propagation import Engine
from solver.hidoku.search.solve import SolutionSearch, Verdict, board_of, is_needless, solve
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import is_solution, puzzles, slow_solutions
from tests.solver.hidoku.kept_boards import kept_board
from tests.solver.hidoku.search.plain import board_at

ENDLESS = 10**6  # nodes


def learned(grid: Grid) -> list[dict[Cell, int]]:
    """All solutions by the learner alone."""
    engine = Engine(BitLayout(grid))
    places = engine.givens()
    assert places is not None
    domains = engine.start(places)
    if engine.shape.is_faulty or not engine.propagate_fully(domains):
        return []
    learner, boards, status = Learner(engine.shape, domains), [], PAUSED
    while status != DONE:
        status = learner.run(learner.conflicts + 3)
        if status == SOLVED:
            boards.append(board_at(engine, learner.path))
            status = learner.block()
    return boards


def in_order(boards: list[dict[Cell, int]]) -> list[list[tuple[Cell, int]]]:
    return sorted(sorted(board.items()) for board in boards)


@given(puzzles())
def test_the_learner_alone_equals_a_plain_search(grid: Grid) -> None:
    boards = learned(grid)
    assert all(is_solution(grid, board) for board in boards)
    assert in_order(boards) == in_order(list(slow_solutions(grid)))


def test_depth_first_search_and_learners_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staged_search, "_QUOTA", 3)
    monkeypatch.setattr(staged_search, "_SECOND_PATIENCE", 5)
    grid = Grid.of(3, 3)
    result = SolutionSearch(grid, None, patience=0).run()
    assert (result.count, result.complete, len(set(result.solutions))) == (784, True, 784)
    assert result.conflicts
    assert result.nodes
    search = SolutionSearch(grid, None, patience=0)
    while not search.run(Budget(nodes=7)).complete:
        pass
    assert search.result == result


@pytest.mark.parametrize("nodes", [1, 3, 50])
@pytest.mark.parametrize("patience", [0, 5])
def test_instalments_add_up_with_the_learner(nodes: int, patience: int) -> None:
    grid = kept_board("minimal, large")
    search = SolutionSearch(grid, patience=patience)
    while not search.run(Budget(nodes=nodes)).complete:
        pass
    assert search.result == SolutionSearch(grid, patience=patience).run()
    assert search.result.probes
    assert search.result.conflicts


@pytest.mark.parametrize(
    ("name", "limit"), [("eight neighbours", 150), ("four neighbours", 600), ("large", 1500)]
)
def test_boards_from_which_no_given_can_go(name: str, limit: int) -> None:
    grid = kept_board(f"minimal, {name}")
    result = solve(grid)
    assert result.unique
    assert is_solution(grid, board_of(result.solutions[0]))
    assert 20 < result.nodes + result.probes + result.conflicts <= limit
    assert SolutionSearch(grid, patience=0).run().solutions[0] == result.solutions[0]


@pytest.mark.parametrize("name", ["eight neighbours", "four neighbours"])
def test_a_needless_given_asks_for_another_solution(name: str) -> None:
    grid = kept_board(f"minimal, {name}")
    engine = Engine(BitLayout(grid))
    givens = engine.givens()
    assert givens is not None
    cells = solve(grid).solutions[0]
    path = np.array([engine.place(cell) for cell in cells])
    assert not any(is_needless(engine, givens, path, number) for number in grid.given.values())
    givens_with_ends = givens.copy()
    givens_with_ends[[0, -1]] = path[[0, -1]]
    for number in grid.given.values():
        givens_left = {cells[n - 1]: n for n in {1, *grid.given.values(), grid.last} - {number}}
        result = solve(grid.with_givens(givens_left), 2, Budget(nodes=5000))
        assert is_needless(engine, givens_with_ends, path, number) is result.unique


def test_a_question_may_stay_open() -> None:
    grid = kept_board("minimal, large")
    engine = Engine(BitLayout(grid))
    givens = engine.givens()
    assert givens is not None
    path = np.array([engine.place(cell) for cell in solve(grid).solutions[0]])
    answers = {is_needless(engine, givens, path, n, Budget(nodes=1)) for n in grid.given.values()}
    assert answers == {None, False}


@pytest.mark.parametrize(
    "grid",
    [
        Grid.of(10, 10, {Cell(3, 4): 57}),
        Grid.of(10, 10, {Cell(4, 4): 51}, adjacency=Adjacency.FOUR),
        Grid.of(20, 20, {Cell(7, 8): 133}),
        Grid.of(20, 19, {Cell(7, 8): 133}, {Cell(0, 0), Cell(9, 9)}, Adjacency.HEX),
        Grid.of(30, 30),
        Grid.of(30, 30, {Cell(0, 0): 1, Cell(29, 29): 900}),
        Grid.of(30, 30, {Cell(3, 3): 900}),
        Grid.of(3, 50, {Cell(1, 0): 1, Cell(1, 49): 150}),
        Grid.of(20, 20, {Cell(3, 3): 1, Cell(9, 9): 100, Cell(10, 3): 200, Cell(4, 15): 300}),
    ],
    ids=str,
)
def test_an_open_board_has_two_solutions_before_anything_is_learned(grid: Grid) -> None:
    result = solve(grid)
    assert result.count == len(set(result.solutions)) == 2
    assert all(is_solution(grid, board_of(path)) for path in result.solutions)
    assert result.nodes <= 1000
    assert (result.probes, result.conflicts) == (0, 0)


def test_each_path_of_a_ladder_is_counted_once() -> None:
    """A ladder of n rungs has 2 (n² - n + 2) paths, each direction counted."""
    grid = Grid.of(2, 21, adjacency=Adjacency.FOUR)
    result = solve(grid, None)
    assert (result.count, result.complete, len(set(result.solutions))) == (844, True, 844)
    step = SolutionSearch(grid, None)
    while not (part := step.run(Budget(nodes=97))).complete:
        assert part.count == len(set(part.solutions))
    assert part == result


def test_a_budget_ends_a_search_that_is_far_from_an_answer() -> None:
    """Five numbers on a path of a hexagonal 12×12: neither two paths nor a proof are near."""
    path = Mixer(Grid.of(12, 12, adjacency=Adjacency.HEX)).random_path(Chance(1))
    assert path is not None
    numbers = {path[number - 1]: number for number in (20, 47, 70, 101, 130)}
    grid = Grid.of(12, 12, numbers, adjacency=Adjacency.HEX)
    result = solve(grid, 2, Budget(nodes=1500))
    assert result.verdict is Verdict.UNDECIDED
    assert 1500 <= result.nodes + result.probes + result.conflicts <= 1500 + grid.last


def test_what_depth_first_search_has_finished_is_not_counted_again() -> None:
    """Here probing leaves nothing of the last choice, so the learner has nothing to look for."""
    result = solve(kept_board("handed over"), None)
    assert (result.count, result.complete, len(set(result.solutions))) == (3, True, 3)


@given(puzzles(), st.integers(0, 40))
def test_a_hand_over_at_any_node_loses_and_repeats_nothing(grid: Grid, nodes: int) -> None:
    search = SolutionSearch(grid, None, patience=ENDLESS)
    search.run(Budget(nodes=nodes))
    search._search._state[kernels.PATIENCE] = -ENDLESS  # each solution earns some
    result = search.run()
    assert result.complete
    assert sorted(result.solutions) == sorted(
        tuple(sorted(board, key=board.__getitem__)) for board in slow_solutions(grid)
    )
