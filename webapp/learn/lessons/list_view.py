"""What the page of all lessons shows: a row for each course, with the visitor's progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from webapp.hidoku.picture.svg import Outline
from webapp.learn.lessons.lesson import COURSES, Lesson, courses
from webapp.learn.lessons.view import asked_in
from webapp.learn.questions.asked import PictureRows, picture


@dataclass(frozen=True)
class LessonCard:
    """A lesson in a list: its first position as a picture, and how many steps are done."""

    lesson: Lesson
    url: str
    done: int
    rows: PictureRows
    board: Outline | None

    @property
    def is_done(self) -> bool:
        return self.done >= len(self.lesson.steps)


@dataclass(frozen=True)
class ShownCourse:
    name: str
    title: str
    lessons: tuple[LessonCard, ...]

    @property
    def done(self) -> int:
        return sum(card.is_done for card in self.lessons)

    @property
    def is_begun(self) -> bool:
        return any(card.done for card in self.lessons)

    @property
    def next(self) -> LessonCard | None:
        return next((card for card in self.lessons if not card.is_done), None)


def show_courses(done: Mapping[str, frozenset[int]]) -> tuple[ShownCourse, ...]:
    return tuple(
        ShownCourse(course, COURSES[course], tuple(_card(lesson, done) for lesson in lessons))
        for course, lessons in courses().items()
    )


def _card(lesson: Lesson, done: Mapping[str, frozenset[int]]) -> LessonCard:
    steps = {step.number for step in lesson.steps}
    return LessonCard(
        lesson,
        url_for("learn.redirect_to_step", course=lesson.course, lesson=lesson.slug),
        len(done.get(lesson.name, frozenset()) & steps),
        *_picture(lesson),
    )


def _picture(lesson: Lesson) -> tuple[PictureRows, Outline | None]:
    """Return the rows or the board of the first step that has either."""
    questions = (asked_in(lesson, step).question for step in lesson.steps)
    pictures = (picture(question) for question in questions)
    return next(((rows, board) for rows, board in pictures if rows or board), ((), None))
