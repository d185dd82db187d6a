"""Best split: the code is one of a list. Which guess leaves the fewest codes at worst?

Every guess is right that leaves as few as any other, even one that can't be the code itself. In
easy exercises many guesses do, including one of the list; in medium ones few do; in hard ones no
code of the list does, so you have to look beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from solver.deduction.exercises.positions import Rows, draw_turns
from solver.deduction.rules.game import Code, Indices, frozen
from solver.exercises import ExerciseLevel, draws_of

NAME: Final = "best-split"
VERSION: Final = 1
FEWEST_CODES: Final = 6
MOST_CODES: Final = 40
#: If the best guess leaves more than this at worst, that is too much to see.
MOST_LEFT: Final = 3
#: An easy exercise has at least this many best guesses.
MANY: Final = 20
MOST_ROWS: Final = 4


@dataclass(frozen=True)
class BestSplit(Rows):
    @cached_property
    def possible(self) -> Indices:
        return frozen(np.flatnonzero(self.table.left).astype(np.int32))

    @cached_property
    def _largest(self) -> Indices:
        """The most codes that some feedback leaves, for each guess."""
        game = self.game
        feedbacks = game.feedback_table(game.secrets, self.possible)
        sizes = [(feedbacks == number).sum(axis=1) for number in range(len(game.feedbacks))]
        return frozen(np.max(sizes, axis=0).astype(np.int32))

    @property
    def least(self) -> int:
        return int(self._largest.min())

    @cached_property
    def best(self) -> tuple[Code, ...]:
        """The best guesses, those that can be the code first."""
        places = np.flatnonzero(self._largest == self.least)
        ordered = places[np.argsort(~np.isin(places, self.possible), kind="stable")]
        return tuple(self.game.code_at(int(index)) for index in ordered)

    @property
    def level(self) -> ExerciseLevel:
        if self.best[0] not in self.codes:
            return ExerciseLevel.HARD
        return ExerciseLevel.EASY if len(self.best) >= MANY else ExerciseLevel.MEDIUM


def make(level: ExerciseLevel, seed: int) -> BestSplit:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> len(made.codes), made.least, made.game.format_code(made.best[0])
    (10, 2, '2356')
    """
    draws = draws_of(NAME, level, VERSION, seed)
    while True:
        exercise = BestSplit(draw_turns(draws, 1 + draws.below(MOST_ROWS)))
        if not FEWEST_CODES <= len(exercise.possible) <= MOST_CODES:
            continue
        if exercise.least <= MOST_LEFT and exercise.level is level:
            return exercise
