"""Boards by wish in the making: in a process of their own, with progress, a deadline and an end.

A small board is made by a thread of the server, which takes hundredths of a second and seldom more
than one. Any other is handed to a process, so that it does not keep the server from its pages, nor
a small board from its turn. What is made is kept under its name; it is the same whoever makes it,
so each server only knows what it makes itself, and nothing of that is stored. A board that a
deadline cut short is not the one of its name and is not kept.

Refused: the jobs of the lab, whose findings are stored as such, and whose processes may be busy for
two minutes with one study.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
)
from dataclasses import replace
from functools import partial
from itertools import count
from time import monotonic
from typing import Final

from flask import current_app

from solver.hidoku.grid import GridError
from webapp.executors import ExecutorError, OwnProcesses
from webapp.limits import Limit
from webapp.making_work import Making, MakingState, Thread, Work, make
from webapp.puzzles import wish_of

#: For small boards and for the others, each by themselves.
LIMIT: Final = Limit("boards in the making", of_a_player=2, of_all=6)
SECONDS: Final = 120  # the hardest boards of 900 cells are not made by then, all others are
#: What is made within so many seconds is shown at once, without a page of progress.
AT_ONCE: Final = 0.3
#: A tiny board is waited for longer: if it is not there at once, the server is busy for a moment.
TINY, AT_ONCE_IF_TINY = 64, 2.0
#: Boards with at most so many cells are made by threads, two at a time.
SMALL, THREADS = 100, 2
#: How many are remembered that came to nothing.
MOST_REMEMBERED: Final = 100

log = logging.getLogger(__name__)


def is_small(name: str) -> bool:
    """Say whether a board is made by a thread."""
    wish, _ = wish_of(name)
    return wish.rows * wish.columns <= SMALL


class Generations:
    """The boards that this server makes."""

    def __init__(
        self,
        place: OwnProcesses,
        keep: Callable[[str, str], None],
        work: Work = make,
        seconds: int = SECONDS,
    ) -> None:
        self.seconds = seconds
        self._place, self._keep, self._work = place, keep, work
        self._threads = ThreadPoolExecutor(THREADS, "making")
        self._lines: dict[int, Thread] = {}
        self._lock = threading.Lock()
        self._known: dict[str, Making] = {}
        self._futures: dict[int, Future[str | None]] = {}
        self._numbers = count()

    def find(self, name: str) -> Making | None:
        """Return a board in the making, or one that came to nothing."""
        return self._known.get(name)

    def ask(self, player: str, name: str) -> Making:
        """Return a board in the making, begun if need be. Raises TooManyError."""
        with self._lock:
            known = self._known.get(name)
            if known and known.state is MakingState.RUNNING:
                return known
            self._check_room(player, name)
            making = Making(name, player, next(self._numbers), monotonic())
            self._remember(making)
        self._begin(making)
        return making

    def wait(self, making: Making) -> None:
        """Wait a moment for a board, so that one which is soon made is shown at once."""
        wish, _ = wish_of(making.name)
        is_tiny = wish.rows * wish.columns <= TINY
        making.over.wait(AT_ONCE_IF_TINY if is_tiny else AT_ONCE)

    def cancel(self, making: Making) -> None:
        """End the making of a board; without effect if it is over."""
        self._settle(making, MakingState.CANCELLED)
        thread, future = self._lines.get(making.run), self._futures.get(making.run)
        if thread and future:
            thread.ended.set()
            future.cancel()
        else:
            self._place.end(making.run)

    def told(self, making: Making) -> tuple[int, int]:
        """Return which path is tried, and of how many at most; zeros while it waits its turn."""
        thread = self._lines.get(making.run)
        return thread.told if thread else self._place.told(making.run)

    def close(self) -> None:
        """End every making."""
        for thread in list(self._lines.values()):
            thread.ended.set()
        self._threads.shutdown(cancel_futures=True)
        self._place.close()

    def _check_room(self, player: str, name: str) -> None:
        players = [
            one.player
            for one in self._known.values()
            if one.state is MakingState.RUNNING and is_small(one.name) is is_small(name)
        ]
        LIMIT.check(player, players)

    def _remember(self, making: Making) -> None:
        """Note how a board stands, as the newest; the oldest that came to nothing are forgotten."""
        self._known.pop(making.name, None)
        if making.state is not MakingState.DONE:
            self._known[making.name] = making
        idle = [one for one in self._known.values() if one.state is not MakingState.RUNNING]
        for one in idle[: max(0, len(idle) - MOST_REMEMBERED)]:
            del self._known[one.name]

    def _begin(self, making: Making) -> None:
        try:
            future = self._submitted(making)
        except (ExecutorError, RuntimeError):  # the server is being stopped, or a pool broke twice
            self._settle(making, MakingState.FAILED, "It could not be begun. Please try again.")
            return
        self._futures[making.run] = future
        future.add_done_callback(partial(self._ended, making))

    def _submitted(self, making: Making) -> Future[str | None]:
        """Hand a board to a thread or to the pool; to another pool if a process of this died."""
        what = *wish_of(making.name), self.seconds
        if is_small(making.name):
            line = self._lines[making.run] = Thread()
            return self._threads.submit(self._work, line, *what)
        pool: Executor = self._place.executor()
        task = partial(self._work, self._place.line(making.run), *what)
        try:
            return pool.submit(task)
        except BrokenExecutor:
            self._place.renew(pool)
            return self._place.executor().submit(task)

    def _ended(self, making: Making, future: Future[str | None]) -> None:
        """Keep what was made, or note why nothing was."""
        self._futures.pop(making.run, None)
        self._lines.pop(making.run, None)
        state, sentence = MakingState.FAILED, "Something broke on our side while it was made."
        try:
            state, sentence = self._kept(making, future.result())
        except GridError as problem:
            sentence = str(problem)
        except (BrokenExecutor, CancelledError):
            sentence = "The process that made it was ended. Please try again."
        except Exception:
            log.exception("a board broke: %s", making.name)
        self._settle(making, state, sentence)

    def _kept(self, making: Making, text: str | None) -> tuple[MakingState, str]:
        if text is None:
            return MakingState.FAILED, (
                f"It was not made in {self.seconds} seconds. "
                "A smaller board, or one that is not an expert’s, takes less."
            )
        self._keep(making.name, text)
        return MakingState.DONE, ""

    def _settle(self, making: Making, state: MakingState, sentence: str = "") -> None:
        """Note how a running board ended."""
        with self._lock:
            now = self._known.get(making.name)
            if now and now.run == making.run and now.state is MakingState.RUNNING:
                self._remember(replace(making, state=state, sentence=sentence))
        making.over.set()


def generations() -> Generations:
    """Return the boards that the running application makes."""
    found: Generations = current_app.extensions["generations"]
    return found
