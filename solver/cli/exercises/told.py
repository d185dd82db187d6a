"""An exercise as the command line tells it, of whichever game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from solver.exercises import ExerciseLevel


class ToldAnswer(NamedTuple):
    """What is said of an answer."""

    is_right: bool
    lines: tuple[str, ...]


class ToldExercise(NamedTuple):
    """An exercise in lines and as JSON, its solution likewise, and what judges an answer.

    ``judge`` raises AnswerError, with a sentence, for what can't be read.
    """

    lines: tuple[str, ...]
    document: dict[str, Any]
    solution: str
    why: tuple[str, ...]
    judge: Callable[[str], ToldAnswer]


class SeedTheme(NamedTuple):
    """What can be chosen beside the level: an option, its values, and the seed that belongs to one.

    Each value has seeds of its own, which are counted from 0 on.
    """

    option: str
    values: Callable[[], tuple[str, ...]]
    seed_of: Callable[[str, int], int]


class ExerciseCommand(NamedTuple):
    """A kind of exercises: its name, a sentence for its help, and how one of a seed is told."""

    name: str
    version: int
    about: str
    tell: Callable[[ExerciseLevel, int], ToldExercise]
    theme: SeedTheme | None = None
