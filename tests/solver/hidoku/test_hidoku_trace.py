import pytest
from hypothesis import given, settings

from solver.hidoku.boards import BOARDS
from solver.hidoku.grid import Cell, Grid
from solver.hidoku.hunt import Budget
from solver.hidoku.notation import parse_grid
from solver.hidoku.search import Verdict, board_of, solve
from solver.hidoku.step_words import step_text
from solver.hidoku.steps import PLACEMENTS, Kind
from solver.hidoku.trace import Mode, Trace, trace
from tests.solver.hidoku.hidoku_checks import is_solution, puzzles

FINDLING = BOARDS["findling"].grid
SOLUTION = board_of(solve(FINDLING).solutions[0])


def replayed(found: Trace) -> None:
    """Every frame follows from the one before it; a step back gives an earlier frame."""
    seen = [dict(found.grid.givens)]
    assert found.board_at(0) == seen[0]
    for index, step in enumerate(found.steps[1:], 1):
        board, before = found.board_at(index), seen[-1]
        seen.append(board)
        assert step_text(step).endswith(".")
        if step.kind in PLACEMENTS:
            assert step.cell is not None
            assert step.cell not in before
            assert step.number not in before.values()
            assert board == {**before, step.cell: step.number}
        elif step.kind is Kind.RETREAT:
            assert step.cell is not None
            assert before[step.cell] == step.number
            assert step.cell not in board
            assert board in seen[:-1]
        elif step.kind is Kind.SOLVED:
            assert is_solution(found.grid, board)
        elif step.kind is not Kind.PROVED:
            assert board == before


@pytest.mark.parametrize(
    ("mode", "tries", "nodes"),
    [(Mode.TECHNIQUES, 0, 1), (Mode.RULES, 28, 29), (Mode.SEARCH, 598, 1216)],
)
def test_the_known_board(mode: Mode, tries: int, nodes: int) -> None:
    found = trace(FINDLING, mode)
    assert found.steps[0].kind is Kind.START
    assert found.steps[-1].kind is Kind.PROVED
    assert found.solution == found.board_at(-1) == SOLUTION
    assert sum(step.kind is Kind.TRY for step in found.steps) == tries
    assert found.steps[-1].nodes == nodes
    replayed(found)


@pytest.mark.parametrize(
    ("mode", "goes_on"), [(Mode.TECHNIQUES, False), (Mode.RULES, True), (Mode.SEARCH, True)]
)
def test_a_solution_says_whether_something_is_left(mode: Mode, goes_on: bool) -> None:
    found = trace(FINDLING, mode)
    (solved,) = (i for i, step in enumerate(found.steps) if step.kind is Kind.SOLVED)
    assert ("searched now" in step_text(found.steps[solved])) == goes_on
    tries_after = any(step.kind is Kind.TRY for step in found.steps[solved:])
    assert tries_after == goes_on


@settings(deadline=None)
@given(puzzles())
def test_a_solution_goes_on_only_if_it_is_not_the_end(grid: Grid) -> None:
    ends = {1, grid.last} <= set(grid.given.values())
    for mode in Mode if ends else [Mode.RULES, Mode.TECHNIQUES]:
        steps = trace(grid, mode).steps
        for index, step in enumerate(steps):
            if step.kind is Kind.SOLVED:
                assert step.goes_on == (
                    len(steps) > index + 2
                    and step.kind not in [later.kind for later in steps[:index]]
                )


def test_counters() -> None:
    found = trace(FINDLING, Mode.SEARCH)
    end = found.counters_at(len(found) - 1)
    assert (end.nodes, end.successors, end.left, end.places) == (1216, 1640, 0, {})
    assert end.mean_branching == pytest.approx(1.3487, abs=1e-4)
    start = found.counters_at(0)
    assert (start.nodes, start.mean_branching, start.left) == (0, 0, 73)
    assert start.places[24] == 1
    assert min(start.places.values()) == 1


@settings(deadline=None)
@given(puzzles())
def test_every_trace_is_consistent_and_right(grid: Grid) -> None:
    ends = {1, grid.last} <= set(grid.given.values())
    verdict = solve(grid).verdict
    last = {
        Verdict.NONE: Kind.IMPOSSIBLE,
        Verdict.UNIQUE: Kind.PROVED,
        Verdict.SEVERAL: Kind.SEVERAL,
    }
    for mode in Mode if ends else [Mode.RULES, Mode.TECHNIQUES]:
        found = trace(grid, mode)
        assert found.steps[-1].kind is last[verdict]
        assert (found.solution is None) == (verdict is Verdict.NONE)
        replayed(found)


@pytest.mark.parametrize("mode", Mode)
def test_budgets_stop_it_and_say_so(mode: Mode) -> None:
    grid = Grid.of(5, 5, {Cell(0, 0): 1, Cell(4, 4): 25})
    for found in (
        trace(FINDLING, mode, most_steps=10),
        trace(grid, mode, Budget(nodes=2)),
        trace(grid, mode, Budget(deadline=0)),
    ):
        assert found.steps[-1].kind is Kind.STOPPED
        assert len(found) <= 40 or found.steps[-1].nodes == 3
        replayed(found)
    assert len(trace(FINDLING, mode, most_steps=10)) == 10


def test_a_faulty_board_ends_at_once() -> None:
    kinds = [step.kind for step in trace(parse_grid("1,1,_"), Mode.RULES).steps]
    assert kinds == [Kind.START, Kind.IMPOSSIBLE]
