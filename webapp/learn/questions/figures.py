"""Which of a few figures is the smallest or the largest? And: how large is a figure?

A figure is written with its meaning, ``worst 1122 = 5``, and a sentence that explains it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Final, NamedTuple

from solver.deduction.knowledge.candidates import Split, split
from solver.deduction.rules.game import Code
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.text.exercises import figure_words
from solver.wording import join_words, quote
from webapp.http.forms import FormError
from webapp.learn.questions import question
from webapp.learn.questions.question import Choices, Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Block, QuestionError, Scene, task_block

#: Figures about a guess, which is the next word: its split is worth a look.
OF_GUESSES: Final = frozenset({"worst", "answers", "average", "bits", "needs", "ahead", "squares"})
INTO_PILES: Final = (
    "Codes that would give the same feedback are on one pile. Count them, pile by pile."
)
#: So many codes can be sorted by the feedback they would give.
MOST_COUNTED: Final = 24


class AskedMeasure(NamedTuple):
    """A measure as it is asked about: its name, and its praise of the guess that is best by it.

    ``task`` asks for its ``figure`` of that guess, which ``why`` counts: only the measure itself
    speaks for the guess, since by any other one, another may be better.
    """

    name: str
    praise: str
    figure: str
    task: str
    why: str
    nudge: str = INTO_PILES


MEASURED: Final[Mapping[str, AskedMeasure]] = {
    "worst": AskedMeasure(
        "the worst case",
        "Its highest pile is the lowest of these",
        "worst",
        "How many codes does {} leave in the worst case?",
        "The highest has",
    ),
    "average": AskedMeasure(
        "the average",
        "It leaves the fewest codes on average",
        "squares",
        "Multiply each pile of {} by itself, and add up. What’s the sum?",
        "Each counts as often as it has codes:",
    ),
    "bits": AskedMeasure(
        "bits",
        "It gives the most bits",
        "bits",
        "How many bits does {} give on average, to two decimals?",
        "",
        "Multiply the bits of each pile by its codes. Add up, and divide by all the codes.",
    ),
    "answers": AskedMeasure(
        "the number of outcomes",
        "It makes the most piles",
        "answers",
        "How many piles does {} make?",
        "Count them:",
    ),
}


@dataclass(frozen=True)
class LessonFigure:
    value: Decimal
    why: str
    guesses: tuple[Code, ...] = ()


def parse_figure(scene: Scene, text: str, why: str) -> LessonFigure:
    """Parse ``worst 1122 = 5``. Of a measure the explanation is known. Raises QuestionError."""
    claim, _, value = text.partition(" = ")
    name, *arguments = claim.split()
    try:
        number = Decimal(value.replace(",", ""))
        guesses = tuple(map(scene.game.parse_code, arguments)) if name in OF_GUESSES else ()
    except (InvalidOperation, ValueError) as error:
        raise QuestionError(f"“{text}” is no figure with what it is, “left = 16”.") from error
    if name == "needs":
        why = f"{value} guesses on average, counting this one."
    elif guesses and name in ("worst", "average", "bits"):
        why = figure_words(name, split(scene.candidates, *guesses))
    return LessonFigure(number, why, guesses)


class FigureChoice(Choices):
    """Which is the smallest? A label is after ``|``; a guess without one is shown as pegs."""

    sign = 1

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        heads = [option.partition("\n") for option in block.options]
        parts = [(*head.partition("|"), why) for head, _, why in heads]
        self.figures = tuple(parse_figure(scene, text.strip(), why) for text, _, _, why in parts)
        labels = tuple(
            label.strip() or self._label(figure)
            for (_, _, label, _), figure in zip(parts, self.figures, strict=True)
        )
        values = [self.sign * figure.value for figure in self.figures]
        if values.count(min(values)) != 1:
            raise QuestionError(f"No option is the best alone: {', '.join(map(str, values))}.")
        self.offer(labels, values.index(min(values)))

    def _label(self, figure: LessonFigure) -> str:
        if not figure.guesses:
            raise QuestionError("An option that is no guess needs a label after “|”.")
        return self.scene.pegs(figure.guesses[0])

    @cached_property
    def measure(self) -> str:
        """The measure of the guesses that it asks about, if it does."""
        names = {option.split()[0] for option in self.block.options if self.figures[0].guesses}
        return "".join(names & MEASURED.keys())

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        return tuple(split(self.scene.candidates, *figure.guesses) for figure in self.figures)

    def ask_reason(self) -> Question | None:
        """Ask for what the measure counts of the best guess, if it can be counted."""
        if not self.measure or self.scene.candidates.count > MOST_COUNTED:
            return None
        (guess,) = self.figures[self.right].guesses
        text = self.scene.game.format_code(guess)
        row = self.scene.pegs(guess)
        words = MEASURED[self.measure]
        value, why = _count(self.measure, self.splits[self.right])
        sizes = sorted(filter(None, self.splits[self.right].sizes), reverse=True)
        piles = f"The piles of {row} have {join_words([*map(str, sizes)])} codes."
        if len(sizes) == sum(sizes):
            piles = f"Each of the {len(sizes)} codes is alone on its pile."
        block = task_block(
            words.task.format(row),
            guess=text,
            nudge=words.nudge,
            figure=f"{words.figure} {text} = {value}",
            why=" ".join(filter(None, (piles, words.why, why))),
        )
        return NumberQuestion(self.scene, block)

    def _reply(self, choice: int) -> str:
        """Say by which measures a guess is better than the right one; "" if it's better by none."""
        if not self.measure:
            return ""
        praises = [
            words.praise
            for name, words in MEASURED.items()
            if MEASURES[name].of(self.splits[choice]) < MEASURES[name].of(self.splits[self.right])
        ]
        return f"{praises[0]}. But this asks for {MEASURED[self.measure].name}." if praises else ""

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


