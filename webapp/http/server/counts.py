"""Counts of a server's processes: each writes a file of its own, and any adds up all of them.

The files of processes that have ended stay as long as the server, so no count goes down. Rejected:
``prometheus_client``, whose files by process are the same, takes 8 to 10 ms of each start, and
reads their folder from the environment when it's imported.
"""

from __future__ import annotations

import os
from array import array
from mmap import mmap
from pathlib import Path
from threading import Lock
from typing import Final

MOVES: Final = 0  # the place of the moves; those of answers are their statuses
PLACES: Final = 600


class ServerCounts:
    """The counts of this process, with those of all processes that use the same folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        with (folder / f"{os.getpid()}.counts").open("a+b") as file:
            file.truncate(8 * PLACES)
            self._own = memoryview(mmap(file.fileno(), 8 * PLACES)).cast("Q")

    def add(self, place: int) -> None:
        with self._lock:
            self._own[place] += 1

    def totals(self) -> list[int]:
        counts = [array("Q", file.read_bytes()) for file in self._folder.glob("*.counts")]
        return [sum(places) for places in zip(*counts, strict=True)]
