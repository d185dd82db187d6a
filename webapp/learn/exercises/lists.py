"""The list of all kinds, each with a picture; and sheets of exercises from a seed on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from string import ascii_lowercase
from typing import Any, Final

from solver.exercises import MOST_SEED, ExerciseLevel
from solver.wording import capitalised
from webapp.learn.exercises.day import ShownDay, show_day
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, ENTRY_BY_NAME, FoundExercise, exercise_of
from webapp.work.tasks import task

_CELL: Final = re.compile(r"r(\d+)c(\d+)")
_CLAIM: Final = re.compile(r"Claim (\d)")  # on paper they have letters
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
    def per(self) -> int:
        return min(self.number, A_PAGE)


def show_sheet(exercise: FoundExercise, size: str) -> ShownSheet:
    """Return the sheet that begins with an exercise, of the size asked for or four."""
    number = next((number for number in NUMBERS if str(number) == size), 4)
    first = min(exercise.seed, MOST_SEED - number + 1)
    puzzles = make_exercises(exercise.entry.name, exercise.level.value, first, number)
    every = [
        _on_paper(replace(exercise, seed=first + place, puzzle=puzzle), place + 1)
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
    number: int
    name: str
    url: str
    body: Any
    solved: Any
    solution: str
    why: str


def _on_paper(exercise: FoundExercise, number: int) -> PaperExercise:
    entry = exercise.entry
    solution = entry.solution(exercise.puzzle)
    body, solved = entry.show(exercise.puzzle, ""), entry.show(exercise.puzzle, solution)
    written = _CELL.sub(r"row \1, column \2", solution)  # cells have no other name on paper
    reasons = () if entry.is_timed else entry.judge(exercise.puzzle, solution).reasons
    why = " ".join(reason.sentence for reason in reasons if not reason.pictures)
    why = _CLAIM.sub(lambda match: f"Claim {ascii_lowercase[int(match[1]) - 1]}", why)
    return PaperExercise(
        number=number,
        name=exercise.name,
        url=exercise.url(),
        body=body,
        solved=solved,
        solution=written,
        why=why,
    )


#: The seed of each kind's picture.
PICTURED: Final = 7


@dataclass(frozen=True)
class ShownList:
    games: tuple[tuple[str, tuple[ShownKind, ...]], ...]
    day: ShownDay

    @property
    def styles(self) -> tuple[str, ...]:
        names = (name for _, kinds in self.games for kind in kinds for name in kind.entry.styles)
        return tuple(dict.fromkeys(names))


def show_list() -> ShownList:
    groups = groupby(ENTRIES, lambda entry: entry.game)
    games = tuple((game, tuple(map(_show_kind, entries))) for game, entries in groups)
    return ShownList(games, show_day())


@dataclass(frozen=True)
class ShownKind:
    entry: ExerciseEntry
    body: Any
    levels: tuple[tuple[str, str, str], ...]
    sheet: str


def _show_kind(entry: ExerciseEntry) -> ShownKind:
    example = exercise_of(entry, ExerciseLevel.EASY, PICTURED)
    levels = tuple(
        (level.value, capitalised(level.value), entry.levels[level.value])
        for level in ExerciseLevel
    )
    return ShownKind(
        entry=entry,
        body=entry.show(example.puzzle, ""),
        levels=levels,
        sheet=example.url("sheet"),
    )
