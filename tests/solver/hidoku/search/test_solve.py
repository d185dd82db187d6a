from time import monotonic

import pytest
from hypothesis import given

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import SearchResult, SolutionSearch, Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from tests.cases import cases
from tests.solver.hidoku.hidoku_checks import is_solution, puzzles, slow_solutions, solvable
from tests.solver.hidoku.kept_boards import kept_board

FINDLING = BOARDS["findling"].grid
SOLUTION = kept_board("solution of the known board").given


def test_the_known_board_has_its_printed_solution_and_no_other() -> None:
    result = solve(FINDLING)
    assert result.verdict is Verdict.UNIQUE
    assert result.complete
    assert board_of(result.solutions[0]) == SOLUTION
    assert (result.nodes, result.mean_branching) == (1, 0)  # no try at all


@given(puzzles())
def test_the_search_equals_a_plain_one(grid: Grid) -> None:
    result = solve(grid, limit=None)
    boards = list(slow_solutions(grid))
    assert result.complete
    assert result.count == len(boards)
    solutions = [board_of(path) for path in result.solutions]
    assert all(is_solution(grid, board) for board in solutions)
    assert sorted(map(sorted, (b.items() for b in solutions))) == sorted(
        map(sorted, (b.items() for b in boards))
    )


@given(solvable())
def test_boards_made_from_a_path_are_solved(grid: Grid) -> None:
    result = solve(grid, limit=1, budget=Budget(nodes=20_000))
    assert result.count == len(result.solutions) <= 1
    assert not (result.complete and result.count == 0)
    assert all(is_solution(grid, board_of(path)) for path in result.solutions)


@pytest.mark.parametrize("nodes", [1, 2, 7])
@pytest.mark.parametrize("keep", [0, 3, None])
def test_instalments_add_up(nodes: int, keep: int | None) -> None:
    grid = Grid.of(3, 3, {Cell(1, 1): 5})
    search, runs = SolutionSearch(grid, None, keep), 0
    while not (result := search.run(Budget(nodes=nodes))).complete:
        runs += 1
        assert result.nodes <= nodes * runs
    assert result == SolutionSearch(grid, None, keep).run()


def test_a_deadline_stops_and_the_search_goes_on() -> None:
    grid = Grid.of(10, 10, adjacency=Adjacency.FOUR)
    SolutionSearch(grid, limit=None, keep=0).run(Budget(nodes=1000))  # all kernels are ready then
    search = SolutionSearch(grid, limit=None, keep=0)
    assert search.run(Budget(deadline=monotonic() - 1)).nodes == 0
    first = search.run(Budget(deadline=monotonic() + 0.05))
    assert not first.complete
    second = search.run(Budget(nodes=10))
    assert 10 <= _work(second) - _work(first) < 20  # the cells of a number are tried together


def _work(result: SearchResult) -> int:
    return result.nodes + result.probes + result.conflicts


@cases(
    ("text", "verdict", "unique"),
    [
        ("1,_,_\n_,_,_\n_,_,9", Verdict.SEVERAL, False),
        ("1,2\n_,_\n5,6", Verdict.SEVERAL, False),
        ("1,##,2", Verdict.NONE, False),
        ("1,##,3", Verdict.NONE, False),
        ("1,1,_", Verdict.NONE, False),
        ("2,_,_", Verdict.NONE, False),
        ("_,2,_,_", Verdict.UNIQUE, True),
        ("1", Verdict.UNIQUE, True),
        ("_", Verdict.UNIQUE, True),
    ],
)
def test_verdicts(text: str, verdict: Verdict, unique: bool) -> None:
    result = solve(parse_any(text))
    assert (result.verdict, result.unique) == (verdict, unique)


def test_undecided_is_a_value() -> None:
    result = solve(Grid.of(6, 6), budget=Budget(nodes=3))
    assert (result.verdict, result.unique, result.complete) == (Verdict.UNDECIDED, None, False)


def test_bounds_beyond_any_search_are_no_bounds() -> None:
    result = solve(Grid.of(3, 3), 10**30, Budget(nodes=2**63), keep=10**30)
    assert (result.count, result.complete) == (784, True)


def test_solutions_become_paths_when_they_are_read() -> None:
    result = solve(Grid.of(3, 2), None)
    assert list(result.solutions[1:3]) == list(result.solutions)[1:3]
    assert result.solutions[-1] in result.solutions
    with pytest.raises(IndexError):
        result.solutions[96]


def test_a_limit_ends_the_search() -> None:
    search = SolutionSearch(Grid.of(3, 3), limit=5, keep=2)
    result = search.run()
    assert (result.count, len(result.solutions), result.complete) == (5, 2, False)
    assert search.run() == result


def test_mean_branching_counts_each_successor_by_its_family() -> None:
    result = solve(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4}), limit=None)
    assert (result.nodes, result.successors, result.children, result.depth) == (3, 4, 2, 1)
    assert result.mean_branching == 2
