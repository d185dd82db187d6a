"""Where the work of runs is done that last for minutes: behind the door, or on a cluster of Dask.

A run is whatever one thread of the server looks after, in one piece or in several. Behind the door
each piece has a process of its own (:mod:`webapp.work.forks`), which is killed when the run ends,
and ends with this one. Whoever dies takes no other piece along, so a death is charged to its run.
``distributed`` is an optional extra, so it is imported when it is needed.
"""

from __future__ import annotations

import threading
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
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, ClassVar, Final, Protocol, TypeVar

from webapp.work.door import Door, Handle
from webapp.work.limits import THE_SERVER, Lane, Order

CONNECT_DEADLINE: Final = 10  # seconds
NOT_INSTALLED: Final = "PEGS_SCHEDULER names a cluster, but the extra “cluster” isn’t installed."

Result = TypeVar("Result")

#: What a run has told at first.
NOTHING_YET: Final = (0, 0)


class ExecutorError(RuntimeError):
    """There is nowhere to work; with a sentence for the player."""


class Workplace(Protocol):
    """Something that has an executor; ``tells`` says whether it is heard how far a run is."""

    tells: ClassVar[bool]

    def executor(self) -> Executor:
        """Return the executor, made when it is first asked for. Raises ExecutorError."""

    def task(
        self, run: int, seconds: float, function: Callable[..., Result]
    ) -> Callable[..., Result]:
        """Return what to submit in place of a function for a run of this number.

        It raises BrokenExecutor if the process dies that works on it, or is ended since it has
        taken so many seconds.
        """

    def progress(self, run: int) -> tuple[int, int]:
        """Return how much a run told that it has done, and of how much; zeros at first."""

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """Say that nobody waits any more for pieces of this run; these are not done yet."""

    def renew(self, broken: Executor) -> None:
        """Have the next executor asked for be another one than this, which lost a run."""

    def close(self) -> None:
        """End all work."""


class Pieces:
    """The pieces of a run that are under way, and what they told last."""

    def __init__(self) -> None:
        self.progress = NOTHING_YET
        self._lock = threading.Lock()
        self._is_ended = False
        self._handles: list[Handle[Any]] = []

    def note_progress(self, progress: tuple[int, int]) -> None:
        """Note what a piece tells: how much is done, and of how much at most."""
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
        """Raise CancelledError if the run is ended."""
        if self._is_ended:
            raise CancelledError

    def end(self) -> None:
        """Have every piece left off, those that begin later too."""
        with self._lock:
            self._is_ended = True
            for handle in self._handles:
                handle.end()


class DoorPlace:
    """The door, and a thread for each piece that waits behind it."""

    tells: ClassVar[bool] = True

    def __init__(self, door: Door, lane: Lane) -> None:
        self._door, self._lane = door, lane
        self._lock = threading.Lock()
        self._runs: dict[int, Pieces] = {}
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    def executor(self) -> Executor:
        """Return the threads, as many as there are processes of this kind at once."""
        with self._lock:
            if self._is_closed:
                raise ExecutorError("The server is being stopped.")
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._lane.at_once, self._lane.name)
            return self._threads

    def task(
        self, run: int, seconds: float, function: Callable[..., Result]
    ) -> Callable[..., Result]:
        """Return what has a piece done behind the door, unless its run is ended meanwhile."""
        with self._lock:
            pieces = self._runs.setdefault(run, Pieces())
            if self._is_closed:
                pieces.end()

        def have_done(*args: Any) -> Result:
            pieces.check()
            order = Order(self._lane, THE_SERVER, seconds)
            return pieces.result(self._door.begin(order, function, *args))

        return have_done

    def progress(self, run: int) -> tuple[int, int]:
        """Return how much a run told that it has done, and of how much; zeros at first."""
        with self._lock:
            pieces = self._runs.get(run)
        return pieces.progress if pieces else NOTHING_YET

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """Have the pieces of the run left off at once, so that others get their turn."""
        with self._lock:
            pieces = self._runs.pop(run, None)
        if pieces:
            pieces.end()
        for future in left:
            future.cancel()

    def renew(self, broken: Executor) -> None:
        """Keep the threads: what is lost behind the door is one piece."""

    def close(self) -> None:
        """End the processes, in the middle of their work if need be."""
        with self._lock:
            self._is_closed = True
            for pieces in self._runs.values():
                pieces.end()
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)


class Cluster:
    """A Dask cluster, by the address of its scheduler; whoever works there needs this package.

    Nobody hears there what the work tells, nor ends it: it ends by its own deadline.
    """

    tells: ClassVar[bool] = False

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
            raise ExecutorError(NOT_INSTALLED) from error
        try:
            return distributed.Client(self._address, timeout=CONNECT_DEADLINE)
        except (OSError, ValueError) as error:
            raise ExecutorError("The cluster that does the work can’t be reached.") from error

    def task(
        self, run: int, seconds: float, function: Callable[..., Result]
    ) -> Callable[..., Result]:
        """Return the function itself: the cluster knows whose work kills its workers."""
        return function

    def progress(self, run: int) -> tuple[int, int]:
        """Return that nothing was told."""
        return NOTHING_YET

    def end(self, run: int, left: Iterable[Future[Any]]) -> None:
        """Take the pieces back that wait; those under way are left to their deadline."""
        for future in left:
            future.cancel()

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


def check_cluster(address: str) -> None:
    """See that a scheduler answers, before a server starts that needs it. Raises ExecutorError.

    A process of its own asks, since the threads of a client do not survive a fork.
    """
    if find_spec("distributed") is None:
        raise ExecutorError(NOT_INSTALLED)
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as asking:
            asking.submit(visit, address).result()
    except (ExecutorError, BrokenExecutor) as error:
        raise ExecutorError(
            f"PEGS_SCHEDULER names {address}, but no Dask scheduler answers there."
        ) from error


def visit(address: str) -> None:
    """Join a cluster, and leave it."""
    cluster = Cluster(address)
    cluster.executor()
    cluster.close()


def workplace(scheduler: str | None, door: Door, lane: Lane) -> Workplace:
    """Return the place of work: a scheduler's cluster, or the processes behind the door."""
    return Cluster(scheduler) if scheduler else DoorPlace(door, lane)
