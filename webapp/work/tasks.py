"""Tasks: work too long for a page, done elsewhere once for all who ask, and kept for a while.

A request waits only a moment; if the task takes longer, its page says so and asks again
(:class:`PendingError`). Only a few requests wait at once, so that others always find a thread, and
a request shares its patience among all it asks for. A task that nobody has asked for in a while is
stopped. :func:`task` makes a task of a function; the arguments alone decide whether a call runs as
one, before anything is tried. What must outlive its process has a row
(:mod:`webapp.work.runs`).

All tasks have a deadline, so a busy moment can cut any of them short. If its incomplete result were
kept for good, it would stay wrong after the server has time again; if it were forgotten at once,
every look at something too hard would wait for the deadline. So it is kept for a minute.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import partial, update_wrapper
from math import inf
from mmap import mmap
from typing import Any, ClassVar, Final, Generic, NamedTuple, ParamSpec, TypeVar

from cachetools import TLRUCache
from flask import current_app, g, has_request_context, request, session

from solver.kernels import KERNELS, add_gate, remove_gate
from webapp.http.server.requests import client_network
from webapp.http.server.turns import CROWD, Threads
from webapp.storage.tasks import Visitor
from webapp.work.executor import Executor, Handle, LostError
from webapp.work.limits import LONG_LIMIT, PAGES, THE_SERVER, Order

SILENCE: Final = 5.0  # seconds; a waiting page asks more often
#: How many requests of this process may wait at once; others are answered at once that they wait.
WAITING: Final = threading.BoundedSemaphore(2)
#: How long a result that was cut short is kept, seconds.
KEEP_CUT_SHORT: Final = 60.0

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Key = tuple[Any, ...]

log = logging.getLogger(__name__)


class PendingError(Exception):
    """It is still being worked out; ask again in a moment. The message, if any, is for the page."""


class Patience(NamedTuple):
    """How many seconds a request may wait in all, and when its page is asking again."""

    first: float = 1.0
    again: float = 0.2


def visitor() -> Visitor:
    """Return whose request this is; outside requests, the server itself."""
    if not has_request_context():
        return THE_SERVER
    return Visitor(str(session.get("player", "")), client_network())


def patience() -> float:
    """Return how many seconds of an application's ``PATIENCE`` this request has left."""
    if "waits_until" not in g:
        seconds: Patience = current_app.config["PATIENCE"]
        asks_again = "waiting" in request.values
        g.waits_until = time.monotonic() + (seconds.again if asks_again else seconds.first)
    return max(0.0, float(g.waits_until) - time.monotonic())


@contextmanager
def place_to_wait() -> Iterator[bool]:
    """Give whether another request may wait, and count it as waiting in the meantime."""
    is_free = Threads.waiting < CROWD and WAITING.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            WAITING.release()


