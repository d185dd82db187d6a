"""The upkeep of what is stored: a thread of each server checks now and then whether it is its turn.

Other regular work goes along with it: each decides for itself what there is to do, and whether
another server is doing it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import Event, Thread
from types import MappingProxyType
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store
from webapp.storage.limit_counts import claim
from webapp.storage.sweep import Retention, sweep
from webapp.storage.tables import games

Works = Mapping[str, Callable[[], object]]  # by name

#: A server that has just started has players waiting; after that it does the work that players look
#: out for every five minutes, and the rest once an hour.
FIRST = 60.0
AGAIN = 300.0
HOUR: Final = 12  # times that
WORK: Final = "sweep"
#: How long ago the newest change may be, or the clock may be ahead.
RECENT: Final = timedelta(days=30)
NONE: Final[Works] = MappingProxyType({})

log = logging.getLogger(__name__)


class Upkeep:
    """Sweeps the games once a day, if no other server does.

    It does other work once an hour, and that in ``often`` every five minutes.
    """

    def __init__(
        self, store: Store, retention: Retention, others: Works = NONE, often: Works = NONE
    ) -> None:
        self._store = store
        self._retention = retention
        self._others = others
        self._often = often
        self._closing = Event()

    def start(self) -> None:
        Thread(target=self._run, name="upkeep", daemon=True).start()

    def close(self) -> None:
        self._closing.set()

    def turn(self) -> int | None:
        """Sweep if it is this server's turn and return how many games went; None if it isn't."""
        now = datetime.now(UTC)
        if not claim(self._store, WORK, now.date()):
            return None
        is_recent = games.c.changed.between(now - RECENT, now)
        if not self._store.rows(sa.select(games.c.id).where(is_recent).limit(1)):
            return None
        dropped = sweep(self._store, self._retention)
        log.info("swept: %d games that nobody has played for long", dropped)
        return dropped

    def _run(self) -> None:
        pause = FIRST
        turns = count()
        while not self._closing.wait(pause):
            pause = AGAIN
            is_hourly = next(turns) % HOUR == 0
            works = {WORK: self.turn, **self._others} if is_hourly else {}
            for name, work in {**works, **self._often}.items():
                _attempt(name, work)


def _attempt(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:  # a database that is away for a while is no reason to stop trying
        log.exception("the %s broke off", name)
