"""What every game of this kind offers the solver, and how a new one is added.

The engine speaks of codes and answers by index: a code's place in lexicographic order among all
guesses, an answer's place in ``feedbacks``. So strategies, trees, hints and the review serve every
game alike. Guesses may be more than secrets: ``secrets`` lists the codes that can be the secret.

A new game is a list of codes, the answers, and the rule that gives one; the last answer wins:

>>> class Distance(ListedGame):
...     '''A number from 0 to 9 is hidden; the answer says how far away a guess is.'''
...
...     name = "distance"
...     codes_in_order = tuple((number,) for number in range(10))
...     answers_written = {"far": (9,), "near": (2,), "next": (1,), "found": (0,)}
...
...     def feedback(self, guess, secret):
...         away = abs(guess[0] - secret[0])
...         return (away if away < 3 else 9,)
>>> from solver.deduction.strategies import STRATEGIES
>>> from solver.deduction.tree import tree
>>> tree(Distance(), STRATEGIES["entropy"]).histogram
(1, 3, 5, 1)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.deduction.wording import listed, shown

MOST_LISTED: Final = 600_000
MOST_CODES_WITH_TABLE: Final = 8192

Code = tuple[int, ...]
Answer = tuple[int, ...]
Codes = NDArray[np.uint8]
Indices = NDArray[np.int32]
Item = TypeVar("Item", bound=np.generic)


class RulesError(ValueError):
    """A game that can't be played."""


class CodeError(ValueError):
    """A text or tuple that is no code of this game; the message says where and why."""


class FeedbackError(ValueError):
    """An answer that is unreadable or can't happen."""


class Turn(NamedTuple):
    """A guess and its answer."""

    code: Code
    feedback: Answer


def frozen(array: NDArray[Item]) -> NDArray[Item]:
    """Return a read-only, contiguous view of the array (or of a copy, if it has gaps)."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


class Game(Protocol):
    """A secret to be guessed from answers: what the solver needs to know of it."""

    def __hash__(self) -> int:
        """Games are keys of caches."""

    @property
    def name(self) -> str:
        """The game's name: of its preset, else its rules as text."""

    @property
    def rows(self) -> int:
        """How many guesses the codebreaker has."""

    @property
    def pegs(self) -> int:
        """How many holes a code has."""

    @property
    def choices(self) -> int:
        """How many different values a hole can have, counted from 0; a blank is one of them."""

    @property
    def is_symmetric(self) -> bool:
        """Whether holes can change places, and values too, without changing any answer."""

    @property
    def openings(self) -> tuple[Code, ...]:
        """The guesses that the strategy with a fixed opening begins with."""

    @property
    def code_count(self) -> int:
        """The number of guesses."""

    @property
    def secret_count(self) -> int:
        """The number of codes that can be the secret."""

    @property
    def is_listed(self) -> bool:
        """Whether there are few enough codes to list them all."""

    @property
    def codes(self) -> Codes:
        """All guesses, ``[codes, pegs]``, read-only, in lexicographic order.

        Raises RulesError above 600,000 codes.
        """

    @property
    def secrets(self) -> Indices:
        """The indices of the codes that can be the secret, ascending, read-only.

        Raises RulesError above 600,000 codes.
        """

    @property
    def feedbacks(self) -> tuple[Answer, ...]:
        """All answers, in the order that the engine numbers them."""

    @property
    def won(self) -> int:
        """The index of the answer that ends the game."""

    @property
    def table(self) -> Codes | None:
        """Every answer, ``[guess, secret]``, read-only; None above 8192 codes."""

    def answers(self, guesses: Indices, secrets: Indices) -> Codes:
        """Return the answers' indices, ``[guess, secret]``, for the codes of these indices."""

    def feedback(self, guess: Code, secret: Code) -> Answer:
        """Return the answer to one guess, from the plain definition."""

    def is_secret(self, code: Code) -> bool:
        """Return whether a code of this game can be the secret."""

    def index_of(self, code: Code) -> int:
        """Return a code's index. Raises CodeError for what is no code of this game."""

    def code_at(self, index: int) -> Code:
        """Return the code of an index."""

    def codes_at(self, indices: Indices) -> Codes:
        """Return the codes of these indices, ``[codes, pegs]``."""

    def indices_of(self, codes: Codes) -> Indices:
        """Return the indices of codes ``[codes, pegs]``, all of which must be of this game."""

    def parse_code(self, text: str) -> Code:
        """Read a code. Raises CodeError with a sentence for the player."""

    def format_code(self, code: Code) -> str:
        """Write a code."""

    def parse_answer(self, text: str) -> Answer:
        """Read an answer. Raises FeedbackError with a sentence for the player."""

    def format_answer(self, answer: Answer) -> str:
        """Write an answer."""

    def parse_turn(self, text: str) -> Turn:
        """Read a turn. Raises CodeError or FeedbackError with a sentence for the player."""

    def format_turn(self, turn: Turn) -> str:
        """Write a turn."""


