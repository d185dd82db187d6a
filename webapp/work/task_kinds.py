"""Kinds of tasks that may last minutes, and a run of one at the door."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from webapp.storage.tasks import Keep, StoredTask, Visitor
from webapp.work.cluster import Cluster
from webapp.work.door import Door, Handle, LostError
from webapp.work.limits import THE_SERVER, Lane, Limit, Order

#: Work seldom checks the clock in places; its process is killed this long after its deadline,
#: seconds.
LEEWAY: Final = 30.0


class TaskResult(NamedTuple):
    """What a task has found, in short and in full; ``keep`` stores it elsewhere instead."""

    summary: str = ""
    text: str = ""
    keep: Keep | None = None


@dataclass(frozen=True, kw_only=True)
class TaskKind:
    """A kind of task: ``work`` is done with the arguments of each of its ``pieces``.

    Both must be picklable, and ``work`` a module's function. What all pieces return, in order, goes
    to ``finish``. A run has so many ``seconds``; then ``late`` is said. A ``quick`` key is worked
    on by the thread that supervises it. The work and ``finish`` may raise ``refusal``, whose
    message is for the player.
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

    @property
    def tells(self) -> bool:
        """Whether its work can say how far it is while it goes on."""
        return not isinstance(self.door, Cluster)

    @property
    def patience(self) -> int:
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
        self.progress = (0, 0)
        self.reported = (0, 0)
        self.heard = time.monotonic()
        self.over = threading.Event()
        self._lock = threading.Lock()
        self._round = 0
        self._handles: list[Handle[Any]] = []

    def begin_round(self) -> int:
        """Return what :meth:`do` needs; pieces of an earlier round do nothing any more."""
        with self._lock:
            self._round += 1
            return self._round

    def do(self, number: int, piece: tuple[Any, ...]) -> Any:
        """Have a piece done. Raises LostError if its process dies, or when the round is over."""
        if number != self._round:
            raise LostError("It was ended.")
        kind = self.kind
        handle = kind.door.begin(kind.order(self.task.visitor), kind.work, *piece)
        with self._lock:
            if number != self._round:
                handle.end()
            self._handles.append(handle)
        return handle.result(self._hear)

    def end(self) -> None:
        """Stop every piece, including those that are still to begin."""
        with self._lock:
            self._round += 1
            for handle in self._handles:
                handle.end()
            self._handles.clear()

    def _hear(self, progress: tuple[int, int]) -> None:
        self.progress = progress
