"""What the page of an exercise shows: the exercise, what was answered, and what is said of it.

The time that an exercise takes is by the server's clock: a page carries when it was opened. That is
signed, so that nobody can bring another time, and holds for one exercise. Nothing is stored when a
page is opened: who opens it again begins anew.
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
from webapp.learn.carried_game import NAME, carried_game, with_query
from webapp.learn.exercises.day import ShownDay, day_of_exercise
from webapp.learn.exercises.entry import JudgedAnswer, ShownLine
from webapp.learn.exercises.registry import FoundExercise
from webapp.storage.records.attempts import Attempts

#: What a page that the trainer led to carries along, so that the next one is the trainer's too.
TRAINER = "trainer"


@dataclass(frozen=True)
class ShownExercise:
    """An exercise on its page.

    ``tries`` counts the wrong answers. ``is_over`` once it was solved or its solution shown;
    ``title`` heads what is said then, ``nudge`` and ``lines`` are what is said.
    """

    found: FoundExercise
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
    opened: str = ""

    @property
    def technique(self) -> str:
        return self.found.entry.theme_of(self.found.made)

    @property
    def begun(self) -> str:
        """When it was opened, for a form to carry, where time counts."""
        if not self.found.entry.is_timed or self.is_over:
            return ""
        return self.opened or opened(self.found.name)

    @property
    def day(self) -> ShownDay | None:
        return day_of_exercise(self.found)

    @property
    def status(self) -> str:
        """How it stands, for who does not see it; a nudge is an alert of its own."""
        return self.title if self.is_over else ""

    @property
    def alert(self) -> str:
        """What is said above the way to answer: why something was not judged."""
        return self.problem

    @property
    def next_url(self) -> str:
        if self.by == TRAINER:
            return url_for("trainer.advance")
        return self.level_url(self.found.level)

    def level_url(self, level: ExerciseLevel) -> str:
        """Return where the form of another exercise of this kind goes, of a level."""
        return url_for("exercises.advance", kind=self.found.entry.name, level=level.value)

    @property
    def levels(self) -> tuple[tuple[str, str, bool], ...]:
        """The levels: what each is called, where its form goes, and which is this one's."""
        return tuple(
            (capitalised(level.value), self.level_url(level), level is self.found.level)
            for level in ExerciseLevel
        )

    @property
    def lesson(self) -> str:
        return lesson_address(self.found.lesson)


def lesson_address(path: str) -> str:
    """Return an address if it is one of a page, with the game that led here, else nothing."""
    adapter, bare = request_ctx.url_adapter, path.partition("?")[0]
    if not (bare and adapter and adapter.test(bare, "GET")):
        return ""
    return with_query(bare, f"{NAME}={carried_game()}") if carried_game() else bare


def show_exercise(
    found: FoundExercise, form: Mapping[str, str], *, draft: str = "", problem: str = ""
) -> ShownExercise:
    """Return an exercise that is open, with a draft of an answer, or why it was refused."""
    body = found.entry.show(found.made, draft)
    begun = form.get("begun", "")
    return ShownExercise(found, body, tries_of(form), by_of(form), problem, opened=begun)


def show_judged(
    found: FoundExercise, form: Mapping[str, str], answer: str, judged: JudgedAnswer
) -> ShownExercise:
    """Return an exercise that was answered: the first wrong answer is told where to look alone."""
    body = found.entry.show(found.made, answer)
    tries = tries_of(form)
    if judged.is_right:
        return ShownExercise(
            *(found, body, tries, by_of(form)),
            title="Right",
            lines=judged.reasons,
            is_over=True,
            is_solved=True,
        )
    lines = judged.reasons if tries else ()
    return ShownExercise(
        found,
        body,
        tries + 1,
        by_of(form),
        title="Not yet",
        nudge=judged.nudge,
        lines=lines,
        marks=judged.marks if tries else frozenset(),
        opened=form.get("begun", ""),
    )


def show_solution(found: FoundExercise, form: Mapping[str, str]) -> ShownExercise:
    entry = found.entry
    answer = entry.solution(found.made)
    lines = entry.judge(found.made, answer).reasons
    body = entry.show(found.made, answer)
    title = "The solution"
    return ShownExercise(
        found, body, tries_of(form), by_of(form), title=title, lines=lines, is_over=True
    )


def tries_of(form: Mapping[str, str]) -> int:
    """Return how many wrong answers a page says that it has seen; only what is said hangs on it."""
    text = form.get("tries", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def by_of(form: Mapping[str, str]) -> str:
    """Return who led to the page: the trainer, or nobody."""
    return TRAINER if form.get("by") == TRAINER else ""


#: What takes longer is no time to compare.
LONGEST: Final = 3600.0


def opened(name: str) -> str:
    """Return what the page of an exercise carries from now on."""
    return str(_signer().dumps([name, time.time()]))


def seconds_since(token: str, name: str) -> float | None:
    """Return how long ago an exercise was opened; None if the token says nothing of it."""
    try:
        signed_name, moment = _signer().loads(token)
    except (BadSignature, ValueError, TypeError):
        return None
    seconds = time.time() - moment
    return seconds if signed_name == name and 0 <= seconds <= LONGEST else None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="exercise opened")


def told_time(seconds: float | None, before: Attempts | None) -> str:
    """Say how long a right answer took, beside the best time before it; it counts if first.

    >>> from datetime import datetime
    >>> told_time(65.2, Attempts("x", 1, datetime(2026, 1, 1), 1, 0, best=70.0))
    'Your time: 1:05. That’s your new best. Before, it was 1:10.'
    """
    if seconds is None:
        return ""
    said = f"Your time: {time_words(int(seconds))}."
    if before is None:
        return f"{said} It doesn’t count, because this wasn’t your first answer."
    if before.best is None:
        return f"{said} That’s the one to beat."
    if seconds < before.best:
        return f"{said} That’s your new best. Before, it was {time_words(int(before.best))}."
    return f"{said} Your best is {time_words(int(before.best))}."
