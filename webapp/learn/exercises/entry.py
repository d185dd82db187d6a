"""What a kind of exercise provides to its pages; :mod:`webapp.learn.exercises.registry` lists them.

A new kind is one :class:`ExerciseEntry`, and a line in the registry. Addresses, levels, the nudge
before the reason, sheets to print and runs come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.exercises import ExerciseLevel
from webapp.learn.questions.asked import AskedQuestion


class ExerciseTheme(NamedTuple):
    """A topic that a kind practises: each has its own seeds, counted from 0."""

    name: str
    seed_of: Callable[[int], int]


@dataclass(frozen=True, kw_only=True, eq=False)
class ExerciseEntry:
    """A kind of exercise: what ``make`` makes of a seed, and the question that ``ask`` makes of it.

    ``version`` is that of its generator, and part of every seed. ``levels`` say in a sentence what
    is hard at each. A kind with ``themes`` has a box of cards for each, and ``theme_of``
    names an exercise's theme. ``is_timed`` says that the time of the first answer counts, if it is
    right.
    """

    name: str
    version: int
    title: str
    make: Callable[[ExerciseLevel, int], Any]
    ask: Callable[[Any], AskedQuestion]
    levels: Mapping[str, str]
    themes: tuple[ExerciseTheme, ...] = ()
    theme_of: Callable[[Any], str] = lambda _: ""
    is_timed: bool = False

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return what this kind practises at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"

    def theme_named(self, name: str) -> ExerciseTheme | None:
        return next((theme for theme in self.themes if theme.name == name), None)
