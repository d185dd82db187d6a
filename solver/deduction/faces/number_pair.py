"""The number pair's face: numbers, and answers that are signs of comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from solver.deduction.faces.face import Explained, Face, Field, Option, ShownAnswer, Value, figures
from solver.deduction.faces.family import Family, Preset
from solver.deduction.rules.game import Answer, FeedbackError, Game, Terms
from solver.deduction.rules.number_pair import NumberPair

_COMPARED: Final[Mapping[Answer, ShownAnswer]] = MappingProxyType(
    {
        (True, True): ShownAnswer("both numbers right", sign="="),
        (True, False): ShownAnswer("one or both too large, neither too small", sign="≥"),
        (False, True): ShownAnswer("one or both too small, neither too large", sign="≤"),
        (False, False): ShownAnswer("one too large, one too small", sign="≷"),
    }
)


@dataclass(frozen=True)
class NumberPairFace(Face):
    game: NumberPair

    terms: ClassVar[Terms] = Terms("number", "place", "number", code="pair")

    @property
    def values(self) -> tuple[Value, ...]:
        return figures("01234")

    def show(self, answer: Answer) -> ShownAnswer:
        return _COMPARED[answer]

    @property
    def legend(self) -> tuple[Explained, ...]:
        return tuple(Explained(sign.words, sign.sign) for sign in _COMPARED.values())

    @property
    def help(self) -> tuple[Explained, ...]:
        *first_entries, last = self.legend
        joined = [entry._replace(meaning=f" {entry.meaning};") for entry in first_entries]
        return (*joined, last._replace(meaning=f" {last.meaning}."))

    @property
    def answer_fields(self) -> tuple[Field, ...]:
        options = []
        for answer in self.game.feedbacks:
            picture = self.show(answer)
            options.append(Option(self.game.format_answer(answer), picture.sign, picture.words))
        return (Field("answer", "sign", "Feedback", tuple(options)),)

    def parse_answer_fields(self, form: Mapping[str, str]) -> Answer:
        if not form.get("answer"):
            raise FeedbackError("Choose the feedback for this guess.")
        return self.game.parse_answer(form["answer"])

    def format_answer_fields(self, answer: Answer) -> Mapping[str, str]:
        return {"answer": self.game.format_answer(answer)}


def _face(game: Game, display: str) -> NumberPairFace | None:
    return NumberPairFace(game, display) if isinstance(game, NumberPair) else None


FAMILY: Final = Family(
    presets=(
        Preset(
            "pair",
            NumberPair,
            "Number pair",
            "Two numbers from 0 to 4: too large or too small?",
        ),
    ),
    face=_face,
    turns_help=(
        "For the number pair, a TURN is ab:FEEDBACK: = both are right, > none of yours is too "
        "small, < none is too large, ? one is too small and one too large. Shells use the last "
        "three themselves, so write + for >, - for < and x for ?, as in 12:+, or quote the TURN."
    ),
)
