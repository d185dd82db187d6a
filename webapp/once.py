"""Work of some seconds, done once for everybody who asks for it, and kept for a while.

Each piece of work runs on a thread of its own, so that a request waits only as long as it wants to
and asks again later. Few run at once; the others wait in line, and lose their place when nobody
has asked for them for a while. The work must end by itself: nothing here ends it. When the server
is stopped its threads end with it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

MOST_AT_ONCE: Final = 2
MOST_BROKEN: Final = 20  # kept until they are asked for
SILENCE: Final = 5.0  # seconds; a page that waits asks more often

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class Once(Generic[Found]):
    """What was found, by key; the oldest goes when the ``weight`` of all exceeds ``most``."""

    def __init__(self, weight: Callable[[Found], int], most: int) -> None:
        self._weight, self._most = weight, most
        self._found: OrderedDict[str, Found] = OrderedDict()
        self._broken: OrderedDict[str, Exception] = OrderedDict()
        self._running: set[str] = set()
        self._line: dict[str, float] = {}  # when each of those that wait was asked for last
        self._change = threading.Condition()

    def ask(self, key: str, work: Callable[[], Found], patience: float) -> Found | None:
        """Return what the work found, None if that takes longer; what it raises is raised once."""
        with self._change:
            self._change.wait_for(lambda: self._is_over(key, work), patience)
            if key in self._broken:
                raise self._broken.pop(key)
            return self._kept(key)

    def peek(self, key: str) -> Found | None:
        """Return what was found if it is there; nothing is begun."""
        with self._change:
            return self._kept(key)

    def _kept(self, key: str) -> Found | None:
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def _is_over(self, key: str, work: Callable[[], Found]) -> bool:
        """Whether the work is done; begins it if there is room and its turn has come."""
        if key in self._found or key in self._broken:
            return True
        if key not in self._running and self._is_next(key):
            del self._line[key]
            self._running.add(key)
            threading.Thread(target=self._run, args=(key, work), daemon=True).start()
        return False

    def _is_next(self, key: str) -> bool:
        """Whether there is room for the work, and nobody before it in the line."""
        now = time.monotonic()
        self._line[key] = now  # who is in it already keeps the place
        self._line = {each: asked for each, asked in self._line.items() if asked >= now - SILENCE}
        room = MOST_AT_ONCE - len(self._running)
        return key in list(self._line)[: max(0, room)]

    def _run(self, key: str, work: Callable[[], Found]) -> None:
        found: Found | Exception
        try:
            found = work()
        except Exception as problem:
            log.exception("this broke: %s", key)
            found = problem
        with self._change:
            self._running.discard(key)
            if isinstance(found, Exception):
                self._broken[key] = found
                while len(self._broken) > MOST_BROKEN:
                    self._broken.popitem(last=False)
            else:
                self._found[key] = found
                self._forget()
            self._change.notify_all()

    def _forget(self) -> None:
        """Let the oldest go until the rest is light enough; the newest stays."""
        while len(self._found) > 1 and sum(map(self._weight, self._found.values())) > self._most:
            self._found.popitem(last=False)
