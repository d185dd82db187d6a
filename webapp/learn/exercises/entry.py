"""What a kind of exercises brings to its pages; :mod:`webapp.learn.exercises.registry` lists them.

A new kind is one :class:`ExerciseEntry`, a template for the part of the page that changes (its root
has the id ``game``), and its line in the registry. The list of kinds, addresses, levels, the nudge
before the reason, sheets to print and the trainer come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.exercises import AnswerError, ExerciseLevel


class OpenAnswerError(AnswerError):
    """An answer is right as far as it goes; the page goes on with it."""


@dataclass(frozen=True)
class ShownLine:
    """A sentence that is said of an answer, and what a page draws beside it, as the kind means."""

    sentence: str
    pictures: tuple[Any, ...] = ()


@dataclass(frozen=True)
class JudgedAnswer:
    """What is said of an answer.

    Of a wrong one ``nudge`` says where to look, and ``reasons`` say why, from the answer itself. Of
    a right one ``reasons`` say why it is right, and ``nudge`` is empty. ``marks`` is what both
    speak of, for the kind's own template.
    """

    is_right: bool
    nudge: str
    reasons: tuple[ShownLine, ...]
    marks: frozenset[Any] = frozenset()


class ExerciseTheme(NamedTuple):
    """What a kind practises besides: each theme has seeds of its own, counted from 0 on.

    ``lesson`` gives the address of the lesson that teaches it, nothing where none does.
    """

    name: str
    title: str
    seed_of: Callable[[int], int]
    lesson: Callable[[], str]


@dataclass(frozen=True)
class ExerciseEntry:
    """A kind of exercises.

    ``version`` is that of what makes them, and part of every seed. ``lesson`` is the address of the
    lesson that teaches it, ``levels`` say in a sentence what is hard at each level. A kind with
    ``themes`` has a lesson for each, and the trainer a box; ``theme_of`` an exercise says which one
    it is. ``is_timed``: what counts is the time of the first answer, if that is right.

    An answer is a text, which ``answer_of`` takes out of a form, and ``draft_of`` as much of it as
    there is. ``answer_of``, ``show`` and ``judge`` raise AnswerError for what is none.
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

    def drawn(self, name: str) -> str:
        """Return the template that draws an exercise: ``exercise`` on its page, ``paper`` on a
        sheet, ``picture`` in the list. It gets what ``show`` returns, as ``body``."""
        return f"learn/exercises/{self.game.lower()}/_{name}.html"

    def skill_of(self, level: ExerciseLevel, theme: str = "") -> str:
        """Return what the trainer calls this kind at a level, or with a theme."""
        return f"{self.name}/{theme or level.value}"

    def theme_named(self, name: str) -> ExerciseTheme | None:
        return next((theme for theme in self.themes if theme.name == name), None)
