"""Lessons made ready behind the first page of learning, so that none after it has to wait.

To read all files takes 11 ms, to work out all questions 0.3 s and two megabytes, and to load the
templates 60 ms: too much for a page, and for a process whose players never learn. So a process
begins once the first page of the room has been answered.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from jinja2 import Environment

from webapp.learn.lessons.library import courses
from webapp.learn.lessons.questions.registry import question_in

TEMPLATES: Final = ("learn/step.html", "learn/_step.html", "learn/_parts.html")
#: Between two questions, so that whoever plays meanwhile is not kept waiting, seconds.
REST: Final = 0.005

_first = threading.Lock()


def begin(templates: Environment) -> None:
    """Make the lessons ready in a thread of its own, unless this process has begun before."""
    if _first.acquire(blocking=False):
        threading.Thread(target=make_ready, args=(templates,), name="lessons", daemon=True).start()


def make_ready(templates: Environment, rest: float = REST) -> None:
    """Load what the steps of all lessons are shown by."""
    for name in TEMPLATES:
        templates.get_template(name)
    for lessons in courses().values():
        for lesson in lessons:
            for step in lesson.steps:
                question_in(lesson, step)
                time.sleep(rest)
