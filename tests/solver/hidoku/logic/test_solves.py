"""A solve looked back on: what led to each number, in any order of placing."""

from itertools import chain

import pytest

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.logic.hints import next_step
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.solves import AHEAD, look_back
from solver.hidoku.logic.technique import techniques
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.solve import solve


def missing(grid: Grid) -> list[Candidate]:
    path = solve(grid).solutions[0]
    return [Candidate(n, cell) for n, cell in enumerate(path, 1) if cell not in grid.given]


@pytest.fixture(scope="module")
def grid() -> Grid:
    return generate(BoardRequest(8, 8, difficulty=Difficulty.HARD), 3).grid


def test_who_follows_the_hints_guesses_nothing_and_gets_their_ideas(grid: Grid) -> None:
    play, order, direct = Play(grid), list[Candidate](), dict[int, str]()
    while (step := next_step(play)) and step.number and step.cell:
        play = play.place(step.cell, step.number)
        order.append(Candidate(step.number, step.cell))
        if not step.question:
            direct[step.number] = step.name
    assert play.is_solved
    ideas = look_back(grid, order).ideas
    assert list(ideas) == [number for number, _ in order]
    assert None not in ideas.values()
    ranks = {technique.name: technique.rank for technique in techniques()}
    for number, name in direct.items():
        idea = ideas[number]
        assert idea
        assert idea.rank <= ranks[name]


def test_a_number_placed_out_of_the_blue_is_a_guess_and_only_there(grid: Grid) -> None:
    """Nothing places it or its neighbours for a few rounds, and no hint has a reason for it."""
    order, lonely = missing(grid), list[Candidate]()
    for candidate in order:
        position = Position.of(grid)
        for _ in range(AHEAD):
            steps = chain.from_iterable(t.find(position) for t in techniques() if not t.is_trial)
            position = position.after(*[step for step in steps if step.placed])
        if candidate.cell not in position.board and not next_step(Play(grid), candidate):
            lonely.append(candidate)
    assert lonely
    guess = lonely[-1]
    after = look_back(grid, [guess, *(candidate for candidate in order if candidate != guess)])
    assert after.ideas[guess.number] is None
    last = look_back(grid, [*(candidate for candidate in order if candidate != guess), guess])
    assert last.ideas[guess.number]


def test_before_a_stop_the_step_leads_to_the_number_if_any_step_does(grid: Grid) -> None:
    order = missing(grid)
    solve = look_back(grid, order, [candidate.number for candidate in order[::2]])
    for number, step in solve.steps.items():
        goal = next(candidate for candidate in order if candidate.number == number)
        play = Play(grid)
        for candidate in order[: order.index(goal)]:
            play = play.place(candidate.cell, candidate.number)
        assert step == (next_step(play, goal) or next_step(play))
        if step.number == number:
            assert solve.ideas[number] == step.technique  # as a hint names it
