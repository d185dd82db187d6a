"""What every game of this kind offers the solver.

The engine handles codes and feedback by index: a code's place in lexicographic order among all
guesses, feedback's place in ``feedbacks``. So strategies, trees, hints and the review work for
every game alike. Not every guess need be a possible secret: ``secrets`` lists those that are.

:mod:`solver.deduction.rules.listed_game` shows how to add a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.arguments import refuse_text
from solver.deduction.rules.feedback_text import split_row, told_feedback
from solver.wording import InputError, quote

#: The most codes of a board: all of them are listed, and gone through again and again.
MOST_CODES: Final = 600_000
MOST_CODES_WITH_TABLE: Final = 8192

Code = tuple[int, ...]
Feedback = tuple[int, ...]
Codes = NDArray[np.uint8]
Indices = NDArray[np.int32]
Item = TypeVar("Item", bound=np.generic)
Read = TypeVar("Read")
_LONG_WORD: Final = re.compile(r"[^\W\d_]{3}")
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class RulesError(InputError):
    """A game that can't be played."""


class LargeBoardError(RulesError):
    """A board with more codes than :data:`MOST_CODES`."""


class CodeError(InputError):
    """A text or tuple that isn't a code of this game; the message says where and why."""


class FeedbackError(InputError):
    """Feedback that is unreadable or can't happen."""


class Turn(NamedTuple):
    """A guess and its feedback."""

    code: Code
    feedback: Feedback


class ReadTurns(NamedTuple):
    """The rows of a game as they were read; its ``game`` writes codes as they were written."""

    game: Game
    turns: tuple[Turn, ...]
    codes: tuple[Code, ...] = ()
    #: What they were read as, if that isn't seen at once.
    notation: str = ""


class Terms(NamedTuple):
    """What a game calls its parts; a ``colour`` may be a digit, a number or a letter."""

    peg: str = "peg"
    hole: str = "hole"
    colour: str = "colour"
    key: str = "key"
    black: str = "black"
    white: str = "white"
    blacks: str = "black"
    whites: str = "white"
    code: str = "code"

    @property
    def codes(self) -> str:
        return f"{self.code}s"


#: What most games call them.
TERMS: Final = Terms()


#: The name of a value that leaves its hole without a peg.
EMPTY: Final = "empty"


def _named(name: str, parse: Callable[[str], Read], text: str) -> Read:
    """Read a text; an error says what its name is."""
    try:
        return parse(text)
    except (CodeError, FeedbackError) as error:
        raise type(error)(f"{name}: {error}") from error


