"""The solver of techniques alone: each step is right, rests on what came before, and leads on."""

from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.logic.hints import Reasoning, explain
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.techniques.contradictions import blocked, contradictions
from solver.hidoku.logic.techniques.singles import corners
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.staged_search import Budget
from tests.solver.hidoku.hidoku_checks import puzzles, slow_solutions, solvable

HARD = parse_any("_,8,_,_\n_,_,16,_\n_,4,_,14\n_,_,_,_", Adjacency.EIGHT)


def check_path(reasoning: Reasoning) -> None:
    """Each step names only strikes made before it, and says something."""
    eliminations: set[Candidate] = set()
    for step in reasoning.path:
        assert set(step.needed) <= eliminations
        eliminations |= set(step.eliminated)
        assert step.placed or step.eliminated
        assert step.reason.endswith((".", ".)"))
        trial = step.claim.trial
        assert (step.technique is blocked) == (trial is not None and not trial.chain)
        if trial and trial.chain:
            assert step.technique is contradictions


@given(st.one_of(solvable(10), puzzles(9)))
def test_every_step_agrees_with_every_solution(grid: Grid) -> None:
    if not faults(grid):
        reasoning = explain(grid)
        check_path(reasoning)
        solutions = list(slow_solutions(grid))
        for board in solutions:
            for step in reasoning.path:
                if step.placed is not None:
                    assert board[step.placed.cell] == step.placed.number
                assert not any(board[cell] == number for number, cell in step.eliminated)
        assert not (reasoning.dead and solutions)
        assert reasoning.is_solved == (reasoning.position.board in solutions)
        if reasoning.is_solved:
            assert len(solutions) == 1


@given(solvable(14))
def test_the_path_alone_leads_to_the_same_board(grid: Grid) -> None:
    reasoning = explain(grid)
    position = Position.of(grid)
    for step in reasoning.path:
        position = position.after(step)
    assert position.board == reasoning.position.board
    assert bool(position.dead) == bool(reasoning.dead)


def test_the_known_board() -> None:
    reasoning = explain(BOARDS["findling"].grid)
    assert reasoning.is_solved
    assert max((step.technique for step in reasoning.path), key=lambda idea: idea.rank) is corners
    assert len(reasoning.path) == 73


def test_a_board_that_needs_contradictions() -> None:
    reasoning = explain(HARD)
    assert reasoning.is_solved
    assert contradictions in {step.technique for step in reasoning.path}
    eliminations = sum(len(step.eliminated) for stage in reasoning.rounds for step in stage.steps)
    assert sum(len(step.eliminated) for step in reasoning.path) <= eliminations


def test_a_board_without_a_solution() -> None:
    reasoning = explain(parse_any("_,1,_\n_,_,_\n_,_,_", Adjacency.FOUR))
    assert reasoning.dead is not None
    assert not reasoning.is_solved


def test_out_of_time() -> None:
    reasoning = explain(HARD, Budget(deadline=0))
    assert reasoning.is_stopped
    assert reasoning.path == ()


def test_a_board_in_play() -> None:
    grid = BOARDS["findling"].grid
    board = {**grid.given, Cell(3, 4): 24}
    assert explain(grid, board=board).is_solved
    assert len(explain(grid, board=board).path) == 72
