"""A process for each long job, forked from one that has everything loaded.

The fork server is a single process with a single thread, and does no work itself. It has the solver
loaded, listens on a Unix socket, and forks a child for each job when its turn comes
(``Admission``). So nothing is loaded twice, and a child shares the memory of what is loaded. A
child can be killed in the middle of its work, when its time is over or when its caller has closed
the connection, and a child that dies affects no other.

Over a connection go pickled: an :class:`Order` to the server (or None, for how much is under way);
None or a TooMuchError back; the function and its arguments to the child; and from the child any
number of messages, then what the function returns or raises. If the child dies or is killed, the
connection ends without that.

Rejected: ``ProcessPoolExecutor``, whose processes each load everything, can't be ended one by one,
and all fail when one dies; ``multiprocessing``'s own fork server, which has no queue and belongs to
one process, where several answer requests; ``pebble`` (5.2.3, a fork server with the kernels
loaded, a process for each task), which notices a stopped process only at the task's deadline (after
32 s, here 2), so that one of three is gone until then, has a pool for each process that answers (no
turns or limits over all of them), and reports no progress: it would replace 340 lines here, and
leave executor, queue, limits and places as they are.
"""

import ctypes
import errno
import gc
import os
import select
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import rmtree
from typing import Any, Final, NoReturn

from webapp.work.executor import carry_out
from webapp.work.limits import PAGES, Admission, Order, TooMuchError
from webapp.work.tasks import Preparation

POLL_SECONDS: Final = 0.25  # seconds between checks for deadlines and for a living parent
#: How long past its own deadline a job may take to send what it has found, seconds.
GRACE: Final = 1.0


@dataclass(eq=False)
class Job:
    connection: Connection
    order: Order
    until: float
    child: int = field(default=0)


class ForkServer:
    """The loop of the fork server; it raises nothing, and ends with the process that started it."""

    def __init__(self, listener: socket.socket) -> None:
        self._socket = listener
        self._parent = os.getppid()
        self._jobs: Admission[Job] = Admission()
        self._by_fd: dict[int, Job] = {}
        self._stopped = Stopped()
        self._poll = select.poll()
        self._wake, waker = os.pipe()
        for end in (self._wake, waker):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self._end())
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        self._poll.register(self._socket, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)

    def run(self) -> NoReturn:
        while True:
            for fd, _ in self._poll.poll(1000 * POLL_SECONDS):
                self._read_event(fd)
            self._reap()
            self._end_overdue()
            while job := self._jobs.next():
                job.until = time.monotonic() + job.order.seconds + GRACE
                job.child = os.fork()
                if not job.child:
                    self._become_child(job)

    def _read_event(self, fd: int) -> None:
        if fd == self._socket.fileno():
            self._admit(Connection(self._socket.accept()[0].detach()))
        elif fd == self._wake:
            os.read(self._wake, 4096)
        elif fd in self._by_fd:  # the caller has gone
            self._drop(self._by_fd[fd])

    def _admit(self, connection: Connection) -> None:
        """Take an order, or say how much is under way; whoever has gone by now is forgotten."""
        try:
            order: Order | None = connection.recv()
            if order is None:
                connection.send(self._jobs.counts())
                connection.close()
                return
            job = Job(connection, order, time.monotonic() + order.lane.patience)
            self._jobs.add(job, order)
        except (OSError, EOFError):
            connection.close()
            return
        except TooMuchError as problem:
            with connection, suppress(OSError):
                connection.send(problem)
            return
        self._by_fd[connection.fileno()] = job
        self._poll.register(connection.fileno(), 0)  # only for hang-ups; the child reads
        with suppress(OSError):
            connection.send(None)

    def _reap(self) -> None:
        while True:
            try:
                child, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not child:
                return
            for job in list(self._by_fd.values()):
                if job.child == child:
                    job.child = 0
                    self._drop(job)

    def _end_overdue(self) -> None:
        """End children that are out of time or stopped, and everything when the parent has gone."""
        if os.getppid() != self._parent:
            remove_socket(Path(self._socket.getsockname()))
            self._end()
        self._stopped.end()
        now = time.monotonic()
        for job in list(self._by_fd.values()):
            if now > job.until:
                self._drop(job)

    def _drop(self, job: Job) -> None:
        """Forget a job: close its connection, and kill its child if it has one."""
        self._jobs.remove(job)
        self._by_fd.pop(job.connection.fileno(), None)
        self._poll.unregister(job.connection.fileno())
        job.connection.close()
        if job.child:
            os.kill(job.child, signal.SIGKILL)

    def _become_child(self, job: Job) -> NoReturn:
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            self._socket.close()
            for sibling in self._by_fd.values():
                if sibling is not job:  # or their callers would never see them close
                    sibling.connection.close()
            os.nice(job.order.lane.yields)
            with suppress(OSError):  # Linux: kill this before the server if memory runs out
                Path("/proc/self/oom_score_adj").write_text("1000")
            Preparation.is_for_page = job.order.lane == PAGES
            threading.Thread(target=end_without, args=(os.getppid(),), daemon=True).start()
            carry_out(job.connection, partial(_asked_work, job.connection))
        finally:
            os._exit(0)

    def _end(self) -> NoReturn:
        for job in self._by_fd.values():
            if job.child:
                os.kill(job.child, signal.SIGKILL)
        os._exit(0)


