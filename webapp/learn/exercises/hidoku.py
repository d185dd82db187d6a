"""The kinds of exercise of Hidoku: what each shows, and how it judges an answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from solver.exercises import AnswerError
from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.find_the_step import (
    FindTheStep,
    StepAnswer,
    format_placed,
    format_step,
    parse_placed,
    parse_step,
    seed_of,
)
from solver.hidoku.exercises.last_ten import MISSING, LastTen
from solver.hidoku.exercises.positions import practised_techniques
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import MOST_CELLS, Board, Cell, Grid
from solver.hidoku.rules.hexagons import columns_seen
from solver.hidoku.text.exercises import (
    COMPLETE,
    step_task,
    step_verdict_words,
    step_why,
    ten_verdict_words,
)
from solver.wording import listed
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.svg import svg_in_page
from webapp.hidoku.play.hint_view import named_by
from webapp.http.forms import FormError, parse_cell, parse_number
from webapp.learn.exercises.entry import (
    ExerciseEntry,
    ExerciseTheme,
    JudgedAnswer,
    OpenAnswerError,
    ShownLine,
)
from webapp.learn.lessons.lesson import lessons_by_technique
from webapp.learn.lessons.view import step_url


class CellMark(NamedTuple):
    """A marked cell, by its CSS class; ``note`` is small text in it."""

    name: str
    cell: Cell
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class NumbersBody:
    """A position, perhaps with an answer.

    ``placed`` are numbers placed by the answer; ``tried`` is the candidate that it is about, and
    ``is_out`` says that it can't go there. ``claims`` are what can be said about a candidate: a
    value for the form, and words for its button. ``chips`` are the numbers to choose from.
    """

    grid: Grid
    task: str
    claims: tuple[tuple[str, str], ...]
    chips: tuple[int, ...]
    placed: Board = field(default_factory=dict)
    tried: Candidate | None = None
    is_out: bool = False
    draft: str = ""
    is_filled: bool = False

    @property
    def typed(self) -> str:
        return "" if self.is_filled or self.tried is None else str(self.tried.number)

    @property
    def words(self) -> str:
        return f"Board of {self.grid.rows} rows and {columns_seen(self.grid)} columns"

    def picture(self, marked: Iterable[CellMark] = (), *, is_over: bool = False) -> Picture:
        """Return the board; once it is over, with the candidate of the answer."""
        marks, notes = gather_marks(marked)
        board = {**self.grid.given, **self.placed}
        if is_over and self.tried and self.is_out:
            marks["eliminated"].add(self.tried.cell)
            notes[self.tried.cell] = str(self.tried.number)
        elif is_over and self.tried:
            board[self.tried.cell] = self.tried.number
            marks["newest"].add(self.tried.cell)
        chosen = self.tried.cell if self.tried and self.grid.has_cell(self.tried.cell) else None
        return draw(self.grid, board, marks, None if is_over else chosen, notes=notes)

    @property
    def paper_task(self) -> str:
        if not self.is_filled:
            return f"{self.task} {_ON_PAPER[self.claims]}"
        return f"Place the missing numbers: {listed([str(number) for number in self.chips])}."

    @property
    def drawing(self) -> str:
        """The board on paper, as SVG; a number that can't be there is crossed out."""
        tried = {self.tried.cell: self.tried.number} if self.tried else {}
        board = {**self.grid.given, **self.placed, **({} if self.is_out else tried)}
        return svg_in_page(self.grid, board, tried if self.is_out else {})


def gather_marks(marked: Iterable[CellMark]) -> tuple[defaultdict[str, set[Cell]], dict[Cell, str]]:
    marks: defaultdict[str, set[Cell]] = defaultdict(set)
    notes: dict[Cell, str] = {}
    for name, cell, note in sorted(marked):
        marks[name].add(cell)
        if note:
            notes[cell] = note
    return marks, notes


def marks_of(grid: Grid, steps: Iterable[Marked]) -> frozenset[CellMark]:
    marks, notes = named_by(Play(grid), list(steps))
    return frozenset(
        CellMark(name, cell, notes.get(cell, "")) for name, cells in marks.items() for cell in cells
    )


GAME: Final = "Hidoku"
STYLES: Final = (
    "hidoku/measures",
    "hidoku/board",
    "hidoku/play",
    "learn/exercises",
    "learn/numbers",
)
IN, OUT = ("in", "It must go there"), ("out", "It can’t go there")
_ON_PAPER: Final = {
    (IN,): "Write it there.",
    (OUT,): "Write it there and cross it out.",
    (IN, OUT): "Write it there, and cross it out if it can’t go there.",
}
PLACE: Final = (("place", "Place number"), ("erase", "Remove number"))


def _read_step(form: Mapping[str, str]) -> str:
    """Return the step that a form claims. Raises AnswerError."""
    return format_step(StepAnswer(_candidate(form), is_placed=form.get("says") != OUT[0]))


def _draft_step(form: Mapping[str, str]) -> str:
    try:
        return _read_step(form)
    except AnswerError:
        return ""


