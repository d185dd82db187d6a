"""What the trainer keeps a box for: each kind of exercises at each level."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from solver.exercises import ExerciseLevel
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES


class Skill(NamedTuple):
    """A kind of exercises at a level."""

    name: str
    entry: ExerciseEntry
    level: ExerciseLevel
    theme: str = ""

    def level_at(self, box: int) -> ExerciseLevel:
        """Return how hard an exercise is to be: of a theme all levels come, box by box."""
        if not self.theme:
            return self.level
        return tuple(ExerciseLevel)[min(max(box - 1, 0) // 2, 2)]


@cache
def skills() -> dict[str, Skill]:
    """Return all skills by their names, in the order in which they are begun: easy ones first."""
    every = (
        skill for level in ExerciseLevel for entry in ENTRIES for skill in _skills_of(entry, level)
    )
    return {skill.name: skill for skill in every}


def _skills_of(entry: ExerciseEntry, level: ExerciseLevel) -> Iterator[Skill]:
    """Yield what a kind has at a level; its themes, if it has some, come with the first level."""
    if not entry.themes:
        yield Skill(entry.skill_of(level), entry, level)
    elif level is ExerciseLevel.EASY:
        for theme in entry.themes:
            yield Skill(entry.skill_of(level, theme.name), entry, level, theme.name)
