"""The page of a technique, which hints of Hidoku link to: its lesson, and its exercises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises.find_the_step import seed_of
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.logic.technique import Technique, technique_named
from solver.wording import capitalised
from webapp.learn.carried_game import carried_game, carry_game
from webapp.learn.exercises.hidoku import FIND_THE_STEP
from webapp.learn.exercises.registry import exercise_of
from webapp.learn.lessons.lesson import lessons_by_technique
from webapp.learn.lessons.view import step_url

#: How many sets of three exercises a technique has; the game that led there chooses one.
SETS: Final = 1000


@dataclass(frozen=True)
class ShownTechnique:
    name: str
    title: str
    lesson: str
    lesson_url: str
    exercises: tuple[tuple[str, str], ...]


def show_technique(technique: Technique, game: str) -> ShownTechnique:
    lesson = lessons_by_technique().get(technique.name)
    return ShownTechnique(
        name=technique.name,
        title=capitalised(technique.title),
        lesson=lesson.title if lesson else "",
        lesson_url=step_url(lesson, 1) if lesson else "",
        exercises=tuple(_exercises(technique, game)) if technique in practised_techniques() else (),
    )


def _exercises(technique: Technique, game: str) -> list[tuple[str, str]]:
    """Return one of each level; different games lead to different ones."""
    number = sum(game.encode()) % SETS
    seed = seed_of(technique, number)
    return [(level.value, exercise_of(FIND_THE_STEP, level, seed).url()) for level in ExerciseLevel]


blueprint = Blueprint("techniques", __name__, url_prefix="/learn/techniques")
blueprint.url_defaults(carry_game)


@blueprint.get("/<technique>")
def technique(technique: str) -> ResponseReturnValue:
    try:
        entry = technique_named(technique)
    except ValueError as error:
        abort(404, str(error))
    page = show_technique(entry, carried_game())
    return render_template("learn/techniques/technique.html", shown=page)
