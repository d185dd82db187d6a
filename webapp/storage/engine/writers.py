"""The queue of those who want to write to a file that takes one writer at a time.

Within a process the writers queue here, since in SQLite they would poll. Nobody waits for longer
than :data:`PATIENCE`, the wait for another process's lock included. Where the database stands
still, only some of the threads wait that long and the others give up after :data:`LITTLE_PATIENCE`,
so that threads remain to show pages, which only read.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from webapp.storage.engine.errors import StoreBusyError

PATIENCE: Final = 10.0  # seconds
LITTLE_PATIENCE: Final = 1.0


class Writers:
    """One writer at a time, and a bound on how long the others wait."""

    def __init__(self, patient: int, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._patient = patient
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for a turn to write, and give the seconds that are left of the patience.

        Raises StoreBusyError if the turn does not come in time.
        """
        began = monotonic()
        if self._turn.acquire(blocking=False):
            left = self.patience
        else:
            left = self._queue() - (monotonic() - began)
        try:
            yield max(left, 0.0)
        finally:
            self._turn.release()

    def _queue(self) -> float:
        """Wait for the turn; return how patient this writer is."""
        with self._counting:
            self._waiting += 1
            is_patient = self._waiting <= self._patient
        patience = self.patience if is_patient else min(LITTLE_PATIENCE, self.patience)
        try:
            if not self._turn.acquire(timeout=patience):
                raise StoreBusyError("another change of this server did not come to an end")
        finally:
            with self._counting:
                self._waiting -= 1
        return patience
