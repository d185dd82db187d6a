"""The trainer: what you have tried, how strong you are in each kind, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import ClassVar, NamedTuple

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from solver.exercises import ExerciseLevel
from solver.wording import counted, time_words
from webapp.http.security import current_player
from webapp.learn.carried_game import carry_game
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, any_address
from webapp.learn.exercises.view import TRAINER
from webapp.storage.games import store
from webapp.storage.records.attempts import DAYS, Attempts, attempts_of, next_skill
from webapp.storage.records.dailies import now


class Skill(NamedTuple):
    name: str
    entry: ExerciseEntry
    level: ExerciseLevel
    theme: str = ""

    @property
    def title(self) -> str:
        theme = self.entry.theme_named(self.theme)
        return theme.title if theme else self.level.value

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


class SkillStrength(NamedTuple):
    """How well a visitor does in a skill: its box, from 1, or 0 if it wasn't tried yet."""

    skill: Skill
    box: int
    words: str


@dataclass(frozen=True)
class ShownTrainer:
    boxes: ClassVar = len(DAYS)

    kinds: tuple[tuple[ExerciseEntry, tuple[SkillStrength, ...]], ...]
    coming: str
    due: str
    has_tried: bool


def show_trainer(history: Sequence[Attempts], now: datetime) -> ShownTrainer:
    by_skill = {attempts.skill: attempts for attempts in history}
    all_skills = skills()
    skill = all_skills[next_skill(tuple(all_skills), history, now)]
    due = sum(attempts.due <= now for attempts in history if attempts.skill in all_skills)
    strengths = [_strength(skill, by_skill.get(skill.name), now) for skill in all_skills.values()]
    return ShownTrainer(
        kinds=tuple(
            (entry, tuple(strength for strength in strengths if strength.skill.entry is entry))
            for entry in ENTRIES
        ),
        coming=f"{skill.entry.title}, {skill.title}",
        due=f"{counted(due, 'skill')} due." if due else "",
        has_tried=bool(history),
    )


def _strength(skill: Skill, attempts: Attempts | None, now: datetime) -> SkillStrength:
    if attempts is None:
        return SkillStrength(skill, 0, "")
    return SkillStrength(skill, attempts.box, _words(attempts, now))


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
