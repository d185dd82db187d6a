"""What every game of this kind offers the solver, Mastermind as such a game, and the presets.

The engine speaks of codes and answers by index: a code's place in ``codes`` (lexicographic order),
an answer's place in ``feedbacks``. So strategies, trees and hints serve any game that has a table
of answers. Guesses may be more than secrets: ``secrets`` lists the codes that can be the secret.

The full table of answers is kept for small games only (up to 4096 codes, 16 MB); a larger game
computes the part it is asked for. Games above 531,441 codes (6×9) are refused: beyond, the integer
measures of :mod:`solver.deduction.strategies` would leave 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.deduction import kernels, mastermind
from solver.deduction.mastermind import Code, Feedback, Rules, RulesError, Turn

MOST_CODES: Final = 531_441
MOST_CODES_WITH_TABLE: Final = 4096

Codes = NDArray[np.uint8]
Indices = NDArray[np.int32]
Item = TypeVar("Item", bound=np.generic)


def frozen(array: NDArray[Item]) -> NDArray[Item]:
    """Return a read-only, contiguous view of the array (or of a copy, if it has gaps)."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


class Game(Protocol):
    """A secret to be guessed from answers: what the solver needs to know of it."""

    @property
    def name(self) -> str:
        """The game's name: of its preset, else its rules as text."""

    @property
    def codes(self) -> Codes:
        """All guesses, ``[codes, pegs]``, read-only, in lexicographic order."""

    @property
    def secrets(self) -> Indices:
        """The indices of the codes that can be the secret, ascending, read-only."""

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All answers, in the order that the engine numbers them."""

    @property
    def won(self) -> int:
        """The index of the answer that ends the game."""

    @property
    def table(self) -> Codes | None:
        """Every answer, ``[guess, secret]``, read-only; None where it would be too large."""

    def answers(self, guesses: Indices, secrets: Indices) -> Codes:
        """Return the answers' indices, ``[guess, secret]``, for the codes of these indices."""

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """Return the answer to one guess, from the plain definition."""

    def index_of(self, code: Code) -> int:
        """Return a code's index."""

    def code_at(self, index: int) -> Code:
        """Return the code of an index."""

    def parse_code(self, text: str) -> Code:
        """Read a code, or raise a ValueError with a sentence for the player."""

    def format_code(self, code: Code) -> str:
        """Write a code."""

    def parse_turn(self, text: str) -> Turn:
        """Read a turn, or raise a ValueError with a sentence for the player."""

    def format_turn(self, turn: Turn) -> str:
        """Write a turn."""


@dataclass(frozen=True)
class Mastermind:
    """Mastermind as a game for the solver. Raises RulesError above 531,441 codes."""

    rules: Rules

    def __post_init__(self) -> None:
        if self.rules.code_count > MOST_CODES:
            board = f"{self.rules.pegs}×{self.rules.colours}"
            raise RulesError(
                f"The board {board} has {self.rules.code_count:,} codes; "
                f"the solver goes up to {MOST_CODES:,}."
            )

    @cached_property
    def name(self) -> str:
        """The preset's name, or the rules as text."""
        return next(
            (name for name, rules in PRESETS.items() if rules == self.rules),
            mastermind.format_rules(self.rules),
        )

    @cached_property
    def codes(self) -> Codes:
        """All codes, ``[codes, pegs]``, in lexicographic order."""
        places = self.rules.colours ** np.arange(self.rules.pegs)[::-1]
        numbers = np.arange(self.rules.code_count)
        digits = numbers[:, None] // places % self.rules.colours
        return frozen(digits.astype(np.uint8))

    @cached_property
    def secrets(self) -> Indices:
        """Every code can be the secret."""
        return frozen(np.arange(self.rules.code_count, dtype=np.int32))

    @cached_property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All answers in ascending order; all but one peg black and one white can't happen."""
        pegs = self.rules.pegs
        every = (Feedback(b, w) for b in range(pegs + 1) for w in range(pegs + 1 - b))
        return tuple(answer for answer in every if answer != (pegs - 1, 1))

    @property
    def won(self) -> int:
        """All black is the last answer of the order."""
        return len(self.feedbacks) - 1

    @cached_property
    def table(self) -> Codes | None:
        """Every answer, ``[guess, secret]``, up to 4096 codes."""
        if self.rules.code_count > MOST_CODES_WITH_TABLE:
            return None
        return frozen(self._computed(self.codes, self.codes))

    def answers(self, guesses: Indices, secrets: Indices) -> Codes:
        """Return the answers' indices, ``[guess, secret]``."""
        if self.table is not None:
            return self.table[np.ix_(guesses, secrets)]
        return self._computed(frozen(self.codes[guesses]), frozen(self.codes[secrets]))

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """Return the answer to one guess."""
        return mastermind.feedback(guess, secret)

    def index_of(self, code: Code) -> int:
        """Return a code's index; raises CodeError for what is no code of this board."""
        mastermind.check_code(code, self.rules)
        index = 0
        for colour in code:
            index = index * self.rules.colours + colour
        return index

    def code_at(self, index: int) -> Code:
        """Return the code of an index."""
        return tuple(self.codes[index].tolist())

    def parse_code(self, text: str) -> Code:
        """Read a code."""
        return mastermind.parse_code(text, self.rules)

    def format_code(self, code: Code) -> str:
        """Write a code."""
        return mastermind.format_code(code)

    def parse_turn(self, text: str) -> Turn:
        """Read a turn."""
        return mastermind.parse_turn(text, self.rules)

    def format_turn(self, turn: Turn) -> str:
        """Write a turn."""
        return mastermind.format_turn(turn)

    @cached_property
    def _numbers(self) -> Codes:
        """The index of each answer, ``[black, white]``."""
        numbers = np.zeros((self.rules.pegs + 1, self.rules.pegs + 1), np.uint8)
        for number, (black, white) in enumerate(self.feedbacks):
            numbers[black, white] = number
        return frozen(numbers)

    def _computed(self, guesses: Codes, secrets: Codes) -> Codes:
        return kernels.feedback_table(guesses, secrets, self._numbers, self.rules.colours)


PRESETS: Final[dict[str, Rules]] = {"classic": Rules()}


@lru_cache(maxsize=4)
def game_for(rules: Rules) -> Mastermind:
    """Return the game of these rules, with its tables, from a small cache."""
    return Mastermind(rules)


def game_named(text: str) -> Mastermind:
    """Return a preset by its name, or the game of rules such as ``5x6/12``. Raises RulesError.

    >>> game_named("classic").rules.code_count
    1296
    """
    return game_for(PRESETS[text] if text in PRESETS else mastermind.parse_rules(text))
