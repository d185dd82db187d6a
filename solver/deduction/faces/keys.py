"""Answers that count: key pegs for the right place and for another place, in several colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final

from solver.deduction.faces.face import Display, Explained, Face, Field, Mark, Option, ShownAnswer
from solver.deduction.rules.game import Answer, FeedbackError, Terms
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.wording import capitalised, spelled


@dataclass(frozen=True)
class Keys:
    """How to show answers: words and looks for right place and other place.

    ``plural`` are the words for more than one, and ``nothing`` the word for none at all.
    ``are_named`` says whether they need naming, as their looks don't show which is which.
    """

    name: str
    title: str
    right: str
    other: str
    right_style: str
    other_style: str
    plural: str = ""
    nothing: str = "no key pegs"
    are_named: bool = False

    @property
    def names(self) -> tuple[str, str]:
        return self.right, self.other

    def many(self, word: str) -> str:
        return f"{word}{self.plural}"


KEYS: Final[Mapping[str, Keys]] = MappingProxyType(
    {
        keys.name: keys
        for keys in (
            Keys("black-white", "Black and white", "black", "white", "key-black", "key-white"),
            Keys("white-red", "White and red", "white", "red", "key-white", "key-red"),
            Keys("red-white", "Red and white", "red", "white", "key-red", "key-white"),
            Keys(
                *("bulls-cows", "Bulls and cows", "bull", "cow", "key-bull", "key-cow"),
                *("s", "nothing", True),
            ),
        )
    }
)
DISPLAYS: Final = tuple(Display(keys.name, keys.title) for keys in KEYS.values())
NO_KEY: Final = Mark("key-none", "dot")


@dataclass(frozen=True)
class KeyFace(Face):
    game: MastermindGame

    #: What follows the name of a key peg.
    key_word: ClassVar[str] = ""

    @cached_property
    def keys(self) -> Keys:
        return KEYS.get(self.display) or KEYS[self.usual_display]

    @cached_property
    def terms(self) -> Terms:
        return self.game.rules.terms

    @cached_property
    def digits_give(self) -> str:
        """The first digit gives the number of one kind of key peg, the second of the other."""
        return f"first {self.keys.right}, then {self.keys.other}"

    def show(self, answer: Answer) -> ShownAnswer:
        """Return an answer ready to show.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("mini"), "white-red").show((1, 1)).words
        '1 white, 1 red'
        """
        right, other = answer
        marks = (Mark(self.keys.right_style),) * right + (Mark(self.keys.other_style),) * other
        marks += (NO_KEY,) * (self.game.pegs - len(marks))
        return ShownAnswer(self._answer_words(answer), marks)

    def _answer_words(self, answer: Answer) -> str:
        keys = self.keys
        named = zip(answer, keys.names, strict=True)
        parts = [f"{n} {word if n == 1 else keys.many(word)}" for n, word in named if n]
        return ", ".join(parts) or keys.nothing

    @cached_property
    def legend(self) -> tuple[Explained, ...]:
        keys, thing = self.keys, self.terms.colour
        names = map(capitalised, keys.names) if keys.are_named else ("", "")
        marks = (Mark(keys.right_style), Mark(keys.other_style))
        meanings = ("right place", f"right {thing}, wrong place")
        return tuple(map(Explained, meanings, names, marks))

    @property
    def help(self) -> tuple[Explained, ...]:
        names = [f"{capitalised(name)}{self.key_word}" for name in self.keys.names]
        return tuple(map(Explained, (f": {words}." for words in self._meanings), names))

    @property
    def _meanings(self) -> tuple[str, str]:
        thing = self.terms.colour
        return f"right {thing}, right place", f"right {thing}, wrong place"

    @property
    def answer_fields(self) -> tuple[Field, ...]:
        keys = self.keys
        numbers = tuple(Option(str(n), str(n)) for n in range(self.game.pegs + 1))
        marks = (Mark(keys.right_style), Mark(keys.other_style))
        return tuple(
            Field(name, "count", capitalised(word), numbers, meaning, mark)
            for name, word, meaning, mark in zip(
                ("right", "other"), keys.names, self._meanings, marks, strict=True
            )
        )

    def parse_answer_fields(self, form: Mapping[str, str]) -> Answer:
        answer = tuple(self._chosen_numbers(form))
        found = next((one for one in self.game.feedbacks if one == answer), None)
        if found is None:
            raise FeedbackError(
                f"“{self._answer_words(answer)}” isn’t possible feedback: {self._why_not(answer)}."
            )
        return found

    def _chosen_numbers(self, form: Mapping[str, str]) -> Iterator[int]:
        texts = [form.get(name, "") for name in ("right", "other")]
        read = [len(text) == 1 and text in "0123456789" for text in texts]
        named = zip(self.keys.names, read, strict=True)
        missing = [f"how many {self.keys.many(word)}" for word, is_read in named if not is_read]
        if missing:
            raise FeedbackError(f"Choose {' and '.join(missing)}.")
        yield from map(int, texts)

    def _why_not(self, answer: Answer) -> str:
        pegs = self.game.pegs
        if sum(answer) == pegs:
            return "with all the others in place, the last one has nowhere else to go"
        return f"a row of {pegs} gets {pegs} keys at most"

    def format_answer_fields(self, answer: Answer) -> Mapping[str, str]:
        return dict(zip(("right", "other"), map(str, answer), strict=True))

    @cached_property
    def repeats(self) -> str:
        hole = "A hole" if self.game.secret_repeats else "One hole"
        blanks = f" {hole} may be empty: a dashed ring." if self.game.rules.blanks else ""
        return self._how_often + blanks

    @property
    def _how_often(self) -> str:
        thing = self.terms.colour
        if not self.game.repeats:
            return f"No {thing} appears more than once."
        if not self.game.secret_repeats:
            return f"No {thing} appears more than once in the code, though it may in a guess."
        return f"A {thing} can appear more than once."

    @cached_property
    def goal(self) -> str:
        """What a codebreaker has to do, and whether values repeat.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("classic")).goal
        'Find the code of four pegs. Colours may repeat.'
        """
        thing = self.terms.colour
        may_repeat = self.game.secret_repeats
        repeats = f"{thing.capitalize()}s may repeat" if may_repeat else f"No {thing} repeats"
        if self.game.rules.blanks:
            hole = "a hole" if may_repeat else "one hole"
            return f"Fill the {spelled(self.game.pegs)} holes. {repeats}; {hole} may be empty."
        return f"{super().goal} {repeats}."

    @property
    def own_title(self) -> str:
        return f"{self.game.pegs} × {self.game.choices - self.game.rules.blanks}"

    @property
    def variant(self) -> str:
        parts = ["holes may stay empty"] if self.game.rules.blanks else []
        if not self.game.secret_repeats:
            parts.append("no repeats in the code" if self.game.repeats else "no repeats")
        return ", ".join(parts)
