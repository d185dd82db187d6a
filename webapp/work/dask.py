"""A Dask cluster as the place of work, where the server is told of one.

``distributed`` is an optional extra, so it is imported when it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, ClassVar, Final, TypeVar

from webapp.work.door import Door
from webapp.work.limits import Lane
from webapp.work.place import NOTHING_YET, DoorPlace, ExecutorError, Workplace

CONNECT_DEADLINE: Final = 10  # seconds
NOT_INSTALLED: Final = "PEGS_SCHEDULER names a cluster, but the extra “cluster” is not installed."

Result = TypeVar("Result")


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

    def told(self, run: int) -> tuple[int, int]:
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
