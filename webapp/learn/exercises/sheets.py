"""Sheets of exercises from a seed on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

from solver.exercises import MOST_SEED, ExerciseLevel
from webapp.learn.exercises.registry import ENTRY_BY_NAME, Exercise
from webapp.learn.idea import Idea, idea_of_exercise
from webapp.learn.questions.asked import PaperQuestion, show_paper
from webapp.work.tasks import task

A_PAGE: Final = 12
#: How many sheets and books are cached.
MOST_KEPT: Final = 8


class PaperExercise(NamedTuple):
    exercise: Exercise
    paper: PaperQuestion


@dataclass(frozen=True)
class ShownSheet:
    #: How many exercises a sheet may have.
    numbers: ClassVar = (2, 4, 12, 100)
    levels: ClassVar = tuple(level.value for level in ExerciseLevel)

    exercise: Exercise
    number: int
    pages: tuple[tuple[PaperExercise, ...], ...]

    @property
    def title(self) -> str:
        title = self.exercise.entry.title
        colon = "" if title.endswith("?") else ":"
        return f"{title}{colon} {self.number} exercises, {self.exercise.level.value}"

    @property
    def ideas(self) -> Iterable[Idea]:
        every = (entry.exercise for page in self.pages for entry in page)
        return dict.fromkeys(idea_of_exercise(entry.entry, entry.theme) for entry in every)

    @property
    def per(self) -> int:
        return min(self.number, A_PAGE)


def show_sheet(exercise: Exercise, size: str) -> ShownSheet:
    """Return the sheet that begins with an exercise, of the size asked for or four."""
    first, number = _seeds_of(exercise, size)
    puzzles = make_exercises(exercise.entry.name, exercise.level.value, first, number)
    every = [
        show_paper_exercise(replace(exercise, seed=first + place, puzzle=puzzle), place + 1)
        for place, puzzle in enumerate(puzzles)
    ]
    pages = (tuple(every[start : start + A_PAGE]) for start in range(0, number, A_PAGE))
    return ShownSheet(exercise, number, tuple(pages))


def _seeds_of(exercise: Exercise, size: str) -> tuple[int, int]:
    """Return the first seed of a sheet, and how many follow from there."""
    number = next((number for number in ShownSheet.numbers if str(number) == size), 4)
    return min(exercise.seed, MOST_SEED - number + 1), number


def items_of(exercise: Exercise, size: str) -> list[tuple[str, str]]:
    """Return the address and title of each exercise on a sheet, none of which is made for it."""
    first, number = _seeds_of(exercise, size)
    sheet = (replace(exercise, seed=seed) for seed in range(first, first + number))
    return [(entry.url(), exercise.entry.title) for entry in sheet]


def _is_short(kind: str, level: str, first: int, number: int) -> bool:
    return number <= A_PAGE


@task(_is_short, MOST_KEPT)  # a book of hard ones takes a second or two
def make_exercises(kind: str, level: str, first: int, number: int) -> tuple[Any, ...]:
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), first + place) for place in range(number))


def show_paper_exercise(exercise: Exercise, number: int) -> PaperExercise:
    return PaperExercise(exercise, show_paper(exercise.asked, number, exercise.entry.title))
