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


@dataclass(frozen=True)
class ShownSheet:
    """A sheet, or several; ``links`` lead to the other sizes and levels."""

    entry: ExerciseEntry
    level: ExerciseLevel
    number: int
    pages: tuple[tuple[dict[str, Any], ...], ...]
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


def show_sheet(found: FoundExercise, asked: str) -> ShownSheet:
    """Return the sheet that begins with an exercise, of the size asked for or four."""
    number = next((number for number in NUMBERS if str(number) == asked), 4)
    first = min(found.seed, MOST_SEED - number + 1)
    made = made_in_a_row(found.entry.name, found.level.value, first, number)
    every = [
        _on_paper(replace(found, seed=first + place, made=one), place + 1)
        for place, one in enumerate(made)
    ]
    pages = (tuple(every[start : start + A_PAGE]) for start in range(0, number, A_PAGE))
    links = tuple((each, found.url("sheet", number=each)) for each in NUMBERS)
    at_levels = (replace(found, level=level) for level in ExerciseLevel)
    levels = tuple((each.level.value, each.url("sheet", number=number)) for each in at_levels)
    return ShownSheet(found.entry, found.level, number, tuple(pages), links, levels, found.url())


def _is_short(kind: str, level: str, first: int, number: int) -> bool:
    return number <= A_PAGE


@task(_is_short, MOST_KEPT)  # a book of hard ones takes a second or two
def made_in_a_row(kind: str, level: str, first: int, number: int) -> tuple[Any, ...]:
    entry = ENTRY_BY_NAME[kind]
    return tuple(entry.make(ExerciseLevel(level), first + place) for place in range(number))


def _on_paper(one: FoundExercise, number: int) -> dict[str, Any]:
    entry = one.entry
    solution = entry.solution(one.made)
    body, solved = entry.show(one.made, ""), entry.show(one.made, solution)
    written = _CELL.sub(r"row \1, column \2", solution)  # cells have no other name on paper
    reasons = () if entry.is_timed else entry.judge(one.made, solution).reasons
    why = " ".join(each.sentence for each in reasons if not each.pictures)
    why = _CLAIM.sub(lambda found: f"Claim {ascii_lowercase[int(found[1]) - 1]}", why)
    return {
        "number": number,
        "name": one.name,
        "url": one.url(),
        "body": body,
        "solved": solved,
        "solution": written,
        "why": why,
    }


#: The seed of each kind's picture.
PICTURED: Final = 7


@dataclass(frozen=True)
class ShownList:
    games: tuple[tuple[str, tuple[dict[str, Any], ...]], ...]
    day: ShownDay

    @property
    def styles(self) -> tuple[str, ...]:
        names = (name for _, kinds in self.games for kind in kinds for name in kind["entry"].styles)
        return tuple(dict.fromkeys(names))


def show_list() -> ShownList:
    groups = groupby(ENTRIES, lambda entry: entry.game)
    games = tuple((game, tuple(map(_shown, entries))) for game, entries in groups)
    return ShownList(games, show_day())


def _shown(entry: ExerciseEntry) -> dict[str, Any]:
    found = exercise_of(entry, ExerciseLevel.EASY, PICTURED)
    levels = tuple(
        (level.value, capitalised(level.value), entry.levels[level.value])
        for level in ExerciseLevel
    )
    return {
        "entry": entry,
        "body": entry.show(found.made, ""),
        "levels": levels,
        "sheet": found.url("sheet"),
    }
