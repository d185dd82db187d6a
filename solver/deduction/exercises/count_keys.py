"""Count keys: a code and a guess are seen. Which key pegs does the guess get?

Easy ones have no colour twice, medium ones have one twice in the code or in the guess, hard ones in
both; some peg always has the right colour.
"""

from dataclasses import dataclass
from typing import Final

from solver.deduction.exercises.positions import board, draw_code
from solver.deduction.rules.game import Code, Feedback
from solver.exercises import ExerciseLevel, draws_of

NAME: Final = "count-keys"
VERSION: Final = 1


@dataclass(frozen=True)
class CountKeys:
    code: Code
    guess: Code

    @property
    def answer(self) -> Feedback:
        return board().feedback(self.guess, self.code)

    @property
    def level(self) -> ExerciseLevel:
        repeats = sum(len(set(pegs)) < len(pegs) for pegs in (self.code, self.guess))
        return tuple(ExerciseLevel)[repeats]

    @property
    def same_holes(self) -> tuple[int, ...]:
        """The holes whose pegs are alike, each worth a black key peg."""
        return tuple(hole for hole, peg in enumerate(self.code) if peg == self.guess[hole])


def make(level: ExerciseLevel, seed: int) -> CountKeys:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> made.level, made.code != made.guess
    (<ExerciseLevel.EASY: 'easy'>, True)
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        exercise = CountKeys(draw_code(draws), draw_code(draws))
        if exercise.level is level and any(exercise.answer) and exercise.code != exercise.guess:
            return exercise
