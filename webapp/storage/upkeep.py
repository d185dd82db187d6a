"""The upkeep of what is stored: a thread of each server asks now and then if it is its turn.

Other works that are to be done again and again, whoever plays, go along: each sees for itself what
is to be done and whether another server does it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import count
from threading import Event, Thread
from types import MappingProxyType
from typing import Final

from webapp.storage.day_claims import claim
from webapp.storage.games import Store
from webapp.storage.sweep import Retention, sweep

Works = Mapping[str, Callable[[], object]]  # by name

#: A server that has just started has players waiting; later it asks every five minutes for what
#: players look out for, and once an hour for the rest.
FIRST, AGAIN = 60.0, 300.0
HOUR: Final = 12  # times that
WORK: Final = "sweep"
NONE: Final[Works] = MappingProxyType({})

log = logging.getLogger(__name__)


class Upkeep:
    """Sweeps the games once a day, if no other server does.

    It does other works once an hour, and those of ``often`` every five minutes.
    """

    def __init__(
        self, store: Store, retention: Retention, others: Works = NONE, often: Works = NONE
    ) -> None:
        self._store, self._retention = store, retention
        self._others, self._often = others, often
        self._closing = Event()

    def start(self) -> None:
        """Begin to ask, in a thread that ends with the process."""
        Thread(target=self._run, name="upkeep", daemon=True).start()

    def close(self) -> None:
        """Ask no more."""
        self._closing.set()

    def turn(self) -> int | None:
        """Sweep if it is this server's turn, and return how many games went; None if it is not."""
        if not claim(self._store, WORK, datetime.now(UTC).date()):
            return None
        dropped = sweep(self._store, self._retention)
        log.info("swept: %d games that nobody has played for long", dropped)
        return dropped

    def _run(self) -> None:
        pause, turns = FIRST, count()
        while not self._closing.wait(pause):
            pause = AGAIN
            is_hourly = next(turns) % HOUR == 0
            works = {WORK: self.turn, **self._others} if is_hourly else {}
            for name, work in {**works, **self._often}.items():
                _attempt(name, work)


def _attempt(name: str, work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:  # a database that is away for a while is no reason never to ask again
        log.exception("the %s broke off", name)
