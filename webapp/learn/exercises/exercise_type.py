"""A kind of exercise: the module of the solver that makes it, and the question it asks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Generic, TypeVar

from solver.exercises import ExerciseLevel
from webapp.learn.questions.question import Question

Puzzle = TypeVar("Puzzle")


class ExerciseType(ABC, Generic[Puzzle]):
    """A kind of exercise. Addresses, levels, the nudge before the reason, sheets and runs follow.

    The version of the module that makes it is part of every seed.
    """

    maker: ModuleType

    @abstractmethod
    def ask(self, puzzle: Puzzle) -> Question:
        """Return the question, with the reason for its answer."""

    @property
    def themes(self) -> Mapping[str, Callable[[int], int]]:
        """The themes, each with its own seeds, counted from 0, and a box of cards."""
        return {}

    def theme_of(self, puzzle: Puzzle) -> str:
        return ""

    @property
    def name(self) -> str:
        return str(self.maker.NAME)

    @property
    def version(self) -> int:
        return int(self.maker.VERSION)

    def make(self, level: ExerciseLevel, seed: int) -> Puzzle:
        puzzle: Puzzle = self.maker.make(level, seed)
        return puzzle

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return what this kind practises at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"
