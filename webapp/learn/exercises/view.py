"""What the page of an exercise shows: the exercise, the answer, and the verdict.

Times are measured by the server's clock: a page carries the moment it was opened, signed so that
nobody can change it, and valid for one exercise only. Nothing is stored when a page is opened;
opening it again restarts the time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import current_app, url_for
from flask.globals import request_ctx
from itsdangerous import BadSignature, URLSafeSerializer

from solver.exercises import ExerciseLevel
from solver.wording import capitalised, time_words
from webapp.http.forms import with_query
from webapp.learn.carried_game import NAME, carried_game
from webapp.learn.exercises.day import ShownDay, day_of_exercise
from webapp.learn.exercises.entry import JudgedAnswer, ShownLine
from webapp.learn.exercises.registry import FoundExercise
from webapp.storage.records.attempts import Attempts

#: What a page from the trainer carries along, so that the next one is the trainer's too.
TRAINER = "trainer"


@dataclass(frozen=True, kw_only=True)
class ShownExercise:
    """An exercise on its page.

    ``tries`` counts the wrong answers. ``is_over`` is set once it is solved or its solution shown;
    ``title``, ``nudge`` and ``lines`` are the heading and text of the verdict.
    """

    exercise: FoundExercise
    body: Any
    tries: int
    by: str
    problem: str = ""
    title: str = ""
    nudge: str = ""
    lines: tuple[ShownLine, ...] = ()
    marks: frozenset[Any] = frozenset()
    is_over: bool = False
    is_solved: bool = False
    opening: str = ""

    @property
    def technique(self) -> str:
        return self.exercise.entry.theme_of(self.exercise.puzzle)

    @property
    def begun(self) -> str:
        """The moment it was opened, for a form to carry, if time counts."""
        if not self.exercise.entry.is_timed or self.is_over:
            return ""
        return self.opening or sign_opening(self.exercise.name)

    @property
    def day(self) -> ShownDay | None:
        return day_of_exercise(self.exercise)

    @property
    def status(self) -> str:
        """The state for screen readers; a nudge is a separate alert."""
        return self.title if self.is_over else ""

    @property
    def alert(self) -> str:
        """The text above the answer form: why something wasn't judged."""
        return self.problem

    @property
    def next_url(self) -> str:
        if self.by == TRAINER:
            return url_for("trainer.advance")
        return self.level_url(self.exercise.level)

    def level_url(self, level: ExerciseLevel) -> str:
        return url_for("exercises.advance", kind=self.exercise.entry.name, level=level.value)

    @property
    def levels(self) -> tuple[tuple[str, str, bool], ...]:
        return tuple(
            (capitalised(level.value), self.level_url(level), level is self.exercise.level)
            for level in ExerciseLevel
        )

    @property
    def lesson(self) -> str:
        return lesson_address(self.exercise.lesson)


def lesson_address(path: str) -> str:
    """Return the address of a page, with the game that led here; "" if there is no such page."""
    adapter = request_ctx.url_adapter
    bare = path.partition("?")[0]
    if not (bare and adapter and adapter.test(bare, "GET")):
        return ""
    return with_query(bare, f"{NAME}={carried_game()}") if carried_game() else bare


def show_exercise(
    exercise: FoundExercise, form: Mapping[str, str], *, draft: str = "", problem: str = ""
) -> ShownExercise:
    """Return an open exercise, with a draft of an answer, or the reason for a refusal."""
    body = exercise.entry.show(exercise.puzzle, draft)
    begun = form.get("begun", "")
    return ShownExercise(
        exercise=exercise,
        body=body,
        tries=tries_of(form),
        by=by_of(form),
        problem=problem,
        opening=begun,
    )


def show_judged(
    exercise: FoundExercise, form: Mapping[str, str], answer: str, judged: JudgedAnswer
) -> ShownExercise:
    """Return an exercise with its verdict: the first wrong answer gets only a nudge."""
    body = exercise.entry.show(exercise.puzzle, answer)
    tries = tries_of(form)
    if judged.is_right:
        return ShownExercise(
            exercise=exercise,
            body=body,
            tries=tries,
            by=by_of(form),
            title="Right",
            lines=judged.reasons,
            is_over=True,
            is_solved=True,
        )
    lines = judged.reasons if tries else ()
    return ShownExercise(
        exercise=exercise,
        body=body,
        tries=tries + 1,
        by=by_of(form),
        title="Not yet",
        nudge=judged.nudge,
        lines=lines,
        marks=judged.marks if tries else frozenset(),
        opening=form.get("begun", ""),
    )


def show_solution(exercise: FoundExercise, form: Mapping[str, str]) -> ShownExercise:
    entry = exercise.entry
    answer = entry.solution(exercise.puzzle)
    lines = entry.judge(exercise.puzzle, answer).reasons
    body = entry.show(exercise.puzzle, answer)
    title = "The solution"
    return ShownExercise(
        exercise=exercise,
        body=body,
        tries=tries_of(form),
        by=by_of(form),
        title=title,
        lines=lines,
        is_over=True,
    )


def tries_of(form: Mapping[str, str]) -> int:
    """Return how many wrong answers a page reports; only the wording depends on it."""
    text = form.get("tries", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def by_of(form: Mapping[str, str]) -> str:
    return TRAINER if form.get("by") == TRAINER else ""


#: Longer times aren't worth comparing.
LONGEST: Final = 3600.0


def sign_opening(name: str) -> str:
    """Return the signed moment for the page of an exercise opened now."""
    return str(_signer().dumps([name, time.time()]))


def seconds_since(token: str, name: str) -> float | None:
    """Return how long ago an exercise was opened; None if the token isn't valid for it."""
    try:
        signed_name, moment = _signer().loads(token)
    except (BadSignature, ValueError, TypeError):
        return None
    seconds = time.time() - moment
    return seconds if signed_name == name and 0 <= seconds <= LONGEST else None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="exercise opened")


def best_time_words(seconds: float | None, before: Attempts | None) -> str:
    """Say how long a right answer took, compared with the best time before; it counts if first.

    >>> from datetime import datetime
    >>> day = datetime(2026, 1, 1)
    >>> before = Attempts(skill="x", box=1, tried=day, solved=1, missed=0, best=70.0)
    >>> best_time_words(65.2, before)
    'Your time: 1:05. That’s your new best. Before, it was 1:10.'
    """
    if seconds is None:
        return ""
    own_time = f"Your time: {time_words(int(seconds))}."
    if before is None:
        return f"{own_time} It doesn’t count, because this wasn’t your first answer."
    if before.best is None:
        return f"{own_time} That’s the one to beat."
    if seconds < before.best:
        return f"{own_time} That’s your new best. Before, it was {time_words(int(before.best))}."
    return f"{own_time} Your best is {time_words(int(before.best))}."
