"""All kinds of question, and the question of a step.

Rejected: working all of them out beside the first page of a process. That takes 0.2 s and two
megabytes, and each by itself 2 to 20 ms, when its step is first opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from webapp.learn.lessons.lesson import Block, Lesson, LessonError, LessonStep
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
