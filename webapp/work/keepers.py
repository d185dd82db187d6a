"""The fork servers of a server: each is started again when it has died.

The process that answers for all others keeps them itself, so that nobody is between who could die
and not be missed. It holds the sockets, so that orders wait while a fork server is replaced.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from threading import Lock
from typing import Final

from webapp.work.forks import ForkServer
from webapp.work.limits import settle

#: How many connections may wait to be taken up by a fork server.
BACKLOG: Final = 256


class Keeper:
    """Has a fork server listen at a path; its children have what is loaded when it is started."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen(BACKLOG)
        self._server = 0
        self.look()

    def look(self) -> None:
        """Start a fork server if there is none, or the last has died."""
        if self._server and os.waitpid(self._server, os.WNOHANG)[0]:
            self._server = 0
        if not self._server:
            self._server = self._start()

    def _start(self) -> int:
        settle()
        sys.stdout.flush()
        sys.stderr.flush()
        if server := os.fork():
            return server
        try:
            ForkServer(self._listener).run()
        finally:
            os._exit(1)

    def end(self) -> None:
        """End the fork server, even one that is stopped; its children end by themselves."""
        self._listener.close()
        if self._server:
            os.kill(self._server, signal.SIGKILL)
            os.waitpid(self._server, 0)


class Keepers:
    """The fork servers, of which processes that are forked now use the last."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lock = Lock()
        self._kept: list[Keeper] = []
        self._added = 0

    def add(self) -> str:
        """Start another fork server, with what is loaded by now; return where it listens."""
        with self._lock:
            address = os.path.join(self._folder, f"door{self._added}")
            self._kept.append(Keeper(address))
            self._added += 1
        return address

    def look(self) -> None:
        """Replace those that have died. Raises OSError if the system has no room for another."""
        with self._lock:
            for keeper in self._kept:
                keeper.look()

    def end(self, but: int = 0) -> None:
        """End all of them but so many of the last."""
        with self._lock:
            while len(self._kept) > but:
                self._kept.pop(0).end()
