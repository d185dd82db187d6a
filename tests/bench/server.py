"""The server under load and attack: moves a second beside a plain probe, waits, memory."""

import os
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.bench.attacks import attack_figures
from tests.bench.load import guesses, play, probes
from tests.bench.measure import Figure
from tests.bench.visitor import Served, served

SECONDS: Final = 8.0
FEW, MANY = 16, 64
POSTGRESQL: Final = os.environ.get("PEGS_TEST_DATABASE_URL")
#: Goals: 480 stored moves a second with two processes, none slower than 60 ms in 99 of 100.
A_MOVE, SLOWEST = 1000 / 480, 60.0
REQUESTS, MEGABYTES = 10_000, 700.0


class Pace(NamedTuple):
    """How fast moves are stored: milliseconds from one to the next, and of the slowest in 100."""

    each: float
    p99: float


def load_figures() -> Iterator[Figure]:
    """Yield the figures of servers with one process, two and more, on each database there is."""
    databases: list[tuple[str, str, tuple[int, ...]]] = [("SQLite", "", (1, 2))]
    if POSTGRESQL:
        databases.append(("PostgreSQL", POSTGRESQL, (1, 2, 4)))
    for name, url, counts in databases:
        for workers in counts:
            settings = {"PEGS_WORKERS": str(workers), "DATABASE_URL": url}
            yield from _loads(f"{name}, {workers} × process", settings, workers == 2)
    with served() as server:
        yield from attack_figures(server.port)
        yield from memory_figures(server)


def _loads(title: str, settings: dict[str, str], is_goal: bool) -> Iterator[Figure]:
    with served("-m", "tests.bench.probe", **settings) as server:
        play(server.port, FEW, 1, probes)
        probe = pace(play(server.port, FEW, SECONDS, probes))
    with served(**settings) as server:
        play(server.port, FEW, 1, guesses)
        for players in (FEW, MANY):
            speed = pace(play(server.port, players, SECONDS, guesses))
            label = f"{title}, {players} players"
            goal = A_MOVE if is_goal else None
            yield Figure(f"{label}: from one stored guess to the next", speed.each, "ms", goal)
            if players == FEW:
                yield Figure(f"{label}: p99", speed.p99, "ms", SLOWEST if is_goal else None)
    yield Figure(f"{title}, {FEW} players: the plain probe", probe.each, "ms")


def pace(times: list[float]) -> Pace:
    """Return how fast moves were stored that took so many milliseconds each."""
    return Pace(1000 * SECONDS / len(times), sorted(times)[len(times) * 99 // 100])


def memory_figures(server: Served) -> Iterator[Figure]:
    """Yield what all the server's processes take together after many requests."""
    count = 0
    while count < REQUESTS:
        count += len(play(server.port, FEW, SECONDS, guesses))
    title = f"Memory of all processes after {REQUESTS:,} requests, shared parts once"
    yield Figure(title, server.megabytes("pss"), "MB", MEGABYTES)
    whole = server.megabytes("rss")
    yield Figure("The same, shared parts counted in each process", whole, "MB")
