"""Feedback with a mark for each hole, in colours that also have shapes of their own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

from solver.deduction.faces.face import Explained, Face, Field, Mark, Option, ShownFeedback
from solver.deduction.faces.keys import KeyFace
from solver.deduction.rules.feedback_rules import GREEN, GREY, SIGNS, YELLOW
from solver.deduction.rules.game import Feedback, FeedbackError
from solver.deduction.rules.mastermind_game import MastermindGame
from solver.wording import capitalised, listed, spelled

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
        for wanted, words in ((GREEN, "right"), (YELLOW, "elsewhere")):
            holes = [str(hole) for hole, mark in enumerate(feedback, start=1) if mark == wanted]
            if holes:
                things = self.terms.peg if len(holes) == 1 else f"{self.terms.peg}s"
                yield f"{things} {listed(holes)} {words}"

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
            raise FeedbackError(f"Choose {self.mark_word} for {pegs} {listed(missing)}.")
        if sorted(marks) == ["g"] * (len(marks) - 1) + ["y"]:
            pegs = peg if len(marks) == 2 else f"{peg}s"
            placed = f"{spelled(len(marks) - 1)} {pegs}"
            raise FeedbackError(f"With {placed} in place, the last one has nowhere else to go.")
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
        elsewhere = f"{right}, wrong place"
        missing = "not there, or no more of it"
        return {
            GREEN: Colour("tile", PLACED, "right place", f"{right}, right place"),
            YELLOW: Colour("ring", ELSEWHERE, elsewhere, elsewhere),
            GREY: Colour("dot", NOTHING, missing, missing),
        }
