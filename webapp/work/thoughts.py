"""Long work that pages wait for: done once for everybody who asks for it, and kept for a while.

A request waits only a moment; if the work takes longer, its page says so and asks again
(:class:`ThinkingError`). Not more than a few requests wait at once, so that others always find a
thread. What nobody has asked for in a while is left off.

A busy moment can end any work that has a deadline. If what it found by then were remembered as the
truth, it would stay so long after the server has time again; if it were forgotten at once, whoever
looks at something too hard would wait for the deadline each time. So it is kept for a minute.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from flask import current_app, has_request_context, request, session

from webapp.http.server.requests import client_network
from webapp.work.admission import OURSELVES, Asker, Order
from webapp.work.door import THOUGHTS, Door, Handle, LostError

MOST_BROKEN: Final = 20  # kept until they are asked for
SILENCE: Final = 5.0  # seconds; a page that waits asks more often
#: How long a first request waits itself, and one of a page that asks again and again, seconds.
PATIENCE: Final = 1.0
AGAIN: Final = 0.2
#: How long a page waits for a part of itself, when it has the rest to show, seconds.
BRIEF: Final = 0.3
#: How long is kept what was cut short, seconds.
WHILE: Final = 60.0
#: How many requests of this process may wait at once; the others are told to ask again at once.
WAITING: Final = threading.BoundedSemaphore(2)

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class ThinkingError(Exception):
    """It is still being worked out; ask again in a moment."""


def door() -> Door:
    """Return the running application's way to have long work done."""
    found: Door = current_app.extensions["door"]
    return found


def asker() -> Asker:
    """Return whose request this is; outside of requests the server's own."""
    if not has_request_context():
        return OURSELVES
    return Asker(client_network(), str(session.get("player", "")))


def usual_patience() -> float:
    """Return how long this request waits: one of a page that asks again and again not for long."""
    return AGAIN if has_request_context() and "waiting" in request.values else PATIENCE


def brief_patience() -> float:
    """Return how long this request waits for a part of its page."""
    return min(BRIEF, usual_patience())


def is_whole(found: object) -> bool:
    """Say that more time would find no more."""
    return True


class Thoughts(Generic[Found]):
    """What was found, by key; the oldest goes when the ``weight`` of all exceeds ``most``.

    A piece of work is ended after ``seconds``. What is not ``whole``, since a deadline came before
    its end, is found out again after a while. Threads share it.
    """

    def __init__(
        self,
        weight: Callable[[Found], int],
        most: int,
        seconds: float,
        whole: Callable[[Found], bool] = is_whole,
    ) -> None:
        self._weight, self._most, self._seconds = weight, most, seconds
        self._whole = whole
        self._found: OrderedDict[object, Found] = OrderedDict()
        self._until: dict[object, float] = {}  # of what was cut short
        self._broken: OrderedDict[object, Exception] = OrderedDict()
        self._running: dict[object, Handle[Found]] = {}
        self._asked: dict[object, float] = {}
        self._change = threading.Condition()

    def ask(
        self,
        key: object,
        function: Callable[..., Found],
        *args: Any,
        patience: float | None = None,
    ) -> Found:
        """Return what ``function(*args)`` finds; a function of a module, which others can call.

        Without a ``patience`` it waits as long as is usual.

        Raises ThinkingError if that takes longer than the patience, TooMuchError if it is not even
        begun, LostError if its process died, and once what the function raises.
        """
        patience = usual_patience() if patience is None else patience
        with self._change:
            self._leave_off_unasked(key)
            self._drop_if_stale(key)
            if not self._is_over(key) and key not in self._running:
                self._begin(key, function, args)
            self._wait(key, patience)
            if key in self._broken:
                raise self._broken.pop(key)
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        raise ThinkingError

    def peek(self, key: object) -> Found | None:
        """Return what was found if it is there; nothing is begun."""
        with self._change:
            self._drop_if_stale(key)
            return self._found.get(key)

    def _drop_if_stale(self, key: object) -> None:
        """Forget what was cut short a while ago."""
        if key in self._until and time.monotonic() >= self._until[key]:
            del self._until[key], self._found[key]

    def _is_over(self, key: object) -> bool:
        return key in self._found or key in self._broken

    def _wait(self, key: object, patience: float) -> None:
        """Wait till it is over, if not too many wait already; with no patience not at all."""
        if self._is_over(key) or not patience or not WAITING.acquire(blocking=False):
            return
        try:
            self._change.wait_for(lambda: self._is_over(key), patience)
        finally:
            WAITING.release()

    def _begin(self, key: object, function: Callable[..., Found], args: tuple[Any, ...]) -> None:
        handle = door().begin(Order(THOUGHTS, asker(), self._seconds), function, *args)
        self._running[key] = handle
        threading.Thread(target=self._look_after, args=(key, handle), daemon=True).start()

    def _leave_off_unasked(self, key: object) -> None:
        """End what nobody has asked for in a while; ``key`` is asked for now."""
        now = time.monotonic()
        self._asked[key] = now
        unasked = [each for each, when in self._asked.items() if when < now - SILENCE]
        for each in unasked:
            del self._asked[each]
            if each in self._running:
                self._running.pop(each).end()

    def _look_after(self, key: object, handle: Handle[Found]) -> None:
        """Wait for a result, and keep it."""
        found: Found | Exception
        try:
            found = handle.result()
        except Exception as problem:
            found = problem
        with self._change:
            if self._running.get(key) is handle:
                del self._running[key]
                self._keep(key, found)
            self._change.notify_all()

    def _keep(self, key: object, found: Found | Exception) -> None:
        if not isinstance(found, Exception):
            self._found[key] = found
            if not self._whole(found):
                self._until[key] = time.monotonic() + WHILE
            self._forget()
            return
        if not isinstance(found, ValueError | LostError | ThinkingError):  # those say enough
            log.error("this broke: %s", key, exc_info=found)
        self._broken[key] = found
        while len(self._broken) > MOST_BROKEN:
            self._broken.popitem(last=False)

    def _forget(self) -> None:
        """Let the oldest go until the rest is light enough; the newest stays."""
        while len(self._found) > 1 and sum(map(self._weight, self._found.values())) > self._most:
            oldest, _ = self._found.popitem(last=False)
            self._until.pop(oldest, None)
