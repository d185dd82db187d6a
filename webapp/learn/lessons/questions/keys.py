"""How many keys does a guess get? The code is shown, and so is how the keys are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from solver.deduction.rules.game import Code, FeedbackError, Terms
from solver.wording import capitalised, listed, spelled, times
from webapp.http.forms import FormError
from webapp.learn.lessons.lesson import Block
from webapp.learn.lessons.questions.question import Entered, Marking, Question, kind
from webapp.learn.lessons.scene import Scene


@kind("keys")
class KeysQuestion(Question):
    """A code and a guess, ``code: 1123`` and ``guess: 1132``: which keys?"""

    form = "keys"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.code = scene.game.parse_code(block.of("code"))
        self.guess = scene.game.parse_code(block.of("guess"))
        self.keys = scene.game.feedback(self.guess, self.code)

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        """The fields of the answer."""
        return dict(self.scene.face.format_answer_fields(self.keys))

    @property
    def answer_words(self) -> str:
        """The keys."""
        return f"{{{{keys {self.scene.game.format_answer(self.keys)}}}}}"

    def judge(self, entered: Entered) -> Marking:
        """Count again what was counted otherwise."""
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
        return Marking(False, (f"You counted {{{{keys {said}}}}}. Look again.", *counted))

    def _black_words(self) -> str:
        holes = [str(at) for at, (a, b) in enumerate(self._pairs, 1) if a == b]
        if not holes:
            return f"No hole has the same {self._terms.colour} in both: {self._black(0)}."
        which = f"Hole {holes[0]} has" if len(holes) == 1 else f"Holes {listed(holes)} have"
        return f"{which} the same {self._terms.colour} in both: {self._black(len(holes))}."

    @property
    def _terms(self) -> Terms:
        return self.scene.face.terms

    def _black(self, count: int) -> str:
        return f"{spelled(count)} {self._terms.black if count == 1 else self._terms.blacks}"

    def _white(self, count: int) -> str:
        return f"{spelled(count)} {self._terms.white if count == 1 else self._terms.whites}"

    def _white_words(self) -> str:
        guess, code = (Counter(colours) for colours in self._loose)
        told = list(self._shared(guess, code))
        if told:
            return (
                f"Leave those pairs aside. {capitalised(listed(told))}: "
                f"{self._white(self.keys[1])}."
            )
        return (
            f"Leave those pairs aside: no {self._terms.colour} of the rest is in both, so "
            f"{self._white(0)}."
        )

    def _shared(self, guess: Counter[int], code: Counter[int]) -> Iterator[str]:
        for colour in sorted(guess & code):
            name = self.scene.face.name_of(colour)
            mine, hidden = guess[colour], code[colour]
            if mine == hidden:
                yield f"{name} is left {times(mine)} in both"
            else:
                more = (
                    f"{name} is left {times(mine)} in the guess and {times(hidden)} in the code, "
                    f"which makes {spelled(min(mine, hidden))}"
                )
                yield more

    @property
    def _pairs(self) -> Iterator[tuple[int, int]]:
        return zip(self.guess, self.code, strict=True)

    @property
    def _loose(self) -> tuple[Code, Code]:
        """The colours of both in the holes that differ."""
        loose = [(a, b) for a, b in self._pairs if a != b]
        return tuple(a for a, _ in loose), tuple(b for _, b in loose)
