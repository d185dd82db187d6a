"""A clock that tests set: what day it is, and when games are changed."""

from datetime import datetime, timedelta, tzinfo

import pytest


class Clock:
    """The time it is, in UTC."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: datetime) -> None:
        self.now = now
        clock = self

        class Told(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return clock.now.replace(tzinfo=tz)

        records = ("attempts", "contests", "dailies", "played", "players", "shares")
        for module in ("games", "sweep", *(f"records.{name}" for name in records)):
            monkeypatch.setattr(f"webapp.storage.{module}.datetime", Told)

    def pass_by(self, **time: float) -> None:
        """Let some time pass, as ``timedelta`` has it."""
        self.now += timedelta(**time)


class Seconds:
    """In the place of a module's ``time``: a clock that stands still unless it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now

    monotonic = time
