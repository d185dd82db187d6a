"""The trainer: what you have tried, how strong you are in each kind, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from solver.exercises import ExerciseLevel
from solver.wording import capitalised, counted, time_words
from webapp.http.security import current_player
from webapp.learn.carried_game import carry_game
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, any_address
from webapp.learn.exercises.view import TRAINER, lesson_address
from webapp.storage.games import store
from webapp.storage.records.attempts import DAYS, Attempts, attempts_of, next_skill
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


@dataclass(frozen=True)
class ShownTrainer:
    kinds: tuple[KindStrength, ...]
    coming: str
    due: str
    has_tried: bool


def show_trainer(history: Sequence[Attempts], now: datetime) -> ShownTrainer:
    by_skill = {attempts.skill: attempts for attempts in history}
    all_skills = skills()
    skill = all_skills[next_skill(tuple(all_skills), history, now)]
    due = sum(attempts.due <= now for attempts in history if attempts.skill in all_skills)
    return ShownTrainer(
        kinds=tuple(_strength(entry, by_skill, now) for entry in ENTRIES),
        coming=_skill_words(skill),
        due=f"{counted(due, 'skill')} due." if due else "",
        has_tried=bool(history),
    )


def _skill_words(skill: Skill) -> str:
    theme = skill.entry.theme_named(skill.theme)
    return f"{skill.entry.title}, {theme.title if theme else skill.level.value}"


@dataclass(frozen=True)
class KindStrength:
    entry: ExerciseEntry
    lesson: str
    skills: tuple[ShownSkill, ...]


def _strength(entry: ExerciseEntry, by_skill: dict[str, Attempts], now: datetime) -> KindStrength:
    own = (skill for skill in skills().values() if skill.entry is entry)
    own_skills = tuple(_show_skill(skill, by_skill.get(skill.name), now) for skill in own)
    return KindStrength(entry=entry, lesson=lesson_address(entry.lesson), skills=own_skills)


@dataclass(frozen=True, kw_only=True)
class ShownSkill:
    title: str
    box: int
    boxes: int
    words: str
    url: str
    theme: str
    lesson: str


def _show_skill(skill: Skill, attempts: Attempts | None, now: datetime) -> ShownSkill:
    box = attempts.box if attempts else 0
    level = skill.level_at(box).value
    url = url_for("exercises.advance", kind=skill.entry.name, level=level)
    words = _words(attempts, now) if attempts else ""
    theme = skill.entry.theme_named(skill.theme)
    title, lesson = (theme.title, theme.lesson()) if theme else (level, "")
    return ShownSkill(
        title=capitalised(title),
        box=box,
        boxes=len(DAYS),
        words=words,
        url=url,
        theme=skill.theme,
        lesson=lesson_address(lesson),
    )


def _words(attempts: Attempts, now: datetime) -> str:
    """Say how it went and when it comes again.

    >>> moment = datetime(2026, 1, 1)
    >>> _words(Attempts(skill="liar/easy", box=3, tried=moment, solved=5, missed=1), moment)
    '5 right, 1 wrong; again in 3 days'
    """
    days = -(-(attempts.due - now).total_seconds() // 86400)
    best = f"; best time {time_words(int(attempts.best))}" if attempts.best is not None else ""
    again = f"again in {counted(int(days), 'day')}" if days > 0 else "due"
    return f"{attempts.solved:,} right, {attempts.missed:,} wrong{best}; {again}"


blueprint = Blueprint("trainer", __name__, url_prefix="/learn/trainer")
blueprint.url_defaults(carry_game)


@blueprint.get("")
def trainer() -> ResponseReturnValue:
    return render_template("learn/trainer/trainer.html", shown=show_trainer(own_attempts(), now()))


@blueprint.post("/next")
def advance() -> ResponseReturnValue:
    """Redirect to the next exercise, chosen by what was missed."""
    all_skills = skills()
    attempts = own_attempts()
    skill = all_skills[next_skill(tuple(all_skills), attempts, now())]
    box = next((past.box for past in attempts if past.skill == skill.name), 0)
    return redirect(any_address(skill.entry, skill.level_at(box), skill.theme, by=TRAINER), 303)


@blueprint.get("/next")
def redirect_to_page() -> ResponseReturnValue:
    """Redirect from the address of the next exercise to the trainer."""
    return redirect(url_for(".trainer"), 303)


def own_attempts() -> list[Attempts]:
    player = current_player()
    return attempts_of(store(), player) if player else []
