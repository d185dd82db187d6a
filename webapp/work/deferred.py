"""Functions whose answers are kept, and worked out elsewhere where that may take long.

Whether it may is decided by the arguments alone, before anything is tried. What is quick is done at
once; the rest goes through the door as :mod:`webapp.work.thoughts`, and ThinkingError leaves the
function if it is not there in time. Nobody's request is there in a process that does such work, in
a warm-up or on the command line: there all of it is done at once.

All that one request asks for shares its patience, so that it waits a second in all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import update_wrapper
from threading import Lock
from typing import Final, Generic, ParamSpec, TypeVar

from cachetools import LRUCache
from flask import g, has_request_context, request

from webapp.http.server.requests import SAFE_METHODS
from webapp.work import thoughts
from webapp.work.admission import TooMuchError
from webapp.work.limits import LONG_LIMIT
from webapp.work.thoughts import ThinkingError, Thoughts

#: How long a request may wait in all, and one of a page that asks again and again, seconds.
PATIENCE: Final = thoughts.PATIENCE
AGAIN: Final = thoughts.AGAIN
#: So many results stay with the thoughts, to be fetched by those who asked.
MOST_HANDED_OVER: Final = 64

About = ParamSpec("About")
Found = TypeVar("Found")


class Deferred(Generic[About, Found]):
    """A function of a module that keeps its last results; see :func:`deferred`."""

    def __init__(
        self, function: Callable[About, Found], is_quick: Callable[About, bool], most: int
    ) -> None:
        self._function, self._is_quick, self._name = function, is_quick, function.__qualname__
        self._kept: LRUCache[object, tuple[Found]] = LRUCache(most)
        self._lock = Lock()
        self.cache_clear()
        update_wrapper(self, function)

    def __call__(self, *args: About.args, **kwargs: About.kwargs) -> Found:
        """Return what the function finds; arguments are given by place.

        Raises what the function raises, and what :meth:`webapp.work.thoughts.Thoughts.ask` does.
        """
        with self._lock:
            kept = self._kept.get(args)
        if kept is not None:
            return kept[0]
        if not has_request_context() or self._is_quick(*args, **kwargs):
            found = self._function(*args, **kwargs)
        else:
            found = self._thoughts.ask(args, self, *args, patience=patience())
        with self._lock:
            self._kept[args] = (found,)
        return found

    def cache_clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
        self._thoughts: Thoughts[Found] = Thoughts(lambda _: 1, MOST_HANDED_OVER, LONG_LIMIT)

    def __reduce__(self) -> str:
        """Travel by name, as any function of a module does."""
        return self._name


def deferred(
    is_quick: Callable[About, bool], most: int
) -> Callable[[Callable[About, Found]], Deferred[About, Found]]:
    """Let a function keep the ``most`` results used last, and be done elsewhere unless quick.

    Its arguments and its result can be pickled, and the arguments hashed.
    """

    def decorated(function: Callable[About, Found]) -> Deferred[About, Found]:
        return Deferred(function, is_quick, most)

    return decorated


def always_deferred(
    most: int,
) -> Callable[[Callable[About, Found]], Deferred[About, Found]]:
    """Let a function be done elsewhere whatever it is asked; else as :func:`deferred`."""

    def decorated(function: Callable[About, Found]) -> Deferred[About, Found]:
        def never(*_: About.args, **__: About.kwargs) -> bool:
            return False

        return Deferred(function, never, most)

    return decorated


def patience() -> float:
    """Return how many seconds the request may still wait; it begins when this is first asked."""
    if "waits_until" not in g:
        g.waits_until = time.monotonic() + (AGAIN if "waiting" in request.args else PATIENCE)
    return max(0.0, float(g.waits_until) - time.monotonic())


def if_known(part: Callable[[], Found]) -> Found | None:
    """Return a part of a page, None while it is being worked out: the page then asks again.

    Raises TooMuchError where nothing was changed; after a change the page shows that first.
    """
    try:
        return part()
    except ThinkingError:
        return None
    except TooMuchError:
        if request.method in SAFE_METHODS:
            raise
        return None
