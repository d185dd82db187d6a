"""Where runs that last minutes are worked on: behind the door, or on a cluster of Dask.

A run is what one thread of the server supervises, in one piece or several. Behind the door each
piece has its own process (:mod:`webapp.work.forks`), which is killed when the run ends, and ends
with this process. A piece that dies affects no other, so its death counts against its own run.

``distributed`` is an optional extra, so it is imported only when needed.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from importlib import import_module
from multiprocessing import get_context
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar

from webapp.work.door import Door, Handle
from webapp.work.limits import THE_SERVER, Lane, Order, Visitor

CONNECT_DEADLINE: Final = 10  # seconds
NOT_INSTALLED: Final = "PEGS_SCHEDULER names a cluster, but the extra “cluster” isn’t installed."

Result = TypeVar("Result")

#: The progress of a run that hasn't reported yet.
NOTHING_YET: Final = (0, 0)


class ExecutorError(RuntimeError):
    """There is nowhere to work; the message is for the player."""


class Workplace(ABC):
    """Something with an executor; ``tells`` says whether progress of a run can be reported.

    Where it can't, a run can't be ended either: it stops at its own deadline.
    """

    tells: ClassVar[bool] = False

    @abstractmethod
    def executor(self) -> Executor:
        """Return the executor, created on first use. Raises ExecutorError."""

    def task(
        self,
        run: int,
        seconds: float,
        function: Callable[..., Result],
        visitor: Visitor = THE_SERVER,
    ) -> Callable[..., Result]:
        """Return what to submit in place of a function for the run of this number.

        It raises BrokenExecutor if its process dies, or is killed after this many seconds.
        """
        return function

    def progress(self, run: int) -> tuple[int, int]:
        """Return how much of a run is done, and of how much; zeros at first."""
        return NOTHING_YET

    def count_threads(self) -> int:
        """Ask how many threads other machines work with; 1 if it is this one that works."""
        return 1

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """End a run that nobody waits for any more; ``left`` are its unfinished pieces."""
        for future in left:
            future.cancel()

    def renew(self, broken: Executor) -> None:  # noqa: B027
        """Replace an executor, if it is lost with a run, the next time one is asked for."""

    @abstractmethod
    def close(self) -> None:
        """End all work."""


class Pieces:
    """The pieces of a run that are under way, and their last report."""

    def __init__(self) -> None:
        self.progress = NOTHING_YET
        self._lock = threading.Lock()
        self._is_ended = False
        self._handles: list[Handle[Any]] = []

    def note_progress(self, progress: tuple[int, int]) -> None:
        self.progress = progress

    def result(self, handle: Handle[Result]) -> Result:
        """Wait for a piece that has begun. Raises BrokenExecutor, also when the run is ended."""
        with self._lock:
            if self._is_ended:
                handle.end()
            self._handles.append(handle)
        try:
            return handle.result(self.note_progress)
        finally:
            with self._lock:
                self._handles.remove(handle)

    def check(self) -> None:
        if self._is_ended:
            raise CancelledError

    def end(self) -> None:
        """Stop every piece, including those that begin later."""
        with self._lock:
            self._is_ended = True
            for handle in self._handles:
                handle.end()


class DoorPlace(Workplace):
    """The door, with a thread for each piece that waits behind it."""

    tells: ClassVar[bool] = True

    def __init__(self, door: Door, lane: Lane) -> None:
        self._door, self._lane = door, lane
        self._lock = threading.Lock()
        self._runs: dict[int, Pieces] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    def executor(self) -> Executor:
        with self._lock:
            if self._is_closed:
                raise ExecutorError("The server is being stopped.")
            if self._threads is None:
                threads = self._lane.at_once + self._lane.queue
                self._threads = ThreadPoolExecutor(threads, self._lane.name)
            return self._threads

    def task(
        self,
        run: int,
        seconds: float,
        function: Callable[..., Result],
        visitor: Visitor = THE_SERVER,
    ) -> Callable[..., Result]:
        """Return a function that has a piece done behind the door, unless its run has ended."""
        with self._lock:
            pieces = self._runs.setdefault(run, Pieces())
            if self._is_closed:
                pieces.end()

        def have_done(*args: Any) -> Result:
            pieces.check()
            order = Order(self._lane, visitor, seconds)
            return pieces.result(self._door.begin(order, function, *args))

        return have_done

    def progress(self, run: int) -> tuple[int, int]:
        with self._lock:
            pieces = self._runs.get(run)
        return pieces.progress if pieces else NOTHING_YET

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """Stop the pieces of the run at once, so that others get their turn."""
        with self._lock:
            pieces = self._runs.pop(run, None)
        if pieces:
            pieces.end()
        super().end(run, left)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            for pieces in self._runs.values():
                pieces.end()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)


class Cluster(Workplace):
    """A Dask cluster, by the address of its scheduler; its workers need this package."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._client: Any = None
        self._executor: Executor | None = None

    def executor(self) -> Executor:
        with self._lock:
            if self._executor is None or self._client.status == "closed":
                self._client = self._connected()
                made: Executor = self._client.get_executor(retries=1)
                self._executor = made
            return self._executor

    def count_threads(self) -> int:
        self.executor()
        return sum(self._client.nthreads().values())

    def _connected(self) -> Any:
        client = import_distributed().Client
        try:
            return client(self._address, timeout=CONNECT_DEADLINE)
        except (OSError, ValueError) as error:
            raise ExecutorError("The cluster that does the work can’t be reached.") from error

    def renew(self, broken: Executor) -> None:
        """Reconnect next time, unless another run that lost the same executor has done so."""
        with self._lock:
            if self._executor is broken:
                self._leave()

    def close(self) -> None:
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = self._executor = None


def import_distributed() -> ModuleType:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ExecutorError(NOT_INSTALLED) from error


def check_cluster(address: str) -> None:
    """Check that a scheduler answers before a server starts that needs it. Raises ExecutorError.

    A separate process asks, since a client's threads don't survive a fork.
    """
    import_distributed()  # once, for all processes that are forked later
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as asking:
            asking.submit(visit, address).result()
    except (ExecutorError, BrokenExecutor) as error:
        raise ExecutorError(
            f"PEGS_SCHEDULER names {address}, but no Dask scheduler answers there."
        ) from error


def visit(address: str) -> None:
    cluster = Cluster(address)
    cluster.executor()
    cluster.close()


def workplace(scheduler: str | None, door: Door, lane: Lane) -> Workplace:
    return Cluster(scheduler) if scheduler else DoorPlace(door, lane)