def _count(measure: str, groups: Split) -> tuple[str, str]:
    """Return what a measure counts of a guess, and how it is calculated."""
    if measure == "bits":
        return f"{groups.bits:.2f}", figure_words(measure, groups)
    sizes = sorted(filter(None, groups.sizes), reverse=True)
    terms = {
        "worst": sizes[:1],
        "average": [size * size for size in sizes],
        "answers": [len(sizes)],
    }[measure]
    added = f"{' + '.join(map(str, terms))} = " if terms[1:] else ""
    return str(sum(terms)), f"{added}{sum(terms)}."


class NumberQuestion(Question):
    """How large is a figure, ``figure: worst 1122 = 5``?

    It must be a whole number, or bits, of which whoever adds up rounded ones is off by a hundredth.
    """

    form = "number"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.figure = parse_figure(scene, block.of("figure"), "")
        self.margin = Decimal("0.01") if block.of("figure").startswith("bits") else 0
        self.value = self.figure.value.quantize(self.margin or Decimal(1))
        if self.value != self.figure.value:
            raise QuestionError(f"{block.of('figure')}, which is no whole number.")
        value = self.value if self.value % 1 else int(self.value)
        self.solution = {"number": str(value)}
        self.answer_words = f"{value:,}"

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        return replace(super().show(form, marking), guess=self.block.fields.get("guess", ""))

    def judge(self, form: Entered) -> Marking:
        text = form.get("number", "")
        number = parse_bits(text) if self.margin else Decimal(question.whole_number(text))
        if abs(number - self.value) <= self.margin:
            reply = self.block.fields.get("why", "")
            return Marking(True, (), guesses=self.figure.guesses, reply=reply)
        words = f"{number:,} is too {'high' if number > self.value else 'low'}."
        return Marking(False, (words,), self.block.fields.get("nudge", ""))


def parse_bits(text: str) -> Decimal:
    """Parse a number of bits. Raises FormError."""
    text = text.strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,3}([.][0-9]{1,6})?", text):
        raise FormError(f"The answer is a number of bits, such as 2.50. “{quote(text)}” isn’t one.")
    return Decimal(text)
