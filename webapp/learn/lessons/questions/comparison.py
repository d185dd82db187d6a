"""Which of a few figures is the least, or the most? And: how much is a figure?"""

from __future__ import annotations

from collections.abc import Mapping

from webapp.learn.lessons.figures import Number, Reckoned, figure_of
from webapp.learn.lessons.lesson import Block, LessonError
from webapp.learn.lessons.questions.codes import pegs
from webapp.learn.lessons.questions.question import (
    Choices,
    Entered,
    Marking,
    Question,
    kind,
    whole_number,
)
from webapp.learn.lessons.scene import Scene


class FigureChoice(Choices):
    """Options are figures, with a label after ``|``; a guess without one is shown as pegs."""

    sign = 1

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        parts = [option.partition("|") for option in block.options]
        self.figures = tuple(figure_of(scene, text.strip()) for text, _, _ in parts)
        self._labels = tuple(
            label.strip() or _label(scene, figure)
            for (_, _, label), figure in zip(parts, self.figures, strict=True)
        )
        values = [self.sign * _number(figure) for figure in self.figures]
        if values.count(min(values)) != 1:
            raise LessonError(f"No option is the best alone: {values}.")
        self._right = values.index(min(values))

    @property
    def labels(self) -> tuple[str, ...]:
        """The options."""
        return self._labels

    @property
    def right(self) -> int:
        """The option whose figure is the best."""
        return self._right

    def told(self, chosen: int) -> Marking:
        """Tell the chosen figure first, then the best, then the others."""
        is_right = chosen == self.right
        order = dict.fromkeys((chosen, self.right, *range(len(self.figures))))
        told = list(order) if is_right else [chosen, self.right]
        sentences = tuple(f"{self.labels[at].rstrip('.')}: {self.figures[at].why}" for at in told)
        guesses = (self.figures[at].guess for at in told)
        return Marking(is_right, sentences, tuple(guess for guess in guesses if guess))


def _number(figure: Reckoned) -> Number:
    if isinstance(figure.value, str):
        raise LessonError(f"“{figure.value}” is no number.")
    return figure.value


def _label(scene: Scene, figure: Reckoned) -> str:
    if figure.guess is None:
        raise LessonError("An option that is no guess needs a label after “|”.")
    return pegs(scene, figure.guess)


@kind("least")
class LeastChoice(FigureChoice):
    """Which is the least?"""


@kind("most")
class MostChoice(FigureChoice):
    """Which is the most?"""

    sign = -1


@kind("number")
class NumberQuestion(Question):
    """How much is a figure, ``figure: worst 1122``? It must be a whole number."""

    form = "number"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.figure = figure_of(scene, block.of("figure"))
        value = self.figure.value
        if not isinstance(value, int):
            raise LessonError(f"{block.of('figure')} is {value}, no whole number.")
        self.value: int = value

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        """The figure."""
        return {"number": str(self.value)}

    @property
    def answer_words(self) -> str:
        """The figure."""
        return self.figure.text

    def judge(self, entered: Entered) -> Marking:
        """Compare what was typed, and tell how the figure comes about."""
        given = whole_number(entered.get("number", ""))
        guesses = (self.figure.guess,) if self.figure.guess else ()
        if given == self.value:
            return Marking(True, (self.figure.why,), guesses)
        is_more = given > self.value
        words = f"{given:,} is too {'many' if is_more else 'few'}. {self.figure.why}"
        return Marking(False, (words,), guesses)
