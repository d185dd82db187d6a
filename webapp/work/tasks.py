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
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial, update_wrapper
from math import inf
from typing import Any, Final, Generic, ParamSpec, TypeVar

from cachetools import FIFOCache, TLRUCache
from flask import current_app, g, has_request_context, request, session

from webapp.http.server.requests import client_network
from webapp.http.server.turns import CROWD, Threads
from webapp.storage.tasks import Visitor
from webapp.work.door import Door, Handle, LostError
from webapp.work.limits import LONG_LIMIT, PAGES, THE_SERVER, Order

MOST_BROKEN: Final = 20  # kept until they are asked for
SILENCE: Final = 5.0  # seconds; a waiting page asks more often
#: How long a request may wait in all, and how long when its page is asking again, seconds.
PATIENCE: Final = 1.0
AGAIN: Final = 0.2
#: How long a page waits for a part of itself when it can show the rest, seconds.
BRIEF: Final = 0.3
#: How long a result that was cut short is kept, seconds.
KEEP_CUT_SHORT: Final = 60.0
#: How many requests of this process may wait at once; others are told at once to ask again.
WAITING: Final = threading.BoundedSemaphore(2)

About = ParamSpec("About")
Found = TypeVar("Found")

log = logging.getLogger(__name__)


class PendingError(Exception):
    """It is still being worked out; ask again in a moment. The message, if any, is for the page."""


def door() -> Door:
    found: Door = current_app.extensions["door"]
    return found


def visitor() -> Visitor:
    """Return whose request this is; outside requests, the server itself."""
    if not has_request_context():
        return THE_SERVER
    return Visitor(str(session.get("player", "")), client_network())


def patience() -> float:
    if not has_request_context():
        return PATIENCE
    if "waits_until" not in g:
        g.waits_until = time.monotonic() + (AGAIN if is_asked_again() else PATIENCE)
    return max(0.0, float(g.waits_until) - time.monotonic())


def is_asked_again() -> bool:
    return "waiting" in request.values


def brief_patience() -> float:
    return min(BRIEF, patience())


@contextmanager
def place_to_wait() -> Iterator[bool]:
    """Give whether another request may wait, and count it as waiting in the meantime."""
    is_free = Threads.waiting < CROWD and WAITING.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            WAITING.release()


