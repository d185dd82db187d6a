"""The best of some boards: none is rougher, and no more are drawn when time is up."""

from time import monotonic

from solver.hidoku.generate.generate import PROOF, BoardRequest, draw_best, generate, roughness
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.steps import walk_through
from solver.hidoku.search.staged_search import Budget

REQUEST = BoardRequest(7, 7, difficulty=Difficulty.HARD)


def test_a_hard_board_for_a_day_has_a_step_to_remember() -> None:
    """Its hardest idea is seldom, and not among the first; of one board in three that isn't so."""
    best = draw_best(generate(REQUEST, 5), 20, PROOF)
    ideas = [entry.technique for entry in walk_through(best.grid).rounds]
    hardest = max(ideas, key=lambda idea: idea.rank)
    assert ideas.count(hardest) <= 3
    assert 3 * ideas.index(hardest) >= len(ideas)
    assert best.is_as_requested
    assert best.seed in range(5, 25)
    assert all(roughness(best) <= roughness(generate(REQUEST, seed)) for seed in range(5, 25))


def test_when_time_is_up_the_board_is_the_first_one() -> None:
    first = generate(REQUEST, 5)
    assert draw_best(first, 20, Budget(PROOF.nodes, monotonic())) is first
