"""What the trainer keeps a box for: each kind of exercises at each level."""

from __future__ import annotations

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


@cache
def skills() -> dict[str, Skill]:
    """Return all skills by their names, in the order in which they are begun: easy ones first."""
    every = (
        Skill(entry.skill_of(level), entry, level) for level in ExerciseLevel for entry in ENTRIES
    )
    return {skill.name: skill for skill in every}
