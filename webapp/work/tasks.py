"""Tasks: work too long for a page, done elsewhere once for all who ask, and kept for a while.

A request waits only a moment; if the task takes longer, its page says so and asks again
(:class:`PendingError`). Only a few requests wait at once, so that others always find a thread, and
a request shares its patience among all it asks for. A task that nobody has asked for in a while is
stopped. :func:`task` makes a task of a function; the arguments alone decide whether a call runs as
one, before anything is tried.

All tasks have a deadline, so a busy moment can cut any of them short. If its incomplete result were
kept for good, it would stay wrong after the server has time again; if it were forgotten at once,
every look at something too hard would wait for the deadline. So it is kept for a minute.

Only this module, the rest of ``webapp.work`` and ``webapp.http.pending`` know what is raised here.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial, update_wrapper
from math import inf
from typing import Any, Final, Generic, ParamSpec, TypeVar

from cachetools import FIFOCache, TLRUCache
from flask import current_app, g, has_request_context, request, session

from webapp.http.server.requests import client_network
from webapp.storage.tasks import Visitor
from webapp.work.door import Door, LostError
from webapp.work.limits import LONG_LIMIT, PAGES, THE_SERVER, Order
from webapp.work.task import Task

MOST_FAILURES: Final = 20  # kept until they are asked for
SILENCE: Final = 5.0  # seconds; a waiting page asks more often
#: How long a request may wait in all, and how long when its page is asking again, seconds.
PATIENCE: Final = 1.0
AGAIN: Final = 0.2
#: How long a result that was cut short is kept, seconds.
KEEP_CUT_SHORT: Final = 60.0

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Key = tuple[Any, ...]

log = logging.getLogger(__name__)


class PendingError(Exception):
    """It is still being worked out; ask again in a moment. The message, if any, is for the page."""


def visitor() -> Visitor:
    """Return whose request this is; outside requests, the server itself."""
    if not has_request_context():
        return THE_SERVER
    return Visitor(str(session.get("player", "")), client_network())


def patience() -> float:
    if not has_request_context():
        return PATIENCE
    if "waits_until" not in g:
        g.waits_until = time.monotonic() + (AGAIN if "waiting" in request.values else PATIENCE)
    return max(0.0, float(g.waits_until) - time.monotonic())


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
        self._failures: FIFOCache[Key, BaseException] = FIFOCache(MOST_FAILURES)
        self._running: dict[Key, Task[Result]] = {}
        self._asked: dict[Key, float] = {}
        self._lock = threading.RLock()
        update_wrapper(self, function)

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Return the result, waiting as long as the request may; see :meth:`within`."""
        return self.within(None, *args, **kwargs)

    def within(
        self, wait: float | None, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Return the result, waiting for it so many seconds.

        Raises PendingError if that isn't enough, TooMuchError if it wasn't even started, LostError
        if its process died, and, once, whatever the function raises.
        """
        if result := self.known(*args, **kwargs):
            return result[0]
        if not has_request_context() or self._is_quick(*args, **kwargs):
            return self._keep(args, self._function(*args, **kwargs))
        with self._lock:
            self._end_unasked(args)
            is_over = args in self._results or args in self._failures
            asked = None if is_over else self._running.get(args) or self._begin(args)
            seconds = patience() if wait is None else wait
            if asked and not (seconds or asked.over.is_set()):
                raise PendingError  # not sometimes its result, if that comes in this instant
        if asked:
            asked.wait(seconds)
        with self._lock:
            if args in self._failures:
                raise self._failures.pop(args)
            if args in self._results:
                return self._results[args]
        raise PendingError

    def known(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> tuple[Result] | None:
        """Return a stored result, in a tuple, or None; start nothing."""
        with self._lock:
            try:
                return (self._results[args],)
            except KeyError:
                return None

    def cache_clear(self) -> None:
        with self._lock:
            for table in (self._results, self._failures, self._running, self._asked):
                table.clear()

    def _keep(self, key: Key, result: Result) -> Result:
        with self._lock:
            self._results[key] = result
        return result

    def _begin(self, key: Key) -> Task[Result]:
        begun = Task(door(), Order(PAGES, visitor(), self._seconds), self)
        begun.pieces = [key]
        handle = begun.hand_in(0)
        self._running[key] = begun
        handle.add_done_callback(partial(self._take_result, key, begun))
        return begun

    def _end_unasked(self, key: Key) -> None:
        """Stop what nobody has asked for in a while; ``key`` is asked for now."""
        now = time.monotonic()
        self._asked[key] = now
        long_ago = now - SILENCE
        for idle_key in [idle_key for idle_key, moment in self._asked.items() if moment < long_ago]:
            del self._asked[idle_key]
            if idle_key in self._running:
                self._running.pop(idle_key).cancel()

    def _take_result(self, key: Key, ended: Task[Result], handle: Future[Result]) -> None:
        with self._lock:
            if self._running.get(key) is ended:
                del self._running[key]
                if problem := handle.exception():
                    self._fail(key, problem)
                else:
                    self._keep(key, handle.result())
        ended.over.set()

    def _fail(self, key: Key, problem: BaseException) -> None:
        if not isinstance(problem, ValueError | LostError | PendingError):  # these say enough
            log.error("this broke: %s%s", self._name, key, exc_info=problem)
        self._failures[key] = problem

    def __reduce__(self) -> str:
        """Pickle by name, as a module's function does."""
        return self._name


def task(
    is_quick: Callable[..., bool],
    most: int,
    *,
    seconds: float = LONG_LIMIT,
    weight: Callable[[Any], int] = lambda _: 1,
    whole: Callable[[Any], bool] = lambda _: True,
) -> Callable[[Callable[Arguments, Result]], TaskFunction[Arguments, Result]]:
    """Make a task of a function unless it is quick; after so many ``seconds`` it is killed.

    The results used last are kept as long as their total ``weight`` is at most ``most``. One that
    isn't ``whole``, because a deadline cut it short, is worked out again after a while. Arguments
    and result must be picklable, and the arguments hashable. Outside a request (in a worker
    process, a warm-up or on the command line) it runs at once.
    """

    def until(key: Key, result: Any, now: float) -> float:
        return inf if whole(result) else now + KEEP_CUT_SHORT

    def make(function: Callable[Arguments, Result]) -> TaskFunction[Arguments, Result]:
        # A result heavier than all may be is kept alone.
        results: TLRUCache[Key, Result] = TLRUCache(
            most, until, time.monotonic, lambda result: min(weight(result), most)
        )
        return TaskFunction(function, is_quick, seconds, results)

    return make


def never(*_: object) -> bool:
    """Say of every call of a task that it isn't quick."""
    return False


def door() -> Door:
    current_door: Door = current_app.extensions["door"]
    return current_door


def run_elsewhere(function: Callable[..., Result], *args: Any) -> Result:
    """Have something worked out elsewhere outside any page, and wait until it is done."""
    return door().begin(Order(PAGES, THE_SERVER, LONG_LIMIT), function, *args).result()
