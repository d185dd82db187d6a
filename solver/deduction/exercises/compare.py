"""Compare: which of three guesses is the best by a measure?

The seed determines the measure, each in turn. The measures disagree: by each other one, another of
the three guesses is better. In easy exercises the second best is far worse, in hard ones it comes
close.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.exercises.positions import Rows, draw_turns
from solver.deduction.knowledge.candidates import Split, candidates, split
from solver.deduction.rules.game import Code
from solver.deduction.strategies.measures import AVERAGE, BITS, MEASURES, ONE_STEP, WORST, Measure
from solver.exercises import Draws, ExerciseLevel, draws_of

NAME: Final = "compare"
VERSION: Final = 2
FEWEST_CODES: Final = 8
MOST_CODES: Final = 24
MOST_ROWS: Final = 3
#: How many guesses of a position are tried as the best one.
TRIED: Final = 40
#: By how much more the other guesses weigh, on each level, than the best one.
TIMES: Final[Mapping[str, Mapping[ExerciseLevel, float]]] = {
    WORST.name: dict(zip(ExerciseLevel, (1.5, 1.25, 1.05), strict=True)),
    AVERAGE.name: dict(zip(ExerciseLevel, (1.15, 1.08, 1.02), strict=True)),
    BITS.name: dict(zip(ExerciseLevel, (1.1, 1.06, 1.02), strict=True)),
}


@dataclass(frozen=True)
class Compare(Rows):
    measure: str = ""
    guesses: tuple[Code, ...] = ()
    level: ExerciseLevel = ExerciseLevel.EASY

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        codes = candidates(self.game, self.turns)
        return tuple(split(codes, guess) for guess in self.guesses)


def make(level: ExerciseLevel, seed: int) -> Compare:
    """Return the exercise for a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> made.measure, [groups.outcomes for groups in made.splits]
    ('average', [9, 7, 6])
    """
    draws = draws_of(NAME, level, VERSION, seed)
    name = tuple(TIMES)[seed % len(TIMES)]
    while True:
        rows = Rows(draw_turns(draws, 1 + draws.below(MOST_ROWS)))
        if FEWEST_CODES <= len(rows.codes) <= MOST_CODES:
            guesses = _disagreeing(draws, rows, MEASURES[name], TIMES[name][level])
            if guesses:
                return Compare(rows.turns, name, tuple(draws.some(guesses, len(guesses))), level)


def _disagreeing(draws: Draws, rows: Rows, measure: Measure, times: float) -> list[Code]:
    """Return a guess, and others that are worse by the measure and better by the other ones.

    Returns nothing if none of the guesses that are tried has such others.
    """
    game = rows.game
    weights = _weights(rows)
    names = [rule.name for rule in ONE_STEP if rule is not measure]
    for best in draws.some(range(game.code_count), TRIED):
        is_worse = weights[measure.name] >= times * weights[measure.name][best]
        advantages = [is_worse & (weights[name] < weights[name][best]) for name in names]
        sets = sum(flags.astype(np.int64) << place for place, flags in enumerate(advantages))
        for first, second in combinations_with_replacement(np.unique(sets).tolist(), 2):
            if first | second == (1 << len(names)) - 1:
                (decoy,) = draws.some(np.flatnonzero(is_worse & (sets == first)).tolist(), 1)
                rivals = set(np.flatnonzero(is_worse & (sets == second)).tolist()) - {decoy}
                for rival in draws.some(sorted(rivals), 1):
                    return [game.code_at(index) for index in (best, decoy, rival)]
    return []


def _weights(rows: Rows) -> Mapping[str, NDArray[np.float64]]:
    """Return how bad each guess is by each measure; by bits, how many codes they leave."""
    game = rows.game
    codes = np.flatnonzero(rows.table.left).astype(np.int32)
    feedbacks = game.feedback_table(game.secrets, codes)
    counts = [(feedbacks == number).sum(axis=1) for number in range(len(game.feedbacks))]
    sizes = np.stack(counts, axis=1)
    weights = {}
    for measure in ONE_STEP:
        group_weights = measure.weigh(len(codes))[sizes]
        total = group_weights.max(axis=1) if measure.by_largest else group_weights.sum(axis=1)
        weights[measure.name] = total.astype(np.float64)
    weights[BITS.name] = 2 ** (weights[BITS.name] / (len(codes) << 38))
    return weights


def seed_of(measure: str, number: int) -> int:
    """Return the seed of a measure's exercise with a number, from 0."""
    return number * len(TIMES) + tuple(TIMES).index(measure)
