"""Which code fits the rows? One of a few, or one that is built of pegs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.deduction.knowledge.candidates import contradicted
from solver.deduction.rules.game import Code, CodeError
from solver.wording import counted
from webapp.http.forms import FormError, submitted_row
from webapp.learn.lessons.lesson import Block, LessonError
from webapp.learn.lessons.questions.question import (
    Choices,
    Entered,
    Marking,
    Question,
    kind,
)
from webapp.learn.lessons.scene import Scene

MOST_TOLD = 3  # rows that a code contradicts


@kind("fits")
class FittingChoice(Choices):
    """Which of the options, codes, still fits? With ``not: yes``: which does not fit?"""

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.codes = tuple(map(scene.game.parse_code, block.options))
        self.is_inverse = "not" in block.fields
        self._right = [
            at
            for at, code in enumerate(self.codes)
            if bool(contradicted(scene.game, code, scene.turns)) is self.is_inverse
        ]
        if len(self._right) != 1:
            raise LessonError(f"{len(self._right)} of the codes are right, not one.")

    @property
    def labels(self) -> tuple[str, ...]:
        """The codes, as pegs."""
        return tuple(f"{{{{pegs {text}}}}}" for text in self.block.options)

    @property
    def right(self) -> int:
        """The code that is right."""
        return self._right[0]

    def told(self, chosen: int) -> Marking:
        """Say of the code which answers it would have changed."""
        is_right = chosen == self.right
        others = [
            code for at, code in enumerate(self.codes) if at != chosen and not self.is_inverse
        ]
        more = (f"{next(misfits(self.scene, code))}" for code in others * is_right)
        return Marking(is_right, (*fit_words(self.scene, self.codes[chosen]), *more))


@kind("code")
class CodeQuestion(Question):
    """Build a code that fits all rows; with ``only: yes`` there is one only."""

    form = "code"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        count = scene.left.count
        if not count or ("only" in block.fields and count > 1):
            raise LessonError(f"{count} codes fit the rows.")

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        """The first code that fits."""
        return {"code": self.scene.game.format_code(self.scene.codes[0])}

    @property
    def answer_words(self) -> str:
        """The first code that fits."""
        return pegs(self.scene, self.scene.codes[0])

    @property
    def names(self) -> tuple[str, ...]:
        """A code may be typed, where no script builds it."""
        return ("code", "typed")

    def judge(self, entered: Entered) -> Marking:
        """Say which answers the code would have changed."""
        try:
            code = self.scene.game.parse_code(submitted_row(entered))
        except CodeError as error:
            raise FormError(str(error)) from error
        words = tuple(fit_words(self.scene, code))
        if contradicted(self.scene.game, code, self.scene.turns):
            return Marking(False, words)
        others = self.scene.left.count - 1
        more = f"{counted(others, 'other code')} would fit as well." if others else "No other does."
        return Marking(True, (*words, more))


def fit_words(scene: Scene, code: Code) -> Iterator[str]:
    """Say whether a code fits all rows, and of those which it contradicts why."""
    if not contradicted(scene.game, code, scene.turns):
        yield f"{pegs(scene, code)} fits: every row would have got the answer it has."
    yield from misfits(scene, code)


def misfits(scene: Scene, code: Code) -> Iterator[str]:
    """Yield for each row that a code contradicts what it would have been answered."""
    for at in contradicted(scene.game, code, scene.turns)[:MOST_TOLD]:
        guess, answer = scene.turns[at]
        real = scene.game.feedback(guess, code)
        yield (
            f"With {pegs(scene, code)} as the code, row {at + 1} would have got "
            f"{keys(scene, real)}, not {keys(scene, answer)}."
        )


def pegs(scene: Scene, code: Code) -> str:
    """Name a code as prose does, so that it is drawn."""
    return f"{{{{pegs {scene.game.format_code(code)}}}}}"


def keys(scene: Scene, answer: tuple[int, ...]) -> str:
    """Name an answer as prose does, so that it is drawn."""
    return f"{{{{keys {scene.game.format_answer(answer)}}}}}"