class TaskFunction(Generic[Arguments, Result]):
    """A module's function whose calls are tasks of their arguments; see :func:`task`. Thread-safe.

    Pass its arguments by position.
    """

    def __init__(
        self,
        function: Callable[Arguments, Result],
        is_quick: Callable[..., bool],
        seconds: float,
        results: TLRUCache[Key, Result],
    ) -> None:
        self._function = function
        self._is_quick = is_quick
        self._seconds = seconds
        self._name = function.__qualname__
        self._results = results
        #: What is under way, and what failed, until somebody asks for it.
        self._handles: dict[Key, Handle[Result]] = {}
        self._asked: dict[Key, float] = {}
        self._lock = threading.RLock()
        update_wrapper(self, function)

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Return the result, waiting as long as the request may; see :meth:`within`."""
        return self.within(None, *args, **kwargs)

    def within(
        self, seconds: float | None, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Return the result, waiting for it so many seconds.

        Raises PendingError if that isn't enough, TooMuchError if it wasn't even started, LostError
        if its process died, and, once, whatever the function raises.
        """
        with self._lock:
            if result := self.known(*args, **kwargs):
                return result[0]
            is_task = has_request_context() and not self._is_quick(*args, **kwargs)
            handle = self._ask(args) if is_task else None
        if handle is None:
            result_now = self._function(*args, **kwargs)
            with self._lock:
                self._results[args] = result_now
            return result_now
        seconds = patience() if seconds is None else seconds
        if not (seconds or handle.done()):
            raise PendingError  # not sometimes its result, if that comes in this instant
        if not handle.done():
            with place_to_wait() as is_free:
                wait([handle], seconds if is_free else 0)
        if not handle.done() or handle.cancelled():
            raise PendingError
        self._take(args, handle)
        return handle.result()

    def known(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> tuple[Result] | None:
        """Return a stored result, in a tuple, or None; start nothing."""
        with self._lock:
            try:
                return (self._results[args],)
            except KeyError:
                return None

    def cache_clear(self) -> None:
        with self._lock:
            for table in (self._results, self._handles, self._asked):
                table.clear()

    def _ask(self, key: Key) -> Handle[Result]:
        """Return what is under way for a key, begun now if it isn't; end what nobody asks for."""
        now = time.monotonic()
        self._asked[key] = now
        long_ago = now - SILENCE
        for idle_key in [idle_key for idle_key, moment in self._asked.items() if moment < long_ago]:
            del self._asked[idle_key]
            if (idle_handle := self._handles.get(idle_key)) and idle_handle.done():
                self._take(idle_key, idle_handle)
            elif idle_handle:
                self._handles.pop(idle_key).cancel()
        if key in self._handles:
            return self._handles[key]
        order = Order(PAGES, visitor(), self._seconds)
        handle = self._handles[key] = executor().begin(order, self, *key)
        handle.add_done_callback(partial(self._keep_result, key))
        return handle

    def _keep_result(self, key: Key, handle: Future[Result]) -> None:
        if not handle.cancelled() and not handle.exception():
            self._take(key, handle)

    def _take(self, key: Key, handle: Future[Result]) -> None:
        """Keep the result of a call that has ended, or log why there is none; once."""
        with self._lock:
            if self._handles.get(key) is not handle:
                return
            del self._handles[key]
            problem = handle.exception()
            if problem is None:
                self._results[key] = handle.result()
            elif not isinstance(problem, ValueError | LostError | PendingError):  # these say enough
                log.error("this broke: %s%s", self._name, key, exc_info=problem)

    def __reduce__(self) -> str:
        """Pickle by name, as a module's function does."""
        return self._name


def task(
    is_quick: Callable[..., bool],
    limit: int,
    *,
    seconds: float = LONG_LIMIT,
    weight: Callable[[Any], int] = lambda _: 1,
    whole: Callable[[Any], bool] = lambda _: True,
) -> Callable[[Callable[Arguments, Result]], TaskFunction[Arguments, Result]]:
    """Make a task of a function unless it is quick; after so many ``seconds`` it is killed.

    The results used last are kept as long as their total ``weight`` is at most ``limit``. One that
    isn't ``whole``, because a deadline cut it short, is worked out again after a while. Arguments
    and result must be picklable, and the arguments hashable. Outside a request (in a worker
    process, a warm-up or on the command line) it runs at once.
    """

    def until(key: Key, result: Any, now: float) -> float:
        return inf if whole(result) else now + KEEP_CUT_SHORT

    def make(function: Callable[Arguments, Result]) -> TaskFunction[Arguments, Result]:
        # A result heavier than all may be is kept alone.
        results: TLRUCache[Key, Result] = TLRUCache(
            limit, until, time.monotonic, lambda result: min(weight(result), limit)
        )
        return TaskFunction(function, is_quick, seconds, results)

    return make


def never(*_: object) -> bool:
    """Say of every call of a task that it isn't quick."""
    return False


def executor() -> Executor:
    current_executor: Executor = current_app.extensions["executor"]
    return current_executor


def run_elsewhere(function: Callable[..., Result], *args: Any) -> Result:
    """Have something worked out elsewhere outside any page, and wait until it is done."""
    return executor().begin(Order(PAGES, THE_SERVER, LONG_LIMIT), function, *args).result()


# The solver's machine code, compiled in the background of a server that already answers.
#
# One process compiles all kernels (``webapp.warm_up``) and marks those that are ready in shared
# memory, where every process sees it. Until then a request that needs a missing kernel raises
# PendingError, as for any task: its page says so and asks again.


POLL_SECONDS: Final = 0.1  # seconds


class Preparation:
    """Which kernels are compiled; shared by all processes forked after this is created."""

    #: Whether this process works for a page, which asks again by itself.
    is_for_page: ClassVar[bool] = False
    #: Whether this process ends, so that nothing in it may wait any longer.
    is_over: ClassVar[bool] = False

    def __init__(self) -> None:
        self._places = {name: place for place, (name, _, _) in enumerate(KERNELS)}
        self._done = mmap(-1, len(KERNELS))
        self._wanted = mmap(-1, len(KERNELS))

    def begin(self) -> None:
        add_gate(self.wait_for_kernel)

    def note(self, name: str) -> None:
        self._done[self._places[name]] = 1

    def is_wanted(self, name: str) -> bool:
        """Say whether somebody waits for a kernel, or has waited."""
        return bool(self._wanted[self._places[name]])

    def end(self) -> None:
        """Release all kernels; one that isn't compiled yet is compiled by its first caller."""
        self._done[:] = b"\1" * len(KERNELS)
        remove_gate()

    def share(self) -> float:
        return sum(self._done[:]) / len(KERNELS)

    def wait_for_kernel(self, name: str) -> None:
        """Wait for a kernel, or raise PendingError where somebody is waiting for a page.

        Raises LostError if this process ends before.
        """
        while not self._done[self._places[name]]:
            if Preparation.is_over:
                raise LostError("The server stops before the solver is compiled.")
            self._wanted[self._places[name]] = 1
            if has_request_context() or Preparation.is_for_page:
                raise PendingError(
                    "The solver is being compiled, as after every installation: "
                    f"{self.share():.0%}."
                )
            time.sleep(POLL_SECONDS)
