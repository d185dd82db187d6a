"""An end to waiting for a server that says nothing at all, where its own limits can't help."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Final

PAUSE: Final = 0.5  # seconds between two looks


class Watch:
    """Shuts the socket of a connection that has been in use for too many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._until: dict[int, float] = {}  # by socket
        self._is_looking = False

    @contextmanager
    def over(self, descriptor: int) -> Iterator[None]:
        """Watch a socket while it is used."""
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
        """Look as long as anything is watched; whoever comes next has it looked at again."""
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
    """Shut a socket, so that whoever waits for it reads its end at once; it stays its owner's."""
    with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as ours:
        ours.shutdown(socket.SHUT_RDWR)
