"""How long the page of a lesson takes whom a server shows it first, and then everybody."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator

from tests.bench.measure import Figure

#: A step of each course, those first that take the most to work out.
STEPS = ("hidoku/contradiction/2", "search/depth-first/4", "mastermind/information/4")
MOST_FIRST, MOST_SECOND = 250, 50  # milliseconds


def lesson_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of a server that has not shown a lesson: it gets ready at the first."""
    taken = [[_visit(port, step) for _ in range(2)] for step in STEPS]
    first, second = zip(*taken, strict=True)
    yield Figure("The first lesson's page that a server shows", first[0], "ms", MOST_FIRST)
    yield Figure(
        "A lesson's page, first visit, the slowest of two", max(first[1:]), "ms", MOST_FIRST
    )
    yield Figure(
        "A lesson's page, second visit, the slowest of three", max(second), "ms", MOST_SECOND
    )


def _visit(port: int, step: str) -> float:
    begun = time.perf_counter()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/learn/{step}") as answer:
        answer.read()
    return 1000 * (time.perf_counter() - begun)
