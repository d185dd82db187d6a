"""What the trainer shows: each kind with a box for each level, and what is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from solver.exercises import ExerciseLevel
from solver.wording import capitalised, counted
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES
from webapp.learn.exercises.view import lesson_address
from webapp.learn.trainer.skills import skills
from webapp.storage.records.attempts import DAYS, Attempts, next_skill


@dataclass(frozen=True)
class ShownSkill:
    """A kind at a level: its box out of so many (0 before the first try), and how it went."""

    title: str
    box: int
    boxes: int
    words: str
    url: str


@dataclass(frozen=True)
class ShownStrength:
    """A kind with its levels, and the lesson that teaches it, if there is one."""

    entry: ExerciseEntry
    lesson: str
    skills: tuple[ShownSkill, ...]


@dataclass(frozen=True)
class ShownTrainer:
    """The trainer's page; ``due`` says how much comes again, ``coming`` what is next."""

    kinds: tuple[ShownStrength, ...]
    coming: str
    due: str
    has_tried: bool


def show_trainer(tried: Sequence[Attempts], now: datetime) -> ShownTrainer:
    """Return the page of what was tried."""
    by_skill = {one.skill: one for one in tried}
    known = skills()
    skill = known[next_skill(tuple(known), tried, now)]
    due = sum(one.due <= now for one in tried if one.skill in known)
    return ShownTrainer(
        tuple(_strength(entry, by_skill, now) for entry in ENTRIES),
        f"{skill.entry.title}, {skill.level.value}",
        f"{counted(due, 'skill')} due." if due else "",
        bool(tried),
    )


def _strength(entry: ExerciseEntry, by_skill: dict[str, Attempts], now: datetime) -> ShownStrength:
    shown = tuple(
        _shown(entry, level, by_skill.get(entry.skill_of(level)), now) for level in ExerciseLevel
    )
    return ShownStrength(entry, lesson_address(entry.lesson), shown)


def _shown(
    entry: ExerciseEntry, level: ExerciseLevel, one: Attempts | None, now: datetime
) -> ShownSkill:
    url = url_for("exercises.advance", kind=entry.name, level=level.value)
    box = one.box if one else 0
    words = _words(one, now) if one else ""
    return ShownSkill(capitalised(level.value), box, len(DAYS), words, url)


def _words(one: Attempts, now: datetime) -> str:
    """Say how it went and when it comes again.

    >>> moment = datetime(2026, 1, 1)
    >>> _words(Attempts("liar/easy", 3, moment, 5, 1), moment)
    '5 right, 1 wrong; again in 3 days'
    """
    days = -(-(one.due - now).total_seconds() // 86400)
    again = f"again in {counted(int(days), 'day')}" if days > 0 else "due"
    return f"{one.solved:,} right, {one.missed:,} wrong; {again}"
