"""The exercises of Hidoku on the command line."""

from __future__ import annotations

from typing import Final

from solver.cli.exercises.told import ExerciseCommand, SeedTheme, ToldAnswer, ToldExercise
from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.answers import format_placed, format_step, parse_placed, parse_step
from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer
from solver.hidoku.exercises.positions import practised
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import rows_of
from solver.hidoku.text.exercises import (
    COMPLETE,
    step_task,
    step_told,
    step_why,
    ten_task,
    ten_told,
)


def _step(level: ExerciseLevel, seed: int) -> ToldExercise:
    made = find_the_step.make(level, seed)

    def judge(text: str) -> ToldAnswer:
        answer = parse_step(text)
        verdict = find_the_step.judge(made, answer)
        if verdict.is_right:
            return ToldAnswer(True, (step_why(made, answer),))
        return ToldAnswer(False, tuple(step_told(made, answer, verdict)))

    first = next(iter(made.steps))
    document = {
        "technique": made.technique.name,
        **_board(made.grid),
        "answers": len(made.steps),
    }
    why = (step_why(made, first), *_others(made, first))
    lines = (*_drawn(made.grid), step_task(made))
    return ToldExercise(lines, document, format_step(first), why, judge)


def _others(made: FindTheStep, first: StepAnswer) -> tuple[str, ...]:
    """All other right answers, if there are any."""
    others = ", ".join(format_step(each) for each in made.steps if each != first)
    return (f"Right, too: {others}",) if others else ()


def _ten(level: ExerciseLevel, seed: int) -> ToldExercise:
    made = last_ten.make(level, seed)

    def judge(text: str) -> ToldAnswer:
        broken = last_ten.judge(made, parse_placed(text)).first_break
        if broken is None:
            return ToldAnswer(True, (COMPLETE,))
        return ToldAnswer(False, tuple(ten_told(broken)))

    lines = (*_drawn(made.grid), ten_task(made))
    return ToldExercise(lines, _board(made.grid), format_placed(made.solution), (COMPLETE,), judge)


def _board(grid: Grid) -> dict[str, object]:
    return {
        "board": rows_of(grid, grid.given, empty=0),
        "adjacency": grid.adjacency.value,
        "links": sorted(grid.links),
    }


def _drawn(grid: Grid) -> tuple[str, ...]:
    """The board, which cells touch, and the links."""
    links = " ".join(
        f"r{a.row + 1}c{a.column + 1}-r{b.row + 1}c{b.column + 1}" for a, b in sorted(grid.links)
    )
    notes = (f"adjacency: {grid.adjacency.value}", *((f"links: {links}",) if links else ()))
    return (*str(grid).splitlines(), *notes)


def _seed_of(technique: str, number: int) -> int:
    return find_the_step.seed_of(technique_named(technique), number)


HIDOKU_EXERCISES: Final = (
    ExerciseCommand(
        find_the_step.NAME,
        find_the_step.VERSION,
        "A position in which one technique leads on. The answer is a step of it, as “7 in r2c3” "
        "or “not 7 in r2c3”.",
        _step,
        SeedTheme("technique", lambda: tuple(each.name for each in practised()), _seed_of),
    ),
    ExerciseCommand(
        last_ten.NAME,
        last_ten.VERSION,
        "A board with ten numbers missing. The answer is all ten, as “7 in r2c3, 8 in r3c3, …”.",
        _ten,
    ),
)
