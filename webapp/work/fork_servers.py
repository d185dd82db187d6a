"""The fork servers of a server; any that dies is restarted.

The server's main process keeps them itself: a process in between could die without anybody
noticing. It also holds the sockets, so orders wait while a fork server is replaced.
"""

import ctypes
import errno
import gc
import os
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from webapp.work.forks import ForkServer, remove_socket

#: How many connections may wait for a fork server to accept them.
BACKLOG: Final = 256
#: How the temporary folder of a server is called, and a socket in it.
FOLDER = "pegs-"
SOCKET = "socket"


class ForkServerProcess:
    """Runs a fork server that listens at a path; its children have what was loaded at its start."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen(BACKLOG)
        self._server = 0
        self.restart_dead()

    def restart_dead(self) -> None:
        """Start a fork server if there is none or the last one has died."""
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
        """End the fork server, even if it is stopped; its children then end by themselves.

        Its socket goes, too: one that nobody listens at would keep the folder from being removed.
        """
        Path(self._listener.getsockname()).unlink(missing_ok=True)
        self._listener.close()
        if self._server:
            os.kill(self._server, signal.SIGKILL)
            os.waitpid(self._server, 0)


class ForkServers:
    """Fork servers with their sockets in a temporary folder.

    Folders of servers that were killed go: nobody listens at their sockets any more.
    """

    def __init__(self, folder: str) -> None:
        remove_abandoned_sockets()
        self._folder = folder
        self._lock = Lock()
        self._processes: list[ForkServerProcess] = []
        self._added = 0

    def add(self) -> str:
        with self._lock:
            address = os.path.join(self._folder, f"{SOCKET}{self._added}")
            self._processes.append(ForkServerProcess(address))
            self._added += 1
        return address

    def restart_dead(self) -> None:
        """Replace those that have died. Raises OSError if the system has no room for another."""
        with self._lock:
            for process in self._processes:
                process.restart_dead()

    def end(self, but: int = 0) -> None:
        with self._lock:
            while len(self._processes) > but:
                self._processes.pop(0).end()


def remove_abandoned_sockets() -> None:
    for path in Path(tempfile.gettempdir()).glob(f"{FOLDER}*/{SOCKET}*"):
        with suppress(OSError), socket.socket(socket.AF_UNIX) as visitor:
            visitor.setblocking(False)
            if path.is_socket() and visitor.connect_ex(str(path)) == errno.ECONNREFUSED:
                remove_socket(path)


# What a process does with its memory before it forks, so that the children go on sharing it.
#
# A child gets its own copy of each 4 kB page that it writes to. So before the fork the heap is
# trimmed, or new objects would fill gaps all over it, and the garbage collector is told to ignore
# what is there. That saves 10 to 20 MB a process.
#
# Two processes that answer, with all others, take 338 MB when warm and 394 after half a minute of
# moves, shared parts once. Of that, games' tables and lists take 86, kernels 35, and each that
# answers 40 of its own after those moves. Rejected: no lists for large boards and no table of ten
# digits, 61 MB less, since every forked process would make them again; giving back LLVM's constants
# too, 15 MB, which can't be told apart safely from what was changed in loading.


#: The library that loads kernels: it leaves 60 MB of code resident that isn't needed again.
LOADER: Final = "libllvmlite"
MADV_DONTNEED: Final = 4
M_ARENA_MAX: Final = -8  # in malloc.h of the GNU C library


def limit_arenas() -> None:
    """Let threads share two arenas of memory, in this process and those forked from it.

    Of eight or more, each keeps what its dearest request once took: 160 MB a process.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every Linux has a C library with it
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def trim_memory() -> None:
    """Return free memory to the system, and exempt all existing objects from garbage collection."""
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every Linux has a C library with it
            ctypes.CDLL(None).malloc_trim(0)
        release_code(LOADER)


def release_code(library: str) -> None:
    """Drop the resident code of a library; what is called again is read from its file.

    Only pages that are executable and not writable are dropped: others may differ from the file.
    """
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in Path("/proc/self/maps").read_text().splitlines():
        places, mode, *_, name = line.split()
        if library in name and mode.startswith("r-x"):
            begin, end = (int(place, 16) for place in places.split("-"))
            madvise(begin, end - begin, MADV_DONTNEED)
