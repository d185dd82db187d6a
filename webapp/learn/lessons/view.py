"""What a step shows: parts, question, and verdict; on a page or on paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from webapp.hidoku.picture.cells import Marks
from webapp.learn.lessons.lesson import COURSES, Lesson, LessonStep, lesson_after
from webapp.learn.lessons.parts import LessonSplit, Query, ShownPart, show_guess, show_parts
from webapp.learn.lessons.questions.question import Entered, Marking, ShownQuestion
from webapp.learn.lessons.questions.registry import question_in
from webapp.learn.lessons.reasons import StepReason, reason_of, seen_cells, seen_marks
from webapp.learn.lessons.scene import Scene, fill_sentence


@dataclass(frozen=True)
class ShownMarking:
    """The verdict on an answer; ``is_shown`` if the solution was asked for.

    ``sentences`` and ``guesses`` are about the answer itself, ``reason`` is about the right one, as
    far as it is told, and ``seen`` is what it marks.
    """

    is_right: bool
    is_shown: bool
    sentences: tuple[Markup, ...]
    guesses: tuple[LessonSplit, ...]
    reason: tuple[Markup, ...]
    seen: Mapping[str, str]


@dataclass(frozen=True)
class StepMark:
    """A step among those of its lesson: its address, and whether it is done."""

    number: int
    url: str
    is_done: bool
    is_here: bool


@dataclass(frozen=True)
class ShownLessonStep:
    lesson: Lesson
    course: str
    step: LessonStep
    url: str
    marks: tuple[StepMark, ...]
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    judgement: ShownMarking | None
    tries: int
    problem: str
    next_url: str
    next_lesson: Lesson | None

    @property
    def title(self) -> str:
        return f"{self.lesson.title}, step {self.step.number}: {self.step.title}"

    @property
    def is_last(self) -> bool:
        return not self.next_url


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
) -> ShownLessonStep:
    """Return a step; ``tries`` counts the wrong answers before this one."""
    question = question_in(lesson, step)
    told: ShownMarking | None = None
    cells: Marks = {}
    if judgement:
        reason = reason_of(step)
        told = show_judgement(question.scene, reason, judgement, tries, is_shown=is_shown)
        cells = seen_cells(told.seen)
        judgement = replace(judgement, marks={**cells, **judgement.marks})
    draft = query.get("draft", "")
    return ShownLessonStep(
        lesson,
        COURSES[lesson.course],
        step,
        step_url(lesson, step.number),
        tuple(
            StepMark(one, step_url(lesson, one), one in done, one == step.number)
            for one in (each.number for each in lesson.steps)
        ),
        tuple(show_parts(question, step, query, cells)),
        question.show(entered or MultiDict(), judgement, draft),
        told,
        tries + bool(told and not told.is_right),
        problem,
        step_url(lesson, step.number + 1) if step.number < len(lesson.steps) else "",
        lesson_after(lesson),
    )


def step_url(lesson: Lesson, number: int) -> str:
    return url_for("learn.step", course=lesson.course, lesson=lesson.slug, step=number)


def show_judgement(
    scene: Scene, reason: StepReason, judgement: Marking, tries: int = 0, *, is_shown: bool = False
) -> ShownMarking:
    """Show the whole reason of a right answer; else first the nudge, and then how it begins."""
    sentences, guesses, told = judgement.sentences, judgement.guesses, reason.sentences
    if not judgement.is_right:
        told = told[:1] if tries else ()
        if not tries:
            sentences, guesses = (reason.nudge,), ()
    return ShownMarking(
        judgement.is_right,
        is_shown,
        tuple(fill_sentence(scene, sentence) for sentence in sentences),
        tuple(show_guess(scene, guess) for guess in guesses),
        tuple(fill_sentence(scene, sentence.text) for sentence in told),
        seen_marks(told),
    )


@dataclass(frozen=True)
class PaperStep:
    step: LessonStep
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    answer: Markup
    judgement: ShownMarking


def show_paper(lesson: Lesson, step: LessonStep) -> PaperStep:
    question, nothing = question_in(lesson, step), MultiDict[str, str]()
    judged = question.judge(MultiDict(question.solution))
    return PaperStep(
        step,
        tuple(show_parts(question, step, nothing)),
        question.show(nothing, None, ""),
        fill_sentence(question.scene, question.answer_words),
        show_judgement(question.scene, reason_of(step), judged),
    )
