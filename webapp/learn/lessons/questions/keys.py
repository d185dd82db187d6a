"""What feedback does a guess get? The code is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solver.deduction.faces.face import Pegs, ShownAnswer
from solver.deduction.rules.game import FeedbackError
from webapp.http.forms import FormError
from webapp.learn.lessons.lesson import Block
from webapp.learn.lessons.questions.question import Entered, Marking, Question, ShownQuestion
from webapp.learn.lessons.scene import Scene
from webapp.mastermind.answer_form import answer_fields


class KeysQuestion(Question):
    """A code and a guess, ``code: 1123`` and ``guess: 1132``: which key pegs?"""

    form = "keys"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.code = scene.game.parse_code(block.of("code"))
        self.guess = scene.game.parse_code(block.of("guess"))
        self.keys = scene.game.feedback(self.guess, self.code)

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return dict(self.scene.face.format_answer_fields(self.keys))

    @property
    def answer_words(self) -> str:
        return f"{{{{keys {self.scene.game.format_answer(self.keys)}}}}}"

    @property
    def rows(self) -> tuple[tuple[Pegs, ShownAnswer | None], ...]:
        """The rows of the step, or else the guess with its answer."""
        face = self.scene.face
        return super().rows or ((face.pegs(self.guess), face.show(self.keys)),)

    def show(self, entered: Entered, judged: Marking | None, draft: str) -> ShownQuestion:
        """Show the code and the guess, and fields for the answer."""
        face = self.scene.face
        named = (("Code", self.code), ("Guess", self.guess))
        return replace(
            super().show(entered, judged, draft),
            fields=answer_fields(face, "answer", None, dict(entered.items())),
            pair=tuple((name, face.pegs(code), face.code_words(code)) for name, code in named),
        )

    def judge(self, entered: Entered) -> Marking:
        try:
            given = self.scene.face.parse_answer_fields(entered)
        except FeedbackError as error:
            raise FormError(str(error)) from error
        said = self.scene.game.format_answer(given)
        words = f"You counted {{{{keys {said}}}}}."
        return Marking(given == self.keys, () if given == self.keys else (words,))
