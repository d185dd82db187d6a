"""What a face is: everything about a game that people need and its rules don't; and its family.

A face is made for one game. It names what the engine knows by number, describes and draws feedback,
and defines the fields in which a person enters one. A look (``style``, ``shape``) is a name, to
which a page's style sheet or a terminal gives its form and colour; words never depend on colour.

How to add a game: a module of rules in :mod:`solver.deduction.rules`, a module here with its face
and its family, and the family's line in :mod:`solver.deduction.games`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from solver.deduction.rules.game import Code, Feedback, Game, Terms, Turn
from solver.deduction.text.diagnosis import scope_words
from solver.wording import spelled

NO_MARK: Final = "–"


class Value(NamedTuple):
    """A value of a hole: how to type it, its name, what is on its peg, and its look."""

    symbol: str
    name: str
    letter: str
    style: str
    shape: str = "disc"


class Mark(NamedTuple):
    """One of the marks of feedback, whose ``sign`` stands for it in plain text.

    A ``ball``, ``ring`` or ``tile`` has the ``colour`` that the style sheet has under that name; a
    ``dot`` says that there is nothing to say.
    """

    style: str
    shape: str = "dot"
    colour: str = "hole"
    sign: str = ""


class ShownFeedback(NamedTuple):
    """Feedback to show, in words, and by its marks, or by a sign if a game has no marks.

    Marks ``in_line`` belong to single holes; others are in two rows, in no particular order.
    """

    words: str
    marks: tuple[Mark, ...] = ()
    sign: str = ""
    in_line: bool = False


class Explained(NamedTuple):
    meaning: str
    name: str = ""
    mark: Mark | None = None


class Option(NamedTuple):
    value: str
    label: str = ""
    words: str = ""
    mark: Mark | None = None


class Field(NamedTuple):
    """A field for entering feedback, in which one option is chosen.

    ``kind`` says how its options are laid out: ``count`` for numbers, ``sign`` for whole feedback,
    ``place`` for the mark of one hole.
    """

    name: str
    kind: str
    title: str
    options: tuple[Option, ...]
    meaning: str = ""
    mark: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class Display:
    name: str
    title: str


@lru_cache(maxsize=32)
def figures(symbols: str) -> tuple[Value, ...]:
    return tuple(Value(symbol, symbol, symbol, "figure") for symbol in symbols)


Pegs = tuple[Value | None, ...]


@dataclass(frozen=True)
class Face(ABC):
    """The face of a game, showing feedback by the named display, or as is usual."""

    game: Game
    display: str = ""

    @property
    def terms(self) -> Terms:
        return self.game.terms

    @property
    def usual_display(self) -> str:
        return ""

    @property
    def digits_give(self) -> str:
        """What typed digits choose where feedback is asked for, if anything."""
        return ""

    @property
    @abstractmethod
    def values(self) -> tuple[Value, ...]:
        """The values of a hole, in their order."""

    @property
    def palette(self) -> tuple[Value, ...]:
        """The values in the order in which a player sees them to choose from."""
        return self.values

    @abstractmethod
    def show(self, feedback: Feedback) -> ShownFeedback:
        """Return feedback ready to show."""

    def plain_feedback(self, feedback: Feedback) -> str:
        """Return feedback in signs that any text can hold, and nothing else about its guess.

        >>> from solver.deduction.games import face_of, game_named
        >>> classic, words, pair = (face_of(game_named(n)) for n in ("classic", "words", "pair"))
        >>> classic.plain_feedback((1, 2)), classic.plain_feedback((0, 0))
        ('⚫⚪⚪', '–')
        >>> words.plain_feedback((2, 0, 1, 1, 0)), pair.plain_feedback((False, True))
        ('🟩⬛🟨🟨⬛', '≤')
        """
        picture = self.show(feedback)
        if picture.sign:
            return picture.sign
        return "".join(mark.sign for mark in picture.marks) or NO_MARK

    @property
    @abstractmethod
    def legend(self) -> tuple[Explained, ...]:
        """What the marks of feedback mean, in a line."""

    @property
    @abstractmethod
    def help(self) -> tuple[Explained, ...]:
        """The same in sentences; each meaning starts with the words that join it to its name."""

    @property
    @abstractmethod
    def feedback_fields(self) -> tuple[Field, ...]:
        """The fields for entering feedback."""

    @abstractmethod
    def parse_feedback_fields(self, form: Mapping[str, str]) -> Feedback:
        """Return the feedback in the fields. Raises FeedbackError with a sentence."""

    @abstractmethod
    def format_feedback_fields(self, feedback: Feedback) -> Mapping[str, str]:
        """Return the fields' values for feedback, the inverse of parse_feedback_fields."""

    @property
    def repeats(self) -> str:
        """Whether a value may occur more than once, as a sentence; empty if no rule says so."""
        return ""

    @property
    def goal(self) -> str:
        return f"Find the {self.terms.code} of {spelled(self.game.pegs)} {self.terms.peg}s."

    @property
    def own_title(self) -> str:
        return self.game.name

    @property
    def variant(self) -> str:
        """What the title of a game without one of its own doesn't say about its rules."""
        return ""

    @property
    def scope(self) -> str:
        """Which guesses, codes and feedback a proof about the game covers."""
        return scope_words(self.game, self.variant, [entry.meaning for entry in self.legend])

    @property
    def example(self) -> str:
        return self.draft_of(self.game.code_at(self.game.code_count // 3))

    @property
    def keyboard(self) -> str:
        return f"{self.values[0].symbol} to {self.values[-1].symbol}"

    def draft_of(self, code: Code) -> str:
        return "".join(self.values[value].symbol for value in code)

    def spell(self, text: str) -> str:
        """Return typed symbols or letters as the values have them."""
        return text.upper()

    def pegs(self, code: Code) -> Pegs:
        return tuple(map(self.values.__getitem__, code))

    def turn_pegs(self, turn: Turn) -> Pegs:
        """Return the values of an answered guess; the feedback may show on them."""
        return self.pegs(turn.code)

    def code_words(self, code: Code) -> str:
        return ", ".join(self.values[value].name.lower() for value in code)

    def name_of(self, value: int) -> str:
        return self.plain_name(value)

    def plain_name(self, value: int) -> str:
        return self.game.name_value(value)


class Preset(NamedTuple):
    """A game offered by name: how to make it, its title, and a sentence about it.

    ``like`` names the preset with the same codes and feedback. One that isn't offered any more is
    there for its links and games.
    """

    name: str
    make: Callable[[], Game]
    title: str
    sentence: str
    like: str = ""
    is_offered: bool = True


class NumberField(NamedTuple):
    name: str
    label: str
    usual: int
    least: int
    most: int


class ListField(NamedTuple):
    """A choice for a custom game: values and words, the usual one first."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]


class CheckField(NamedTuple):
    name: str
    label: str


@dataclass(frozen=True, kw_only=True)
class OwnGame:
    """Custom games: the fields to fill in, and the game they make.

    ``bound`` says what is too large. ``make`` raises RulesError with a sentence for the player.
    One with a ``text``, the name of its field, is made from a text or a file.
    """

    name: str
    title: str
    sentence: str
    bound: str
    make: Callable[[Mapping[str, str]], Game]
    numbers: tuple[NumberField, ...] = ()
    lists: tuple[ListField, ...] = ()
    checks: tuple[CheckField, ...] = ()
    text: str = ""

    @property
    def field_names(self) -> frozenset[str]:
        numbers = frozenset(field.name for field in self.numbers)
        return numbers | {f.name for f in self.lists} | {f.name for f in self.checks}


@dataclass(frozen=True, kw_only=True)
class Family:
    """Games with one face.

    ``face`` makes it, and returns None for a game of another family. ``parse`` reads the rules of a
    game without a name: it returns None for text of another family, and raises RulesError.
    ``games_help`` and ``turns_help`` explain on the command line how to write games and turns.
    """

    presets: tuple[Preset, ...]
    face: Callable[[Game, str], Face | None]
    displays: tuple[Display, ...] = ()
    parse: Callable[[str], Game | None] = lambda _: None
    own: OwnGame | None = None
    games_help: str = ""
    turns_help: str = ""
