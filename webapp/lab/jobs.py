"""Long work: a study of the lab in pieces on an executor, with progress, a deadline and a cancel.

A job is one study, whoever asks for it: its finding is stored in the database, and is there at once
when somebody asks again. A thread of the server supervises each run: it hands out the pieces,
records how many are done, and joins their findings in order. Short studies are done by that thread
itself. If a process dies that works on a piece, its run continues once with the pieces that are
left; a second death ends that run, and no other.

A server that is stopped marks its runs as ended (:meth:`Jobs.close`). One that dies can't: for
others its runs are over when they haven't been reported for a while, or at their end time, and can
be begun again. Cancelling is recorded in the database too, so that it reaches a run from whichever
server is asked; our own processes are killed in the middle of their pieces, and those of a cluster
are left to their deadline.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from functools import partial
from itertools import count
from typing import Final

from solver.deduction.trees.studies import (
    Finding,
    Found,
    Study,
    StudyError,
    StudyPart,
    check,
    format_study,
    is_quick,
    merge,
    parse_study,
    pieces,
    usual_study,
    work,
)
from solver.wording import counted
from webapp.lab.findings import format_finding, format_summary
from webapp.lab.job_task import work_on
from webapp.storage.tasks import JobStore, StoredJob, TaskState
from webapp.work.limits import JOBS_LIMIT, Visitor
from webapp.work.place import ExecutorError, Workplace

POLL_SECONDS: Final = 0.2  # seconds
#: Exact searches stop this long before the end, to report what they know, seconds.
MARGIN: Final = 2.0
#: How often a supervised run is reported, seconds; see ``webapp.storage.tasks.SILENCE``.
BEAT: Final = 4.0

#: What is raised if a run's executor is lost.
LOST: Final = (BrokenExecutor, CancelledError)

log = logging.getLogger(__name__)


class CancelledJobError(Exception):
    """The supervised run is no longer wanted."""


class JobError(Exception):
    """A run that failed; with a sentence for the player."""


class Jobs:
    def __init__(self, kept: JobStore, place: Workplace, seconds: int) -> None:
        self.kept = kept
        self.seconds = seconds
        self._place = place
        self._closing = threading.Event()
        self._threads: dict[tuple[str, int], threading.Thread] = {}  # by job and run
        self._numbers = count()

    def ask(self, visitor: Visitor, study: Study) -> StoredJob:
        """Return the job of a study, starting it if need be.

        Boards that differ only in the number of guesses share a job. Raises what its limit does,
        and what :func:`solver.deduction.trees.studies.check` raises.
        """
        study = usual_study(study)
        check(study)
        text = format_study(study)
        known = self.kept.of_study(text)
        if known and self.state(known) in (TaskState.RUNNING, TaskState.DONE):
            return known
        now = time.time()
        room = partial(JOBS_LIMIT.check, visitor)
        begun = self.kept.begin(visitor, text, now, now + self.seconds, room)
        if begun is not None:
            self._start(begun)
        return begun or self.ask(visitor, study)

    def cancel(self, job: StoredJob) -> None:
        self.kept.change(job, state=TaskState.CANCELLED.value)

    def state(self, job: StoredJob) -> TaskState:
        """Return the state of a job; a run has failed if its server has fallen silent.

        This server knows its own runs, however long ago they were last reported.
        """
        is_lost = (job.id, job.run) not in self._threads and not job.is_under_way(time.time())
        return TaskState.FAILED if job.state is TaskState.RUNNING and is_lost else job.state

    def wait(self, job: StoredJob, seconds: float) -> None:
        thread = self._threads.get((job.id, job.run))
        if thread:
            thread.join(seconds)

    def close(self) -> None:
        self._closing.set()
        self._place.close()
        for thread in list(self._threads.values()):
            thread.join()

    def _start(self, job: StoredJob) -> None:
        thread = threading.Thread(target=self._run, args=(job,), daemon=True)
        self._threads[job.id, job.run] = thread
        thread.start()

    def _run(self, job: StoredJob) -> None:
        try:
            self._finish(job, self._worked(job, parse_study(job.study)))
        except CancelledJobError:
            pass
        except (JobError, StudyError, ExecutorError) as problem:
            self._fail(job, str(problem))
        except TimeoutError:
            self._fail(job, f"It wasn’t finished within its {counted(self.seconds, 'second')}.")
        except Exception:
            log.exception("a job broke: %s", job.study)
            self._fail(job, "Something went wrong on our side while working on it.")
        finally:
            del self._threads[job.id, job.run]

    def _finish(self, job: StoredJob, finding: Finding) -> None:
        self.kept.change(
            job,
            state=TaskState.DONE.value,
            summary=format_summary(finding),
            finding=format_finding(finding),
        )

    def _fail(self, job: StoredJob, sentence: str) -> None:
        self.kept.change(job, state=TaskState.FAILED.value, summary=sentence)

    def _worked(self, job: StoredJob, study: Study) -> Finding:
        every = pieces(study)
        if is_quick(study):
            return merge(study, [work(piece, job.ends) for piece in every])
        found: dict[int, Found] = {}
        try:
            self._gather(job, every, found)
        except LOST:
            self._go_on(job, every, found)
        return merge(study, [found[number] for number in range(len(every))])

    def _go_on(self, job: StoredJob, every: Sequence[StudyPart], found: dict[int, Found]) -> None:
        try:
            self._gather(job, every, found)
        except LOST as error:
            raise JobError(
                "The process that worked on it died, and so did another that did nothing else. "
                "It may need more memory than there is."
            ) from error

    def _gather(self, job: StoredJob, every: Sequence[StudyPart], found: dict[int, Found]) -> None:
        """Hand out the pieces without a finding, and wait for theirs.

        Raises what is in LOST if a process died that worked on one, and what :meth:`_check` raises.
        """
        self._note(job, found, every)
        left = {number: piece for number, piece in enumerate(every) if number not in found}
        run, executor, waiting = next(self._numbers), self._place.executor(), set[Future[Found]]()
        try:
            futures = self._submitted(job, run, executor, left)
            waiting = set(futures)
            while waiting:
                done, waiting = wait(waiting, POLL_SECONDS, return_when=FIRST_COMPLETED)
                self._check(job)
                found.update({futures[future]: future.result() for future in done})
                if done:
                    self._note(job, found, every)
        except LOST:
            self._check(job)
            self._place.renew(executor)
            raise
        finally:
            self._place.end(run, waiting)

    def _submitted(
        self, job: StoredJob, run: int, executor: Executor, left: Mapping[int, StudyPart]
    ) -> dict[Future[Found], int]:
        task, until = self._place.task(run, job.ends - time.time(), work_on), job.ends - MARGIN
        try:
            return {executor.submit(task, piece, until): number for number, piece in left.items()}
        except BrokenExecutor:
            raise
        except RuntimeError as error:  # it was shut after we got it
            self._check(job)
            raise BrokenExecutor("The executor was shut.") from error

    def _note(self, job: StoredJob, found: dict[int, Found], every: Sequence[StudyPart]) -> None:
        if not self.kept.change(job, done=len(found), pieces=len(every)):
            raise CancelledJobError

    def _check(self, job: StoredJob) -> None:
        """Raise CancelledJobError if the run was ended, TimeoutError if it is late.

        Raises JobError if this server is being stopped; otherwise reports that the run goes on.
        """
        if self._closing.is_set():
            raise JobError("The server stopped while working on it.")
        if time.time() > job.ends:
            raise TimeoutError
        now = self.kept.load(job.id)
        if now is None or now.run != job.run or now.state is not TaskState.RUNNING:
            raise CancelledJobError
        if now.changed.timestamp() < time.time() - BEAT:
            self.kept.change(job)
