"""All strategies by name, in the order in which they are offered.

A new strategy is a class with ``name``, ``words`` and ``choose``, and its line in the list below.

One-step strategies compare how guesses split the candidates (Knuth, "The computer as Master Mind",
1976; Neuwirth, "Some strategies for Mastermind", 1982). They share one rule of choice: the best
measure, then a guess that can be the code, then the first in lexicographic order. What they
compare, and when they use a sample, is described in :mod:`solver.deduction.strategies.strategy`.

``random`` and ``opening`` are what people do; ``perfect`` is perfect play, if it is in reach;
``sampled`` is made for large boards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Protocol

import numpy as np

from solver.deduction.knowledge.candidates import Candidates
from solver.deduction.knowledge.guess_rules import GuessRule
from solver.deduction.rules import kernels
from solver.deduction.rules.game import Game, Turn, frozen
from solver.deduction.strategies import strategy
from solver.deduction.strategies.measures import AVERAGE, BITS, OUTCOMES, WORST, Measure
from solver.deduction.strategies.perfect import Perfect, distinguishing_guess
from solver.deduction.strategies.sampling import Sampled, by_measure
from solver.deduction.strategies.strategy import Choice, Pool, Strategy, StrategyWords


@dataclass(frozen=True)
class First:
    name: str = "first"
    words: ClassVar[StrategyWords] = StrategyWords(
        "First possible",
        "the first {code} that fits all the feedback",
        "it’s the first possible {code}",
    )

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        strategy.check_any(codes, turns)
        return Choice.of(game, codes, turns, next(iter(codes)), self.name)


@dataclass(frozen=True)
class Random:
    name: str = "random"
    seed: int = 0
    words: ClassVar[StrategyWords] = StrategyWords(
        "Random possible {code}",
        "a random {code} that fits all the feedback",
        "it’s one of the possible {code}s, picked at random",
    )

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        strategy.check_any(codes, turns)
        indices = codes.sample(1, strategy.generator_for(game, turns, self.seed))
        return Choice.of(game, codes, turns, game.code_at(int(indices[0])), self.name)


@dataclass(frozen=True)
class Opening:
    """Fixed guesses first, whatever their feedback; then the first possible code.

    This is the program of the eight-guess game, which opens with 0123 and 2345. If only one code is
    left, it is played at once.
    """

    name: str = "opening"
    words: ClassVar[StrategyWords] = StrategyWords(
        "Fixed opening",
        "the same first guesses, then the first possible {code}",
        "it’s {rule}",
    )

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        strategy.check_any(codes, turns)
        is_open = len(turns) < len(game.openings) and codes.count > 1
        guess = game.openings[len(turns)] if is_open else next(iter(codes))
        return replace(Choice.of(game, codes, turns, guess, self.name), is_fixed=is_open)


@dataclass(frozen=True)
class OneStep:
    """The guess with the best split: which guesses are compared, and by which measure."""

    name: str
    measure: Measure
    words: StrategyWords
    reach: int = kernels.AMONG_ALL_CODES

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        strategy.check_any(codes, turns)
        is_narrow = self.reach == kernels.AMONG_CANDIDATES
        rule = GuessRule.STRICT if is_narrow else GuessRule.ANY
        play = distinguishing_guess(game, codes) if game.table is None else None
        if play and play.most <= 2:  # it distinguishes all others, and can't be beaten
            index = frozen(np.array([game.index_of(play.guess)], np.int32))
            scope = codes.count if is_narrow else game.code_count
            guesses = Pool(index, np.ones(1, np.bool_), codes.indices, scope, True)
        else:
            guesses = strategy.pool(game, codes, turns, rule=rule)
        best = int(by_measure(game, guesses, self.measure, 1)[0])
        return strategy.compared_choice(self.name, game, codes, guesses, best)


class NamedStrategy(Strategy, Protocol):
    @property
    def words(self) -> StrategyWords:
        """Its title and sentences."""


OFFERED: Final[tuple[NamedStrategy, ...]] = (
    OneStep(
        "entropy",
        BITS,
        StrategyWords(
            "Most information",
            "the most information on average: entropy",
            "{none} tells you more: {split.bits:.2f} bits on average",
        ),
    ),
    Perfect(),
    OneStep(
        "knuth",
        WORST,
        StrategyWords(
            "Minimax (Knuth)",
            "leaves the fewest {code}s at worst",
            "{none} leaves fewer {code}s at worst",
        ),
    ),
    OneStep(
        "minimax-candidates",
        WORST,
        StrategyWords(
            "Minimax, possible {code}s only",
            "leaves the fewest {code}s at worst, among guesses that could be the {code}",
            "{none} that could be the {code} leaves fewer {code}s at worst",
        ),
        kernels.AMONG_CANDIDATES,
    ),
    OneStep(
        "expected",
        AVERAGE,
        StrategyWords(
            "Fewest left on average",
            "leaves the fewest {code}s on average",
            "{none} leaves fewer {code}s on average than its {average:,.1f}",
        ),
    ),
    OneStep(
        "parts",
        OUTCOMES,
        StrategyWords(
            "Most outcomes",
            "has the most possible outcomes",
            "{none} has more than its {split.outcomes} possible outcomes",
        ),
    ),
    Sampled(),
    Opening(),
    First(),
    Random(),
)

_POSSIBLE: Final = Perfect(
    "perfect-candidates",
    GuessRule.STRICT,
    StrategyWords(
        "Perfect, possible {code}s only",
        "fewest guesses on average, if only possible {code}s may be guessed",
        "if only possible {code}s are guessed, {none} needs fewer guesses on average",
        "It’s the best possible {code} we found, by estimate.",
    ),
)
_HARD: Final = Perfect(
    "perfect-hard",
    GuessRule.HARD,
    StrategyWords(
        "Fewest guesses, in hard mode",
        "fewest guesses on average, by estimate, if every hint must be used",
        "no guess needs fewer on average",
        "By estimate, it takes the fewest guesses on average of those that use every hint.",
    ),
)
_STRICT: Final = (
    _POSSIBLE,
    *(s for s in OFFERED if s.name in {"minimax-candidates", First.name, Random.name}),
)
#: Those that guess only what a rule allows, the usual one first.
ALLOWED: Final[dict[GuessRule, tuple[NamedStrategy, ...]]] = {
    GuessRule.ANY: OFFERED,
    GuessRule.HARD: (_HARD, *_STRICT),
    GuessRule.STRICT: _STRICT,
}
STRATEGIES: Final[dict[str, NamedStrategy]] = {
    entry.name: entry for entry in (*OFFERED, _POSSIBLE, _HARD)
}
STRATEGY_WORDS: Final[dict[str, StrategyWords]] = {
    name: entry.words for name, entry in STRATEGIES.items()
}
#: The measure by which each one that has a measure chooses.
MEASURE_OF: Final[dict[str, str]] = {
    entry.name: entry.measure.name for entry in OFFERED if isinstance(entry, OneStep)
}
#: Those that the Lab compares.
STUDIED: Final = (*OFFERED, _POSSIBLE)