def _is_readable(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except (CodeError, FeedbackError):
        return False
    return True


def frozen(array: NDArray[Item]) -> NDArray[Item]:
    """Return a read-only, contiguous view of the array (or of a copy, if it has gaps)."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


class Game(Protocol):
    """A secret to be guessed from feedback: what the solver needs to know about it."""

    def __hash__(self) -> int:  # games are keys of caches
        return hash(self.name)

    @property
    def name(self) -> str:
        """The name of its preset, or its rules as text."""

    @property
    def rows(self) -> int:
        """How many guesses the codebreaker has."""

    @property
    def pegs(self) -> int:
        """How many holes a code has."""

    @property
    def choices(self) -> int:
        """How many different values a hole can have, including the blank."""

    @property
    def terms(self) -> Terms:
        """The words of the game for its parts."""
        return Terms("number", "place", "number")

    def name_value(self, value: int) -> str:
        """Name a value as it is written, such as “digit 0” or “empty”."""
        return f"{self.terms.colour} {value}"

    @property
    def is_symmetric(self) -> bool:
        """Whether swapping holes, or values, never changes feedback."""

    @property
    def openings(self) -> tuple[Code, ...]:
        """The guesses that start the strategy with a fixed opening."""

    @property
    def code_count(self) -> int:
        """The number of guesses."""

    @property
    def secret_count(self) -> int:
        return len(self.secrets)

    @property
    def codes(self) -> Codes:
        """All guesses, ``[codes, pegs]``, read-only, in lexicographic order."""

    @property
    def secrets(self) -> Indices:
        """The indices of the codes that can be the secret, ascending, read-only."""

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """All feedback, in the engine's order."""

    @cached_property
    def won(self) -> int:
        return len(self.feedbacks) - 1

    @property
    def table(self) -> Codes | None:
        """All feedback, ``[guess, secret]``, read-only; None above 8192 codes."""

    @property
    def plain_rules(self) -> dict[str, object]:
        """The rules as JSON-ready data, for readers that share no code with the solver.

        ``answers`` names the rule of feedback; the other entries define all guesses and secrets.
        """

    @property
    def marks_holes(self) -> bool:
        """Whether feedback says of each hole what is right about it."""
        return False

    @property
    def is_listed(self) -> bool:
        """Whether the secret is one of a list that follows no rule, such as words."""
        return False

    @property
    def counting(self) -> CountingGame | None:
        """The game itself, if its feedback counts pegs as Mastermind's do; else None."""
        return None

    def with_rows(self, rows: int) -> Game:
        """Return the game with another number of guesses, or itself if that can't be chosen."""
        return self

    def feedback_table(self, guesses: Indices, secrets: Indices) -> Codes:
        """Return the feedback's indices, ``[guess, secret]``, for codes given by index."""

    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """Return the feedback for one guess, by the plain definition."""

    def is_secret(self, code: Code) -> bool:
        """Return whether a code of this game can be the secret."""

    @property
    def secret_rule(self) -> str:
        """Why a guess that can't be the secret can't, as a clause without its full stop."""
        return "the rules of this game don’t allow it"

    def are_secrets(self, codes: Codes) -> NDArray[np.bool_]:
        """Return for each of the codes ``[codes, pegs]`` whether it can be the secret."""

    def index_of(self, code: Code) -> int:
        """Return a code's index. Raises CodeError if it isn't a code of this game."""

    def code_at(self, index: int) -> Code:
        """Return the code with an index."""

    def codes_at(self, indices: Indices) -> Codes:
        """Return the codes with these indices, ``[codes, pegs]``."""

    def indices_of(self, codes: Codes) -> Indices:
        """Return the indices of codes ``[codes, pegs]``, which must all belong to this game."""

    def parse_code(self, text: str) -> Code:
        """Read a code. Raises CodeError with a sentence for the player."""

    def format_code(self, code: Code) -> str:
        """Write a code."""

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The signs by which this position's codes are written; none if they are the usual ones."""
        return ()

    @property
    def notation_words(self) -> str:
        """What codes were read as, if not as the game's own; else ""."""
        return ""

    def adapt(self, codes: Sequence[str]) -> Game:
        """Return the game that reads and writes these codes, if another is needed for them."""
        return self

    def with_alphabet(self, alphabet: tuple[str, ...]) -> Game:
        """Return the game as it is written in other signs, if it can be."""
        return self

    def has_form_of_code(self, text: str) -> bool:
        """Say whether a text looks like a code, whatever its signs."""
        return _is_readable(self.parse_code, text)

    def parse_feedback(self, text: str) -> Feedback:
        """Read feedback. Raises FeedbackError with a sentence for the player."""

    def format_feedback(self, feedback: Feedback) -> str:
        """Write feedback."""

    def parse_turn(self, text: str) -> Turn:
        """Read a code, a colon and its feedback. Raises CodeError or FeedbackError."""
        code, colon, feedback = text.partition(":")
        if not colon:
            turn = Turn(self.code_at(self.code_count // 3), self.feedbacks[1])
            raise FeedbackError(
                f"Write a guess and its feedback like “{self.format_turn(turn)}”, "
                f"not “{quote(text)}”."
            )
        return Turn(self.parse_code(code), self.parse_feedback(feedback))

    def read_turns(
        self, texts: Sequence[str], codes: Mapping[str, str] = NOTHING, what: str = "Row"
    ) -> ReadTurns:
        """Read the rows of a game, and other ``codes`` by name, all in one alphabet.

        A code and its feedback are apart by a sign or a space, in either order. Lines that have
        neither, such as a heading, are left out. Raises CodeError or FeedbackError, which names the
        row as ``what``.

        >>> from solver.deduction.games import game_named
        >>> read = game_named("classic").read_turns(["0123 – ⚪⚪", "4450: 2 black, 1 white"])
        >>> read.notation, read.turns[0].code, read.game.format_code((5, 5, 1, 3))
        ('colours from 0; ⚪⚪ as 0,2', (0, 1, 2, 3), '5513')
        """
        headings = [text for text in texts if self._is_heading(text)]
        if len(headings) == len(texts):
            headings = []
        rows = [self._split_turn(text) for text in texts if text not in headings]
        game = self.adapt([*(row[0] for row in rows), *codes.values()])
        turns = tuple(
            _named(f"{what} {number}", game.parse_turn, ":".join(row))
            for number, row in enumerate(rows, start=1)
        )
        extra_codes = tuple(_named(name, game.parse_code, text) for name, text in codes.items())
        readings = [
            told_feedback(row[-1], game.format_feedback(turn.feedback), has_marks=game.marks_holes)
            for row, turn in zip(rows, turns, strict=True)
        ]
        omissions = [f"without “{quote(text.strip())}”" for text in headings]
        notes = (game.notation_words, next(filter(None, readings), ""), *omissions)
        return ReadTurns(game, turns, extra_codes, "; ".join(filter(None, notes)))

    def _split_turn(self, text: str) -> tuple[str, ...]:
        """Return a row's code and its feedback as far as they can be told apart."""
        text = " ".join(text.split())
        parts = split_row(text, self.has_form_of_code, self._has_form_of_feedback)
        if parts or self.has_form_of_code(text):
            return parts or (text,)
        if self._has_form_of_feedback(text):
            example = self.format_code(self.code_at(self.code_count // 3))
            raise FeedbackError(
                f"“{quote(text)}” is feedback without its guess. Write the guess before it, like "
                f"“{example}:{quote(text)}”."
            )
        code, sign, feedback = text.partition(":" if ":" in text else " ")
        return (code, feedback) if sign else (code,)

    def _has_form_of_feedback(self, text: str) -> bool:
        return _is_readable(self.parse_feedback, text)

    def _is_heading(self, text: str) -> bool:
        """Say whether a line is neither a row nor a part of one."""
        words = text.split()
        if split_row(" ".join(words), self.has_form_of_code, self._has_form_of_feedback):
            return False
        parts = (text, *(word for word in words if len(word) > 1))
        is_part = any(map(self._has_form_of_feedback, parts)) or any(
            len(word) > 1 and not any(map(str.isalnum, word)) for word in words
        )
        is_row = len(words) < 3 and any(map(self.has_form_of_code, words))
        return "://" in text or not (
            is_part or is_row or ":" in text or not _LONG_WORD.search(text)
        )

    def format_turn(self, turn: Turn) -> str:
        refuse_text(turn, "turn", "Turn")
        return f"{self.format_code(turn.code)}:{self.format_feedback(turn.feedback)}"


class CountingGame(Game, Protocol):
    """A game whose feedback counts the pegs in place, and the right ones in another place.

    Its feedback follows no other rule, so compiled loops work for it.
    """

    @property
    def repeats(self) -> bool:
        """Whether a guess may have a value more than once."""

    @property
    def secret_repeats(self) -> bool:
        """Whether the secret may have a value more than once."""

    @property
    def feedback_numbers(self) -> Codes:
        """The index of feedback, ``[in place, in another place]``."""
