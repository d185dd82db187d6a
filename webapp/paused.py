"""Counts of solutions that were paused, and go on when somebody asks for more."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from solver.hidoku.grid import Grid
from solver.hidoku.hunt import Budget
from solver.hidoku.search import Result, Search
from webapp.verdicts import load_search


class Count:
    """A count of the solutions of a board, which can go on; the first ``keep`` are kept."""

    def __init__(self, grid: Grid, keep: int) -> None:
        load_search()
        begun = time.monotonic()
        self._search = Search(grid, None, keep)
        self.took = time.monotonic() - begun

    def run(self, seconds: float) -> Result:
        """Count on until it has taken so many seconds in all."""
        begun = time.monotonic()
        result = self._search.run(Budget(deadline=begun + seconds - self.took))
        self.took += time.monotonic() - begun
        return result


class Paused:
    """The latest counts that are not at their end; each is taken out while it goes on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: OrderedDict[str, Count] = OrderedDict()
        self._lock = Lock()

    def take(self, name: str) -> Count | None:
        """Return the count of that name, which is its taker's alone; None if there is none."""
        with self._lock:
            return self._counts.pop(name, None)

    def put(self, name: str, count: Count) -> None:
        """Keep a count for later; the oldest of too many goes."""
        with self._lock:
            self._counts[name] = count
            while len(self._counts) > self._most:
                self._counts.popitem(last=False)
