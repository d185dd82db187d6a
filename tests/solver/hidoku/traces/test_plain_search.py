import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import Verdict, board_of, solve
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.text.chains import step_text
from solver.hidoku.traces.cuts import ALL_CUTS, Cuts
from solver.hidoku.traces.plain_search import Replay, solve_plain, walk
from tests.solver.hidoku.hidoku_checks import is_solution, puzzles

FINDLING = BOARDS["findling"].grid


def test_the_article_board_opens_the_known_number_of_nodes() -> None:
    result = solve_plain(FINDLING, limit=None)
    assert (result.nodes, result.successors) == (1216, 1640)
    assert result.mean_branching == pytest.approx(1.3487, abs=1e-4)
    assert result.complete
    assert list(result.solutions) == list(solve(FINDLING).solutions)


@pytest.mark.parametrize(
    ("cuts", "nodes"),
    [(Cuts(numbers=False), 1504), (Cuts(filled=False), 1216), (Cuts(empty=False), 16821)],
)
def test_each_cut_can_be_switched_off(cuts: Cuts, nodes: int) -> None:
    result = solve_plain(FINDLING, None, cuts=cuts)
    assert result.nodes == nodes
    assert result.unique


@given(puzzles(), st.booleans(), st.booleans(), st.booleans())
def test_it_agrees_with_the_search(grid: Grid, numbers: bool, filled: bool, empty: bool) -> None:
    result = solve_plain(grid, None, cuts=Cuts(numbers, filled, empty))
    reference = solve(grid, None)
    assert sorted(result.solutions) == sorted(reference.solutions)
    assert all(is_solution(grid, board_of(path)) for path in result.solutions)


@pytest.mark.parametrize(
    ("text", "count"),
    [("_,_,3", 1), ("_,2,_", 2), ("_", 1), ("_,_\n_,_", 24), ("_,_,_\n_,_,_", 96)],
)
def test_the_ends_need_not_be_given(text: str, count: int) -> None:
    assert solve_plain(parse_any(text), None).count == count


def test_a_budget_stops_it() -> None:
    result = solve_plain(FINDLING, None, Budget(nodes=100))
    assert (result.nodes, result.verdict) == (100, Verdict.UNDECIDED)
    ends = Grid.of(4, 4, {Cell(0, 0): 1, Cell(3, 3): 16})
    result = solve_plain(ends, limit=3, keep=1)
    assert (result.count, len(result.solutions), result.complete) == (3, 1, False)


def test_a_full_board_and_a_faulty_one() -> None:
    assert solve_plain(parse_any("1,2,3")).unique
    assert solve_plain(parse_any("1,3,2")).verdict is Verdict.NONE


def test_the_walk_tells_what_it_fills_and_drops() -> None:
    entries = list(walk(FINDLING, ALL_CUTS))
    assert any(entry.node.fills for entry in entries)
    assert any(entry.rejected for entry in entries)
    first = entries[0].successors
    assert [(node.number, node.cell, node.places) for node in first] == [(12, Cell(8, 2), 1)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "_,_,_,_",
            "1 can’t be in row 1, column 3: that leads to 4 in row 1, column 1, "
            "and then nothing fits row 1, column 2.",
        ),
        (
            "5,_,2\n_,_,_\n9,_,_",
            "3 can’t be in row 2, column 2: that leads to 4 in row 3, column 3; 6 in row 1, column "
            "2 and 1 more, and then no step leads from 4 in row 3, column 3 to 5 in row 1, column "
            "1.",
        ),
    ],
)
def test_what_a_number_forces_is_explained_where_it_fails(text: str, words: str) -> None:
    assert words in map(step_text, Replay(parse_any(text), ALL_CUTS).steps())


def test_what_is_placed_says_what_it_was_counted_from() -> None:
    texts = [*map(step_text, Replay(FINDLING, ALL_CUTS).steps())]
    for words in (
        "12 goes in row 9, column 3: no other empty cell is within 2 steps of 14 and next to 11.",
        "2 goes in row 10, column 2: at most one neighbour is empty, and of the others only 1 "
        "lacks a number beside it.",
        "34 goes in row 3, column 6: no neighbour is empty, and of 33, 35 and 99 beside it only 33 "
        "and 35 are two apart.",
    ):
        assert words in texts
