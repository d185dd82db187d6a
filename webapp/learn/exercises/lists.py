"""The list of all kinds, each with a picture; and sheets of exercises from a seed on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from solver.deduction.faces.face import Pegs
from solver.exercises import MOST_SEED, ExerciseLevel
from solver.wording import capitalised
from webapp.hidoku.picture.svg import Outline
from webapp.learn.exercises.day import ShownDay, show_day
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, ENTRY_BY_NAME, FoundExercise, exercise_of
from webapp.learn.questions.asked import PaperQuestion, show_paper, solve_question
from webapp.learn.questions.picture import PictureRows, picture
from webapp.work.tasks import task

#: How many exercises a sheet may have.
NUMBERS: Final = (2, 4, 12, 100)
A_PAGE: Final = 12
#: How many sheets and books are cached.
MOST_KEPT: Final = 8


@dataclass(frozen=True, kw_only=True)
class ShownSheet:
    """A sheet, or several; ``links`` lead to the other sizes and levels."""

    entry: ExerciseEntry
    level: ExerciseLevel
    number: int
    pages: tuple[tuple[PaperExercise, ...], ...]
    links: tuple[tuple[int, str], ...]
    levels: tuple[tuple[str, str], ...]
    url: str

    @property
    def title(self) -> str:
        colon = "" if self.entry.title.endswith("?") else ":"
        return f"{self.entry.title}{colon} {self.number} exercises, {self.level.value}"

    @property
    def palette(self) -> Pegs:
        return self.pages[0][0].palette

    @property
    def per(self) -> int:
        return min(self.number, A_PAGE)


def show_sheet(exercise: FoundExercise, size: str) -> ShownSheet:
    """Return the sheet that begins with an exercise, of the size asked for or four."""
    number = next((number for number in NUMBERS if str(number) == size), 4)
    first = min(exercise.seed, MOST_SEED - number + 1)
    puzzles = make_exercises(exercise.entry.name, exercise.level.value, first, number)
    every = [
        show_paper_exercise(replace(exercise, seed=first + place, puzzle=puzzle), place + 1)
        for place, puzzle in enumerate(puzzles)
    ]
    pages = (tuple(every[start : start + A_PAGE]) for start in range(0, number, A_PAGE))
    links = tuple((count, exercise.url("sheet", number=count)) for count in NUMBERS)
    at_levels = (replace(exercise, level=level) for level in ExerciseLevel)
    levels = tuple(
        (variant.level.value, variant.url("sheet", number=number)) for variant in at_levels
    )
    return ShownSheet(
        entry=exercise.entry,
        level=exercise.level,
        number=number,
        pages=tuple(pages),
        links=links,
        levels=levels,
        url=exercise.url(),
    )


def _is_short(kind: str, level: str, first: int, number: int) -> bool:
    return number <= A_PAGE


@task(_is_short, MOST_KEPT)  # a book of hard ones takes a second or two
def make_exercises(kind: str, level: str, first: int, number: int) -> tuple[Any, ...]:
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), first + place) for place in range(number))


@dataclass(frozen=True, kw_only=True)
class PaperExercise:
    """An exercise on paper; boards are drawn, as they stand and ``solved``."""

    paper: PaperQuestion
    name: str
    url: str
    palette: Pegs
    board: str
    solved: str


def show_paper_exercise(exercise: FoundExercise, number: int) -> PaperExercise:
    question = exercise.question
    judged = solve_question(question).marking
    return PaperExercise(
        paper=show_paper(exercise.asked, number, exercise.entry.title),
        name=exercise.name,
        url=exercise.url(),
        palette=question.scene.face.palette,
        board=question.drawing() if question.draws_board else "",
        solved=question.drawing(judged) if question.draws_board else "",
    )


#: The seed of each kind's picture.
PICTURED: Final = 7


@dataclass(frozen=True)
class ShownList:
    games: tuple[tuple[str, tuple[ShownKind, ...]], ...]
    day: ShownDay


def show_list() -> ShownList:
    groups = groupby(ENTRIES, lambda entry: entry.game)
    games = tuple((game, tuple(map(_show_kind, entries))) for game, entries in groups)
    return ShownList(games, show_day())


@dataclass(frozen=True, kw_only=True)
class ShownKind:
    """A kind in the list, with the position of one of its exercises as a picture."""

    entry: ExerciseEntry
    rows: PictureRows
    board: Outline | None
    levels: tuple[tuple[str, str, str], ...]
    sheet: str


def _show_kind(entry: ExerciseEntry) -> ShownKind:
    example = exercise_of(entry, ExerciseLevel.EASY, PICTURED)
    rows, board = picture(example.question)
    levels = tuple(
        (level.value, capitalised(level.value), entry.levels[level.value])
        for level in ExerciseLevel
    )
    return ShownKind(entry=entry, rows=rows, board=board, levels=levels, sheet=example.url("sheet"))
