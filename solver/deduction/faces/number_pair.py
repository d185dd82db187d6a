"""The number pair's face: numbers, and feedback in signs of comparison."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from solver.deduction.faces import face
from solver.deduction.rules.game import Feedback, FeedbackError
from solver.deduction.rules.number_pair import NumberPair

_COMPARED: Final[Mapping[Feedback, face.ShownFeedback]] = MappingProxyType(
    {
        (True, True): face.ShownFeedback("both numbers right", sign="="),
        (True, False): face.ShownFeedback("one or both too large, neither too small", sign="≥"),
        (False, True): face.ShownFeedback("one or both too small, neither too large", sign="≤"),
        (False, False): face.ShownFeedback("one too large, one too small", sign="≷"),
    }
)


@dataclass(frozen=True)
class NumberPairFace(face.Face):
    game: NumberPair

    @property
    def values(self) -> tuple[face.Value, ...]:
        return face.figures("01234")

    def show(self, feedback: Feedback) -> face.ShownFeedback:
        return _COMPARED[feedback]

    @property
    def legend(self) -> tuple[face.Explained, ...]:
        return tuple(face.Explained(sign.words, sign.sign) for sign in _COMPARED.values())

    @property
    def help(self) -> tuple[face.Explained, ...]:
        *first_entries, last = self.legend
        entries = [entry._replace(meaning=f" {entry.meaning};") for entry in first_entries]
        return (*entries, last._replace(meaning=f" {last.meaning}."))

    @property
    def feedback_fields(self) -> tuple[face.Field, ...]:
        options = []
        for feedback in self.game.feedbacks:
            picture = self.show(feedback)
            options.append(
                face.Option(self.game.format_feedback(feedback), picture.sign, picture.words)
            )
        return (face.Field("answer", "sign", "Feedback", tuple(options)),)

    def parse_feedback_fields(self, form: Mapping[str, str]) -> Feedback:
        if not form.get("answer"):
            raise FeedbackError("Choose the feedback for this guess.")
        return self.game.parse_feedback(form["answer"])

    def format_feedback_fields(self, feedback: Feedback) -> Mapping[str, str]:
        return {"answer": self.game.format_feedback(feedback)}


FAMILY: Final = face.Family(
    presets=(
        face.Preset(
            "pair",
            NumberPair,
            "Number pair",
            "Two numbers from 0 to 4: too large or too small?",
        ),
    ),
    face=lambda game, show: NumberPairFace(game, show) if isinstance(game, NumberPair) else None,
    turns_help=(
        "For the number pair, a TURN is ab:FEEDBACK: = both are right, > none of yours is too "
        "small, < none is too large, ? one is too small and one too large. Shells use the last "
        "three themselves, so write + for >, - for < and x for ?, as in 12:+, or quote the TURN."
    ),
)
