"""Which of a few figures is the smallest or the largest? And: how large is a figure?

A figure is written with its meaning, ``worst 1122 = 5``, and a sentence that explains it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from math import log2
from typing import ClassVar, Final

from solver.deduction.knowledge.candidates import Split, split
from solver.deduction.rules.game import Code
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.text.exercises import figure_words
from solver.wording import join_words, quote
from webapp.http.forms import FormError
from webapp.learn.questions.block import Block, QuestionError, task_block
from webapp.learn.questions.question import (
    Choices,
    Entered,
    Marking,
    Question,
    ShownQuestion,
    whole_number,
)
from webapp.learn.questions.scene import Scene, pegs

#: Figures about a guess, which is the next word: its split is worth a look.
OF_GUESSES: Final = frozenset({"worst", "answers", "average", "bits", "needs", "ahead", "squares"})
INTO_PILES: Final = (
    "Codes that would give the same feedback are on one pile. Count them, pile by pile."
)
#: So many codes can be sorted by the feedback they would give.
MOST_COUNTED: Final = 24
#: What each measure is called, and what is said of a guess that is best by another one than asked.
PRAISE: Final[Mapping[str, tuple[str, str]]] = {
    "worst": ("the worst case", "Its highest pile is the lowest of these"),
    "average": ("the average", "It leaves the fewest codes on average"),
    "bits": ("bits", "It gives the most bits"),
    "answers": ("the number of outcomes", "It makes the most piles"),
}
#: What is asked of the guess that is best by a measure, as a figure and in words, and its answer.
#: Only the measure itself speaks for it: by any other one, another guess may be better.
COUNTED: Final[Mapping[str, tuple[str, str, str]]] = {
    "worst": ("worst", "How many codes does {} leave in the worst case?", "The highest has"),
    "average": (
        "squares",
        "Multiply each pile of {} by itself, and add up. What’s the sum?",
        "Each counts as often as it has codes:",
    ),
    "answers": ("answers", "How many piles does {} make?", "Count them:"),
}


@dataclass(frozen=True)
class LessonFigure:
    value: Decimal
    why: str
    guesses: tuple[Code, ...] = ()


def parse_figure(scene: Scene, text: str, why: str) -> LessonFigure:
    """Parse ``worst 1122 = 5``. Raises QuestionError."""
    claim, _, value = text.partition(" = ")
    name, *arguments = claim.split()
    guesses = map(scene.game.parse_code, arguments) if name in OF_GUESSES else ()
    try:
        return LessonFigure(Decimal(value.replace(",", "")), why, tuple(guesses))
    except (InvalidOperation, ValueError) as error:
        raise QuestionError(f"“{text}” is no figure with what it is, “left = 16”.") from error


class FigureChoice(Choices):
    """Which is the smallest? A label is after ``|``; a guess without one is shown as pegs."""

    sign = 1

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        heads = [option.partition("\n") for option in block.options]
        parts = [(*head.partition("|"), why) for head, _, why in heads]
        self.figures = tuple(parse_figure(scene, text.strip(), why) for text, _, _, why in parts)
        self.labels = tuple(
            label.strip() or self._label(figure)
            for (_, _, label, _), figure in zip(parts, self.figures, strict=True)
        )
        values = [self.sign * figure.value for figure in self.figures]
        if values.count(min(values)) != 1:
            raise QuestionError(f"No option is the best alone: {', '.join(map(str, values))}.")
        self.right = values.index(min(values))

    def _label(self, figure: LessonFigure) -> str:
        if not figure.guesses:
            raise QuestionError("An option that is no guess needs a label after “|”.")
        return pegs(self.scene, figure.guesses[0])

    @cached_property
    def measure(self) -> str:
        """The measure of the guesses that it asks about, if it does."""
        names = {option.split()[0] for option in self.block.options if self.figures[0].guesses}
        return "".join(names & PRAISE.keys())

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        return tuple(split(self.scene.candidates, *figure.guesses) for figure in self.figures)

    def ask_reason(self) -> Question | None:
        """Ask for what the measure counts of the best guess, if it can be counted."""
        if not self.measure or self.scene.candidates.count > MOST_COUNTED:
            return None
        (guess,) = self.figures[self.right].guesses
        groups = self.splits[self.right]
        sizes = sorted((size for size in groups.sizes if size), reverse=True)
        row = pegs(self.scene, guess)
        piles = f"The piles of {row} have {join_words([*map(str, sizes)])} codes."
        if len(sizes) == groups.total:
            piles = f"Each of the {len(sizes)} codes is alone on its pile."
        text = self.scene.game.format_code(guess)
        fields = {"guess": text, "nudge": INTO_PILES}
        if self.measure == "bits":
            task = f"{self._bits_of_piles()} How many bits does {row} give on average?"
            fields |= {"figure": f"bits {text} = {groups.bits:.2f}"}
            fields |= {"why": f"{piles} {figure_words('bits', groups)}"}
            return BitsQuestion(self.scene, task_block(task, **fields))
        terms = {
            "worst": sizes[:1],
            "average": [size * size for size in sizes],
            "answers": [len(sizes)],
        }[self.measure]
        figure, task, why = COUNTED[self.measure]
        added = f"{' + '.join(map(str, terms))} = " if terms[1:] else ""
        fields |= {"figure": f"{figure} {text} = {sum(terms)}"}
        fields |= {"why": f"{piles} {why} {added}{sum(terms)}."}
        return NumberQuestion(self.scene, task_block(task.format(row), **fields))

    def _bits_of_piles(self) -> str:
        """Say how many bits the piles of these guesses give."""
        total = self.scene.candidates.count
        sizes = sorted({size for groups in self.splits for size in groups.sizes if size})
        first, *later = (f"{size}: {log2(total / size):.2f}" for size in sizes)
        bits = [first.replace(":", " gives", 1) + " bits", *(f"of {words}" for words in later)]
        return f"A pile of {', '.join(bits)}."

    def _reply(self, choice: int) -> str:
        """Say by which measures a guess is better than the right one; "" if it's better by none."""
        if not self.measure:
            return ""
        praises = [
            words
            for name, (_, words) in PRAISE.items()
            if MEASURES[name].of(self.splits[choice]) < MEASURES[name].of(self.splits[self.right])
        ]
        return f"{praises[0]}. But this asks for {PRAISE[self.measure][0]}." if praises else ""

    def marking(self, choice: int) -> Marking:
        is_right = choice == self.right
        order = list(dict.fromkeys((choice, *range(len(self.figures)))))
        places = order if is_right else order[:1]
        sentences = tuple(f"{self.labels[at].rstrip('.')}: {self.figures[at].why}" for at in places)
        reply = "" if is_right else self._reply(choice)
        return Marking(
            is_right,
            sentences,
            INTO_PILES,
            guesses=tuple(code for at in places for code in self.figures[at].guesses),
            reply=reply,
        )


