"""Feedback as key pegs of several colours: counted, or a mark for each hole, with its shape."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple

from solver.deduction.faces.face import Display, Explained, Face, Field, Mark, Option, ShownFeedback
from solver.deduction.rules.feedback_rules import GREEN, GREY, SIGNS, YELLOW
from solver.deduction.rules.game import Feedback, FeedbackError
from solver.deduction.rules.mastermind import FeedbackKind
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.wording import capitalised, join_words, spelled


class KeyPeg(NamedTuple):
    word: str
    plural: str
    mark: Mark


BLACK: Final = KeyPeg("black", "black", Mark("key-black", "ball", "ebony", "⚫"))
WHITE: Final = KeyPeg("white", "white", Mark("key-white", "ring", "ivory", "⚪"))
RED: Final = KeyPeg("red", "red", Mark("key-red", "ball", "peg-1", "🔴"))
BULL: Final = KeyPeg("bull", "bulls", BLACK.mark._replace(sign="🐂"))
COW: Final = KeyPeg("cow", "cows", WHITE.mark._replace(sign="🐄"))


@dataclass(frozen=True, kw_only=True)
class Keys(Display):
    """How to show feedback: the key pegs for right place and for another place.

    ``nothing`` is the word for none at all. ``are_named`` says whether they need naming, as their
    looks don't show which is which.
    """

    right: KeyPeg
    other: KeyPeg
    nothing: str = "no key pegs"
    are_named: bool = False

    @property
    def pegs(self) -> tuple[KeyPeg, KeyPeg]:
        return self.right, self.other


KEYS: Final[Mapping[str, Keys]] = MappingProxyType(
    {
        keys.name: keys
        for keys in (
            Keys(name="black-white", title="Black and white", right=BLACK, other=WHITE),
            Keys(name="white-red", title="White and red", right=WHITE, other=RED),
            Keys(name="red-white", title="Red and white", right=RED, other=WHITE),
            Keys(
                name="bulls-cows",
                title="Bulls and cows",
                right=BULL,
                other=COW,
                nothing="nothing",
                are_named=True,
            ),
        )
    }
)
#: What a board shows where it isn't key pegs of both kinds.
SHOWN: Final[Mapping[FeedbackKind, str]] = MappingProxyType(
    {
        FeedbackKind.PLACES: "only right places are shown",
        FeedbackKind.HOLES: "each hole is marked",
    }
)
#: The same in titles and forms.
TITLES: Final[Mapping[FeedbackKind, str]] = MappingProxyType(
    {FeedbackKind.PLACES: "only right places", FeedbackKind.HOLES: "each hole marked"}
)
NO_KEY: Final = Mark("key-none")
FIELDS: Final = ("right", "other")


@dataclass(frozen=True)
class KeyFace(Face):
    game: MastermindGame

    #: What follows the name of a key peg.
    key_word: ClassVar[str] = ""

    @cached_property
    def keys(self) -> Keys:
        return KEYS.get(self.display) or KEYS[self.usual_display]

    @cached_property
    def key_pegs(self) -> tuple[KeyPeg, ...]:
        """The kinds of key pegs that feedback has here, a number of each."""
        return self.keys.pegs[: len(self.game.feedbacks[0])]

    @cached_property
    def digits_give(self) -> str:
        """The first digit gives the number of one kind of key peg, the second of the other.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("classic")).digits_give, face_of(game_named("4x6p")).digits_give
        ('first black, then white', 'how many black')
        """
        if len(self.key_pegs) == 1:
            return f"how many {self.keys.right.plural}"
        return f"first {self.keys.right.word}, then {self.keys.other.word}"

    def show(self, feedback: Feedback) -> ShownFeedback:
        """Return feedback ready to show.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("mini"), "white-red").show((1, 1)).words
        '1 white, 1 red'
        """
        counts = zip(feedback, self.key_pegs, strict=True)
        marks = tuple(peg.mark for count, peg in counts for _ in range(count))
        marks += (NO_KEY,) * (self.game.pegs - len(marks))
        return ShownFeedback(self._feedback_words(feedback), marks)

    def _feedback_words(self, feedback: Feedback) -> str:
        counts = zip(feedback, self.key_pegs, strict=True)
        parts = [f"{n} {peg.word if n == 1 else peg.plural}" for n, peg in counts if n]
        return ", ".join(parts) or self.keys.nothing

    @cached_property
    def legend(self) -> tuple[Explained, ...]:
        meanings = ("right place", f"right {self.terms.colour}, wrong place")
        return tuple(
            Explained(meaning, capitalised(peg.word) if self.keys.are_named else "", peg.mark)
            for meaning, peg in zip(meanings, self.key_pegs, strict=False)
        )

    @property
    def help(self) -> tuple[Explained, ...]:
        names = [f"{capitalised(peg.word)}{self.key_word}" for peg in self.key_pegs]
        return tuple(map(Explained, (f": {words}." for words in self._meanings), names))

    @property
    def _meanings(self) -> tuple[str, str]:
        thing = self.terms.colour
        return f"right {thing}, right place", f"right {thing}, wrong place"

    @property
    def feedback_fields(self) -> tuple[Field, ...]:
        numbers = tuple(Option(str(n), str(n)) for n in range(self.game.pegs + 1))
        return tuple(
            Field(name, "count", capitalised(peg.word), numbers, meaning=meaning, mark=peg.mark)
            for name, peg, meaning in zip(FIELDS, self.key_pegs, self._meanings, strict=False)
        )

    def parse_feedback_fields(self, form: Mapping[str, str]) -> Feedback:
        texts = [form.get(name, "") for name in FIELDS[: len(self.key_pegs)]]
        read = [len(text) == 1 and text in "0123456789" for text in texts]
        read_pegs = zip(self.key_pegs, read, strict=True)
        missing = [f"how many {peg.plural}" for peg, is_read in read_pegs if not is_read]
        if missing:
            raise FeedbackError(f"Choose {' and '.join(missing)}.")
        numbers = tuple(map(int, texts))
        feedback = next((entry for entry in self.game.feedbacks if entry == numbers), None)
        if feedback is None:
            pegs = self.game.pegs
            reason = f"a row of {pegs} gets {pegs} keys at most"
            if sum(numbers) == pegs:
                reason = "with all the others in place, the last one has nowhere else to go"
            words = self._feedback_words(numbers)
            raise FeedbackError(f"“{words}” isn’t possible feedback: {reason}.")
        return feedback

    def format_feedback_fields(self, feedback: Feedback) -> Mapping[str, str]:
        return dict(zip(FIELDS, map(str, feedback), strict=False))

    @cached_property
    def repeats(self) -> str:
        hole = "A hole" if self.game.secret_repeats else "One hole"
        blanks = f" {hole} may be empty: a dashed ring." if self.game.rules.blanks else ""
        marking = SHOWN.get(self.game.rules.feedback_kind)
        return self._how_often + blanks + (f" {capitalised(marking)}." if marking else "")

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
        size = f"{self.game.pegs} × {self.game.choices - self.game.rules.blanks}"
        return ", ".join(filter(None, (size, TITLES.get(self.game.rules.feedback_kind))))

    @property
    def variant(self) -> str:
        parts = ["holes may stay empty"] if self.game.rules.blanks else []
        if not self.game.secret_repeats:
            parts.append("no repeats in the code" if self.game.repeats else "no repeats")
        return ", ".join(parts)


PLACED: Final = Mark("mark-placed", "tile", "peg-4", "🟩")
ELSEWHERE: Final = Mark("mark-present", "ring", "peg-3", "🟨")
NOTHING: Final = Mark("mark-absent", sign="⬛")


class Colour(NamedTuple):
    """A mark: its name and look, how a letter looks that has it, and what it says."""

    name: str
    mark: Mark
    meaning: str
    sentence: str
    style: str = ""
    shape: str = ""


@dataclass(frozen=True)
class MarkFace(Face):
    @property
    @abstractmethod
    def colours(self) -> Mapping[int, Colour]:
        """The marks by number, right places first."""

    mark_word: ClassVar[str] = "a colour"

    @cached_property
    def _fields(self) -> tuple[str, ...]:
        return tuple(f"place-{place}" for place in range(1, self.game.pegs + 1))

    def show(self, feedback: Feedback) -> ShownFeedback:
        """Return feedback ready to show.

        >>> from solver.deduction.games import face_of, game_named
        >>> face_of(game_named("words2")).show((2, 0, 1, 1, 0)).words
        'letter 1 right, letters 3 and 4 elsewhere'
        >>> face_of(game_named("4x6h")).show((0, 0, 0, 0)).words
        'no colour is there'
        """
        marks = tuple(self.colours[mark].mark for mark in feedback)
        words = ", ".join(self._parts(feedback)) or f"no {self.terms.colour} is there"
        return ShownFeedback(words, marks, in_line=True)

    def _parts(self, feedback: Feedback) -> Iterator[str]:
        if all(mark == GREEN for mark in feedback):
            yield f"all {self.terms.peg}s right"
            return
        for target, words in ((GREEN, "right"), (YELLOW, "elsewhere")):
            holes = [str(hole) for hole, mark in enumerate(feedback, start=1) if mark == target]
            if holes:
                things = self.terms.peg if len(holes) == 1 else f"{self.terms.peg}s"
                yield f"{things} {join_words(holes)} {words}"

    @property
    def legend(self) -> tuple[Explained, ...]:
        colours = self.colours.values()
        return tuple(Explained(c.meaning, capitalised(c.name), c.mark) for c in colours)

    @property
    def help(self) -> tuple[Explained, ...]:
        colours = self.colours.values()
        return tuple(Explained(f": {c.sentence}.", capitalised(c.name)) for c in colours)

    @property
    def feedback_fields(self) -> tuple[Field, ...]:
        options = tuple(
            Option(SIGNS[mark], colour.name, f"{colour.name}, {colour.meaning}", colour.mark)
            for mark, colour in self.colours.items()
        )
        holes = enumerate(self._fields, start=1)
        return tuple(Field(name, "place", str(hole), options) for hole, name in holes)

    def parse_feedback_fields(self, form: Mapping[str, str]) -> Feedback:
        marks = [form.get(name, "") for name in self._fields]
        peg = self.terms.peg
        missing = [str(hole) for hole, mark in enumerate(marks, start=1) if not mark]
        if missing:
            pegs = peg if len(missing) == 1 else f"{peg}s"
            raise FeedbackError(f"Choose {self.mark_word} for {pegs} {join_words(missing)}.")
        if sorted(marks) == ["g"] * (len(marks) - 1) + ["y"]:
            pegs = peg if len(marks) == 2 else f"{peg}s"
            amount = f"{spelled(len(marks) - 1)} {pegs}"
            raise FeedbackError(f"With {amount} in place, the last one has nowhere else to go.")
        return self.game.parse_feedback("".join(marks))

    def format_feedback_fields(self, feedback: Feedback) -> Mapping[str, str]:
        return dict(zip(self._fields, self.game.format_feedback(feedback), strict=True))


@dataclass(frozen=True)
class PegMarkFace(MarkFace, KeyFace):
    """The same on a board of pegs, whose marks are named by their shape: colours are the pegs’."""

    game: MastermindGame

    mark_word: ClassVar[str] = "a mark"
    digits_give: ClassVar[str] = ""

    @property
    def colours(self) -> Mapping[int, Colour]:
        right = f"right {self.terms.colour}"
        description = f"{right}, wrong place"
        missing = "not there, or no more of it"
        return {
            GREEN: Colour("tile", PLACED, "right place", f"{right}, right place"),
            YELLOW: Colour("ring", ELSEWHERE, description, description),
            GREY: Colour("dot", NOTHING, missing, missing),
        }
