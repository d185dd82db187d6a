"""By what guesses are compared: what perfect play still needs after them, or how they split.

Those which look one step ahead are the measures of the strategies that weigh all guesses, with the
same weights, so that ties are broken alike. A new one is a line in the list below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from solver.deduction.knowledge import weights
from solver.deduction.knowledge.partition import Split
from solver.deduction.knowledge.weights import Weights


@dataclass(frozen=True)
class Measure:
    """A measure of guesses: the smaller the better.

    ``weigh`` and ``by_largest`` are those of :class:`~.registry.OneStep`; ``of`` is the same of a
    single split whose parts may be of any size. ``sentence`` follows “The best are those …”.
    """

    name: str
    title: str
    sentence: str
    weigh: Callable[[int], Weights]
    of: Callable[[Split], Fraction | float]
    by_largest: bool = False


#: What perfect play needs; its weights are the estimate that stands for it where it is not known.
NEED: Final = Measure(
    "guesses",
    "Guesses needed",
    "after which perfect play needs the fewest guesses, on average",
    weights.cost_weights,
    lambda split: split.expected_size,
)
AVERAGE: Final = Measure(
    "average",
    "Left on average",
    "that leave the fewest codes on average",
    weights.square_weights,
    lambda split: split.expected_size,
)
WORST: Final = Measure(
    "worst",
    "Left at worst",
    "that leave the fewest codes at worst",
    weights.size_weights,
    lambda split: split.largest,
    by_largest=True,
)
ANSWERS: Final = Measure(
    "answers",
    "Answers",
    "that can get the most different answers",
    weights.part_weights,
    lambda split: -split.parts,
)
BITS: Final = Measure(
    "bits",
    "Bits",
    "whose answer tells most, on average",
    weights.entropy_weights,
    lambda split: -split.bits,
)

ONE_STEP: Final = (AVERAGE, WORST, ANSWERS, BITS)
MEASURES: Final = {measure.name: measure for measure in (NEED, *ONE_STEP)}
