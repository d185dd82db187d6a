"""All kinds of question, the question of a step, and loading lessons before anybody opens them.

Reading all files takes 11 ms, working out all questions 0.2 s and two megabytes, and loading the
templates 60 ms: too much for a page, and for a process whose players never learn. So a process
begins once it has answered a page of this room.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from jinja2 import Environment

from webapp.learn.lessons.lesson import Block, Lesson, LessonError, LessonStep, courses
from webapp.learn.lessons.questions.claims import ClaimChoice
from webapp.learn.lessons.questions.codes import (
    CodeQuestion,
    FalseRowChoice,
    FittingChoice,
    KeysQuestion,
)
from webapp.learn.lessons.questions.figures import LeastChoice, MostChoice, NumberQuestion
from webapp.learn.lessons.questions.placements import FillQuestion, PlaceQuestion, ReachQuestion
from webapp.learn.lessons.questions.question import Question
from webapp.learn.lessons.scene import Scene, scene_of

#: By the name in a question's block.
KINDS: Final[Mapping[str, Callable[[Scene, Block], Question]]] = {
    "keys": KeysQuestion,
    "fits": FittingChoice,
    "code": CodeQuestion,
    "proved": ClaimChoice,
    "false": FalseRowChoice,
    "least": LeastChoice,
    "most": MostChoice,
    "number": NumberQuestion,
    "place": PlaceQuestion,
    "fill": FillQuestion,
    "reach": ReachQuestion,
}
TEMPLATES: Final = ("learn/step.html", "learn/_step.html", "learn/_parts.html")
#: The pause between two questions, so that players don't have to wait, seconds.
REST: Final = 0.005

_first = threading.Lock()


@lru_cache(maxsize=512)
def question_in(lesson: Lesson, step: LessonStep) -> Question:
    """Return the question of a step. Raises LessonError for an unknown kind or a false claim."""
    scene = scene_of(lesson, step)
    try:
        kind = step.ask.argument
        if kind not in KINDS:
            raise LessonError(f"There is no question of the kind “{kind}”.")
        return KINDS[kind](scene, step.ask)
    except LessonError as error:
        raise LessonError(f"{lesson.name}, step {step.number}: {error}") from error


def begin(templates: Environment) -> None:
    """Load the lessons in a separate thread, unless this process has done so before."""
    if _first.acquire(blocking=False):
        threading.Thread(target=make_ready, args=(templates,), name="lessons", daemon=True).start()


def make_ready(templates: Environment, rest: float = REST) -> None:
    for name in TEMPLATES:
        templates.get_template(name)
    for lessons in courses().values():
        for lesson in lessons:
            for step in lesson.steps:
                question_in(lesson, step)
                time.sleep(rest)
