"""Exercises of each kind judged by the plain twin: ``python -m tests.bench.exercises [COUNT]``.

It prints how many were checked of each kind, what is wrong, and how long one took to make.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import Any

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step, last_ten
from tests.bench.measure import Figure, p95
from tests.solver.deduction.exercises.plain import CHECKS
from tests.solver.deduction.exercises.read import texts_of
from tests.solver.hidoku.exercises.twin import steps_of, ten_of
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.registry import ENTRIES, ENTRY_BY_NAME

USUAL = 1000
LEVELS = tuple(ExerciseLevel)
TWINS = {find_the_step.NAME: steps_of, last_ten.NAME: ten_of}
SHOWN, MOST_MS = 120, 150  # exercises of a kind that are timed; what is promised


def main(count: int) -> None:
    """Check so many exercises of each kind, a third of each level."""
    for kind in ENTRIES:
        made_in(kind, 0)  # whatever is compiled or read once
        with ProcessPoolExecutor(2) as pool:
            found = list(pool.map(checked, [kind.name] * count, range(count), chunksize=10))
        times = [took for took, _ in found]
        wrong = {number: what for number, (_, what) in enumerate(found) if what}
        print(
            f"{kind.name}: {count:,} checked, {len(wrong)} wrong; made in {median(times):.1f} ms, "
            f"p95 {p95(times):.1f} ms, most {max(times):.1f} ms"
        )
        for number, what in list(wrong.items())[:10]:
            print(f"  {LEVELS[number % 3].value}/v{kind.version}-{number}: {what[0]}")


def checked(name: str, number: int) -> tuple[float, list[str]]:
    """Return how many milliseconds an exercise took to make, and what is wrong with it."""
    kind = ENTRY_BY_NAME[name]
    took, made = made_in(kind, number)
    return took, faults_of(kind, number, made)


def exercise_figures() -> Iterator[Figure]:
    """Yield how long an exercise takes until it is shown, of each kind over all levels."""
    for kind in ENTRIES:
        made_in(kind, 0)  # what is kept of the board is there
        times = [made_in(kind, number)[0] for number in range(SHOWN)]
        what = f"An exercise {kind.name}, made, p95 of processor time"
        yield Figure(what, p95(times), "ms", MOST_MS)


def made_in(kind: ExerciseEntry, number: int) -> tuple[float, Any]:
    """Make an exercise, levels taking turns; return in how many milliseconds of the processor."""
    start = time.process_time()
    made = kind.make(LEVELS[number % 3], number)
    kind.show(made, "")
    return 1000 * (time.process_time() - start), made


def faults_of(kind: ExerciseEntry, number: int, made: Any) -> list[str]:
    """Return what the plain twin finds wrong."""
    if kind.name in TWINS:
        return TWINS[kind.name](LEVELS[number % 3], number)
    try:
        CHECKS[kind.name](texts_of(kind.name, made))
    except AssertionError as error:
        return [str(error)]
    return []


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL)
