"""The making of a board: the work itself, who does it, and the line to them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final, Protocol

from solver.hidoku.generate import PROOF, Wish, generate
from solver.hidoku.hunt import Budget
from webapp.boardtexts import format_made
from webapp.executors import ExecutorError, Workplace
from webapp.storage.makings import Making

THREADS: Final = 2  # that make small boards


@dataclass(frozen=True)
class Stoppable(Budget):
    """A budget that is over as well when nobody waits any more."""

    is_ended: Callable[[], bool] = lambda: False

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed, or nobody waits."""
        return super().is_over or self.is_ended()


class Line(Protocol):
    """What the work on a board hears and tells."""

    def is_ended(self) -> bool:
        """Say whether nobody waits for the board any more."""

    def tell(self, done: int, most: int) -> None:
        """Tell which path is tried, and of how many at most."""


Work = Callable[[Line, Wish, int, float], str | None]


class Thread:
    """The line to a thread of the server."""

    def __init__(self) -> None:
        self.told = (0, 0)
        self.ended = threading.Event()

    def is_ended(self) -> bool:
        """Say whether nobody waits for the board any more."""
        return self.ended.is_set()

    def tell(self, done: int, most: int) -> None:
        """Tell which path is tried, and of how many at most."""
        self.told = done, most


def make(line: Line, wish: Wish, seed: int, seconds: float) -> str | None:
    """Return the text to keep of a board; None if it was not made in time, or ended.

    Raises GridError where there can be no such board.
    """
    budget = Stoppable(PROOF.nodes, monotonic() + seconds, line.is_ended)
    made = generate(wish, seed, budget, line.tell)
    return None if budget.is_over else format_made(made)


class Run:
    """A making that this server looks after: what is made, and what was told of it last."""

    def __init__(self, making: Making, wish: Wish, seed: int, number: int) -> None:
        self.making, self.number = making, number
        self.what = wish, seed
        self.line = Thread()  # to its thread; of those elsewhere only whether they were ended
        self.over = threading.Event()
        self.future: Future[str | None] | None = None
        self.executor: Executor | None = None
        self.noted, self.heard = (0, 0), monotonic()


class Maker:
    """Has boards made: small ones by threads, the others where long work is done."""

    def __init__(self, place: Workplace, work: Work, seconds: int) -> None:
        self.place = place
        self._work, self._seconds = work, seconds
        self._threads = ThreadPoolExecutor(THREADS, "making")

    def begin(self, run: Run) -> Future[str | None]:
        """Hand out a board. Raises ExecutorError."""
        try:
            run.future = self._small(run) if run.making.is_small else self._large(run)
        except ExecutorError:
            raise
        except RuntimeError as error:  # the server is being stopped, or a pool broke twice
            raise ExecutorError("It could not be begun. Please try again.") from error
        return run.future

    def _small(self, run: Run) -> Future[str | None]:
        return self._threads.submit(self._work, run.line, *run.what, self._seconds)

    def _large(self, run: Run) -> Future[str | None]:
        """Hand a board to the place of work; to another pool if a process of this one died."""
        task = partial(self._work, self.place.line(run.number), *run.what, self._seconds)
        run.executor = self.place.executor()
        try:
            return run.executor.submit(task)
        except BrokenExecutor:
            self.place.renew(run.executor)
            run.executor = self.place.executor()
            return run.executor.submit(task)

    def told(self, run: Run) -> tuple[int, int]:
        """Return which path is tried, and of how many at most; zeros while it waits its turn."""
        return run.line.told if run.making.is_small else self.place.told(run.number)

    def end(self, run: Run) -> None:
        """Have the work on a board left off."""
        run.line.ended.set()
        waiting = [run.future] if run.future else []
        if not run.making.is_small:
            self.place.end(run.number, waiting)
        elif run.future:
            run.future.cancel()

    def renew(self, run: Run) -> None:
        """Let go of an executor that lost a board, unless the board was taken back from it."""
        if run.executor and not run.line.is_ended():
            self.place.renew(run.executor)

    def close(self) -> None:
        """End all work; that of threads ends when it is told to."""
        self._threads.shutdown(cancel_futures=True)
        self.place.close()
