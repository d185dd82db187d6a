"""The kinds of exercises of Hidoku: each with what it shows and how an answer is judged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from solver.exercises import AnswerError
from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.answers import (
    format_placed,
    format_step,
    parse_placed,
    parse_step,
)
from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer, seed_of
from solver.hidoku.exercises.last_ten import MISSING, LastTen
from solver.hidoku.exercises.positions import practised
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import MOST_CELLS
from solver.hidoku.text.exercises import COMPLETE, step_task, step_told, step_why, ten_told
from webapp.http.forms import FormError, parse_cell, parse_number
from webapp.learn.exercises.entry import (
    ExerciseEntry,
    ExerciseTheme,
    JudgedAnswer,
    OpenAnswerError,
    ShownLine,
)
from webapp.learn.exercises.hidoku.body import CellMark, NumbersBody, marks_of
from webapp.learn.lessons.lesson import lessons_by_technique
from webapp.learn.lessons.view import step_url

GAME: Final = "Hidoku"
TEMPLATE: Final = "learn/exercises/hidoku/_exercise.html"
PAPER: Final = "learn/exercises/hidoku/_paper.html"
PICTURE: Final = "learn/exercises/hidoku/_picture.html"
STYLES: Final = (
    *("hidoku/measures", "hidoku/board", "hidoku/play"),
    *("learn/exercises", "learn/numbers"),
)
IN, OUT = ("in", "It must stand there"), ("out", "It cannot stand there")
PLACE: Final = (("place", "Place"), ("erase", "Erase"))


def said_step(form: Mapping[str, str]) -> str:
    """Return the step that a form says. Raises AnswerError."""
    return format_step(StepAnswer(_candidate(form), is_placed=form.get("says") != OUT[0]))


def draft_step(form: Mapping[str, str]) -> str:
    """Return the step that a form says, nothing if it says none."""
    try:
        return said_step(form)
    except AnswerError:
        return ""


def _candidate(form: Mapping[str, str]) -> Candidate:
    if not form.get("cell") or not form.get("number", "").strip():
        raise AnswerError("Choose a cell and a number first.")
    try:
        return Candidate(parse_number(form, MOST_CELLS), parse_cell(form))
    except FormError as error:
        raise AnswerError(str(error)) from error


def show_step(made: FindTheStep, answer: str) -> NumbersBody:
    """Return the position, with the step of an answer."""
    said = parse_step(answer) if answer else None
    wanted = ((IN, not made.is_eliminating), (OUT, not made.is_placing))
    return NumbersBody(
        made.grid,
        step_task(made),
        tuple(claim for claim, is_there in wanted if is_there),
        tuple(n for n in range(1, made.grid.last + 1) if n not in made.position.where),
        tried=said.candidate if said else None,
        is_out=bool(said and not said.is_placed),
    )


def judge_step(made: FindTheStep, answer: str) -> JudgedAnswer:
    """Say whether it is a step of the technique."""
    said = parse_step(answer)
    verdict = find_the_step.judge(made, said)
    if verdict.is_right:
        return why_step(made, answer)
    told = step_told(made, said, verdict)
    step = made.told(verdict.near)
    marks = marks_of(made.grid, [made.technique.reason_marks(step)])
    nudge = f"{told.said} {told.nudge}"
    return JudgedAnswer(False, nudge, (ShownLine(told.reason),), marks)


def why_step(made: FindTheStep, answer: str) -> JudgedAnswer:
    """Say why it is one."""
    return JudgedAnswer(True, "", (ShownLine(step_why(made, parse_step(answer))),))


def placed_so_far(form: Mapping[str, str]) -> str:
    """Return the numbers placed before, and the one that a form places. Raises AnswerError."""
    placed = dict(parse_placed(form.get("draft", "")))
    if form.get("says") == PLACE[1][0]:
        cell = _candidate({**form, "number": "1"}).cell
        placed.pop(cell, None)
    else:
        number, cell = _candidate(form)
        placed = {c: n for c, n in placed.items() if n != number} | {cell: number}
    return format_placed(placed)


def show_ten(made: LastTen, answer: str) -> NumbersBody:
    """Return the board, with the numbers of an answer."""
    placed = parse_placed(answer)
    last_ten.check_placed(made, placed)
    left = tuple(n for n in made.missing if n not in placed.values())
    task = "Place the ten numbers that are missing. The time runs from when you open the page."
    return NumbersBody(
        made.grid,
        task,
        PLACE,
        left,
        placed,
        draft=format_placed(placed),
        is_filled=True,
    )


def judge_ten(made: LastTen, answer: str) -> JudgedAnswer:
    """Say whether the path is complete. Raises OpenAnswerError while numbers are missing."""
    placed = parse_placed(answer)
    last_ten.check_placed(made, placed)
    if len(placed) < MISSING:
        raise OpenAnswerError("Some numbers are missing yet.")
    broken = last_ten.judge(made, placed).first_break
    if broken is None:
        return why_ten(made, answer)
    told = ten_told(broken)
    marks = frozenset(CellMark("conflict", cell) for cell in (broken.cell, broken.next_cell))
    return JudgedAnswer(False, f"{told.said} {told.nudge}", (ShownLine(told.reason),), marks)


def why_ten(made: LastTen, answer: str) -> JudgedAnswer:
    """Say that every number touches the next."""
    return JudgedAnswer(True, "", (ShownLine(COMPLETE),))


def lesson_of(technique: str) -> str:
    """Return the address of the lesson that teaches a technique; nothing if none does."""
    lesson = lessons_by_technique().get(technique)
    return step_url(lesson, 1) if lesson else ""


def themes() -> tuple[ExerciseTheme, ...]:
    """Return the techniques that are practised."""
    return tuple(
        ExerciseTheme(each.name, each.title, partial(seed_of, each), partial(lesson_of, each.name))
        for each in practised()
    )


FIND_THE_STEP: Final = ExerciseEntry(
    find_the_step.NAME,
    find_the_step.VERSION,
    GAME,
    "Find the step",
    "One technique leads on, and none that is easier. Use it.",
    TEMPLATE,
    PAPER,
    PICTURE,
    STYLES,
    "",
    find_the_step.make,
    show_step,
    said_step,
    draft_step,
    judge_step,
    lambda made: format_step(next(iter(made.steps))),
    why_step,
    {
        "easy": "Many steps count, among few missing numbers.",
        "medium": "Fewer steps count, or more numbers are missing.",
        "hard": "Few steps count, among many missing numbers.",
    },
    script="learn/numbers",
    themes=themes(),
    theme_of=lambda made: made.technique.name,
)
LAST_TEN: Final = ExerciseEntry(
    last_ten.NAME,
    last_ten.VERSION,
    GAME,
    "Last ten",
    "Ten numbers of a board are missing. Place them, against your own best time.",
    TEMPLATE,
    PAPER,
    PICTURE,
    STYLES,
    "",
    last_ten.make,
    show_ten,
    placed_so_far,
    lambda form: form.get("draft", ""),
    judge_ten,
    lambda made: format_placed(made.solution),
    why_ten,
    {
        "easy": "Nearly every number is seen at a glance.",
        "medium": "Some numbers have to be counted.",
        "hard": "It takes a technique or two.",
    },
    script="learn/numbers",
    is_timed=True,
)