def remove_socket(path: Path) -> None:
    """Remove a server's socket, and with its last one the temporary folder and all in it."""
    with suppress(OSError):
        path.unlink()
        if not any(file.is_socket() for file in path.parent.iterdir()):
            rmtree(path.parent, ignore_errors=True)


def _asked_work(connection: Connection) -> Any:
    function, args = connection.recv()
    return function(*args)


def end_without(parent: int, last_words: float = 0.0) -> None:
    """End this process when the one that started it has gone, for whatever reason.

    It may have some seconds to finish what it is about.
    """
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    if last_words:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(last_words)
    os._exit(1)


# The fork servers of a server; any that dies is restarted.
#
# The server's main process keeps them itself: a process in between could die without anybody
# noticing. It also holds the sockets, so orders wait while a fork server is replaced.


#: How many connections may wait for a fork server to accept them.
BACKLOG: Final = 256
#: How the temporary folder of a server is called, and a socket in it.
FOLDER = "pegs-"
SOCKET = "socket"


class ForkServers:
    """Fork servers that listen in a folder; their children have what was loaded at their start.

    Folders of servers that were killed go: nobody listens at their sockets any more.
    """

    def __init__(self, folder: str) -> None:
        remove_abandoned_sockets()
        self._folder = folder
        self._lock = threading.Lock()
        #: The process that listens at each socket, or 0 where it has died.
        self._servers: dict[socket.socket, int] = {}
        self._added = 0

    def add(self) -> str:
        with self._lock:
            address = os.path.join(self._folder, f"{SOCKET}{self._added}")
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(address)
            listener.listen(BACKLOG)
            self._servers[listener] = start_fork_server(listener)
            self._added += 1
        return address

    def restart_dead(self) -> None:
        """Replace those that have died. Raises OSError if the system has no room for another."""
        with self._lock:
            for listener, server in self._servers.items():
                if not server or os.waitpid(server, os.WNOHANG)[0]:
                    self._servers[listener] = 0
                    self._servers[listener] = start_fork_server(listener)

    def end(self, but: int = 0) -> None:
        """End the first ones, even if they are stopped; their children then end by themselves.

        The sockets go, too: one that nobody listens at would keep the folder from being removed.
        """
        with self._lock:
            for listener in list(self._servers)[: len(self._servers) - but]:
                Path(listener.getsockname()).unlink(missing_ok=True)
                listener.close()
                if server := self._servers.pop(listener):
                    os.kill(server, signal.SIGKILL)
                    os.waitpid(server, 0)


def start_fork_server(listener: socket.socket) -> int:
    trim_memory()
    sys.stdout.flush()
    sys.stderr.flush()
    if server := os.fork():
        return server
    try:
        ForkServer(listener).run()
    finally:
        os._exit(1)


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


# Children of this process that are stopped, as by SIGSTOP, are killed after a moment.
#
# Their parent then starts others. This asks the system, not the children, so a child that works
# hard and holds Python's lock for long isn't mistaken for one that hangs. Rejected: a heartbeat
# from each process, since on a busy machine it stops without a fault.


#: How long a process may be stopped, seconds: others wait for it in the meantime.
STOPPED_PATIENCE: Final = 2.0


class Stopped:
    """The children that are stopped, and since when. Call :meth:`end` about twice a second."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._looked = time.monotonic()

    def end(self) -> None:
        now = time.monotonic()
        if now - self._looked > STOPPED_PATIENCE / 2:  # we were stopped too, and all resume
            self._since = dict.fromkeys(self._since, now)
        self._looked = now
        for child, is_stopped in changes():
            self._since.pop(child, None)
            if is_stopped:
                self._since[child] = now
        for child, since in list(self._since.items()):
            if now - since > STOPPED_PATIENCE:
                del self._since[child]
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)


def changes() -> Iterator[tuple[int, bool]]:
    """Yield each child that stopped or continued since the last call, and whether it stopped."""
    if sys.platform != "linux":  # not all other systems can say
        return
    flags = os.WSTOPPED | os.WCONTINUED | os.WNOHANG
    with suppress(ChildProcessError):
        while change := os.waitid(os.P_ALL, 0, flags):
            yield change.si_pid, change.si_code == os.CLD_STOPPED
