"""The small exercise of the day, the same for everyone, and the streak of days solved.

It is today's from midnight to midnight in UTC; solved later, it is an exercise like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import current_app, url_for

from solver.exercises import MOST_SEED, ExerciseLevel, format_seed
from solver.wording import counted, day_words
from webapp.http.security import current_player
from webapp.learn.exercises.registry import OF_THE_DAY, FoundExercise
from webapp.storage.games import store
from webapp.storage.records.dailies import day_seed, today
from webapp.storage.records.exercise_days import ExerciseDay, day_of, end_day

#: The level of each weekday, from Monday on.
WEEK: Final = (
    ExerciseLevel.EASY,
    ExerciseLevel.EASY,
    ExerciseLevel.MEDIUM,
    ExerciseLevel.MEDIUM,
    ExerciseLevel.MEDIUM,
    ExerciseLevel.HARD,
    ExerciseLevel.HARD,
)


@dataclass(frozen=True, kw_only=True)
class ShownDay:
    day: str
    title: str
    level: str
    url: str
    is_over: bool
    run: int

    @property
    def words(self) -> str:
        """The state in words; "" while it is open and there is no streak to keep.

        >>> ShownDay(day="", title="", level="", url="", is_over=True, run=3).words
        'Solved. Your streak is 3 days.'
        """
        streak = f"Your streak is {counted(self.run, 'day')}."
        if not self.is_over:
            return f"{streak} Solve this one to keep it." if self.run > 1 else ""
        if not self.run:
            return "You looked at the solution."
        return f"Solved. {streak}" if self.run > 1 else "Solved."


def show_day() -> ShownDay:
    day = today()
    player = current_player()
    exercise_day = (day_of(store(), player) if player else None) or ExerciseDay(date.min, 0)
    level = level_of(day).value
    return ShownDay(
        day=day_words(day.isoformat()),
        title=OF_THE_DAY.title,
        level=level,
        url=url_for("exercises.exercise", kind=OF_THE_DAY.name, level=level, seed=seed_text(day)),
        is_over=exercise_day.is_over(day),
        run=exercise_day.run_on(day),
    )


def day_of_exercise(exercise: FoundExercise) -> ShownDay | None:
    """Return the state of today's exercise if this is it, else None."""
    return show_day() if is_of(exercise, today()) else None


def count_day(exercise: FoundExercise, player: str, *, is_solved: bool) -> None:
    """Store that a player has solved an exercise or seen its solution, if it is today's.

    QuotaError if nothing more can be stored.
    """
    day = today()
    if is_of(exercise, day):
        end_day(store(), player, day, is_solved=is_solved)


def is_of(exercise: FoundExercise, day: date) -> bool:
    is_kind = exercise.entry is OF_THE_DAY and exercise.level is level_of(day)
    return is_kind and exercise.seed_text == seed_text(day)


def seed_text(day: date) -> str:
    """Return a day's seed as addresses carry it; nobody can know it in advance."""
    number = day_seed(current_app.config["SECRET_KEY"], "exercise", day) % (MOST_SEED + 1)
    return format_seed(OF_THE_DAY.version, number)


def level_of(day: date) -> ExerciseLevel:
    return WEEK[day.weekday()]
