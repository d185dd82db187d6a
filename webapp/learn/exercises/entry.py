"""What a kind of exercise provides to its pages; :mod:`webapp.learn.exercises.registry` lists them.

A new kind is one :class:`ExerciseEntry`, and a line in the registry. Addresses, levels, the nudge
before the reason, sheets to print and runs come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from types import ModuleType
from typing import Any

from solver.exercises import ExerciseLevel
from webapp.learn.questions.asked import AskedQuestion


@dataclass(frozen=True, eq=False)
class ExerciseEntry:
    """A kind of exercise: the module of the solver that makes it, and the question it asks.

    The version of the module is part of every seed. A kind may have ``themes``, each with its own
    seeds, counted from 0, and a box of cards; ``theme_of`` names an exercise's theme.
    """

    maker: ModuleType
    title: str
    ask: Callable[[Any], AskedQuestion]
    _: KW_ONLY
    themes: Mapping[str, Callable[[int], int]] = field(default_factory=dict)
    theme_of: Callable[[Any], str] = lambda _: ""

    @property
    def name(self) -> str:
        return str(self.maker.NAME)

    @property
    def version(self) -> int:
        return int(self.maker.VERSION)

    def make(self, level: ExerciseLevel, seed: int) -> Any:
        return self.maker.make(level, seed)

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return what this kind practises at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"
