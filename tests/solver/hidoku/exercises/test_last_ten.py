"""Last ten: boards with ten numbers missing."""

from __future__ import annotations

import pytest

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.last_ten import WANTED, find_break, make
from solver.hidoku.logic.grade import grade
from solver.hidoku.text.exercises import break_words
from tests.solver.hidoku.exercises.twin import ten_of

LEVELS = tuple(ExerciseLevel)


@pytest.mark.parametrize("seed", range(36))
def test_the_plain_twin_agrees(seed: int) -> None:
    assert ten_of(LEVELS[seed % 3], seed) == []


@pytest.mark.parametrize("level", LEVELS)
def test_the_score_says_how_hard_it_is(level: ExerciseLevel) -> None:
    """Each level begins where the one before it ends."""
    ends = [-1, *(wanted.end - 1 for wanted in WANTED.values())]
    for seed in range(8):
        score = grade(make(level, seed).grid).score
        assert score is not None
        assert ends[LEVELS.index(level)] < score <= ends[LEVELS.index(level) + 1]


def test_a_seed_is_the_same_exercise_for_ever() -> None:
    assert make(ExerciseLevel.MEDIUM, 5) == make(ExerciseLevel.MEDIUM, 5)
    assert make(ExerciseLevel.MEDIUM, 5) != make(ExerciseLevel.MEDIUM, 6)


def test_of_a_wrong_path_the_first_break_is_told() -> None:
    exercise = make(ExerciseLevel.EASY, 1)
    a, b, *_ = exercise.solution
    swapped = {**exercise.solution, a: exercise.solution[b], b: exercise.solution[a]}
    board = {**exercise.grid.given, **swapped}
    broken = find_break(exercise.grid, board)
    assert broken is not None
    low, cell, following = broken
    assert (board[cell], board[following]) == (low, low + 1)
    assert following not in exercise.grid.neighbours(cell)
    assert f"{low} and {low + 1}" in break_words(broken)[0]
