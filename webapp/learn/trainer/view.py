"""What the trainer shows: each kind with a box for each level, and what is due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from solver.wording import capitalised, counted
from webapp.learn.exercises.clock import words_of
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES
from webapp.learn.exercises.view import lesson_address
from webapp.learn.trainer.skills import Skill, skills
from webapp.storage.records.attempts import DAYS, Attempts, next_skill


@dataclass(frozen=True)
class ShownSkill:
    """A kind at a level: its box out of so many (0 before the first try), and how it went."""

    title: str
    box: int
    boxes: int
    words: str
    url: str
    theme: str = ""
    lesson: str = ""


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
        _named(skill),
        f"{counted(due, 'skill')} due." if due else "",
        bool(tried),
    )


def _named(skill: Skill) -> str:
    theme = skill.entry.theme_named(skill.theme)
    return f"{skill.entry.title}, {theme.title if theme else skill.level.value}"


def _strength(entry: ExerciseEntry, by_skill: dict[str, Attempts], now: datetime) -> ShownStrength:
    own = (skill for skill in skills().values() if skill.entry is entry)
    shown = tuple(_shown(skill, by_skill.get(skill.name), now) for skill in own)
    return ShownStrength(entry, lesson_address(entry.lesson), shown)


def _shown(skill: Skill, one: Attempts | None, now: datetime) -> ShownSkill:
    box = one.box if one else 0
    level = skill.level_at(box).value
    url = url_for("exercises.advance", kind=skill.entry.name, level=level)
    words = _words(one, now) if one else ""
    theme = skill.entry.theme_named(skill.theme)
    title, lesson = (theme.title, theme.lesson()) if theme else (level, "")
    named = capitalised(title), box, len(DAYS), words, url
    return ShownSkill(*named, skill.theme, lesson_address(lesson))


def _words(one: Attempts, now: datetime) -> str:
    """Say how it went and when it comes again.

    >>> moment = datetime(2026, 1, 1)
    >>> _words(Attempts("liar/easy", 3, moment, 5, 1), moment)
    '5 right, 1 wrong; again in 3 days'
    """
    days = -(-(one.due - now).total_seconds() // 86400)
    best = f"; best time {words_of(one.best)}" if one.best is not None else ""
    again = f"again in {counted(int(days), 'day')}" if days > 0 else "due"
    return f"{one.solved:,} right, {one.missed:,} wrong{best}; {again}"
