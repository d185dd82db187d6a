"""A whole lesson on paper: its steps with their questions, and the answers on a page apart."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from webapp.learn.lessons.lesson import Lesson, LessonStep
from webapp.learn.lessons.parts import ShownPart, show_parts
from webapp.learn.lessons.questions.registry import question_in
from webapp.learn.lessons.spans import fill_sentence
from webapp.learn.lessons.view import ShownMarking, ShownQuestion, show_judgement, show_question


@dataclass(frozen=True)
class PaperStep:
    """A step on paper, and what is said of its right answer."""

    step: LessonStep
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    answer: Markup
    judgement: ShownMarking


def show_sheet(lesson: Lesson) -> tuple[PaperStep, ...]:
    """Return all steps of a lesson."""
    return tuple(show_paper(lesson, step) for step in lesson.steps)


def show_paper(lesson: Lesson, step: LessonStep) -> PaperStep:
    """Return a step as it is on paper."""
    question = question_in(lesson, step)
    scene, nothing = question.scene, MultiDict[str, str]()
    parts = show_parts(scene, step, nothing, has_board=question.draws_board)
    judged = question.judge(MultiDict(question.solution))
    return PaperStep(
        step,
        tuple(parts),
        show_question(question, nothing, None, nothing),
        fill_sentence(scene, question.answer_words),
        show_judgement(scene, judged),
    )
