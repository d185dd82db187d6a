"""How long a preview card takes that was never painted before, and how large it is."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator

from tests.bench.measure import Figure, p95

MOST_MS, MOST_KB = 150, 300  # what is promised, and what large messengers take for sure
ROWS = [f"{first}{second}{third}1:1,0" for first in "123" for second in "234" for third in "345"]
ADDRESSES = (
    *(f"/cards/position/classic/{row}.png" for row in ROWS),
    *(f"/cards/step/findling.png?step={step}" for step in range(20, 40)),
)


def card_figures(port: int) -> Iterator[Figure]:
    """Yield the figures of cards of positions and of steps, one after the other."""
    urllib.request.urlopen(f"http://127.0.0.1:{port}/hidoku/solve/findling").read()  # it is solved
    taken, sizes = [], []
    for address in ADDRESSES:
        begun = time.perf_counter()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{address}") as answer:
            sizes.append(len(answer.read()) / 1000)
        taken.append(1000 * (time.perf_counter() - begun))
    yield Figure("A preview card, painted and sent, p95", p95(taken), "ms", MOST_MS)
    yield Figure("The largest preview card", max(sizes), "kB", MOST_KB)