class MostChoice(FigureChoice):
    """Which is the largest?"""

    sign = -1


class NumberQuestion(Question):
    """How large is a figure, ``figure: worst 1122 = 5``? It must be a whole number."""

    form = "number"
    unit: ClassVar = Decimal(1)
    #: How far an answer may be off.
    margin: ClassVar = Decimal(0)

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.figure = parse_figure(scene, block.of("figure"), "")
        self.value = self.figure.value.quantize(self.unit)
        if self.value != self.figure.value:
            raise QuestionError(f"{block.of('figure')}, which is no whole number.")

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return {"number": str(self.value)}

    @property
    def answer_words(self) -> str:
        return f"{self.value:,}"

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        return replace(super().show(form, marking), guess=self.block.fields.get("guess", ""))

    def parse(self, text: str) -> Decimal:
        """Parse an answer. Raises FormError."""
        return Decimal(whole_number(text))

    def judge(self, form: Entered) -> Marking:
        number = self.parse(form.get("number", ""))
        if abs(number - self.value) <= self.margin:
            reply = self.block.fields.get("why", "")
            return Marking(True, (), guesses=self.figure.guesses, reply=reply)
        words = f"{number:,} is too {'many' if number > self.value else 'few'}."
        return Marking(False, (words,), self.block.fields.get("nudge", ""))


class BitsQuestion(NumberQuestion):
    """How many bits does a guess give? Whoever adds up rounded bits is off by a hundredth or so."""

    unit = Decimal("0.01")
    margin = Decimal("0.01")

    def parse(self, text: str) -> Decimal:
        text = text.strip().replace(",", ".")
        if not re.fullmatch(r"[0-9]{1,3}([.][0-9]{1,6})?", text):
            raise FormError(
                f"The answer is a number of bits, such as 2.50. “{quote(text)}” isn’t one."
            )
        return Decimal(text)
