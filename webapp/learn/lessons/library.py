"""All lessons there are, read once from the files beside the templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from webapp.config import ROOT
from webapp.learn.lessons.lesson import COURSES, Lesson
from webapp.learn.lessons.parse import parse_lesson

FOLDER: Final = ROOT / "templates" / "learn" / "lessons"


@cache
def courses() -> Mapping[str, tuple[Lesson, ...]]:
    """Return the lessons of each course, in their order. Raises LessonError."""
    return MappingProxyType({course: _read(FOLDER / course) for course in COURSES})


def _read(folder: Path) -> tuple[Lesson, ...]:
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    lessons = (parse_lesson(folder.name, slug, text) for slug, text in texts.items())
    return tuple(sorted(lessons, key=lambda lesson: lesson.place))


def find_lesson(course: str, slug: str) -> Lesson | None:
    """Return a lesson by its address, None if there is none."""
    return next((one for one in courses().get(course, ()) if one.slug == slug), None)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the same course, None after its last."""
    every = courses()[lesson.course]
    return next((one for one in every if one.place > lesson.place), None)


@cache
def lessons_by_technique() -> Mapping[str, Lesson]:
    """Return the lesson that teaches a technique, by the technique's name."""
    every = (lesson for lessons in courses().values() for lesson in lessons)
    return {name: lesson for lesson in every for name in lesson.technique}
