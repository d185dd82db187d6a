"""Boards by request in the making: in a process of their own, with progress, a deadline and an end.

A small board takes hundredths of a second and seldom more than one. Any other may go to a cluster,
and has its turn by itself, so that no small board waits for it. What is made is kept under its
name; it is the same whoever makes it. A board that a deadline cut short is not the one of its name
and is not kept.

What is in the making stands in the database (``webapp.storage.tasks``): every server sees it,
waits for it instead of making it twice, and can end it. The server that makes a board looks after
it with a thread, which twice a second tells how far it is and hears whether it was ended.

Refused: threads of the server for small boards, which keep it from its pages; the jobs of the lab,
whose findings are stored as such, and whose processes may be busy for two minutes with one study.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final

from flask import current_app

from solver.hidoku.rules.grid import GridError
from webapp.hidoku.board_name import remade
from webapp.hidoku.boards.generation_task import LOST, Maker, Places, Run, Work, make
from webapp.hidoku.puzzles import daily_name, day_of, makable, request_of
from webapp.storage.boards import find_board
from webapp.storage.games import Store
from webapp.storage.records.dailies import day_seed, today
from webapp.storage.tasks import Making, MakingStore, TaskState
from webapp.work.limits import BOARDS_LIMIT, MAKING_SECONDS, THE_SERVER, Visitor
from webapp.work.place import ExecutorError

#: What is made within so many seconds is shown at once, without a page of progress.
AT_ONCE: Final = 0.3
#: A tiny board is waited for longer: if it is not there at once, the server is busy for a moment.
TINY, AT_ONCE_IF_TINY = 64, 2.0
#: Boards with at most so many cells are small.
SMALL = 100
#: A making is told of so often at least, seconds; see ``webapp.storage.tasks.SILENCE``.
BEAT: Final = 4.0
#: How often it is asked whether another server has made a board, seconds.
POLL: Final = 0.05

ENDED: Final = "The process making it stopped. Please try again."
SILENT: Final = "The server making it stopped. Please try again."
BROKEN: Final = "Something went wrong on our side while making it."

log = logging.getLogger(__name__)


def is_small(name: str) -> bool:
    """Say whether a board is made in hundredths of a second, as a rule."""
    return _cells(name) <= SMALL


def _cells(name: str) -> int:
    request, _ = request_of(name)
    return request.rows * request.columns


class Generations:
    """The boards in the making, and those of them that this server makes."""

    def __init__(
        self,
        places: Places,
        kept: MakingStore,
        work: Work = make,
        seconds: int = MAKING_SECONDS,
        key: str = "",
    ) -> None:
        self.seconds = seconds
        self._key = key  # with which the boards of days are drawn
        self._kept = kept
        self._maker = Maker(places, work, seconds)
        self._runs: dict[tuple[str, int], Run] = {}  # by board and run
        self._numbers = count()
        self._closing = threading.Event()

    def find(self, name: str) -> Making | None:
        """Return a board in the making, or one that came to nothing, as by its server's silence.

        This server knows its own, however long they have not come to tell of themselves.
        """
        found = self._kept.load(name)
        if found is None or found.state is not TaskState.RUNNING:
            return found
        if (name, found.run) in self._runs or found.is_under_way(time.time()):
            return found
        return replace(found, state=TaskState.FAILED, sentence=SILENT)

    def ask(self, visitor: Visitor, name: str) -> Making | None:
        """Return a board in the making, begun if need be; None if it is there by now.

        Raises what its limit does, and VersionError for a board that today's generator cannot make.
        """
        makable(name)
        known = self.find(name)
        if known and known.state is TaskState.RUNNING:
            return known
        room = partial(BOARDS_LIMIT.check, visitor)
        ends = time.time() + BOARDS_LIMIT.of_all * self.seconds  # others have theirs before it
        begun = self._kept.begin(visitor, name, ends, room, is_small=is_small(name))
        if begun is None:
            return self.find(name)
        self._start(begun)
        return begun

    def wait(self, making: Making) -> None:
        """Wait a moment for a board, so that one which is soon made is shown at once."""
        patience = AT_ONCE_IF_TINY if _cells(making.name) <= TINY else AT_ONCE
        run = self._runs.get((making.name, making.run))
        if run:
            run.over.wait(patience)
        elif making.state is TaskState.RUNNING:
            self._wait_for_another_server(making, time.monotonic() + patience)

    def cancel(self, making: Making) -> None:
        """End the making of a board, whichever server makes it; without effect if it is over."""
        self._kept.end(making, TaskState.CANCELLED)
        run = self._runs.get((making.name, making.run))
        if run:
            self._maker.end(run)

    def progress(self, making: Making) -> tuple[int, int]:
        """Return which path is tried, and of how many at most; zeros while it waits its turn."""
        run = self._runs.get((making.name, making.run))
        return self._maker.progress(run) if run else (making.done, making.most)

    def tells(self, making: Making) -> bool:
        """Say whether the progress of a making can be known: not on a cluster."""
        return self._maker.tells(making)

    def close(self) -> None:
        self._closing.set()
        runs = list(self._runs.values())
        for run in runs:
            self._maker.end(run)
        self._maker.close()
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
        """Have a board made, and keep it, or note why there is none."""
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
        """Have a board made and keep it; return why there is none, or nothing."""
        try:
            text = self._maker.made(run, partial(self._is_wanted, run))
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
        return SILENT if self._closing.is_set() else self._late()

    def _late(self) -> str:
        return f"We couldn’t make it in {self.seconds} seconds. Try a smaller or an easier board."

    def _is_wanted(self, run: Run) -> bool:
        """Tell how far a board is; say whether it is to go on."""
        making, progress = run.making, self._maker.progress(run)
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


# The daily board made on its day, so that it is there whichever generator comes later.


def make_daily(generations: Generations, store: Store) -> None:
    """Begin today's board if it is neither there nor being made, on any server.

    It may be refused as others are, and is then made when it is asked for next.
    """
    name = daily_name(today())
    if find_board(store, name) is None:
        generations.ask(THE_SERVER, name)
