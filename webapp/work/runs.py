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
from webapp.work.task_kinds import Run, TaskKind
from webapp.work.tasks import place_to_wait

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
    """The tasks under way on any server, with the runs of this one."""

    def __init__(self, rows: TaskStore, kinds: Iterable[TaskKind]) -> None:
        self.rows = rows
        self.kinds = {kind.name: kind for kind in kinds}
        self._runs: dict[tuple[str, int], Run] = {}  # by key and run
        self._closing = threading.Event()

    def ask(self, name: str, visitor: Visitor, key: str) -> StoredTask | None:
        """Return a task of the kind of this name, starting it if need be; wait a moment for it.

        None if it is a board that is there by now. Raises TooMuchError if there is no room.
        """
        kind, task = self.kinds[name], self.find(key)
        if task is None or task.state not in (TaskState.RUNNING, TaskState.DONE):
            task = self._begin(kind, visitor, key) or self.find(key)
        if task and has_request_context():
            self.wait(task, kind.patience(key))
        return task

    def _begin(self, kind: TaskKind, visitor: Visitor, key: str) -> StoredTask | None:
        now = time.time()
        room = partial(kind.limit.check, visitor)
        task = self.rows.begin(visitor, kind.name, key, (now, now + kind.longest), room)
        if task:
            run = self._runs[key, task.run] = Run(kind, task)
            threading.Thread(target=self._supervise, args=(run,), daemon=True).start()
        return task

    def find(self, key: str) -> StoredTask | None:
        task = self.rows.find(key)
        return task and self._update(task)

    def load(self, task_id: str) -> StoredTask | None:
        task = self.rows.load(task_id)
        return task and self._update(task)

    def _update(self, task: StoredTask) -> StoredTask:
        """Return a task as it is by now; a run has failed if its server is silent.

        This server knows its own runs, however long ago they last reported.
        """
        if run := self._runs.get((task.key, task.run)):
            done, pieces = run.progress
            return replace(task, done=done, pieces=pieces)
        if task.state is TaskState.RUNNING and not task.is_under_way(time.time()):
            return replace(task, state=TaskState.FAILED, summary=STOPPED)
        return task

    def wait(self, task: StoredTask, seconds: float) -> None:
        """Wait a moment for a task, so that what is done quickly is shown at once."""
        with place_to_wait() as is_free:
            if not is_free:
                return
            if run := self._runs.get((task.key, task.run)):
                run.over.wait(seconds)
                return
            until = time.monotonic() + seconds
            while time.monotonic() < until and self.rows.is_wanted(task):
                time.sleep(POLL)

    def cancel(self, task: StoredTask) -> None:
        """End a run, whichever server it is of; do nothing if it is over."""
        self.rows.end(task, TaskState.CANCELLED, "")
        if run := self._runs.get((task.key, task.run)):
            run.cancel()

    def close(self) -> None:
        self._closing.set()
        runs = list(self._runs.values())
        for run in runs:
            run.cancel()
        for door in {kind.door for kind in self.kinds.values()}:
            if isinstance(door, Cluster):
                door.close()
        for run in runs:
            run.over.wait()

    def _supervise(self, run: Run) -> None:
        """Have a run worked on, and store its result, or why it failed."""
        try:
            self._finish(run)
        except EndedError:
            pass
        except Exception:
            log.exception("it could not be noted how a task ended: %s", run.task.key)
        finally:
            del self._runs[run.task.key, run.task.run]
            run.over.set()

    def _finish(self, run: Run) -> None:
        task = run.task
        try:
            results = self._work(run)
            result = run.kind.finish(task, results)
        except EndedError:
            raise
        except Exception as problem:
            self.rows.end(task, TaskState.FAILED, self._sentence(run, problem))
        else:
            if result.keep:
                self.rows.replace(task, result.keep)
            else:
                self.rows.end(task, TaskState.DONE, result.summary, result.text, len(results))

    def _sentence(self, run: Run, problem: Exception) -> str:
        if self._closing.is_set():
            return STOPPED
        if isinstance(problem, (run.kind.refusal, FailedError, ClusterError)):
            return str(problem)
        if isinstance(problem, TimeoutError):
            return run.kind.late
        log.error("a task broke: %s", run.task.key, exc_info=problem)
        return BROKEN

    def _work(self, run: Run) -> list[Any]:
        run.pieces = run.kind.pieces(run.task)
        if run.kind.quick(run.task.key):
            return [run.kind.work(*piece) for piece in run.pieces]
        for _ in range(TRIES):
            try:
                self._gather(run)
            except (LostError, CancelledError):
                self._check(run)
            else:
                return [result for _, result in sorted(run.results.items())]
        raise FailedError(DIED)

    def _gather(self, run: Run) -> None:
        """Hand in the pieces without a result, and wait for theirs.

        Raises LostError if a process died that worked on one, and what :meth:`_check` raises.
        """
        numbers = iter([place for place in range(len(run.pieces)) if place not in run.results])
        try:
            while len(run.results) < len(run.pieces):
                for number in islice(numbers, AT_ONCE - len(run.handles)):
                    run.hand_in(number)
                wait(run.handles, LOOK, FIRST_COMPLETED)
                run.take_results()
                if run.handles:
                    self._check(run)
        finally:
            run.cancel()
            run.handles.clear()

    def _check(self, run: Run) -> None:
        """Report how far a run is. Raises EndedError if it was ended, TimeoutError if it is late.

        Raises FailedError if this server is being stopped.
        """
        task, progress = run.task, run.progress
        if self._closing.is_set():
            raise FailedError(STOPPED)
        if time.time() > task.ends:
            raise TimeoutError
        if progress == run.reported and time.monotonic() < run.heard + BEAT:
            is_wanted = self.rows.is_wanted(task)
        else:
            run.reported, run.heard = progress, time.monotonic()
            is_wanted = self.rows.report(task, done=progress[0], pieces=progress[1])
        if not is_wanted:
            raise EndedError


def lasting_tasks() -> LastingTasks:
    tasks: LastingTasks = current_app.extensions["tasks"]
    return tasks
