"""The list of all kinds of exercise; and an exercise by its address, ``liar/hard/v1-7``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from flask import url_for

from solver.exercises import ExerciseError, ExerciseLevel, format_seed, parse_level, parse_seed
from solver.wording import join_words, quote
from webapp.learn.exercises.exercise_types import (
    FIND_THE_STEP,
    CompareType,
    CountKeysType,
    ExerciseType,
    LiarType,
    OneCodeLeftType,
    OneRowType,
    PilesType,
    ProvedType,
)
from webapp.learn.questions.asked import AskedQuestion
from webapp.learn.questions.question import Question

ENTRIES: Final[tuple[ExerciseType[Any], ...]] = (
    CountKeysType(),
    OneRowType(),
    OneCodeLeftType(),
    ProvedType(),
    PilesType(),
    CompareType(),
    LiarType(),
    FIND_THE_STEP,
)
#: By their names in addresses.
ENTRY_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}


MOST_KEPT: Final = 256


@dataclass(frozen=True, eq=False)
class Exercise:
    entry: ExerciseType[Any]
    level: ExerciseLevel
    seed: int
    puzzle: Any

    @cached_property
    def asked(self) -> AskedQuestion:
        return self.entry.ask(self.puzzle)

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def name(self) -> str:
        return f"{self.entry.name}/{self.level.value}/{self.seed_text}"

    @property
    def seed_text(self) -> str:
        return format_seed(self.entry.version, self.seed)

    @property
    def theme(self) -> str:
        return self.entry.theme_of(self.puzzle)

    @property
    def skill(self) -> str:
        return self.entry.skill_of(self.level, self.theme)

    def url(self, endpoint: str = "exercise", **query: Any) -> str:
        level = self.level.value
        seed = self.seed_text
        return url_for(
            f"exercises.{endpoint}", kind=self.entry.name, level=level, seed=seed, **query
        )


def find_entry(kind: str) -> ExerciseType[Any]:
    if kind not in ENTRY_BY_NAME:
        kinds = join_words(tuple(ENTRY_BY_NAME))
        raise ExerciseError(f"There are no exercises called “{quote(kind)}”, only {kinds}.")
    return ENTRY_BY_NAME[kind]


def find_exercise(kind: str, level: str, seed: str) -> Exercise:
    """Return the exercise of an address. Raises ExerciseError."""
    entry = find_entry(kind)
    exercise_level = parse_level(level)
    return exercise_of(entry, exercise_level, parse_seed(seed, entry.version))


@lru_cache(MOST_KEPT)  # an exercise is needed when it is shown and at each answer
def exercise_of(entry: ExerciseType[Any], level: ExerciseLevel, seed: int) -> Exercise:
    return Exercise(entry, level, seed, entry.make(level, seed))
