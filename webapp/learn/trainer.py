"""The trainer: what you have tried, how strong you are in each kind, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

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


def show_trainer(tried: Sequence[Attempts], now: datetime) -> dict[str, Any]:
    by_skill = {one.skill: one for one in tried}
    known = skills()
    skill = known[next_skill(tuple(known), tried, now)]
    due = sum(one.due <= now for one in tried if one.skill in known)
    return {
        "kinds": tuple(_strength(entry, by_skill, now) for entry in ENTRIES),
        "coming": _named(skill),
        "due": f"{counted(due, 'skill')} due." if due else "",
        "has_tried": bool(tried),
    }


def _named(skill: Skill) -> str:
    theme = skill.entry.theme_named(skill.theme)
    return f"{skill.entry.title}, {theme.title if theme else skill.level.value}"


def _strength(entry: ExerciseEntry, by_skill: dict[str, Attempts], now: datetime) -> dict[str, Any]:
    own = (skill for skill in skills().values() if skill.entry is entry)
    shown = tuple(_shown(skill, by_skill.get(skill.name), now) for skill in own)
    return {"entry": entry, "lesson": lesson_address(entry.lesson), "skills": shown}


def _shown(skill: Skill, one: Attempts | None, now: datetime) -> dict[str, Any]:
    box = one.box if one else 0
    level = skill.level_at(box).value
    url = url_for("exercises.advance", kind=skill.entry.name, level=level)
    words = _words(one, now) if one else ""
    theme = skill.entry.theme_named(skill.theme)
    title, lesson = (theme.title, theme.lesson()) if theme else (level, "")
    return {
        "title": capitalised(title),
        "box": box,
        "boxes": len(DAYS),
        "words": words,
        "url": url,
        "theme": skill.theme,
        "lesson": lesson_address(lesson),
    }


def _words(one: Attempts, now: datetime) -> str:
    """Say how it went and when it comes again.

    >>> moment = datetime(2026, 1, 1)
    >>> _words(Attempts("liar/easy", 3, moment, 5, 1), moment)
    '5 right, 1 wrong; again in 3 days'
    """
    days = -(-(one.due - now).total_seconds() // 86400)
    best = f"; best time {time_words(int(one.best))}" if one.best is not None else ""
    again = f"again in {counted(int(days), 'day')}" if days > 0 else "due"
    return f"{one.solved:,} right, {one.missed:,} wrong{best}; {again}"


blueprint = Blueprint("trainer", __name__, url_prefix="/learn/trainer")
blueprint.url_defaults(carry_game)


@blueprint.get("")
def trainer() -> ResponseReturnValue:
    return render_template("learn/trainer/trainer.html", shown=show_trainer(tried(), now()))


@blueprint.post("/next")
def advance() -> ResponseReturnValue:
    """Redirect to the next exercise, chosen by what was missed."""
    known = skills()
    attempts = tried()
    skill = known[next_skill(tuple(known), attempts, now())]
    box = next((one.box for one in attempts if one.skill == skill.name), 0)
    return redirect(any_address(skill.entry, skill.level_at(box), skill.theme, by=TRAINER), 303)


@blueprint.get("/next")
def redirect_to_page() -> ResponseReturnValue:
    """Redirect from the address of the next exercise to the trainer."""
    return redirect(url_for(".trainer"), 303)


def tried() -> list[Attempts]:
    player = current_player()
    return attempts_of(store(), player) if player else []
