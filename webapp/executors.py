"""Where the pieces of jobs are worked on, and the usual place: processes of our own.

The pool's processes are spawned, so that they inherit neither threads nor connections, and only
when there is work for them. A process that dies breaks its pool, which is then replaced. When the
server ends, however it ends, its processes end too: each watches for that in a thread. (The pool
itself would wait for the work that is being done.)

A pool does not tell whose work killed its process, and all that it had taken on is lost with it. So
each run that was there goes on in a pool of its own, one at a time: whoever loses that one as well
can blame nobody else. Refused: such a pool for each at once, since what kills is seldom anything
but a lack of memory.

Futures of a pool are never cancelled: Python 3.11 stumbles over such a one when a process dies, and
never tells the others (https://github.com/python/cpython/issues/107219). A flag says that nobody
waits for a run any more, and a process leaves its pieces at once.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from ctypes import Array, c_byte, c_int
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.sharedctypes import RawArray
from multiprocessing.util import Finalize
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from solver.deduction.studies import Found, Piece, work_unless

LOOK_ROUND: Final = 0.25  # seconds

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


class RunLine(Protocol):
    """What the work of a run hears and tells, wherever it is done."""

    def is_ended(self) -> bool:
        """Say whether nobody waits for the run any more."""

    def tell(self, done: int, most: int) -> None:
        """Tell how much is done, and of how much at most."""


class Workplace(Protocol):
    """Something that has an executor; ``tells`` says whether it is heard how far a run is."""

    tells: ClassVar[bool]

    def executor(self) -> Executor:
        """Return the executor, made when it is first asked for. Raises ExecutorError."""

    def task(self, run: int) -> Task:
        """Return the function to submit for the pieces of a run of this number."""

    def line(self, run: int) -> RunLine:
        """Return what is given to the work of a run, which begins, to hear and tell by."""

    def told(self, run: int) -> tuple[int, int]:
        """Return how much a run told that it has done, and of how much; zeros at first."""

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """Say that nobody waits any more for pieces of this run; these are not done yet."""

    def renew(self, broken: Executor) -> None:
        """Have the next executor asked for be another one than this."""

    def apart(self, look: Callable[[], None]) -> AbstractContextManager[Executor]:
        """Give a run that lost its executor another, whose loss is nobody else's doing.

        While it waits for its turn it looks round. It must be ended when it leaves. Raises
        ExecutorError, and what ``look`` raises.
        """

    def close(self) -> None:
        """End all work."""


class OwnProcesses:
    """A pool of processes on this computer."""

    tells: ClassVar[bool] = True

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = threading.Lock()
        self._turn = threading.Lock()  # of the one run that has a pool of its own
        self._pool: ProcessPoolExecutor | None = None
        self._shared = Shared(RawArray("b", SLOTS + 1), RawArray("i", 2 * SLOTS))

    def executor(self) -> Executor:
        """Return the pool."""
        with self._lock:
            if self._pool is None:
                self._pool = self._made()
            return self._pool

    def _made(self) -> ProcessPoolExecutor:
        if self._shared.flags[CLOSING]:
            raise ExecutorError("The server is being stopped.")
        # Before a process ends, Python waits for its children: they must know by then.
        Finalize(None, close, (self._shared.flags,), exitpriority=10)
        return ProcessPoolExecutor(
            self._workers,
            mp_context=get_context("spawn"),
            initializer=begin_worker,
            initargs=(self._shared,),
        )

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

    def end(self, run: int, left: Iterable[Future[Any]] = ()) -> None:
        """Have the pieces of the run left off at once, so that others get their turn."""
        self._shared.flags[run % SLOTS] = True

    def renew(self, broken: Executor) -> None:
        """Let go of a broken pool."""
        with self._lock:
            if self._pool is broken:
                self._pool = None
        broken.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def apart(self, look: Callable[[], None]) -> Iterator[Executor]:
        """Give one run at a time a pool of its own, and wait until the pool is gone."""
        while not self._turn.acquire(timeout=LOOK_ROUND):
            look()
        try:
            with self._made() as pool:
                yield pool
        finally:
            self._turn.release()

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
    if line.is_ended():
        raise TimeoutError("Nobody waits for it any more.")
    return work_unless(piece, lambda: line.is_ended() or time.time() > until)


def spare_cores() -> int:
    """Return how many processes may work beside the server: one a core but one."""
    return max(1, (os.cpu_count() or 1) - 1)
