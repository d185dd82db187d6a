"""One row: which of four codes does it leave possible?

In easy exercises each other code would have got another number of key pegs, in hard ones each as
many, of other colours; in medium ones it depends.
"""

from dataclasses import dataclass
from typing import Final

from solver.deduction.exercises.positions import Rows, board, draw_code, turns_of
from solver.deduction.rules.game import Code
from solver.exercises import ExerciseLevel, draws_of

NAME: Final = "one-row"
VERSION: Final = 1
CHOICES: Final = 4


@dataclass(frozen=True)
class OneRow(Rows):
    choices: tuple[Code, ...] = ()

    @property
    def right(self) -> Code:
        return next(code for code in self.choices if self._keys(code) == self.turns[0].feedback)

    def _keys(self, code: Code) -> tuple[int, ...]:
        return self.game.feedback(self.turns[0].code, code)

    @property
    def level(self) -> ExerciseLevel | None:
        """Its level by how many codes get as many key pegs; None if not exactly one fits."""
        keys = [self._keys(code) for code in self.choices]
        if keys.count(self.turns[0].feedback) != 1:
            return None
        twins = sum(sum(pegs) == sum(self.turns[0].feedback) for pegs in keys) - 1
        if twins == CHOICES - 1:
            return ExerciseLevel.HARD
        return ExerciseLevel.MEDIUM if twins else ExerciseLevel.EASY


def make(level: ExerciseLevel, seed: int) -> OneRow:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.HARD, 7)
    >>> made.level, made.right in made.choices
    (<ExerciseLevel.HARD: 'hard'>, True)
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        choices = tuple(draw_code(draws) for _ in range(CHOICES))
        turns = turns_of(board(), [draw_code(draws)], choices[draws.below(CHOICES)])
        exercise = OneRow(turns, choices)
        if len({*choices, turns[0].code}) == CHOICES + 1 and exercise.level is level:
            return exercise
