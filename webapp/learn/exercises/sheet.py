"""Exercises on paper: some in a row from a seed on, with their solutions on a page apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from solver.exercises import MOST_SEED, ExerciseLevel
from webapp.learn.exercises.address import FoundExercise, exercise_of
from webapp.learn.exercises.entry import ExerciseEntry

#: How many a sheet may have; the last is a book.
NUMBERS: Final = (2, 4, 12, 100)
BOOK: Final = NUMBERS[-1]
A_PAGE: Final = 12


@dataclass(frozen=True)
class PaperExercise:
    """An exercise on paper: its number there, its address, and how it is drawn and solved."""

    number: int
    name: str
    url: str
    body: Any
    solved: Any
    solution: str


@dataclass(frozen=True)
class ShownSheet:
    """A sheet, or a book of several; ``links`` lead to the other numbers."""

    entry: ExerciseEntry
    level: ExerciseLevel
    number: int
    pages: tuple[tuple[PaperExercise, ...], ...]
    links: tuple[tuple[int, str], ...]
    url: str

    @property
    def title(self) -> str:
        """What it is called."""
        return f"{self.entry.title.rstrip('?')}: {self.number} exercises, {self.level.value}"

    @property
    def per(self) -> int:
        """How many stand on a page."""
        return min(self.number, A_PAGE)


def show_sheet(found: FoundExercise, asked: str) -> ShownSheet:
    """Return the sheet that begins with an exercise; as many as asked for, four if that is none."""
    number = next((number for number in NUMBERS if str(number) == asked), 4)
    first = min(found.seed, MOST_SEED - number + 1)
    every = [_on_paper(found, first + place, place + 1) for place in range(number)]
    pages = (tuple(every[start : start + A_PAGE]) for start in range(0, number, A_PAGE))
    links = tuple((each, found.url("sheet", number=each)) for each in NUMBERS)
    return ShownSheet(found.entry, found.level, number, tuple(pages), links, found.url())


def _on_paper(found: FoundExercise, seed: int, number: int) -> PaperExercise:
    one = exercise_of(found.entry, found.level, seed)
    entry = one.entry
    solution = entry.solution(one.made)
    body, solved = entry.show(one.made, ""), entry.show(one.made, solution)
    return PaperExercise(number, one.name, one.url(), body, solved, solution)
