"""The kind of exercise of Hidoku: what it asks."""

from __future__ import annotations

from functools import partial
from typing import Final

from solver.deduction.games import game_named
from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import FindTheStep, seed_of
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.text.exercises import step_task
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.lessons.lesson import DEFAULT_GAME
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import task_block
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.steps import StepQuestion


def _ask_step(exercise: FindTheStep) -> AskedQuestion:
    scene = Scene(game_named(DEFAULT_GAME), board=exercise.grid)
    return AskedQuestion(question=StepQuestion(scene, task_block(step_task(exercise)), exercise))


FIND_THE_STEP: Final = ExerciseEntry(
    find_the_step,
    "Find the step",
    _ask_step,
    themes={technique.name: partial(seed_of, technique) for technique in practised_techniques()},
    theme_of=lambda exercise: exercise.technique.name,
)
