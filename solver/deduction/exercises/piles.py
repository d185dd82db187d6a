"""Piles: each possible code is put on the pile of the feedback it would give a guess.

Easy ones have up to six codes, medium ones up to nine, hard ones up to twelve.
"""

from dataclasses import dataclass
from typing import Final

from solver.deduction.exercises.positions import Rows, draw_code, draw_turns
from solver.deduction.rules.game import Code
from solver.exercises import ExerciseLevel, draws_of

NAME: Final = "piles"
VERSION: Final = 1
CODES: Final = {
    ExerciseLevel.EASY: range(5, 7),
    ExerciseLevel.MEDIUM: range(7, 10),
    ExerciseLevel.HARD: range(10, 13),
}
FEWEST_PILES: Final = 3
MOST_ROWS: Final = 4


@dataclass(frozen=True)
class Piles(Rows):
    guess: Code = ()


def make(level: ExerciseLevel, seed: int) -> Piles:
    """Return the exercise for a seed; some pile has several codes.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> len(made.codes), made.game.format_code(made.guess)
    (6, '4335')
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        exercise = Piles(draw_turns(draws, 2 + draws.below(MOST_ROWS - 1)), draw_code(draws))
        codes = exercise.codes
        feedbacks = {exercise.game.feedback(exercise.guess, code) for code in codes}
        if len(codes) in CODES[level] and FEWEST_PILES <= len(feedbacks) < len(codes):
            return exercise
