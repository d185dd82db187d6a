"""The kinds of exercise of Hidoku: what each asks."""

from __future__ import annotations

from functools import partial
from typing import Final

from solver.deduction.games import game_named
from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.find_the_step import FindTheStep, seed_of
from solver.hidoku.exercises.last_ten import LastTen
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.rules.grid import Grid
from solver.hidoku.text.exercises import step_task
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.lessons.lesson import DEFAULT_GAME
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import task_block
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.steps import StepQuestion, TenQuestion

TEN_TASK: Final = "Place the ten missing numbers."


def _scene(grid: Grid) -> Scene:
    return Scene(game_named(DEFAULT_GAME), board=grid)


def _ask_step(exercise: FindTheStep) -> AskedQuestion:
    block = task_block(step_task(exercise))
    return AskedQuestion(question=StepQuestion(_scene(exercise.grid), block, exercise))


def _ask_ten(exercise: LastTen) -> AskedQuestion:
    question = TenQuestion(_scene(exercise.grid), task_block(TEN_TASK), exercise)
    return AskedQuestion(question=question)


FIND_THE_STEP: Final = ExerciseEntry(
    find_the_step,
    "Find the step",
    _ask_step,
    themes={technique.name: partial(seed_of, technique) for technique in practised_techniques()},
    theme_of=lambda exercise: exercise.technique.name,
)
LAST_TEN: Final = ExerciseEntry(last_ten, "Last ten", _ask_ten, is_timed=True)
