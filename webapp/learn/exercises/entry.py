"""What a kind of exercise provides to its pages; :mod:`webapp.learn.exercises.registry` lists them.

A new kind is one :class:`ExerciseEntry`, a template for the part of the page that changes (its root
has the id ``game``), and a line in the registry. The list of kinds, addresses, levels, the nudge
before the reason, sheets to print and the trainer come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.exercises import AnswerError, ExerciseLevel


class OpenAnswerError(AnswerError):
    """An answer is right so far; the page continues with it."""


@dataclass(frozen=True)
class ShownLine:
    """A sentence about an answer, and pictures to draw beside it, as the kind defines."""

    sentence: str
    pictures: tuple[Any, ...] = ()


@dataclass(frozen=True)
class JudgedAnswer:
    """The verdict on an answer.

    If it is wrong, ``nudge`` says where to look, and ``reasons`` say why, from the answer itself.
    If it is right, ``reasons`` say why, and ``nudge`` is empty. ``marks`` is what both refer to,
    for the kind's own template.
    """

    is_right: bool
    nudge: str
    reasons: tuple[ShownLine, ...]
    marks: frozenset[Any] = frozenset()


class ExerciseTheme(NamedTuple):
    """A topic that a kind practises: each has its own seeds, counted from 0.

    ``lesson`` returns the address of the lesson that teaches it, or "".
    """

    name: str
    title: str
    seed_of: Callable[[int], int]
    lesson: Callable[[], str]


@dataclass(frozen=True, kw_only=True)
class ExerciseEntry:
    """A kind of exercise.

    ``version`` is that of its generator, and part of every seed. ``lesson`` is the address of the
    lesson that teaches it; ``levels`` say in a sentence what is hard at each level. A kind with
    ``themes`` has a lesson and a box in the trainer for each, and ``theme_of`` names an exercise's
    theme. ``is_timed`` says that the time of the first answer counts, if it is right.

    An answer is a text, which ``answer_of`` reads from a form, and ``draft_of`` as far as it goes.
    ``answer_of``, ``show`` and ``judge`` raise AnswerError for what isn't an answer.
    """

    name: str
    version: int
    game: str
    title: str
    sentence: str
    styles: tuple[str, ...]
    lesson: str
    make: Callable[[ExerciseLevel, int], Any]
    show: Callable[[Any, str], Any]
    answer_of: Callable[[Mapping[str, str]], str]
    draft_of: Callable[[Mapping[str, str]], str]
    judge: Callable[[Any, str], JudgedAnswer]
    solution: Callable[[Any], str]
    levels: Mapping[str, str]
    script: str = "learn/exercises"
    themes: tuple[ExerciseTheme, ...] = ()
    theme_of: Callable[[Any], str] = lambda _: ""
    is_timed: bool = False

    def template(self, name: str) -> str:
        """Return the template for an exercise: ``exercise`` on its page, ``paper`` on a sheet,
        ``picture`` in the list. It gets the result of ``show`` as ``body``.
        """
        return f"learn/exercises/{self.game.lower()}/_{name}.html"

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return the trainer's name for this kind at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"

    def theme_named(self, name: str) -> ExerciseTheme | None:
        return next((theme for theme in self.themes if theme.name == name), None)
