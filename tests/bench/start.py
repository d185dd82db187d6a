"""A server from its start to its first page, warm and on an empty cache."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import Figure
from tests.bench.visitor import Served, served
from tests.webapp.servers import RoundRobin


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
        start = time.monotonic()
        for name, seconds in seconds_to_hints(server):
            yield Figure(f"First hint of {name} then, processor time", seconds, "s", 20)
        while not list(Path(cache).rglob("compiled.mark")):
            time.sleep(0.2)
        yield Figure("Compiling behind it", time.monotonic() - start, "s")
        yield Figure("Processor time until all is compiled", server.processor_seconds, "s", 35)
        time.sleep(60)  # its processes are replaced one by one
        yield Figure("Memory of all its processes then", server.megabytes("pss"), "MB", 300)


def seconds_to_hints(server: Served) -> Iterator[tuple[str, float]]:
    """Ask for a hint of each game at once; yield how long the server has worked when each comes."""
    visitor = RoundRobin([f"http://127.0.0.1:{server.port}"])
    code = visitor.post("/mastermind/breaker/games", game="classic").location
    visitor.post(f"{code}/guesses", version=1, code="1122")
    visitor.post(f"{code}/hints", version=2, tier=3)
    board = visitor.post("/hidoku/play/games", board="findling").location
    visitor.post(f"{board}/hints", version=1, tier=3)
    waiting = {"Mastermind": code, "Hidoku": board}
    while waiting:
        for name, page in tuple(waiting.items()):
            if "being compiled" not in visitor.get(page).text:
                del waiting[name]
                yield name, server.processor_seconds
        time.sleep(0.5)
