"""What a face is: all that the rules of a game don't need and people do.

A face is made for one game. It names what the engine knows by number, words and draws answers, and
says by which fields a person gives one. A look (``style``, ``shape``) is a name, to which a page's
style sheet or a terminal gives its form and colour; the words of a look never hang on its colour.

How a game is added: a module of rules in :mod:`solver.deduction.rules`, a module here with its face
and its family, and the family's line in :mod:`solver.deduction.games`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from solver.deduction.rules.game import Answer, Code, Game, Terms, Turn
from solver.deduction.text.diagnosis import scope_words
from solver.wording import spelled

#: What stands for a mark where there is plain text alone, by its style; a dot is left out.
PLAIN_MARKS: Final = {
    "key-black": "⚫",
    "key-white": "⚪",
    "key-red": "🔴",
    "key-bull": "🐂",
    "key-cow": "🐄",
    "mark-placed": "🟩",
    "mark-present": "🟨",
    "mark-absent": "⬛",
}
NO_MARK: Final = "–"


class Value(NamedTuple):
    """A value of a hole: how it is typed, called, what stands on its peg, and its look."""

    symbol: str
    name: str
    letter: str
    style: str
    shape: str = "disc"


class Mark(NamedTuple):
    """One of the marks that an answer is drawn with; a ``dot`` says that nothing is to be said."""

    style: str
    shape: str = "key"


class ShownAnswer(NamedTuple):
    """An answer to show: in words, and by its marks, or by a sign where a game has no marks.

    Marks ``in_line`` belong to the holes one by one; others stand in two rows, in no order.
    """

    words: str
    marks: tuple[Mark, ...] = ()
    sign: str = ""
    in_line: bool = False


class Explained(NamedTuple):
    """What a mark, or a name or sign, stands for."""

    meaning: str
    name: str = ""
    mark: Mark | None = None


class Option(NamedTuple):
    """What can be chosen in a field: what is sent, and how it is shown."""

    value: str
    label: str = ""
    words: str = ""
    mark: Mark | None = None


class Field(NamedTuple):
    """A field of an answer that a person gives, of which one option is chosen.

    ``kind`` tells how its options stand: ``count`` for numbers, ``sign`` for whole answers,
    ``place`` for the mark of one hole.
    """

    name: str
    kind: str
    title: str
    options: tuple[Option, ...]
    meaning: str = ""
    mark: Mark | None = None


class Display(NamedTuple):
    """A way to show answers that can be chosen for a game."""

    name: str
    title: str


@lru_cache(maxsize=32)
def figures(symbols: str) -> tuple[Value, ...]:
    """Return values that are called by what stands on their plain pegs."""
    return tuple(Value(symbol, symbol, symbol, "figure") for symbol in symbols)


Pegs = tuple[Value | None, ...]


@dataclass(frozen=True)
class Face(ABC):
    """The face of a game, with answers shown by the display of that name, or as is usual."""

    game: Game
    display: str = ""

    @property
    @abstractmethod
    def terms(self) -> Terms:
        """What the game calls its things."""

    @property
    def usual_display(self) -> str:
        """The display that is usual for the game, where there are several."""
        return ""

    @property
    def digits_give(self) -> str:
        """What digits choose that are typed where an answer is asked for, if they do."""
        return ""

    @property
    @abstractmethod
    def values(self) -> tuple[Value, ...]:
        """The values of a hole, in their order."""

    @property
    def palette(self) -> tuple[Value, ...]:
        """The values in the order in which a player chooses from them."""
        return self.values

    @abstractmethod
    def show(self, answer: Answer) -> ShownAnswer:
        """Return an answer as it is shown."""

    def plain_answer(self, answer: Answer) -> str:
        """Return an answer in signs that any text can hold, and nothing else of its guess.

        >>> from solver.deduction.games import face_of, game_named
        >>> classic, words, pair = (face_of(game_named(n)) for n in ("classic", "words", "pair"))
        >>> classic.plain_answer((1, 2)), classic.plain_answer((0, 0))
        ('⚫⚪⚪', '–')
        >>> words.plain_answer((2, 0, 1, 1, 0)), pair.plain_answer((False, True))
        ('🟩⬛🟨🟨⬛', '≤')
        """
        shown = self.show(answer)
        if shown.sign:
            return shown.sign
        return "".join(PLAIN_MARKS.get(mark.style, "") for mark in shown.marks) or NO_MARK

    @property
    @abstractmethod
    def legend(self) -> tuple[Explained, ...]:
        """What the marks of an answer mean, in a line."""

    @property
    @abstractmethod
    def help(self) -> tuple[Explained, ...]:
        """The same in sentences; a meaning begins with what stands between it and its name."""

    @property
    @abstractmethod
    def answer_fields(self) -> tuple[Field, ...]:
        """The fields by which a person gives an answer."""

    @abstractmethod
    def parse_answer_fields(self, form: Mapping[str, str]) -> Answer:
        """Return the answer that the fields hold. Raises FeedbackError with a sentence."""

    @abstractmethod
    def format_answer_fields(self, answer: Answer) -> Mapping[str, str]:
        """Return what the fields hold for an answer, the inverse of parse_answer_fields."""

    @property
    @abstractmethod
    def how_to_write(self) -> str:
        """How codes and answers are written, in a sentence."""

    @property
    def repeats(self) -> str:
        """Whether a value may come more than once, in a sentence; empty where no rule says so."""
        return ""

    @property
    def goal(self) -> str:
        """What a codebreaker is to do, in a line."""
        return f"Find the {spelled(self.game.pegs)} hidden {self.terms.peg}s."

    @property
    def own_title(self) -> str:
        """What a game without a title of its own is called."""
        return self.game.name

    @property
    def variant(self) -> str:
        """What the title of a game without one of its own does not tell of its rules."""
        return ""

    @property
    def scope(self) -> str:
        """Which guesses, codes and feedback whatever is proved of the game speaks of."""
        return scope_words(self.game, self.variant, [one.meaning for one in self.legend])

    @property
    def example(self) -> str:
        """A code as it may be typed."""
        return self.draft_of(self.game.code_at(self.game.code_count // 3))

    @property
    def keyboard(self) -> str:
        """Which keys set a value."""
        return f"{self.values[0].symbol} to {self.values[-1].symbol}"

    def draft_of(self, code: Code) -> str:
        """Return a code as it is typed, one sign a hole."""
        return "".join(self.values[value].symbol for value in code)

    def pegs(self, code: Code) -> Pegs:
        return tuple(map(self.values.__getitem__, code))

    def answered_pegs(self, turn: Turn) -> Pegs:
        """Return the values of a guess that is answered; an answer may show on them."""
        return self.pegs(turn.code)

    def code_words(self, code: Code) -> str:
        return ", ".join(self.values[value].name.lower() for value in code)

    def name_of(self, value: int) -> str:
        """Name a value in a sentence beside its picture."""
        return self.plain_name(value)

    def plain_name(self, value: int) -> str:
        """Name a value in a sentence where nothing has colours."""
        return f"{self.terms.colour} {self.values[value].symbol}"
