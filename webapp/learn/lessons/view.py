"""What a step shows: parts, question, and verdict with its reason; on a page or on paper.

A sentence of the block ``reason`` has a line below it: what is marked, ``row1.2 r2c3``, a bar, and
what it claims. Pages show the sentence and the marks; tests judge the claims by plain counting.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.hidoku.rules.grid import Cell
from webapp.hidoku.picture.cells import Marks
from webapp.learn.lessons.lesson import COURSES, Lesson, LessonError, LessonStep, lesson_after
from webapp.learn.lessons.parts import Query, ShownGuess, show_guess, show_parts
from webapp.learn.lessons.questions.question import Entered, Marking, ShownQuestion
from webapp.learn.lessons.questions.registry import question_in
from webapp.learn.lessons.scene import Scene, fill_sentence, parse_cell_name

#: A cell; a row, its feedback or one of its pegs; a peg of the code or the guess that are compared.
_MARK: Final = re.compile(r"r\d+c\d+|(row|keys)\d|(row\d|code|guess)\.\d")
_CELL: Final = re.compile(r"r\d+c\d+")


@dataclass(frozen=True)
class ReasonSentence:
    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class StepReason:
    """The nudge of a step, which doesn't give its answer away, and the sentences that prove it."""

    nudge: str
    sentences: tuple[ReasonSentence, ...]


def reason_of(step: LessonStep) -> StepReason:
    """Return the reason that a step gives. Raises LessonError.

    >>> from webapp.learn.lessons.lesson import Block
    >>> block = Block("reason", fields={"nudge": "Look."}, options=("So.\\nr1c2 r2c2 | 4 at r1c2",))
    >>> reason_of(LessonStep(1, "T", (block,))).sentences
    (ReasonSentence(text='So.', marks=('r1c2', 'r2c2')),)
    """
    block = step.block("reason")
    if block is None:
        raise LessonError(f"Step {step.number}, “{step.title}”, gives no reason.")
    return StepReason(block.of("nudge"), tuple(map(_sentence, block.options)))


def _sentence(option: str) -> ReasonSentence:
    text, _, rest = option.rpartition("\n")
    marks = tuple(rest.partition("|")[0].split())
    for mark in marks:
        if not _MARK.fullmatch(mark):
            raise LessonError(f"“{mark}” marks nothing.")
    return ReasonSentence(text.replace("\n", " "), marks)


def marks_by_stage(sentences: tuple[ReasonSentence, ...]) -> Mapping[str, str]:
    """Return what sentences mark, each with the class of the first that does: ``see-1``…"""
    stages = reversed(tuple(enumerate(sentences, 1)))
    return {mark: f"see-{stage}" for stage, sentence in stages for mark in sentence.marks}


def cells_by_stage(seen: Mapping[str, str]) -> Mapping[str, set[Cell]]:
    """Return the cells among what is marked, by their classes."""
    cells: dict[str, set[Cell]] = {}
    for name, stage in seen.items():
        if _CELL.fullmatch(name):
            cells.setdefault(stage, set()).add(parse_cell_name(name))
    return cells


@dataclass(frozen=True, kw_only=True)
class ShownMarking:
    """The verdict on an answer; ``is_shown`` if the solution was asked for.

    ``sentences`` and ``guesses`` are about the answer itself, ``reason`` is about the right one, as
    far as it is told, and ``seen`` is what it marks.
    """

    is_right: bool
    is_shown: bool
    sentences: tuple[Markup, ...]
    guesses: tuple[ShownGuess, ...]
    reason: tuple[Markup, ...]
    seen: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class ShownStep:
    lesson: Lesson
    title: str
    course: str
    step: LessonStep
    url: str
    marks: tuple[dict[str, Any], ...]
    parts: tuple[dict[str, Any], ...]
    question: ShownQuestion
    judgement: ShownMarking | None
    tries: int
    problem: str
    is_last: bool
    next_url: str
    next_lesson: Lesson | None


def show_step(
    lesson: Lesson,
    step: LessonStep,
    done: frozenset[int],
    query: Query,
    *,
    entered: Entered | None = None,
    judgement: Marking | None = None,
    tries: int = 0,
    is_shown: bool = False,
    problem: str = "",
) -> ShownStep:
    question = question_in(lesson, step)
    marking: ShownMarking | None = None
    cells: Marks = {}
    if judgement:
        reason = reason_of(step)
        marking = show_judgement(question.scene, reason, judgement, tries, is_shown=is_shown)
        cells = cells_by_stage(marking.seen)
        judgement = replace(judgement, marks={**cells, **judgement.marks})
    draft = query.get("draft", "")
    is_last = step.number == len(lesson.steps)
    return ShownStep(
        lesson=lesson,
        title=f"{lesson.title}, step {step.number}: {step.title}",
        course=COURSES[lesson.course],
        step=step,
        url=step_url(lesson, step.number),
        marks=tuple(
            {
                "number": number,
                "url": step_url(lesson, number),
                "is_done": number in done,
                "is_here": number == step.number,
            }
            for number in (step_of.number for step_of in lesson.steps)
        ),
        parts=tuple(show_parts(question, step, query, cells)),
        question=question.show(entered or MultiDict(), judgement, draft),
        judgement=marking,
        tries=tries + bool(marking and not marking.is_right),
        problem=problem,
        is_last=is_last,
        next_url="" if is_last else step_url(lesson, step.number + 1),
        next_lesson=lesson_after(lesson),
    )


def step_url(lesson: Lesson, number: int) -> str:
    return url_for("learn.step", course=lesson.course, lesson=lesson.slug, step=number)


def show_judgement(
    scene: Scene, reason: StepReason, judgement: Marking, tries: int = 0, *, is_shown: bool = False
) -> ShownMarking:
    """Show the whole reason of a right answer; else first the nudge, and then how it begins."""
    sentences = judgement.sentences
    guesses = judgement.guesses
    reasons = reason.sentences
    if not judgement.is_right:
        reasons = reasons[:1] if tries else ()
        if not tries:
            sentences = (reason.nudge,)
            guesses = ()
    return ShownMarking(
        is_right=judgement.is_right,
        is_shown=is_shown,
        sentences=tuple(fill_sentence(scene, sentence) for sentence in sentences),
        guesses=tuple(show_guess(scene, guess) for guess in guesses),
        reason=tuple(fill_sentence(scene, sentence.text) for sentence in reasons),
        seen=marks_by_stage(reasons),
    )


@dataclass(frozen=True)
class PaperStep:
    step: LessonStep
    parts: tuple[dict[str, Any], ...]
    question: ShownQuestion
    answer: Markup
    judgement: ShownMarking


def show_paper(lesson: Lesson, step: LessonStep) -> PaperStep:
    question = question_in(lesson, step)
    nothing = MultiDict[str, str]()
    judged = question.judge(MultiDict(question.solution))
    return PaperStep(
        step=step,
        parts=tuple(show_parts(question, step, nothing)),
        question=question.show(nothing, None, ""),
        answer=fill_sentence(question.scene, question.answer_words),
        judgement=show_judgement(question.scene, reason_of(step), judged),
    )
