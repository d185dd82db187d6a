"""Exercises on paper: some in a row from a seed on, with their solutions on a page apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from solver.exercises import MOST_SEED, ExerciseLevel
from webapp.learn.exercises.address import FoundExercise
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRY_BY_NAME
from webapp.work.deferred import deferred

#: How many a sheet may have; the last is a book.
NUMBERS: Final = (2, 4, 12, 100)
BOOK: Final = NUMBERS[-1]
A_PAGE: Final = 12
#: Sheets and books that are kept in mind.
MOST_KEPT: Final = 8


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
    made = made_in_a_row(found.entry.name, found.level.value, first, number)
    every = [
        _on_paper(replace(found, seed=first + place, made=one), place + 1)
        for place, one in enumerate(made)
    ]
    pages = (tuple(every[start : start + A_PAGE]) for start in range(0, number, A_PAGE))
    links = tuple((each, found.url("sheet", number=each)) for each in NUMBERS)
    return ShownSheet(found.entry, found.level, number, tuple(pages), links, found.url())


def _is_short(kind: str, level: str, first: int, number: int) -> bool:
    return number <= A_PAGE


@deferred(_is_short, MOST_KEPT)  # a book of hard ones takes a second or two
def made_in_a_row(kind: str, level: str, first: int, number: int) -> tuple[Any, ...]:
    """Return so many exercises from a seed on. Raises ThinkingError while they are being made."""
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), first + place) for place in range(number))


def _on_paper(one: FoundExercise, number: int) -> PaperExercise:
    entry = one.entry
    solution = entry.solution(one.made)
    body, solved = entry.show(one.made, ""), entry.show(one.made, solution)
    return PaperExercise(number, one.name, one.url(), body, solved, solution)
