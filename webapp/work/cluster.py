"""A Dask cluster, for runs that last minutes.

``distributed`` is an optional extra, so it is imported only when needed.
"""

import socket
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from importlib import import_module
from types import ModuleType
from typing import Any, Final, TypeVar

from webapp.work.executor import Handle, LostError
from webapp.work.limits import Order

CONNECT_DEADLINE: Final = 10  # seconds
NOT_INSTALLED: Final = "PEGS_SCHEDULER names a cluster, but the extra “cluster” isn’t installed."

Result = TypeVar("Result")


class ClusterError(RuntimeError):
    """There is no cluster to work on; the message is for the player."""


class Cluster:
    """A Dask cluster, by the address of its scheduler; its workers need this package.

    Its work tells nothing while it goes on, and is left to its deadline.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._lock = threading.Lock()
        self._client: Any = None
        self._executor: Executor | None = None

    def begin(self, order: Order, function: Callable[..., Result], *args: Any) -> Handle[Result]:
        executor = self.executor()
        try:
            return ClusterHandle(self, executor, executor.submit(function, *args))
        except RuntimeError as error:  # it was shut after we got it
            self.renew(executor)
            raise LostError("The cluster was left.") from error

    def executor(self) -> Executor:
        """Return the executor, connected on first use. Raises ClusterError."""
        with self._lock:
            if self._executor is None or self._client.status == "closed":
                self._client = self._connected()
                self._executor = self._client.get_executor(retries=1)
            executor: Executor = self._executor
            return executor

    def count_threads(self) -> int:
        self.executor()
        return sum(self._client.nthreads().values())

    def _connected(self) -> Any:
        client = import_distributed().Client
        try:
            return client(self._address, timeout=CONNECT_DEADLINE)
        except (OSError, ValueError) as error:
            raise ClusterError("The cluster that does the work can’t be reached.") from error

    def renew(self, lost_executor: Executor) -> None:
        """Reconnect next time, unless another run that lost the same executor has done so."""
        with self._lock:
            if self._executor is lost_executor:
                self._leave()

    def close(self) -> None:
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = self._executor = None


class ClusterHandle(Handle[Result]):
    """A piece of work on a cluster, which reconnects next time if the work is lost."""

    def __init__(self, cluster: Cluster, executor: Executor, future: Future[Result]) -> None:
        super().__init__()
        self._cluster = cluster
        self._executor = executor
        self._future = future
        future.add_done_callback(self._take)

    def _take(self, future: Future[Result]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        try:
            self.set_result(future.result())
        except (BrokenExecutor, CancelledError):
            self._cluster.renew(self._executor)
            self.set_exception(LostError("The cluster that worked on it is gone."))
        except Exception as problem:
            self.set_exception(problem)

    def cancel(self) -> bool:
        is_cancelled = super().cancel()
        self._future.cancel()
        return is_cancelled


def import_distributed() -> ModuleType:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ClusterError(NOT_INSTALLED) from error


def check_cluster(address: str) -> None:
    """Check that a scheduler listens before a server starts that needs it. Raises ClusterError.

    Nothing is asked of it: a client's threads don't survive a fork.
    """
    import_distributed()  # once, for all processes that are forked later
    try:
        place = import_module("distributed.comm").get_address_host_port(address)
        socket.create_connection(place, CONNECT_DEADLINE).close()
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"PEGS_SCHEDULER names {address}, but no Dask scheduler answers there."
        ) from error
