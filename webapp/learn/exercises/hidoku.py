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
from webapp.learn.exercises.entry import ExerciseEntry, ExerciseTheme
from webapp.learn.lessons.lesson import DEFAULT_GAME
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.block import task_block
from webapp.learn.questions.scene import Scene
from webapp.learn.questions.steps import StepQuestion, TenQuestion

TEN_TASK: Final = "Place the ten missing numbers. The clock started when you opened this page."


def _scene(grid: Grid) -> Scene:
    return Scene(game_named(DEFAULT_GAME), board=grid)


def _ask_step(exercise: FindTheStep) -> AskedQuestion:
    block = task_block(step_task(exercise))
    return AskedQuestion(question=StepQuestion(_scene(exercise.grid), block, exercise))


def _ask_ten(exercise: LastTen) -> AskedQuestion:
    question = TenQuestion(_scene(exercise.grid), task_block(TEN_TASK), exercise)
    return AskedQuestion(question=question)


FIND_THE_STEP: Final = ExerciseEntry(
    name=find_the_step.NAME,
    version=find_the_step.VERSION,
    title="Find the step",
    make=find_the_step.make,
    ask=_ask_step,
    levels={
        "easy": "Many answers are right, and few numbers are missing.",
        "medium": "Fewer answers are right, or more numbers are missing.",
        "hard": "Few answers are right, and many numbers are missing.",
    },
    themes=tuple(
        ExerciseTheme(technique.name, partial(seed_of, technique))
        for technique in practised_techniques()
    ),
    theme_of=lambda exercise: exercise.technique.name,
)
LAST_TEN: Final = ExerciseEntry(
    name=last_ten.NAME,
    version=last_ten.VERSION,
    title="Last ten",
    make=last_ten.make,
    ask=_ask_ten,
    levels={
        "easy": "You’ll see nearly every number at a glance.",
        "medium": "For some numbers, count how far they can be from others.",
        "hard": "Some numbers take more than one thought.",
    },
    is_timed=True,
)
