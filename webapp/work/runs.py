"""Tasks that may last minutes: with a row, pieces, progress, a deadline and a cancel.

The database says what is under way (``webapp.storage.tasks``): every server sees it, waits for it
instead of beginning it twice, and can end it. The server that begins a run has a thread for it,
which hands the pieces to an executor, reports twice a second how far they are, checks whether the
run was ended, and stores the result. If a process dies that works on a piece, the run continues
once with the pieces that aren't done; a second death ends that run, and no other.

A server that is stopped marks its runs (:meth:`LastingTasks.close`), and whoever asks for one soon
after has it begun again: so it is for all that were begun while the solver was compiled. One that
dies can't: then they are over without a report for a while, or at their end time. A run that is
ended takes its processes with it; those of a cluster are left to their deadline.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final

from flask import current_app, has_request_context

from webapp.storage.tasks import STOPPED, StoredTask, TaskState, TaskStore, Visitor
from webapp.work.cluster import Cluster, ClusterError
from webapp.work.executor import Executor, Handle, LostError
from webapp.work.limits import THE_SERVER, Lane, Limit, Order, TooMuchError
from webapp.work.tasks import Preparation, place_to_wait

#: How long a request waits for a task that has a page of its progress, seconds.
BRIEF: Final = 0.5
#: Work seldom checks the clock in places; its process is killed this long after its deadline,
#: seconds.
LEEWAY: Final = 30.0
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
BROKEN: Final = "Something went wrong on our side while working on it."

log = logging.getLogger(__name__)


class EndedError(Exception):
    """The run is no longer wanted."""


class FailedError(Exception):
    """The run failed; the message is for the player."""


class TaskKind(ABC):
    """A kind of task with a row, which may take so many ``seconds``.

    ``work``, a module's function, is done with the arguments of each piece; both are pickled. It
    and :meth:`finish` may raise ``refusal``, whose message is for the player.
    """

    name: ClassVar[str]
    lane: ClassVar[Lane]
    limit: ClassVar[Limit]
    refusal: ClassVar[type[Exception]]

    def __init__(self, executor: Executor, seconds: int, work: Callable[..., Any]) -> None:
        self.executor = executor
        self.seconds = seconds
        self.work = work

    @abstractmethod
    def pieces(self, row: StoredTask) -> Sequence[tuple[Any, ...]]:
        """Return the arguments of each piece of a task."""

    @abstractmethod
    def finish(self, rows: TaskStore, row: StoredTask, results: Sequence[Any]) -> None:
        """Store what all pieces returned, in order."""

    @abstractmethod
    def late(self) -> str:
        """Return what is said of a task that took too long."""

    @property
    def tells(self) -> bool:
        """Whether its work can say how far it is while it goes on."""
        return not isinstance(self.executor, Cluster)


class Run:
    """A task that this process has begun: its pieces at the executor, their results, its end."""

    def __init__(self, kind: TaskKind, rows: TaskStore, row: StoredTask) -> None:
        self.kind = kind
        self.rows = rows
        self.row = row
        self.over = threading.Event()
        self.is_stopped = False  # with its server
        self._pieces: Sequence[tuple[Any, ...]] = ()
        self._results: dict[int, Any] = {}
        #: The pieces that were handed in and aren't done, with their numbers.
        self._handles: dict[Handle[Any], int] = {}
        self._reported = (0, 0)  # the progress that others know, and when it was last reported
        self._heard = time.monotonic()

    @property
    def progress(self) -> tuple[int, int]:
        """How far it is, and of how much: by what a piece says itself, or in pieces."""
        news = next((handle.news for handle in tuple(self._handles) if handle.news), None)
        return news or (len(self._results), len(self._pieces))

    def cancel(self) -> None:
        """Stop the pieces at the executor; the thread that supervises it sees that they end."""
        for handle in tuple(self._handles):
            handle.cancel()

    def supervise(self) -> None:
        """Have it worked on, and store its result, or why it failed."""
        try:
            self._pieces = self.kind.pieces(self.row)
            self.kind.finish(self.rows, self.row, self._work())
        except EndedError:
            pass
        except Exception as problem:
            state = TaskState.RUNNING if self.is_stopped else TaskState.FAILED
            self.rows.end(self.row, state, self._sentence(problem))

    def _sentence(self, problem: Exception) -> str:
        if self.is_stopped:
            return STOPPED
        if isinstance(problem, (self.kind.refusal, FailedError, ClusterError)):
            return str(problem)
        if isinstance(problem, TimeoutError):
            return self.kind.late()
        log.error("a task broke: %s", self.row.key, exc_info=problem)
        return BROKEN

    def _work(self) -> list[Any]:
        for _ in range(TRIES):
            try:
                self._gather()
            except (LostError, CancelledError):
                self._check()
            else:
                return [result for _, result in sorted(self._results.items())]
        raise FailedError(DIED)

    def _gather(self) -> None:
        """Hand in the pieces without a result, and wait for theirs.

        Raises LostError if a process died that worked on one, and what :meth:`_check` raises.
        """
        owner = self.row.visitor if self.kind.lane.queue else THE_SERVER  # else there are no turns
        order = Order(self.kind.lane, owner, self.kind.seconds + LEEWAY)
        places = iter([place for place in range(len(self._pieces)) if place not in self._results])
        try:
            while len(self._results) < len(self._pieces):
                for number in islice(places, AT_ONCE - len(self._handles)):
                    handle = self.kind.executor.begin(order, self.kind.work, *self._pieces[number])
                    self._handles[handle] = number
                wait(self._handles, LOOK, FIRST_COMPLETED)
                for handle in [handle for handle in self._handles if handle.done()]:
                    self._results[self._handles.pop(handle)] = handle.result()
                if self._handles:
                    self._check()
        finally:
            self.cancel()
            self._handles.clear()

    def _check(self) -> None:
        """Report how far it is. Raises EndedError if it was ended, TimeoutError if it is late.

        Raises FailedError if this server is being stopped.
        """
        if self.is_stopped:
            raise FailedError(STOPPED)
        if time.time() > self.row.ends:
            raise TimeoutError
        progress = self.progress
        if progress == self._reported and time.monotonic() < self._heard + BEAT:
            is_wanted = self.rows.is_wanted(self.row)
        else:
            self._reported = progress
            self._heard = time.monotonic()
            is_wanted = self.rows.report(self.row, *progress)
        if not is_wanted:
            raise EndedError


class LastingTasks:
    """The rows of tasks under way on any server, with the runs of this one."""

    def __init__(self, rows: TaskStore, kinds: Iterable[TaskKind]) -> None:
        self.rows = rows
        self.kinds = {kind.name: kind for kind in kinds}
        self._runs: dict[tuple[str, int], Run] = {}  # by key and number
        self._is_closed = False

    def ask(self, name: str, visitor: Visitor, key: str) -> StoredTask | None:
        """Return the row of a task of this kind, starting it if need be; wait a moment for it.

        None if it is a board that is there by now. Raises TooMuchError if there is no room.
        """
        row = self.find(key)
        if row is None or row.state not in (TaskState.RUNNING, TaskState.DONE):
            row = self._begin(self.kinds[name], visitor, key) or self.find(key)
        if row and has_request_context():
            self.wait(row, BRIEF)
        return row

    def _begin(self, kind: TaskKind, visitor: Visitor, key: str) -> StoredTask | None:
        now = time.time()
        end = now + kind.seconds * max(1, kind.lane.queue)  # others may come first
        room = partial(kind.limit.check, visitor)
        row = self.rows.begin(visitor, kind.name, key, (now, end), room)
        if row:
            run = self._runs[row.key, row.run] = Run(kind, self.rows, row)
            threading.Thread(target=self._supervise, args=(run,), daemon=True).start()
        return row

    def _supervise(self, run: Run) -> None:
        try:
            run.supervise()
        except Exception:
            log.exception("it could not be noted how a task ended: %s", run.row.key)
        finally:
            del self._runs[run.row.key, run.row.run]
            run.over.set()

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
        if run := self._runs.get((row.key, row.run)):
            pieces_done, pieces = run.progress
            return replace(row, done=pieces_done, pieces=pieces)
        if row.state is TaskState.RUNNING and not row.is_under_way:
            return replace(row, state=TaskState.FAILED, summary=STOPPED)
        if row.state is TaskState.RUNNING and row.summary == STOPPED and not self._is_closed:
            with suppress(TooMuchError):
                return self._begin(self.kinds[row.kind], row.visitor, row.key) or row
        return row

    def wait(self, row: StoredTask, seconds: float) -> None:
        """Wait a moment for a task, so that what is done quickly is shown at once."""
        run = self._runs.get((row.key, row.run))
        until = time.monotonic() + seconds
        with place_to_wait() as is_free:
            if is_free and run:
                run.over.wait(seconds)
            while is_free and not run and time.monotonic() < until and self.rows.is_wanted(row):
                time.sleep(POLL)

    def cancel(self, row: StoredTask) -> None:
        """End a task, whichever server it is of; do nothing if it is over."""
        self.rows.end(row, TaskState.CANCELLED)
        if run := self._runs.get((row.key, row.run)):
            run.cancel()

    def close(self) -> None:
        Preparation.is_over = True  # a task that waits for the solver would outlast the server
        self._is_closed = True
        runs = list(self._runs.values())
        for run in runs:
            run.is_stopped = True
            run.cancel()
        for executor in {kind.executor for kind in self.kinds.values()}:
            if isinstance(executor, Cluster):
                executor.close()
        for run in runs:
            run.over.wait()


def lasting_tasks() -> LastingTasks:
    tasks: LastingTasks = current_app.extensions["tasks"]
    return tasks
