"""A server from its start to its first page, warm and on an empty cache."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Figure
from tests.bench.visitor import served


def start_figures() -> Iterator[Figure]:
    """Yield how long first pages take, and what a server holds."""
    with served() as server:
        yield Figure("First page of a server, warm", server.seconds, "s", 2)
        yield Figure("Memory of all its processes then", server.megabytes("pss"), "MB", 300)
    with tempfile.TemporaryDirectory() as cache:
        yield from cold_figures(cache)


def cold_figures(cache: str) -> Iterator[Figure]:
    """Yield the first page on an empty cache, and what is held when all is compiled."""
    with served(NUMBA_CACHE_DIR=cache) as server:
        yield Figure("First page of a server, nothing compiled", server.seconds, "s", 4)
        begun = time.monotonic()
        while not list(Path(cache).rglob("compiled.mark")):
            time.sleep(0.2)
        yield Figure("Compiling behind it", time.monotonic() - begun, "s")
        time.sleep(60)  # its processes are replaced one by one
        yield Figure("Memory of all its processes then", server.megabytes("pss"), "MB", 300)
