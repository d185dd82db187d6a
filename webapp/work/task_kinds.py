"""Kinds of tasks that may last minutes, and a run of one at the door."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from webapp.storage.tasks import Keep, StoredTask, Visitor
from webapp.work.cluster import Cluster
from webapp.work.door import Door, Handle
from webapp.work.limits import THE_SERVER, Lane, Limit, Order
from webapp.work.tasks import BRIEF

#: Work seldom checks the clock in places; its process is killed this long after its deadline,
#: seconds.
LEEWAY: Final = 30.0


class TaskResult(NamedTuple):
    """The result of a task, in short and in full; ``keep`` stores it elsewhere instead."""

    summary: str = ""
    text: str = ""
    keep: Keep | None = None


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """A kind of task: ``work`` is done with the arguments of each of its ``pieces``.

    Both must be picklable, and ``work`` a module's function. What all pieces return, in order, goes
    to ``finish``. A run has so many ``seconds``; then ``late`` is said. A ``quick`` key is worked
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
        """How many seconds a run may take with the time that others come first."""
        return self.seconds * max(1, self.lane.queue)

    def order(self, visitor: Visitor) -> Order:
        """Say whose turn it is: without a queue, the server's."""
        owner = visitor if self.lane.queue else THE_SERVER
        return Order(self.lane, owner, self.seconds + LEEWAY)


class Run:
    """A run that this server supervises: the pieces at the door, and how far they are."""

    def __init__(self, kind: TaskKind, task: StoredTask) -> None:
        self.kind = kind
        self.task = task
        self.pieces: Sequence[tuple[Any, ...]] = ()
        self.results: dict[int, Any] = {}
        self.reported = (0, 0)
        self.heard = time.monotonic()
        self.over = threading.Event()
        #: The pieces that were handed in and aren't done, with their numbers.
        self.handles: dict[Handle[Any], int] = {}

    @property
    def progress(self) -> tuple[int, int]:
        """How far it is, and of how much: by what a piece says itself, or in pieces."""
        news = next((handle.news for handle in tuple(self.handles) if handle.news), None)
        return news or (len(self.results), len(self.pieces))

    def hand_in(self, number: int) -> None:
        kind = self.kind
        order = kind.order(self.task.visitor)
        self.handles[kind.door.begin(order, kind.work, *self.pieces[number])] = number

    def take_results(self) -> None:
        """Take the results of the pieces that are done, or raise what one of them raised."""
        for handle in [handle for handle in self.handles if handle.done()]:
            self.results[self.handles.pop(handle)] = handle.result()

    def cancel(self) -> None:
        """Stop the pieces at the door; the thread that supervises the run sees that they end."""
        for handle in tuple(self.handles):
            handle.cancel()
