"""Compare: which of three guesses is the best by a measure?

The seed determines the measure, each in turn. In easy exercises the second best is far worse, in
hard ones it comes close.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from solver.deduction.exercises.positions import Rows, draw_code, draw_turns
from solver.deduction.knowledge.candidates import Split, candidates, split
from solver.deduction.rules.game import Code
from solver.exercises import ExerciseLevel, draws_of

NAME: Final = "compare"
VERSION: Final = 1
GUESSES: Final = 3
FEWEST_CODES: Final = 6
MOST_CODES: Final = 24
MOST_ROWS: Final = 3
#: From each level on, the second best is so many times as bad as the best.
TIMES: Final = {ExerciseLevel.EASY: 1.6, ExerciseLevel.MEDIUM: 1.25, ExerciseLevel.HARD: 1.05}
#: How many codes are left by a measure, so that less is better; halvings are counted as halves.
LEFT: Final[Mapping[str, Callable[[Split], float]]] = {
    "worst": lambda groups: groups.largest,
    "average": lambda groups: float(groups.expected_size),
    "bits": lambda groups: 2**-groups.bits,
}


@dataclass(frozen=True)
class Compare(Rows):
    measure: str = ""
    guesses: tuple[Code, ...] = ()

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        possible = candidates(self.game, self.turns)
        return tuple(split(possible, guess) for guess in self.guesses)

    @property
    def level(self) -> ExerciseLevel | None:
        """Its level by how far the best is ahead; None if it's too close."""
        best, second, *_ = sorted(map(LEFT[self.measure], self.splits))
        return next((level for level, times in TIMES.items() if second >= times * best), None)


def make(level: ExerciseLevel, seed: int) -> Compare:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> made.measure, made.level
    ('average', <ExerciseLevel.EASY: 'easy'>)
    """
    draws = draws_of(NAME, level, VERSION, seed)
    measure = tuple(LEFT)[seed % len(LEFT)]
    while True:
        turns = draw_turns(draws, 1 + draws.below(MOST_ROWS))
        guesses = tuple(draw_code(draws) for _ in range(GUESSES))
        exercise = Compare(turns, measure, guesses)
        if FEWEST_CODES <= len(exercise.codes) <= MOST_CODES and exercise.level is level:
            return exercise


def seed_of(measure: str, number: int) -> int:
    """Return the seed of a measure's exercise with a number, from 0."""
    return number * len(LEFT) + tuple(LEFT).index(measure)