class Tasks(Generic[Found]):
    """Results by key; the oldest are dropped when their total ``weight`` exceeds ``most``.

    A task is killed after ``seconds``. A result that isn't ``whole``, because a deadline cut it
    short, is worked out again after a while. Thread-safe.
    """

    def __init__(
        self,
        most: int,
        seconds: float,
        weight: Callable[[Found], int] = lambda _: 1,
        whole: Callable[[Found], bool] = lambda _: True,
    ) -> None:
        def until(key: object, found: Found, now: float) -> float:
            return inf if whole(found) else now + KEEP_CUT_SHORT

        # A result heavier than all may be is kept alone.
        self._found: TLRUCache[object, Found] = TLRUCache(
            most, until, time.monotonic, lambda found: min(weight(found), most)
        )
        self._seconds = seconds
        self._broken: FIFOCache[object, BaseException] = FIFOCache(MOST_BROKEN)
        self._running: dict[object, Handle[Found]] = {}
        self._asked: dict[object, float] = {}
        self._change = threading.Condition()

    def ask(
        self,
        key: object,
        function: Callable[..., Found],
        *args: Any,
        wait: float | None = None,
    ) -> Found:
        """Return what ``function(*args)`` finds; it must be a module's function, so that it can be
        pickled.

        It waits ``wait`` seconds, or as long as the request may. Raises PendingError if that isn't
        enough, TooMuchError if it wasn't even started, LostError if its process died, and, once,
        whatever the function raises.
        """
        wait = patience() if wait is None else wait
        with self._change:
            self._end_unasked(key)
            if not self._is_over(key) and key not in self._running:
                self._begin(key, function, args)
            self._wait(key, wait)
            if key in self._broken:
                raise self._broken.pop(key)
            if key in self._found:
                return self._found[key]
        raise PendingError

    def known(self, key: object) -> tuple[Found] | None:
        """Return a stored result, in a tuple, or None; start nothing."""
        with self._change:
            try:
                return (self._found[key],)
            except KeyError:
                return None

    def keep(self, key: object, found: Found) -> Found:
        """Store a result and return it; the oldest are dropped until the rest is light enough."""
        with self._change:
            self._found[key] = found
        return found

    def _is_over(self, key: object) -> bool:
        return key in self._found or key in self._broken

    def _wait(self, key: object, seconds: float) -> None:
        """Wait until it is over, unless ``seconds`` is 0 or too many wait already."""
        if seconds and not self._is_over(key):
            with place_to_wait() as is_free:
                if is_free:
                    self._change.wait_for(lambda: self._is_over(key), seconds)

    def _begin(self, key: object, function: Callable[..., Found], args: tuple[Any, ...]) -> None:
        handle = door().begin(Order(PAGES, visitor(), self._seconds), function, *args)
        self._running[key] = handle
        handle.add_done_callback(partial(self._take_result, key))

    def _end_unasked(self, key: object) -> None:
        """Stop what nobody has asked for in a while; ``key`` is asked for now."""
        now = time.monotonic()
        self._asked[key] = now
        unasked = [each for each, when in self._asked.items() if when < now - SILENCE]
        for each in unasked:
            del self._asked[each]
            if each in self._running:
                self._running.pop(each).cancel()

    def _take_result(self, key: object, handle: Future[Found]) -> None:
        with self._change:
            if self._running.get(key) is handle:
                del self._running[key]
                if problem := handle.exception():
                    self._break(key, problem)
                else:
                    self.keep(key, handle.result())
            self._change.notify_all()

    def _break(self, key: object, problem: BaseException) -> None:
        if not isinstance(problem, ValueError | LostError | PendingError):  # these say enough
            log.error("this broke: %s", key, exc_info=problem)
        self._broken[key] = problem


class Task(Generic[About, Found]):
    """A module's function that keeps its last results; see :func:`task`."""

    def __init__(
        self,
        function: Callable[About, Found],
        is_quick: Callable[..., bool],
        new_tasks: Callable[[], Tasks[Found]],
    ) -> None:
        self._function, self._is_quick, self._new_tasks = function, is_quick, new_tasks
        self._name = function.__qualname__
        self.cache_clear()
        update_wrapper(self, function)

    def __call__(self, *args: About.args, **kwargs: About.kwargs) -> Found:
        """Return what the function finds; pass arguments by position.

        Raises what the function raises, and what :meth:`Tasks.ask` does.
        """
        return self.within(None, *args, **kwargs)

    def within(self, wait: float | None, *args: About.args, **kwargs: About.kwargs) -> Found:
        """Return what the function finds within so many seconds."""
        known = self._tasks.known(args)
        if known is not None:
            return known[0]
        if not has_request_context() or self._is_quick(*args, **kwargs):
            return self._tasks.keep(args, self._function(*args, **kwargs))
        return self._tasks.ask(args, self, *args, wait=wait)

    def known(self, *args: About.args, **kwargs: About.kwargs) -> tuple[Found] | None:
        """Return a stored result, in a tuple, or None; start nothing."""
        return self._tasks.known(args)

    def cache_clear(self) -> None:
        self._tasks = self._new_tasks()

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
) -> Callable[[Callable[About, Found]], Task[About, Found]]:
    """Make a task of a function unless it is quick; see :class:`Tasks` for the rest.

    Its arguments and result must be picklable, and the arguments hashable. Outside a request (in a
    worker process, a warm-up or on the command line) it runs at once.
    """

    return lambda function: Task(function, is_quick, lambda: Tasks(most, seconds, weight, whole))


def never(*_: object) -> bool:
    """Say of every call of a task that it isn't quick."""
    return False


def run_elsewhere(function: Callable[..., Found], *args: Any) -> Found:
    """Have something worked out elsewhere outside any page, and wait until it is done."""
    return door().begin(Order(PAGES, THE_SERVER, LONG_LIMIT), function, *args).result()
