"""Pages of learning that other sites may frame: an exercise, and a step of a lesson."""

from __future__ import annotations

from flask import url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from solver.exercises import ExerciseError
from webapp.embed.routes import blueprint, not_found, shown
from webapp.learn.exercises.registry import find_exercise
from webapp.learn.lessons.lesson import find_lesson
from webapp.learn.lessons.view import show_paper

blueprint.register_error_handler(ExerciseError, not_found)


@blueprint.get("/exercise/<kind>/<level>/<seed>")
def exercise(kind: str, level: str, seed: str) -> ResponseReturnValue:
    found = find_exercise(kind, level, seed)
    body, page = found.entry.show(found.made, ""), found.url(_external=True)
    return shown("exercise", entry=found.entry, level=found.level, body=body, page=page)


@blueprint.get("/lesson/<course>/<lesson>/<step>")
def lesson(course: str, lesson: str, step: str) -> ResponseReturnValue:
    found = find_lesson(course, lesson)
    at = found.step_named(step) if found else None
    if not (found and at):
        raise NotFound
    page = url_for("learn.step", course=course, lesson=lesson, step=step, _external=True)
    return shown("lesson", lesson=found, one=show_paper(found, at), page=page)
