"""What exercises say: the task, why an answer is right, and what is wrong with another."""

from dataclasses import replace

from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer, StepVerdict
from solver.hidoku.logic.technique import Technique
from solver.hidoku.phrases import numbered, standing
from solver.hidoku.rules.game import cell_name
from solver.hidoku.text.chains import placement_lines
from solver.wording import capitalised, plural


def step_task(exercise: FindTheStep) -> str:
    """What to find.

    >>> from solver.exercises import ExerciseLevel
    >>> from solver.hidoku.exercises.find_the_step import make
    >>> step_task(make(ExerciseLevel.EASY, 0))
    'Between two numbers: find a number and the cell it must go in.'
    """
    if exercise.is_eliminating and not exercise.is_placing:
        task = "find a number and a cell it can’t go in"
    else:
        task = "find a number and the cell it must go in"
        task += "" if exercise.is_placing else ", or a cell it can’t go in"
    return f"{capitalised(exercise.technique.title)}: {task}."


def step_why(exercise: FindTheStep, answer: StepAnswer) -> tuple[str, ...]:
    """What an answer says, then why it's right, the premise first."""
    step = exercise.step_for(answer)
    number, cell = answer.candidate
    out = f"{number} can’t be in {cell_name(cell)}."
    if not exercise.is_explained(answer) and answer != exercise.example:
        why = step_why(exercise, exercise.example)
        return (f"{out} Only a search of all paths shows that. Easier to see:", *why)
    if answer.is_placed:
        return tuple(placement_lines(step))
    return (out, *replace(step, eliminated=(answer.candidate,)).lines)


def more_words(exercise: FindTheStep) -> str:
    """How many other answers are right."""
    count = len(exercise.steps) - 1
    if not count:
        return "No other answer was right."
    return f"{capitalised(plural(count, 'other answer'))} would have been right, too."


def step_true_words(exercise: FindTheStep, answer: StepAnswer, verdict: StepVerdict) -> str:
    """Say of a true answer what shows it, and ask for what only the technique shows."""
    shows = f"What does {_named(exercise.technique)} show?"
    if verdict.shown_by:
        return f"True, but {_named(verdict.shown_by)} shows that. {shows}"
    if answer.candidate.cell not in verdict.cells:
        return f"True, but counting steps shows that already. {shows}"
    return f"True, but this idea doesn’t show it. {shows}"


def _named(technique: Technique) -> str:
    return f"“{capitalised(technique.title)}”"


def step_miss_words(answer: StepAnswer, verdict: StepVerdict) -> str:
    """Say what counting steps shows about the number and the cell of a wrong answer."""
    number, cell = answer.candidate
    if cell not in verdict.cells:
        return f"Counting steps rules out {standing(number, cell)}."
    if not answer.is_placed:
        return f"The technique doesn’t rule out {standing(number, cell)}."
    other_numbers = [rival for rival in verdict.numbers if rival != number]
    if len(verdict.cells) > 1 and other_numbers:
        return (
            f"By counting steps, {number} gets to {plural(len(verdict.cells), 'cell')}, "
            f"and {cell_name(cell)} is in reach of {numbered(other_numbers)} as well."
        )
    return f"The technique doesn’t show {standing(number, cell)}."
