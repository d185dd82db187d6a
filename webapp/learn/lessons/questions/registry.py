"""All kinds of questions: to import one of them is to list it."""

from __future__ import annotations

from functools import lru_cache

from webapp.learn.lessons import board_figures
from webapp.learn.lessons.lesson import Lesson, LessonError, LessonStep
from webapp.learn.lessons.questions import (
    claims,
    codes,
    comparison,
    false_rows,
    keys,
    placements,
)
from webapp.learn.lessons.questions.question import Question, question_of
from webapp.learn.lessons.scene import scene_of

LISTED = (board_figures, claims, codes, comparison, false_rows, keys, placements)


@lru_cache(maxsize=512)
def question_in(lesson: Lesson, step: LessonStep) -> Question:
    """Return what a step asks. Raises LessonError for what is not so."""
    try:
        return question_of(scene_of(lesson, step), step.ask)
    except LessonError as error:
        raise LessonError(f"{lesson.name}, step {step.number}: {error}") from error
