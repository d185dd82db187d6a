"""The queue for writing to a file that takes one writer at a time.

Within a process the writers queue here, since in SQLite they would poll. Nobody waits longer than
:data:`PATIENCE`, or again so long for another process's lock. How long a disk hangs, nobody can
bound: whoever sent the change gets an answer from ``webapp.http.server.front``. Pages, which only
read, have threads of their own.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Final

from webapp.storage.engine.faults import StoreBusyError

PATIENCE: Final = 8.0  # seconds


@contextmanager
def turn_of(lock: threading.Lock) -> Iterator[None]:
    """Wait for a turn to write. Raises StoreBusyError if it doesn't come in time."""
    if not lock.acquire(timeout=PATIENCE):
        raise StoreBusyError("another change of this server did not come to an end")
    try:
        yield
    finally:
        lock.release()


log = logging.getLogger(__name__)


class BackgroundCheck:
    """Asks one question at a time, in a separate thread that nobody needs to wait for."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._answer: Future[bool] | None = None

    def answers(self, within: float) -> bool:
        """Say whether the question is answered within this many seconds.

        If an earlier question is still open, its answer is awaited.
        """
        with self._lock:
            if self._answer is None or self._answer.done():
                self._answer = Future()
                asking = (self._answer,)
                threading.Thread(target=self._run, args=asking, name="pulse", daemon=True).start()
            answer = self._answer
        try:
            return answer.result(within)
        except TimeoutError:
            return False

    def _run(self, answer: Future[bool]) -> None:
        try:
            self._ask()
            answer.set_result(True)
        except Exception:
            log.exception("no answer")
            answer.set_result(False)


PAUSE: Final = 0.5  # seconds between checks


class Watch:
    """Shuts the socket of a connection that has been in use for too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._until: dict[int, float] = {}  # by socket
        self._is_looking = False

    @contextmanager
    def over(self, descriptor: int) -> Iterator[None]:
        with self._lock:
            self._until[descriptor] = monotonic() + self._seconds
            if not self._is_looking:
                self._is_looking = True
                threading.Thread(target=self._look, name="watch", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                del self._until[descriptor]

    def _look(self) -> None:
        """Check as long as any socket is watched; the next user starts the checks again."""
        while True:
            sleep(PAUSE)
            with self._lock:
                for descriptor, until in self._until.items():
                    if until < monotonic():
                        _shut(descriptor)
                if not self._until:
                    self._is_looking = False
                    return


def _shut(descriptor: int) -> None:
    """Shut a socket, so that its reader sees the end at once; its owner must still close it."""
    with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as copy:
        copy.shutdown(socket.SHUT_RDWR)