def _candidate(form: Mapping[str, str]) -> Candidate:
    if not form.get("cell") or not form.get("number", "").strip():
        raise AnswerError("Choose a cell and a number first.")
    try:
        return Candidate(parse_number(form, MOST_CELLS), parse_cell(form))
    except FormError as error:
        raise AnswerError(str(error)) from error


def _show_step(exercise: FindTheStep, answer: str) -> NumbersBody:
    step = parse_step(answer) if answer else None
    wanted = ((IN, not exercise.is_eliminating), (OUT, not exercise.is_placing))
    return NumbersBody(
        grid=exercise.grid,
        task=step_task(exercise),
        claims=tuple(claim for claim, is_there in wanted if is_there),
        chips=tuple(
            n for n in range(1, exercise.grid.last + 1) if n not in exercise.position.where
        ),
        tried=step.candidate if step else None,
        is_out=bool(step and not step.is_placed),
    )


def _judge_step(exercise: FindTheStep, answer: str) -> JudgedAnswer:
    claim = parse_step(answer)
    verdict = find_the_step.judge(exercise, claim)
    if verdict.is_right:
        return JudgedAnswer(True, "", (ShownLine(step_why(exercise, claim)),))
    wrong_words = step_verdict_words(exercise, claim, verdict)
    step = exercise.step_for(verdict.near)
    marks = marks_of(exercise.grid, [exercise.technique.reason_marks(step)])
    nudge = f"{wrong_words.sentence} {wrong_words.nudge}"
    return JudgedAnswer(False, nudge, (ShownLine(wrong_words.reason),), marks)


def _read_placed(form: Mapping[str, str]) -> str:
    """Return the numbers placed so far, with the form's change to them. Raises AnswerError."""
    placed = dict(parse_placed(form.get("draft", "")))
    if form.get("says") == PLACE[1][0]:
        cell = _candidate({**form, "number": "1"}).cell
        placed.pop(cell, None)
    else:
        number, cell = _candidate(form)
        placed = {c: n for c, n in placed.items() if n != number} | {cell: number}
    return format_placed(placed)


def _show_ten(exercise: LastTen, answer: str) -> NumbersBody:
    placed = parse_placed(answer)
    last_ten.check_placed(exercise, placed)
    to_place = tuple(n for n in exercise.missing if n not in placed.values())
    task = "Place the ten missing numbers. The clock started when you opened this page."
    return NumbersBody(
        grid=exercise.grid,
        task=task,
        claims=PLACE,
        chips=to_place,
        placed=placed,
        draft=format_placed(placed),
        is_filled=True,
    )


def _judge_ten(exercise: LastTen, answer: str) -> JudgedAnswer:
    """Say whether the path is complete. Raises OpenAnswerError while numbers are missing."""
    placed = parse_placed(answer)
    last_ten.check_placed(exercise, placed)
    if len(placed) < MISSING:
        raise OpenAnswerError("Some numbers are still missing.")
    broken = last_ten.judge(exercise, placed).first_break
    if broken is None:
        return JudgedAnswer(True, "", (ShownLine(COMPLETE),))
    wrong_words = ten_verdict_words(broken)
    marks = frozenset(CellMark("conflict", cell) for cell in (broken.cell, broken.next_cell))
    return JudgedAnswer(
        False,
        f"{wrong_words.sentence} {wrong_words.nudge}",
        (ShownLine(wrong_words.reason),),
        marks,
    )


def _lesson_of(technique: str) -> str:
    lesson = lessons_by_technique().get(technique)
    return step_url(lesson, 1) if lesson else ""


FIND_THE_STEP: Final = ExerciseEntry(
    name=find_the_step.NAME,
    version=find_the_step.VERSION,
    game=GAME,
    title="Find the step",
    sentence="Find one step by the technique named. Easier ones won’t help.",
    styles=STYLES,
    lesson="",
    make=find_the_step.make,
    show=_show_step,
    answer_of=_read_step,
    draft_of=_draft_step,
    judge=_judge_step,
    solution=lambda exercise: format_step(next(iter(exercise.steps))),
    levels={
        "easy": "Many steps are right, and few numbers are missing.",
        "medium": "Fewer steps are right, or more numbers are missing.",
        "hard": "Few steps are right, and many numbers are missing.",
    },
    script="learn/numbers",
    themes=tuple(
        ExerciseTheme(
            technique.name,
            technique.title,
            partial(seed_of, technique),
            partial(_lesson_of, technique.name),
        )
        for technique in practised_techniques()
    ),
    theme_of=lambda exercise: exercise.technique.name,
)
LAST_TEN: Final = ExerciseEntry(
    name=last_ten.NAME,
    version=last_ten.VERSION,
    game=GAME,
    title="Last ten",
    sentence="Ten numbers are missing. Place them and beat your best time.",
    styles=STYLES,
    lesson="",
    make=last_ten.make,
    show=_show_ten,
    answer_of=_read_placed,
    draft_of=lambda form: form.get("draft", ""),
    judge=_judge_ten,
    solution=lambda exercise: format_placed(exercise.solution),
    levels={
        "easy": "You’ll see nearly every number at a glance.",
        "medium": "You’ll have to count steps for some numbers.",
        "hard": "You’ll need a technique or two.",
    },
    script="learn/numbers",
    is_timed=True,
)