class ListedGame(ABC):
    """A small game given by its list of codes and its rule; made to be derived from.

    A code is written with one symbol for each hole, 0 to 9. ``answers_written`` names all answers,
    the one that ends the game last.
    """

    name: ClassVar[str]
    codes_in_order: ClassVar[tuple[Code, ...]]
    answers_written: ClassVar[Mapping[str, Answer]]
    rows: ClassVar[int] = 10
    is_listed: ClassVar[bool] = True
    is_symmetric: ClassVar[bool] = False
    openings: ClassVar[tuple[Code, ...]] = ()

    @abstractmethod
    def feedback(self, guess: Code, secret: Code) -> Answer:
        """Return the answer to one guess."""

    def is_secret(self, code: Code) -> bool:
        """Return whether a code can be the secret: here, every one."""
        return code in self._places

    @property
    def pegs(self) -> int:
        """How many holes a code has."""
        return len(self.codes_in_order[0])

    @property
    def choices(self) -> int:
        """One more than the largest number in any hole."""
        return max(max(code) for code in self.codes_in_order) + 1

    @property
    def code_count(self) -> int:
        """The number of codes."""
        return len(self.codes_in_order)

    @property
    def secret_count(self) -> int:
        """The number of codes that can be the secret."""
        return len(self.secrets)

    @cached_property
    def codes(self) -> Codes:
        """All codes, ``[codes, pegs]``."""
        return frozen(np.array(self.codes_in_order, np.uint8))

    @cached_property
    def secrets(self) -> Indices:
        """The indices of the codes that can be the secret."""
        possible = [self.is_secret(code) for code in self.codes_in_order]
        return frozen(np.flatnonzero(possible).astype(np.int32))

    @cached_property
    def feedbacks(self) -> tuple[Answer, ...]:
        """All answers."""
        return tuple(self.answers_written.values())

    @property
    def won(self) -> int:
        """The last answer ends the game."""
        return len(self.feedbacks) - 1

    @cached_property
    def table(self) -> Codes:
        """Every answer, ``[guess, secret]``."""
        number = {answer: index for index, answer in enumerate(self.feedbacks)}
        codes = self.codes_in_order
        rows = [[number[self.feedback(guess, secret)] for secret in codes] for guess in codes]
        return frozen(np.array(rows, np.uint8))

    def answers(self, guesses: Indices, secrets: Indices) -> Codes:
        """Return the answers' indices, ``[guess, secret]``."""
        return self.table[np.ix_(guesses, secrets)]

    @cached_property
    def _places(self) -> dict[Code, int]:
        return {code: index for index, code in enumerate(self.codes_in_order)}

    def index_of(self, code: Code) -> int:
        """Return a code's index."""
        if code not in self._places:
            raise CodeError(f"{code} is no code of this game.")
        return self._places[code]

    def code_at(self, index: int) -> Code:
        """Return the code of an index."""
        return self.codes_in_order[index]

    def codes_at(self, indices: Indices) -> Codes:
        """Return the codes of these indices."""
        return self.codes[indices]

    def indices_of(self, codes: Codes) -> Indices:
        """Return the indices of codes."""
        return np.array([self._places[tuple(code)] for code in codes.tolist()], np.int32)

    def parse_code(self, text: str) -> Code:
        """Read a code such as ``03``."""
        digits = "".join(text.split())
        code = tuple(int(digit) if digit in "0123456789" else -1 for digit in digits)
        if code not in self._places:
            example = self.format_code(self.codes_in_order[-1])
            raise CodeError(f"A code is written like “{example}”; “{shown(text)}” is none.")
        return code

    def format_code(self, code: Code) -> str:
        """Write a code."""
        return "".join(str(number) for number in code)

    def parse_answer(self, text: str) -> Answer:
        """Read an answer by its name."""
        answer = self.answers_written.get(text.strip())
        if answer is None:
            names = [f"“{name}”" for name in self.answers_written]
            raise FeedbackError(f"An answer is {listed(names, 'or')}; “{shown(text)}” is not.")
        return answer

    def format_answer(self, answer: Answer) -> str:
        """Write an answer by its name."""
        return next(name for name, other in self.answers_written.items() if other == answer)

    def parse_turn(self, text: str) -> Turn:
        """Read a turn such as ``03:near``."""
        return parse_turn(self, text)

    def format_turn(self, turn: Turn) -> str:
        """Write a turn."""
        return format_turn(self, turn)


def parse_turn(game: Game, text: str) -> Turn:
    """Read a turn, a code and its answer with a colon between them. Raises what they raise."""
    code, colon, answer = text.partition(":")
    if not colon:
        example = format_turn(game, Turn(game.code_at(game.code_count // 3), game.feedbacks[1]))
        raise FeedbackError(
            f"A turn is written like “{example}”, a code and its answer; “{shown(text)}” is not."
        )
    return Turn(game.parse_code(code), game.parse_answer(answer))


def format_turn(game: Game, turn: Turn) -> str:
    """Write a turn, the inverse of parse_turn."""
    return f"{game.format_code(turn.code)}:{game.format_answer(turn.feedback)}"
