"""Where the pieces of jobs are worked on: processes of our own, or a Dask cluster.

The pool's processes are spawned, so that they inherit neither threads nor connections, and only
when there is work for them. A process that dies breaks its pool, which is then replaced. When the
server ends, however it ends, its processes end too: each watches for that in a thread. (The pool
itself would wait for the work that is being done.)

``distributed`` is an optional extra, so it is imported when it is needed.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from ctypes import Array, c_byte, c_int
from functools import partial
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.sharedctypes import RawArray
from multiprocessing.util import Finalize
from typing import Any, Final, NamedTuple, Protocol

from solver.deduction.studies import Found, Piece, work, work_unless

LOOK_ROUND: Final = 0.25  # seconds
CONNECT_DEADLINE: Final = 10  # seconds


#: Runs at a time that can be told apart; many more than there may be.
SLOTS: Final = 256
CLOSING: Final = SLOTS

Task = Callable[[Piece, float], Found]
Flags = Array[c_byte]
Counts = Array[c_int]


class Shared(NamedTuple):
    """Memory that the processes of a pool share with the server.

    ``flags`` are those of ended runs, and the last of the server's end; ``counts`` what a run tells
    of itself: how much is done, of how much. No lock is needed, so a process that is killed holds
    none.
    """

    flags: Flags
    counts: Counts


#: In a process of the pool: what it shares with the server.
_shared_here: list[Shared] = []


class ExecutorError(RuntimeError):
    """There is nowhere to work; with a sentence for the player."""


class Workplace(Protocol):
    """Something that has an executor."""

    def executor(self) -> Executor:
        """Return the executor, made when it is first asked for. Raises ExecutorError."""

    def task(self, run: int) -> Task:
        """Return the function to submit for the pieces of a run of this number."""

    def end(self, run: int) -> None:
        """Say that nobody waits any more for pieces of this run."""

    def renew(self, broken: Executor) -> None:
        """Have the next executor asked for be another one than this."""

    def close(self) -> None:
        """End all work."""


class OwnProcesses:
    """A pool of processes on this computer."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._shared = Shared(RawArray("b", SLOTS + 1), RawArray("i", 2 * SLOTS))

    def executor(self) -> Executor:
        """Return the pool."""
        with self._lock:
            if self._shared.flags[CLOSING]:
                raise ExecutorError("The server is being stopped.")
            if self._pool is None:
                # Before a process ends, Python waits for its children: they must know by then.
                Finalize(None, close, (self._shared.flags,), exitpriority=10)
                self._pool = ProcessPoolExecutor(
                    self._workers,
                    mp_context=get_context("spawn"),
                    initializer=begin_worker,
                    initargs=(self._shared,),
                )
            return self._pool

    def task(self, run: int) -> Task:
        """Return what does a piece unless the run is ended meanwhile."""
        return partial(work_in_pool, self.line(run))

    def line(self, run: int) -> Line:
        """Return what a process hears and tells of this run, which begins."""
        line = Line(run % SLOTS)
        self._shared.flags[line.slot] = False
        line.write(self._shared.counts, 0, 0)
        return line

    def told(self, run: int) -> tuple[int, int]:
        """Return how much a run told that it has done, and of how much; zeros at first."""
        done, most = self._shared.counts[2 * (run % SLOTS) :][:2]
        return done, most

    def end(self, run: int) -> None:
        """Have the pieces of the run left off at once, so that others get their turn."""
        self._shared.flags[run % SLOTS] = True

    def renew(self, broken: Executor) -> None:
        """Let go of a broken pool."""
        with self._lock:
            if self._pool is broken:
                self._pool = None
        broken.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the processes, in the middle of their work if need be."""
        with self._lock:
            close(self._shared.flags)
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)
                self._pool = None


def close(flags: Flags) -> None:
    """Have every process that sees the flags end."""
    flags[CLOSING] = True


def begin_worker(shared: Shared) -> None:
    """Prepare a process of the pool: it leaves Ctrl+C to the server, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(shared.flags,), daemon=True).start()
    _shared_here.append(shared)


def _watch(flags: Flags) -> None:
    server = parent_process()
    while server is not None and server.is_alive() and not flags[CLOSING]:
        time.sleep(LOOK_ROUND)
    os._exit(0)


class Line(NamedTuple):
    """What a process of the pool hears and tells of a run, by the slot of the run."""

    slot: int

    def is_ended(self) -> bool:
        """Say whether nobody waits for the run any more."""
        return bool(_shared_here[-1].flags[self.slot])

    def tell(self, done: int, most: int) -> None:
        """Tell the server how much is done, and of how much at most."""
        self.write(_shared_here[-1].counts, done, most)

    def write(self, counts: Counts, done: int, most: int) -> None:
        """Put the two numbers of the run into shared memory."""
        counts[2 * self.slot], counts[2 * self.slot + 1] = done, most


def work_in_pool(line: Line, piece: Piece, until: float) -> Found:
    """Do a piece in a process of the pool, and leave it off if its run is ended."""
    return work_unless(piece, lambda: line.is_ended() or time.time() > until)


class Cluster:
    """A Dask cluster, by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._client: Any = None
        self._executor: Executor | None = None

    def executor(self) -> Executor:
        """Return the cluster's own executor, one for all runs."""
        with self._lock:
            if self._executor is None:
                self._client = self._connected()
                made: Executor = self._client.get_executor(retries=1)
                self._executor = made
            return self._executor

    def _connected(self) -> Any:
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise ExecutorError(
                "PEGS_SCHEDULER names a cluster, but the extra “cluster” is not installed."
            ) from error
        try:
            return distributed.Client(self._address, timeout=CONNECT_DEADLINE)
        except (OSError, ValueError) as error:
            raise ExecutorError("The cluster that does the work can’t be reached.") from error

    def task(self, run: int) -> Task:
        """Return what does a piece; whoever works there needs the solver only."""
        return work

    def end(self, run: int) -> None:
        """Leave the pieces of the run to their deadline."""

    def renew(self, broken: Executor) -> None:
        """Connect anew next time, unless another run that lost the same has done so."""
        with self._lock:
            if self._executor is broken:
                self._leave()

    def close(self) -> None:
        """Leave the cluster."""
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = self._executor = None


def workplace(scheduler: str | None) -> Workplace:
    """Return the place of work: a scheduler's cluster, or all cores of this computer but one."""
    if scheduler:
        return Cluster(scheduler)
    return OwnProcesses(spare_cores())


def spare_cores() -> int:
    """Return how many processes may work beside the server: one a core but one."""
    return max(1, (os.cpu_count() or 1) - 1)
