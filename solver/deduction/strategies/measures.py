"""Measures to compare guesses by: what perfect play still needs after them, or how they split.

The measures that look one step ahead are those of the one-step strategies, with the same weights,
so that ties are broken alike. A new one is a line in the list below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from solver.deduction.knowledge import partition
from solver.deduction.knowledge.candidates import Candidates, candidates
from solver.deduction.knowledge.partition import Split, Weights
from solver.deduction.rules.game import Game, Turn
from solver.deduction.strategies.strategy import Choice, Strategy, check_any, unweighed


@dataclass(frozen=True)
class Measure:
    """A measure of guesses, the smaller the better.

    ``weigh`` and ``by_largest`` are those of :class:`~.registry.OneStep`; ``of`` measures a single
    split, whose parts may have any size. ``sentence`` follows “The best are those …”.
    """

    name: str
    title: str
    sentence: str
    weigh: Callable[[int], Weights]
    of: Callable[[Split], Fraction | float]
    by_largest: bool = False


#: What perfect play needs; where that is unknown, its weights give the estimate used instead.
NEED: Final = Measure(
    "guesses",
    "Guesses needed",
    "after which perfect play needs the fewest guesses, on average",
    partition.cost_weights,
    lambda split: split.expected_size,
)
AVERAGE: Final = Measure(
    "average",
    "Left on average",
    "that leave the fewest codes on average",
    partition.square_weights,
    lambda split: split.expected_size,
)
WORST: Final = Measure(
    "worst",
    "Left at worst",
    "that leave the fewest codes at worst",
    partition.size_weights,
    lambda split: split.largest,
    by_largest=True,
)
ANSWERS: Final = Measure(
    "answers",
    "Outcomes",
    "with the most possible outcomes",
    partition.part_weights,
    lambda split: -split.parts,
)
BITS: Final = Measure(
    "bits",
    "Bits",
    "whose feedback tells you most, on average",
    partition.entropy_weights,
    lambda split: -split.bits,
)

ONE_STEP: Final = (AVERAGE, WORST, ANSWERS, BITS)
MEASURES: Final = {measure.name: measure for measure in (NEED, *ONE_STEP)}


# A player who overlooks things, so that a human setter can win.


@dataclass(frozen=True)
class Forgetful:
    """A strategy that overlooks a share of the turns, so that a human setter can win.

    Each answer is overlooked for good with probability ``share``, as the text of the eight-guess
    program suggests. No guess is made twice.
    """

    strategy: Strategy
    share: float
    seed: int = 0

    @property
    def name(self) -> str:
        return self.strategy.name

    def choose(self, game: Game, left: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        """Return the guess; ``left`` are the candidates after all turns, even overlooked ones."""
        check_any(left)
        generator = np.random.default_rng(self.seed)
        noticed = tuple(turn for turn in turns if generator.random() >= self.share)
        if noticed == tuple(turns):
            return self.strategy.choose(game, left, turns)
        believed = candidates(game, noticed)
        made = {turn.code for turn in turns}
        choice = self.strategy.choose(game, believed, noticed)
        if choice.guess in made:
            fresh = next((code for code in believed if code not in made), choice.guess)
            return unweighed(self.name, game, believed, noticed, fresh)
        return choice
