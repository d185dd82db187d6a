"""A task under way in this process, and the kinds of tasks that have a row."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeVar

from webapp.http.server.turns import CROWD, Threads
from webapp.storage.tasks import Keep, StoredTask, Visitor
from webapp.work.cluster import Cluster
from webapp.work.door import Door, Handle
from webapp.work.limits import THE_SERVER, Lane, Limit, Order

#: How long a request waits for a task that has a page of its progress, seconds.
BRIEF: Final = 0.3
#: How many requests of this process may wait at once; others are told at once to ask again.
WAITING: Final = threading.BoundedSemaphore(2)
#: Work seldom checks the clock in places; its process is killed this long after its deadline,
#: seconds.
LEEWAY: Final = 30.0

Result = TypeVar("Result")


@contextmanager
def place_to_wait() -> Iterator[bool]:
    """Give whether another request may wait, and count it as waiting in the meantime."""
    is_free = Threads.waiting < CROWD and WAITING.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            WAITING.release()


class Task(Generic[Result]):
    """Long work that this process has begun: its pieces at a door, their results, and its end.

    ``order`` has its owner and its deadline.
    """

    def __init__(self, door: Door, order: Order, work: Callable[..., Result]) -> None:
        self.work = work
        self.pieces: Sequence[tuple[Any, ...]] = ()
        self.results: dict[int, Result] = {}
        self.over = threading.Event()
        self.reported = (0, 0)  # the progress that others know, and when it was last told
        self.heard = time.monotonic()
        #: The pieces that were handed in and aren't done, with their numbers.
        self.handles: dict[Handle[Result], int] = {}
        self._begin = partial(door.begin, order, work)

    @property
    def progress(self) -> tuple[int, int]:
        """How far it is, and of how much: by what a piece says itself, or in pieces."""
        news = next((handle.news for handle in tuple(self.handles) if handle.news), None)
        return news or (len(self.results), len(self.pieces))

    def hand_in(self, number: int) -> Handle[Result]:
        """Have a piece worked on. Raises TooMuchError."""
        handle = self._begin(*self.pieces[number])
        self.handles[handle] = number
        return handle

    def take_results(self) -> None:
        """Take the results of the pieces that are done, or raise what one of them raised."""
        for handle in [handle for handle in self.handles if handle.done()]:
            self.results[self.handles.pop(handle)] = handle.result()

    def wait(self, seconds: float) -> None:
        """Wait until it is over, unless ``seconds`` is 0 or too many requests wait already."""
        if seconds and not self.over.is_set():
            with place_to_wait() as is_free:
                if is_free:
                    self.over.wait(seconds)

    def cancel(self) -> None:
        """Stop the pieces at the door; whoever began it sees that they end."""
        for handle in tuple(self.handles):
            handle.cancel()


class TaskResult(NamedTuple):
    """The result of a task, in short and in full; ``keep`` stores it elsewhere instead."""

    summary: str = ""
    text: str = ""
    keep: Keep | None = None


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """A kind of task with a row: ``work`` is done with the arguments of each of its ``pieces``.

    Both must be picklable, and ``work`` a module's function. What all pieces return, in order, goes
    to ``finish``. A task has so many ``seconds``; then ``late`` is said. A ``quick`` key is worked
    on by the thread that supervises it. A request waits ``patience`` seconds for a key. The work
    and ``finish`` may raise ``refusal``, whose message is for the player.
    """

    name: str
    lane: Lane
    limit: Limit
    door: Door
    seconds: int
    late: str
    refusal: type[Exception]
    pieces: Callable[[StoredTask], Sequence[tuple[Any, ...]]]
    work: Callable[..., Any]
    finish: Callable[[StoredTask, Sequence[Any]], TaskResult]
    quick: Callable[[str], bool] = lambda _: False
    patience: Callable[[str], float] = lambda _: BRIEF

    @property
    def tells(self) -> bool:
        """Whether its work can say how far it is while it goes on."""
        return not isinstance(self.door, Cluster)

    @property
    def longest(self) -> int:
        """How many seconds a task may take with the time that others come first."""
        return self.seconds * max(1, self.lane.queue)

    def begin(self, visitor: Visitor) -> Task[Any]:
        """Return a task, whose turn depends on its owner only where there is a queue."""
        owner = visitor if self.lane.queue else THE_SERVER
        return Task(self.door, Order(self.lane, owner, self.seconds + LEEWAY), self.work)
