"""Sentences of exercises and searches are true of their board, and say what they used not to."""

import re
from itertools import islice

import pytest

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import make, practised_techniques, seed_of
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import with_reason
from solver.hidoku.logic.technique import Deduction, Technique, technique_named
from solver.hidoku.logic.why import ask
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.text.why import why_words
from tests.sampling import asks_all
from tests.solver.hidoku.logic.boards import board_by_seed
from tests.solver.hidoku.logic.judge.boards import board
from tests.solver.hidoku.logic.judge.claims import Scene
from tests.solver.hidoku.logic.judge.sentences import Claimed
from tests.solver.hidoku.logic.judge.test_judge import judge

BOARDS = 600 if asks_all() else 40
EXERCISES = 100 if asks_all() else 2  # of each technique and level


@pytest.mark.parametrize("level", ExerciseLevel)
@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda technique: technique.name)
def test_solutions_of_exercises_are_true_of_their_board(
    technique: Technique, level: ExerciseLevel
) -> None:
    for number in range(EXERCISES):
        exercise = make(level, seed_of(technique, number))
        for answer in islice(exercise.steps, 3):
            judge(exercise.grid, exercise.grid.given, exercise.step_for(answer))


def told(grid: Grid, candidate: Candidate) -> str:
    """Why a candidate fails."""
    trial = Deduction(technique_named("contradiction"), eliminated=(candidate,))
    return with_reason(Position.of(grid), trial).reason


def test_a_route_that_dies_with_another_is_listed_with_it() -> None:
    """With 3 there, both 21 and 23 need row 3, column 1: each gap alone would have a route."""
    grid = parse_any(
        """
         .  .  .  5  .  .
        22  .  6  .  .  .
         .  7  .  .  .  .
         .  .  8  .  .  .
         . 26  .  9  . 12
        """,
        Adjacency.EIGHT,
    )
    assert told(grid, Candidate(3, Cell(1, 1))) == (
        "Suppose 3 is in row 2, column 2. "
        "Then 4 fits only row 1, column 3, so 21, between 12 and 22, and 23, between 22 and 26, "
        "both need row 3, column 1."
    )


def test_a_joined_cell_that_nothing_can_fill_is_named() -> None:
    """It once said that two numbers would share a cell, and named two cells."""
    grid = board_by_seed(390)
    assert told(grid, Candidate(9, Cell(0, 4))) == (
        "Suppose 9 is in row 1, column 5. "
        "Then nothing fits row 3, column 2: counting leaves only 11, but that’s 3 steps from 9."
    )


@pytest.mark.parametrize(
    ("grid", "out", "text"),
    [
        (
            board(57),
            Candidate(5, Cell(2, 0)),
            "Then row 2, column 1 is 8 or 10. If it’s 8, then 4, between 2 and 5, and 6, between "
            "5 and 8, both need row 2, column 2. If it’s 10, nothing fits row 4, column 4: "
            "counting leaves only 11 to 14, but that’s 5 steps through empty cells from 10.",
        ),
        (
            board_by_seed(47),
            Candidate(1, Cell(1, 4)),
            "Then row 1, column 1 is 15, 16 or 17. Each time, nothing fits row 4, column 5: "
            "counting leaves only 13 to 17, but that’s 7 steps from row 1, column 1.",
        ),
    ],
    ids=["each its own way", "all the same way"],
)
def test_each_number_left_for_a_cell_is_followed(grid: Grid, out: Candidate, text: str) -> None:
    assert why_words(ask(Play(grid), out)) == text
    numbers = frozenset(grid.given.values())
    scene = Scene(grid, grid.given, numbers, joined=frozenset(grid.joined))
    assert Claimed(scene, [out], text).holds()
    text_without_one = re.sub("or 10|, 16", "or 12", text)
    assert not Claimed(scene, [out], text_without_one).holds()
