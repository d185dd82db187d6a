"""What the page of a technique shows: its lesson, an exercise of each level, the way back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from flask import url_for

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import seed_of
from solver.hidoku.exercises.positions import practised
from solver.hidoku.logic.technique import Technique
from solver.wording import capitalised
from webapp.learn.exercises.address import exercise_of
from webapp.learn.exercises.hidoku.entries import FIND_THE_STEP
from webapp.learn.lessons.library import lessons_by_technique
from webapp.learn.lessons.view import step_url

#: So many sets of three exercises a technique has on its page, by the game that led there.
SETS: Final = 1000
_GAME_ID: Final = re.compile(r"[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True)
class ShownTechnique:
    """A technique; ``lesson`` is the title of the lesson and ``lesson_url`` its address."""

    name: str
    title: str
    lesson: str
    lesson_url: str
    exercises: tuple[tuple[str, str], ...]
    back: str


def show_technique(technique: Technique, game_id: str) -> ShownTechnique:
    """Return a technique, with the way back to a game if one led here."""
    lesson = lessons_by_technique().get(technique.name)
    return ShownTechnique(
        technique.name,
        capitalised(technique.title),
        lesson.title if lesson else "",
        step_url(lesson, 1) if lesson else "",
        tuple(_exercises(technique, game_id)) if technique in practised() else (),
        _way_back(game_id),
    )


def _exercises(technique: Technique, game_id: str) -> list[tuple[str, str]]:
    """One of each level; those who come from different games get different ones."""
    number = sum(game_id.encode()) % SETS
    seed = seed_of(technique, number)
    return [(level.value, exercise_of(FIND_THE_STEP, level, seed).url()) for level in ExerciseLevel]


def _way_back(game_id: str) -> str:
    """The address of a game; nothing where none led here, or its name cannot be one."""
    return url_for("play.game", game_id=game_id) if _GAME_ID.fullmatch(game_id) else ""
