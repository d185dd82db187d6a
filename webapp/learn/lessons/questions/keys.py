"""What feedback does a guess get? The code is shown, and how the key pegs are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from solver.deduction.faces.face import Pegs, ShownAnswer
from solver.deduction.rules.game import FeedbackError
from solver.wording import capitalised, listed, spelled, times
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
        """Recount whatever was counted wrongly."""
        try:
            given = self.scene.face.parse_answer_fields(entered)
        except FeedbackError as error:
            raise FormError(str(error)) from error
        blacks, whites = self._black_words(), self._white_words()
        if given == self.keys:
            return Marking(True, (blacks, whites))
        counted = [
            words
            for words, mine, real in zip((blacks, whites), given, self.keys, strict=True)
            if mine != real
        ]
        said = self.scene.game.format_answer(given)
        return Marking(False, (f"You counted {{{{keys {said}}}}}. Count again.", *counted))

    def _black_words(self) -> str:
        terms, pairs = self.scene.face.terms, zip(self.guess, self.code, strict=True)
        holes = [str(at) for at, (a, b) in enumerate(pairs, 1) if a == b]
        which = f"Holes {listed(holes)} have" if holes else "No hole has"
        if len(holes) == 1:
            which = f"Hole {holes[0]} has"
        blacks = f"{spelled(len(holes))} {terms.black if len(holes) == 1 else terms.blacks}"
        return f"{which} the same {terms.colour} in both: {blacks}."

    def _white_words(self) -> str:
        terms, count = self.scene.face.terms, self.keys[1]
        loose = [(a, b) for a, b in zip(self.guess, self.code, strict=True) if a != b]
        shared = list(self._shared(Counter(a for a, _ in loose), Counter(b for _, b in loose)))
        whites = f"{spelled(count)} {terms.white if count == 1 else terms.whites}"
        apart = "apart from those, " if self.keys[0] else ""
        if shared:
            return f"{capitalised(f'{apart}{listed(shared)}')}: {whites}."
        return f"{capitalised(f'{apart}no {terms.colour} is in both')}: {whites}."

    def _shared(self, guess: Counter[int], code: Counter[int]) -> Iterator[str]:
        for colour in sorted(guess & code):
            name = self.scene.face.name_of(colour)
            mine, hidden = guess[colour], code[colour]
            if mine == hidden:
                yield f"{name} comes {times(mine)} in both"
            else:
                yield (
                    f"{name} comes {times(mine)} in the guess and {times(hidden)} in the code, "
                    f"so it scores {times(min(mine, hidden))}"
                )
