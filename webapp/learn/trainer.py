"""The trainer: which exercise comes next, by the skill you are weakest in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from solver.exercises import ExerciseLevel
from webapp.http.security import current_player
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, any_address
from webapp.learn.exercises.view import TRAINER
from webapp.storage.games import store
from webapp.storage.records.attempts import Attempts, attempts_of, next_skill
from webapp.storage.records.dailies import now


class Skill(NamedTuple):
    name: str
    entry: ExerciseEntry
    level: ExerciseLevel
    theme: str = ""

    def level_at(self, box: int) -> ExerciseLevel:
        """Return the level of the next exercise: a theme goes through all levels, box by box."""
        if not self.theme:
            return self.level
        return tuple(ExerciseLevel)[min(max(box - 1, 0) // 2, 2)]


@cache
def skills() -> dict[str, Skill]:
    """Return all skills by name, in the order in which they are begun: easy ones first."""
    every = (
        skill for level in ExerciseLevel for entry in ENTRIES for skill in _skills_of(entry, level)
    )
    return {skill.name: skill for skill in every}


def _skills_of(entry: ExerciseEntry, level: ExerciseLevel) -> Iterator[Skill]:
    """Yield a kind's skills at a level; its themes, if any, all come with the first level."""
    if not entry.themes:
        yield Skill(entry.skill_of(level), entry, level)
    elif level is ExerciseLevel.EASY:
        for theme in entry.themes:
            yield Skill(entry.skill_of(level, theme.name), entry, level, theme.name)


def next_exercise_url() -> str:
    """Return the address of the next exercise, chosen by what was missed."""
    all_skills = skills()
    attempts = own_attempts()
    skill = all_skills[next_skill(tuple(all_skills), attempts, now())]
    box = next((past.box for past in attempts if past.skill == skill.name), 0)
    return any_address(skill.entry, skill.level_at(box), skill.theme, by=TRAINER)


def own_attempts() -> list[Attempts]:
    player = current_player()
    return attempts_of(store(), player) if player else []
