"""What the page of an exercise shows beside its question: the way on, and the time.

Times are measured by the server's clock: a page carries the moment it was opened, signed so that
nobody can change it, and valid for one exercise only. Nothing is stored when a page is opened;
opening it again restarts the time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.datastructures import MultiDict

from solver.wording import time_words
from webapp.learn.exercises.registry import Exercise
from webapp.learn.questions.asked import GivenAnswer, ShownAsked, show_asked
from webapp.storage.records.attempts import Attempts


@dataclass(frozen=True, kw_only=True)
class ShownExercise:
    exercise: Exercise
    asked: ShownAsked


def show_exercise(
    exercise: Exercise, answer: GivenAnswer, form: MultiDict[str, str]
) -> ShownExercise:
    begun = form.get("begun") or sign_opening(exercise.name)
    carried = (("begun", begun),) if exercise.entry.is_timed else ()
    shown_question = show_asked(exercise.asked, exercise.url(), form, answer, carried)
    return ShownExercise(exercise=exercise, asked=shown_question)


#: Longer times aren't worth comparing.
LONGEST: Final = 3600.0


def sign_opening(name: str) -> str:
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
