"""Fast trees are those of a plain search, of plain tables, and of asking node by node."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from types import MappingProxyType

import pytest

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import Candidates, Split, split
from solver.deduction.rules.game import Code, Codes, Game, Turn
from solver.deduction.rules.listed_game import ListedGame
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy
from solver.deduction.trees.grow import tree
from solver.deduction.trees.simulate import walk
from tests.solver.deduction.trees.tree_checks import CLASSIC, classic, every_small_game

COMPARING = ("minimax-candidates", "knuth", "expected", "entropy", "parts")


def product_of_powers(guess_split: Split) -> int:
    """Compare sums of n log n exactly: by the product of n to the n."""
    return prod(n**n for n in guess_split.sizes if n)


MEASURES: dict[str, Callable[[Split], Fraction | int]] = {
    "minimax-candidates": lambda guess_split: guess_split.largest,
    "knuth": lambda guess_split: guess_split.largest,
    "expected": lambda guess_split: guess_split.expected_size,
    "entropy": product_of_powers,
    "parts": lambda guess_split: -guess_split.outcomes,
}


@dataclass(frozen=True)
class Plain:
    """A one-step strategy written as its definition reads; a tree asks it node by node."""

    name: str

    def choose(self, game: Game, options: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        possible = set(options)
        codes = [game.code_at(index) for index in range(game.code_count)]
        guesses = sorted(possible) if self.name == "minimax-candidates" else codes
        measure = MEASURES[self.name]
        best = min(guesses, key=lambda g: (measure(split(options, g)), g not in possible, g))
        guess_split = split(options, best)
        return Choice(
            guess=best,
            can_be_code=best in possible,
            split=guess_split,
            weighed_guesses=len(guesses),
            weighed_codes=options.count,
            exact=True,
            strategy=self.name,
        )


@pytest.mark.sampled(8)
@every_small_game
@pytest.mark.parametrize("name", COMPARING)
def test_a_tree_is_that_of_a_plain_search(game: Game, name: str) -> None:
    fast = tree(game, STRATEGIES[name])
    assert fast == tree(game, Plain(name))
    assert walk(game, fast) == fast.histogram


def listed(board: MastermindGame) -> ListedGame:
    """Return a board as a list of codes and a table, without symmetry."""

    class Listed(ListedGame):
        name = board.name
        codes_in_order = tuple(tuple(code) for code in board.codes.tolist())
        feedback_names = MappingProxyType({board.format_feedback(a): a for a in board.feedbacks})

        def feedback(self, guess: Code, secret: Code) -> Code:
            return board.feedback(guess, secret)

        def is_secret(self, code: Code) -> bool:
            return board.is_secret(code)

        @cached_property
        def table(self) -> Codes:
            assert board.table is not None
            return board.table

    return Listed()


@pytest.mark.parametrize(
    "board",
    ["4x6", "4x6s", "2x12", "5x4", "8x2", "7x2", "3x7b", "3of0-9", "4of1-9", "4x5p", "3x5h"],
)
def test_symmetry_and_bits_change_no_choice(board: str) -> None:
    """Boards are weighed in other ways than tables, depending on the number of candidates."""
    game = game_named(board)
    assert isinstance(game, MastermindGame)
    for name in ("first", *COMPARING):
        assert tree(game, STRATEGIES[name]) == tree(listed(game), STRATEGIES[name])


@dataclass(frozen=True)
class DisguisedStrategy:
    """A strategy in disguise, so that a tree asks it node by node."""

    strategy: Strategy

    @property
    def name(self) -> str:
        return self.strategy.name

    def choose(self, game: Game, codes: Candidates, turns: Sequence[Turn] = ()) -> Choice:
        return self.strategy.choose(game, codes, turns)


@pytest.mark.parametrize("name", ["first", *COMPARING])
def test_a_tree_is_what_asking_the_strategy_gives(name: str) -> None:
    assert classic(name) == tree(CLASSIC, DisguisedStrategy(STRATEGIES[name]))
