"""What a step of a lesson shows, on a page or on paper."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import url_for

from solver.deduction.games import game_named
from webapp.learn.lessons.lesson import Lesson, LessonError, LessonStep, lesson_after
from webapp.learn.questions.asked import AskedQuestion, GivenAnswer, ShownAsked, show_asked
from webapp.learn.questions.reason import NO_REASON, parse_reason
from webapp.learn.questions.registry import ask
from webapp.learn.questions.scene import parse_scene
from webapp.learn.questions.touch import Query


@lru_cache(maxsize=512)
def asked_in(lesson: Lesson, step: LessonStep) -> AskedQuestion:
    """Return what a step asks. Raises LessonError for a false claim.

    Rejected: working all of them out beside the first page of a process. That takes 0.2 s and two
    megabytes, and each by itself 2 to 20 ms, when its step is first opened.
    """
    try:
        reason = step.block("reason")
        game = game_named(step.ask.fields.get("game", lesson.game))
        return AskedQuestion(
            question=ask(parse_scene(game, step.parts), step.ask),
            parts=step.parts,
            reason=parse_reason(reason) if reason else NO_REASON,
        )
    except ValueError as error:
        raise LessonError(f"{lesson.name}, step {step.number}: {error}") from error


@dataclass(frozen=True)
class ShownStep:
    """A step on its page, and the numbers of those that are done."""

    lesson: Lesson
    step: LessonStep
    done: frozenset[int]
    asked: ShownAsked

    @property
    def title(self) -> str:
        return f"{self.lesson.title}, step {self.step.number}: {self.step.title}"

    @property
    def is_last(self) -> bool:
        return self.step.number == len(self.lesson.steps)

    @property
    def next_lesson(self) -> Lesson | None:
        return lesson_after(self.lesson)


def show_step(
    lesson: Lesson, step: LessonStep, progress: frozenset[int], query: Query, answer: GivenAnswer
) -> ShownStep:
    url = step_url(lesson, step.number)
    return ShownStep(lesson, step, progress, show_asked(asked_in(lesson, step), url, query, answer))


def step_url(lesson: Lesson, number: int) -> str:
    return url_for("learn.step", course=lesson.course, lesson=lesson.slug, step=number)
