"""How long something takes, and whether that is good enough."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured, the goal, and a reference measured beside it.

    ``reference`` is in the same unit; the table shows how many times better we are.
    """

    what: str
    value: float
    unit: str
    goal: float | None = None
    reference: float | None = None
    reference_name: str = ""

    @property
    def is_reached(self) -> bool:
        """Whether the goal, an upper bound, is kept; without a goal it is."""
        return self.goal is None or self.value <= self.goal


def milliseconds(work: Callable[[], object], times: int) -> float:
    """Return the median time of some runs, after one that does not count."""
    work()
    return statistics.median(took(work) for _ in range(times))


def took(work: Callable[[], object]) -> float:
    """Return the milliseconds of one run."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of 100 do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]
