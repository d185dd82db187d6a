"""The list of all kinds of exercises, each with a picture, its levels, and the one of the day."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from solver.exercises import ExerciseLevel
from solver.wording import capitalised
from webapp.learn.exercises.address import exercise_of
from webapp.learn.exercises.day import ShownDay, show_day
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, OF_THE_DAY
from webapp.learn.exercises.sheet import BOOK

#: The exercise that is the picture of its kind.
PICTURED: Final = 7
#: The exercise that a book begins with.
FIRST: Final = 1


@dataclass(frozen=True)
class ShownKind:
    """A kind, with an exercise as its picture."""

    entry: ExerciseEntry
    body: Any
    levels: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class ShownList:
    """All kinds, by their games, and the small exercise of today."""

    games: tuple[tuple[str, tuple[ShownKind, ...]], ...]
    day: ShownDay

    @property
    def styles(self) -> tuple[str, ...]:
        """The style sheets of all pictures."""
        names = (name for _, kinds in self.games for kind in kinds for name in kind.entry.styles)
        return tuple(dict.fromkeys(names))

    @property
    def books(self) -> tuple[tuple[str, str], ...]:
        """The books to print: the level of each, and its address."""
        return tuple(
            (level.value, exercise_of(OF_THE_DAY, level, FIRST).url("sheet", number=BOOK))
            for level in ExerciseLevel
        )


def show_list() -> ShownList:
    """Return all kinds."""
    groups = groupby(ENTRIES, lambda entry: entry.game)
    games = tuple((game, tuple(map(_shown, entries))) for game, entries in groups)
    return ShownList(games, show_day())


def _shown(entry: ExerciseEntry) -> ShownKind:
    found = exercise_of(entry, ExerciseLevel.EASY, PICTURED)
    levels = tuple(
        (level.value, capitalised(level.value), entry.levels[level.value])
        for level in ExerciseLevel
    )
    return ShownKind(entry, entry.show(found.made, ""), levels)
