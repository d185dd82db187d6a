"""The time that an exercise takes, by the server's clock: a page carries when it was opened.

That is signed, so that nobody can bring another time, and holds for one exercise. Nothing is stored
when a page is opened: who opens it again begins anew.
"""

from __future__ import annotations

import time
from typing import Final

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from webapp.hidoku.play.result_view import time_words
from webapp.storage.records.attempts import Attempts

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
    'Your time: 1:05. It is your best: before, that was 1:10.'
    """
    if seconds is None:
        return ""
    said = f"Your time: {words_of(seconds)}."
    if before is None:
        return f"{said} It does not count: this was not your first answer."
    if before.best is None:
        return f"{said} It is the one to beat."
    if seconds < before.best:
        return f"{said} It is your best: before, that was {words_of(before.best)}."
    return f"{said} Your best is {words_of(before.best)}."


def words_of(seconds: float) -> str:
    """Return a time as a clock shows it."""
    return time_words(int(seconds))
