"""Tasks that may last minutes: with a row, pieces, progress, a deadline and a cancel.

The database says what is under way (``webapp.storage.tasks``): every server sees it, waits for it
instead of beginning it twice, and can end it. The server that begins a run has a thread for it,
which hands the pieces to a door, reports twice a second how far they are, checks whether the run
was ended, and stores the result. If a process dies that works on a piece, the run continues once
with the pieces that aren't done; a second death ends that run, and no other.

A server that is stopped marks its runs as failed (:meth:`LastingTasks.close`). One that dies can't:
for others its runs are over when they haven't been reported for a while, or at their end time, and
can be begun again. A run that is ended takes its processes with it; those of a cluster are left to
their deadline.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final

from flask import current_app, has_request_context

from webapp.storage.tasks import StoredTask, TaskState, TaskStore, Visitor
from webapp.work.cluster import Cluster, ClusterError
from webapp.work.door import LostError
from webapp.work.preparation import Preparation
from webapp.work.task import Task, TaskKind, place_to_wait

#: How often the thread that supervises a run checks on it, seconds.
LOOK: Final = 0.5
#: How long a run may go without a report, seconds; see ``webapp.storage.tasks.SILENCE``.
BEAT: Final = 4.0
#: How often to check whether another server has ended a run, seconds.
POLL: Final = 0.05
#: How often a run is begun: it continues after one death.
TRIES: Final = 2
#: How many pieces of a run are handed in at once; each takes a thread that reads its line.
AT_ONCE: Final = 32

DIED: Final = (
    "The process working on it died, and so did another that did nothing else. It may need more "
    "memory than there is."
)
STOPPED: Final = "The server working on it stopped. Please try again."
BROKEN: Final = "Something went wrong on our side while working on it."

log = logging.getLogger(__name__)


class EndedError(Exception):
    """The run is no longer wanted."""


class FailedError(Exception):
    """The run failed; the message is for the player."""


class LastingTasks:
    """The rows of tasks under way on any server, with the tasks of this one."""

    def __init__(self, rows: TaskStore, kinds: Iterable[TaskKind]) -> None:
        self.rows = rows
        self.kinds = {kind.name: kind for kind in kinds}
        self._tasks: dict[tuple[str, int], Task[Any]] = {}  # by key and run
        self._closing = threading.Event()

    def ask(self, name: str, visitor: Visitor, key: str) -> StoredTask | None:
        """Return the row of a task of this kind, starting it if need be; wait a moment for it.

        None if it is a board that is there by now. Raises TooMuchError if there is no room.
        """
        kind = self.kinds[name]
        row = self.find(key)
        if row is None or row.state not in (TaskState.RUNNING, TaskState.DONE):
            row = self._begin(kind, visitor, key) or self.find(key)
        if row and has_request_context():
            self.wait(row, kind.patience(key))
        return row

    def _begin(self, kind: TaskKind, visitor: Visitor, key: str) -> StoredTask | None:
        now = time.time()
        room = partial(kind.limit.check, visitor)
        row = self.rows.begin(visitor, kind.name, key, (now, now + kind.longest), room)
        if row:
            task = self._tasks[row.key, row.run] = kind.begin(row.visitor)
            threading.Thread(target=self._supervise, args=(row, task), daemon=True).start()
        return row

    def find(self, key: str) -> StoredTask | None:
        row = self.rows.find(key)
        return row and self._update(row)

    def load(self, task_id: str) -> StoredTask | None:
        row = self.rows.load(task_id)
        return row and self._update(row)

    def _update(self, row: StoredTask) -> StoredTask:
        """Return a row as it is by now; a task has failed if its server is silent.

        This server knows its own tasks, however long ago they last reported.
        """
        if task := self._tasks.get((row.key, row.run)):
            done, pieces = task.progress
            return replace(row, done=done, pieces=pieces)
        if row.state is TaskState.RUNNING and not row.is_under_way(time.time()):
            return replace(row, state=TaskState.FAILED, summary=STOPPED)
        return row

    def wait(self, row: StoredTask, seconds: float) -> None:
        """Wait a moment for a task, so that what is done quickly is shown at once."""
        if task := self._tasks.get((row.key, row.run)):
            task.wait(seconds)
            return
        until = time.monotonic() + seconds
        with place_to_wait() as is_free:
            while is_free and time.monotonic() < until and self.rows.is_wanted(row):
                time.sleep(POLL)

    def cancel(self, row: StoredTask) -> None:
        """End a task, whichever server it is of; do nothing if it is over."""
        self.rows.end(row, TaskState.CANCELLED, "")
        if task := self._tasks.get((row.key, row.run)):
            task.cancel()

    def close(self) -> None:
        self._closing.set()
        Preparation.is_over = True  # a task that waits for the solver would outlast the server
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        for door in {kind.door for kind in self.kinds.values()}:
            if isinstance(door, Cluster):
                door.close()
        for task in tasks:
            task.over.wait()

    def _supervise(self, row: StoredTask, task: Task[Any]) -> None:
        """Have a task worked on, and store its result, or why it failed."""
        try:
            self._finish(row, task)
        except EndedError:
            pass
        except Exception:
            log.exception("it could not be noted how a task ended: %s", row.key)
        finally:
            del self._tasks[row.key, row.run]
            task.over.set()

    def _finish(self, row: StoredTask, task: Task[Any]) -> None:
        kind = self.kinds[row.kind]
        try:
            task.pieces = kind.pieces(row)
            result = kind.finish(row, self._work(row, task))
        except EndedError:
            raise
        except Exception as problem:
            self.rows.end(row, TaskState.FAILED, self._sentence(row, problem))
        else:
            if result.keep:
                self.rows.replace(row, result.keep)
            else:
                self.rows.end(row, TaskState.DONE, result.summary, result.text, len(task.pieces))

    def _sentence(self, row: StoredTask, problem: Exception) -> str:
        kind = self.kinds[row.kind]
        if self._closing.is_set():
            return STOPPED
        if isinstance(problem, (kind.refusal, FailedError, ClusterError)):
            return str(problem)
        if isinstance(problem, TimeoutError):
            return kind.late
        log.error("a task broke: %s", row.key, exc_info=problem)
        return BROKEN

    def _work(self, row: StoredTask, task: Task[Any]) -> list[Any]:
        if self.kinds[row.kind].quick(row.key):
            return [task.work(*piece) for piece in task.pieces]
        for _ in range(TRIES):
            try:
                self._gather(row, task)
            except (LostError, CancelledError):
                self._check(row, task)
            else:
                return [result for _, result in sorted(task.results.items())]
        raise FailedError(DIED)

    def _gather(self, row: StoredTask, task: Task[Any]) -> None:
        """Hand in the pieces without a result, and wait for theirs.

        Raises LostError if a process died that worked on one, and what :meth:`_check` raises.
        """
        numbers = iter([place for place in range(len(task.pieces)) if place not in task.results])
        try:
            while len(task.results) < len(task.pieces):
                for number in islice(numbers, AT_ONCE - len(task.handles)):
                    task.hand_in(number)
                wait(task.handles, LOOK, FIRST_COMPLETED)
                task.take_results()
                if task.handles:
                    self._check(row, task)
        finally:
            task.cancel()
            task.handles.clear()

    def _check(self, row: StoredTask, task: Task[Any]) -> None:
        """Report how far a task is. Raises EndedError if it was ended, TimeoutError if it is late.

        Raises FailedError if this server is being stopped.
        """
        progress = task.progress
        if self._closing.is_set():
            raise FailedError(STOPPED)
        if time.time() > row.ends:
            raise TimeoutError
        if progress == task.reported and time.monotonic() < task.heard + BEAT:
            is_wanted = self.rows.is_wanted(row)
        else:
            task.reported = progress
            task.heard = time.monotonic()
            is_wanted = self.rows.report(row, done=progress[0], pieces=progress[1])
        if not is_wanted:
            raise EndedError


def lasting_tasks() -> LastingTasks:
    tasks: LastingTasks = current_app.extensions["tasks"]
    return tasks
