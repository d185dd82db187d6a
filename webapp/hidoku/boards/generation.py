"""Boards being made on request, each in its own process, with progress, a deadline and a cancel.

A small board takes hundredths of a second, seldom more than one. Larger ones may go to a cluster,
and queue separately, so that no small board waits for them. What is made is stored under its name,
and is the same whoever makes it. A board cut short by a deadline isn't the one of that name, and
isn't stored.

The database says what is being made (``webapp.storage.tasks``): every server sees it, waits for it
instead of making it twice, and can end it. The server that makes a board has a thread for it, which
twice a second reports how far it is and checks whether it was ended.

Refused: threads of the server for small boards, which keep it from its pages; the jobs of the lab,
whose findings are stored as such, and whose processes may be busy for two minutes with one study.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from flask import current_app

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.rules.grid import GridError
from webapp.hidoku.board_name import remade
from webapp.hidoku.boards.generation_task import Work, make
from webapp.hidoku.puzzles import daily_name, day_of, makable, request_of
from webapp.storage.boards import find_board
from webapp.storage.games import Store
from webapp.storage.records.dailies import day_seed, today
from webapp.storage.tasks import Making, MakingStore, TaskState
from webapp.work.limits import BOARDS_LIMIT, MAKING_SECONDS, QUEUE, THE_SERVER, Visitor
from webapp.work.place import ExecutorError, Workplace

#: What is made within this time is shown at once, without a page of progress, seconds.
AT_ONCE: Final = 0.3
#: We wait longer for a tiny board: if it isn't there at once, the server is busy for a moment.
TINY, AT_ONCE_IF_TINY = 64, 2.0
#: Boards with at most this many cells are small.
SMALL = 100
#: How long a run may go without a report, seconds; see ``webapp.storage.tasks.SILENCE``.
BEAT: Final = 4.0
#: How often to check whether another server has made a board, seconds.
POLL: Final = 0.05
#: How often the thread that waits for a board of this server checks on it, seconds.
LOOK: Final = 0.5
#: A process that makes a board seldom checks the clock in places; it is killed this long after its
#: deadline, seconds.
LEEWAY: Final = 30.0

#: What is raised if the process or the cluster is lost.
LOST: Final = (BrokenExecutor, CancelledError)

ENDED: Final = "The process making it stopped. Please try again."
SILENT: Final = "The server making it stopped. Please try again."
BROKEN: Final = "Something went wrong on our side while making it."

log = logging.getLogger(__name__)


def is_small(name: str) -> bool:
    """Say whether a board usually takes only hundredths of a second."""
    return _cells(name) <= SMALL


def _cells(name: str) -> int:
    request, _ = request_of(name)
    return request.rows * request.columns


class Run:
    """A making that this server supervises: what is made, and its last report."""

    def __init__(self, making: Making, request: BoardRequest, seed: int, number: int) -> None:
        self.making, self.number = making, number
        self.what = request, seed
        self.over = threading.Event()
        self.is_ended = False
        self.future: Future[str | None] | None = None
        self.noted, self.heard = (0, 0), time.monotonic()


class Places(NamedTuple):
    """Where small boards are made, and where large ones, so that neither wait for the other."""

    small: Workplace
    large: Workplace

    def of(self, making: Making) -> Workplace:
        return self.small if making.is_small else self.large


class Generations:
    """The boards being made, on any server, with the runs of this one."""

    def __init__(
        self,
        places: Places,
        kept: MakingStore,
        work: Work = make,
        seconds: int = MAKING_SECONDS,
        key: str = "",
    ) -> None:
        self.seconds = seconds
        self._key = key  # the daily boards are drawn with it
        self._kept = kept
        self._places, self._work = places, work
        self._runs: dict[tuple[str, int], Run] = {}  # by board and run
        self._numbers = count()
        self._closing = threading.Event()

    def find(self, name: str) -> Making | None:
        """Return a board being made or one whose making failed, perhaps because its server is
        silent.

        This server knows its own runs, however long ago they last reported.
        """
        found = self._kept.load(name)
        if found is None or found.state is not TaskState.RUNNING:
            return found
        if (name, found.run) in self._runs or found.is_under_way(time.time()):
            return found
        return replace(found, state=TaskState.FAILED, sentence=SILENT)

    def ask(self, visitor: Visitor, name: str) -> Making | None:
        """Return a board being made, starting it if need be; None if it is there by now.

        Raises what its limit does, and VersionError for a board that today's generator can't make.
        """
        makable(name)
        known = self.find(name)
        if known and known.state is TaskState.RUNNING:
            return known
        room = partial(BOARDS_LIMIT.check, visitor)
        ends = time.time() + QUEUE * self.seconds  # others may come first
        begun = self._kept.begin(visitor, name, ends, room, is_small=is_small(name))
        if begun is None:
            return self.find(name)
        self._start(begun)
        return begun

    def wait(self, making: Making) -> None:
        """Wait a moment for a board, so that one made quickly is shown at once."""
        patience = AT_ONCE_IF_TINY if _cells(making.name) <= TINY else AT_ONCE
        run = self._runs.get((making.name, making.run))
        if run:
            run.over.wait(patience)
        elif making.state is TaskState.RUNNING:
            self._wait_for_another_server(making, time.monotonic() + patience)

    def cancel(self, making: Making) -> None:
        """End the making of a board, whichever server makes it; do nothing if it is over."""
        self._kept.end(making, TaskState.CANCELLED)
        run = self._runs.get((making.name, making.run))
        if run:
            self._end(run)

    def progress(self, making: Making) -> tuple[int, int]:
        """Return which path is being tried, of how many at most; zeros while it waits its turn."""
        run = self._runs.get((making.name, making.run))
        return self._progress(run) if run else (making.done, making.most)

    def tells(self, making: Making) -> bool:
        return self._places.of(making).tells

    def close(self) -> None:
        self._closing.set()
        runs = list(self._runs.values())
        for run in runs:
            self._end(run)
        for place in self._places:
            place.close()
        for run in runs:
            run.over.wait()

    def _wait_for_another_server(self, making: Making, until: float) -> None:
        while time.monotonic() < until:
            now = self.find(making.name)
            if now is None or now.run != making.run or now.state is not TaskState.RUNNING:
                return
            time.sleep(POLL)

    def _start(self, making: Making) -> None:
        request, seed = makable(making.name)
        if day := day_of(making.name):
            seed = day_seed(self._key, "path", day)
        run = Run(making, request, seed, next(self._numbers))
        self._runs[making.name, making.run] = run
        threading.Thread(target=self._look_after, args=(run,), daemon=True).start()

    def _look_after(self, run: Run) -> None:
        """Have a board made and stored, or record why it failed."""
        try:
            sentence = self._problem(run)
            if sentence:
                self._kept.end(run.making, TaskState.FAILED, sentence)
        except Exception:
            log.exception("it could not be noted how a board ended: %s", run.making.name)
        finally:
            del self._runs[run.making.name, run.making.run]
            run.over.set()

    def _problem(self, run: Run) -> str:
        """Have a board made and stored; return why that failed, or ""."""
        try:
            text = self._made(run)
            if text is not None:
                self._kept.finish(run.making, text, remade())
                return ""
        except GridError as problem:
            return str(problem)
        except ExecutorError as problem:
            return SILENT if self._closing.is_set() else str(problem)
        except LOST:
            return SILENT if self._closing.is_set() else ENDED
        except Exception:
            log.exception("a board broke: %s", run.making.name)
            return BROKEN
        late = f"We couldn’t make it in {self.seconds} seconds. Try a smaller or an easier board."
        return SILENT if self._closing.is_set() else late

    def _made(self, run: Run) -> str | None:
        """Return the text of a board to store; None if it is late or no longer wanted.

        Raises ExecutorError, LOST, and what the work raises.
        """
        place = self._places.of(run.making)
        executor = place.executor()
        try:
            run.future = self._begun(run, place, executor)
            while not wait([run.future], LOOK).done:
                if not self._is_wanted(run):
                    return None
            return run.future.result()
        except LOST:
            if not run.is_ended:  # otherwise it was taken back, not lost
                place.renew(executor)
            raise
        finally:
            self._end(run)

    def _begun(self, run: Run, place: Workplace, executor: Executor) -> Future[str | None]:
        try:
            seconds = self.seconds + LEEWAY
            task = place.task(run.number, seconds, self._work, run.making.visitor)
            return executor.submit(task, *run.what, self.seconds)
        except RuntimeError as error:  # the server is being stopped, or the cluster was left
            raise ExecutorError("We couldn’t start making it. Please try again.") from error

    def _progress(self, run: Run) -> tuple[int, int]:
        return self._places.of(run.making).progress(run.number)

    def _end(self, run: Run) -> None:
        run.is_ended = True
        self._places.of(run.making).end(run.number, [run.future] if run.future else [])

    def _is_wanted(self, run: Run) -> bool:
        """Report how far a board is; say whether to continue."""
        making, progress = run.making, self._progress(run)
        if self._closing.is_set() or time.time() > making.ends:
            return False
        if progress == run.noted and time.monotonic() < run.heard + BEAT:
            now = self._kept.load(making.name)
            return now is not None and (now.run, now.state) == (making.run, TaskState.RUNNING)
        run.noted, run.heard = progress, time.monotonic()
        return self._kept.tell(making, *progress)


def generations() -> Generations:
    found: Generations = current_app.extensions["generations"]
    return found


# The daily board, made on its day so that it is there whatever generator comes later.


def make_daily(generations: Generations, store: Store) -> None:
    """Start today's board unless it is there or being made, on any server.

    It may be refused like any other, and is then made when somebody next asks for it.
    """
    name = daily_name(today())
    if find_board(store, name) is None:
        generations.ask(THE_SERVER, name)
