"""The making of a board: the work itself, and where it is done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from time import monotonic
from typing import Final, NamedTuple

from solver.hidoku.generate.generate import PROOF, BoardRequest, generate
from solver.hidoku.search.staged_search import Budget
from webapp.hidoku.board_text import format_made
from webapp.storage.tasks import Making
from webapp.work.door import is_ended, tell
from webapp.work.place import ExecutorError, Workplace

#: How often the thread that waits for a board checks on it, seconds.
POLL_SECONDS: Final = 0.5
#: A process that makes a board seldom checks the clock in places; it is killed this long after its
#: deadline, seconds.
LEEWAY: Final = 30.0

#: What is raised if the process or the cluster is lost.
LOST: Final = (BrokenExecutor, CancelledError)


@dataclass(frozen=True)
class Stoppable(Budget):
    """A budget that is also over when nobody waits any more."""

    is_ended: Callable[[], bool] = lambda: False

    @property
    def is_over(self) -> bool:
        return super().is_over or self.is_ended()


Work = Callable[[BoardRequest, int, float], str | None]


def make(request: BoardRequest, seed: int, seconds: float) -> str | None:
    """Return the text of a board to store; None if it wasn't made in time, or was ended.

    It reports which path is being tried, and of how many at most. Raises GridError if there can't
    be such a board.
    """
    budget = Stoppable(PROOF.nodes, monotonic() + seconds, is_ended)
    made = generate(request, seed, budget, lambda path, most: tell((path, most)))
    return None if budget.is_over else format_made(made)


class Run:
    """A making that this server supervises: what is made, and its last report."""

    def __init__(self, making: Making, request: BoardRequest, seed: int, number: int) -> None:
        self.making, self.number = making, number
        self.what = request, seed
        self.over = threading.Event()
        self.is_ended = False
        self.future: Future[str | None] | None = None
        self.noted, self.heard = (0, 0), monotonic()


class Places(NamedTuple):
    """Where small boards are made, and where large ones, so that neither wait for the other."""

    small: Workplace
    large: Workplace

    def of(self, making: Making) -> Workplace:
        return self.small if making.is_small else self.large


class Maker:
    """Has boards made in the place for their size."""

    def __init__(self, places: Places, work: Work, seconds: int) -> None:
        self._places = places
        self._work, self._seconds = work, seconds

    def made(self, run: Run, look: Callable[[], bool]) -> str | None:
        """Return the text of a board to store; None if it is late or no longer wanted.

        While it is made, ``look`` says now and then whether it is still wanted. Raises
        ExecutorError, LOST, and what the work raises.
        """
        place = self._places.of(run.making)
        executor = place.executor()
        try:
            run.future = self._begun(run, place, executor)
            while not wait([run.future], POLL_SECONDS).done:
                if not look():
                    return None
            return run.future.result()
        except LOST:
            if not run.is_ended:  # otherwise it was taken back, not lost
                place.renew(executor)
            raise
        finally:
            self.end(run)

    def _begun(self, run: Run, place: Workplace, executor: Executor) -> Future[str | None]:
        try:
            task = place.task(run.number, self._seconds + LEEWAY, self._work)
            return executor.submit(task, *run.what, self._seconds)
        except RuntimeError as error:  # the server is being stopped, or the cluster was left
            raise ExecutorError("We couldn’t start making it. Please try again.") from error

    def progress(self, run: Run) -> tuple[int, int]:
        return self._places.of(run.making).progress(run.number)

    def tells(self, making: Making) -> bool:
        return self._places.of(making).tells

    def end(self, run: Run) -> None:
        run.is_ended = True
        self._places.of(run.making).end(run.number, [run.future] if run.future else [])

    def close(self) -> None:
        for place in self._places:
            place.close()
