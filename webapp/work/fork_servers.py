"""The fork servers of a server: each is started again when it has died.

The process that answers for all others keeps them itself, so that nobody is between who could die
and not be missed. It holds the sockets, so that orders wait while a fork server is replaced.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from webapp.work.forks import ForkServer

#: How many connections may wait to be taken up by a fork server.
BACKLOG: Final = 256


class ForkServerProcess:
    """Has a fork server listen at a path; its children have what is loaded when it is started."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen(BACKLOG)
        self._server = 0
        self.restart_dead()

    def restart_dead(self) -> None:
        """Start a fork server if there is none, or the last has died."""
        if self._server and os.waitpid(self._server, os.WNOHANG)[0]:
            self._server = 0
        if not self._server:
            self._server = self._start()

    def _start(self) -> int:
        trim_memory()
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


class ForkServers:
    """The fork servers, of which processes that are forked now use the last."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lock = Lock()
        self._processes: list[ForkServerProcess] = []
        self._added = 0

    def add(self) -> str:
        """Start another fork server, with what is loaded by now; return where it listens."""
        with self._lock:
            address = os.path.join(self._folder, f"door{self._added}")
            self._processes.append(ForkServerProcess(address))
            self._added += 1
        return address

    def restart_dead(self) -> None:
        """Replace those that have died. Raises OSError if the system has no room for another."""
        with self._lock:
            for process in self._processes:
                process.restart_dead()

    def end(self, but: int = 0) -> None:
        """End all of them but so many of the last."""
        with self._lock:
            while len(self._processes) > but:
                self._processes.pop(0).end()


# What a process does with its memory before it forks others, which then share it.
#
# Whatever a process writes to is its own from then on, a page of 4 kB at a time. So before the fork
# there is nothing left that the allocator would fill up afterwards, here and there, and nothing
# that is looked through for garbage again; that saves each process 10 to 20 MB.


#: The library that loads kernels: 60 MB of its code are resident then, and not needed again.
LOADER: Final = "libllvmlite"
MADV_DONTNEED: Final = 4


def trim_memory() -> None:
    """Give back what is free, and leave all that is there out of later looks for garbage."""
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every Linux has the C library that can
            ctypes.CDLL(None).malloc_trim(0)
        release_code(LOADER)


def release_code(library: str) -> None:
    """Let go of the resident code of a library; what is called again is read again from its file.

    Only what can be executed and not written is left: all else may differ from the file.
    """
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in Path("/proc/self/maps").read_text().splitlines():
        places, mode, *_, name = line.split()
        if library in name and mode.startswith("r-x"):
            begin, end = (int(place, 16) for place in places.split("-"))
            madvise(begin, end - begin, MADV_DONTNEED)
