"""Check exercises of Hidoku by the plain twin: ``python -m tests.bench.hidoku_exercises 1000``.

So many of each kind, and how long their making took: the time of the processor, as another process
may run meanwhile.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import NamedTuple

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step, last_ten
from tests.solver.hidoku.exercises.twin import steps_of, ten_of

LEVELS = tuple(ExerciseLevel)


class Kind(NamedTuple):
    make: Callable[[ExerciseLevel, int], object]
    wrong: Callable[[ExerciseLevel, int], list[str]]


KINDS = {
    find_the_step.NAME: Kind(find_the_step.make, steps_of),
    last_ten.NAME: Kind(last_ten.make, ten_of),
}


def checked(name: str, seed: int) -> tuple[float, list[str]]:
    """Return how many milliseconds an exercise took to make, and what is wrong with it."""
    level = LEVELS[seed % len(LEVELS)]
    start = process_time()
    KINDS[name].make(level, seed)
    return 1000 * (process_time() - start), KINDS[name].wrong(level, seed)


def main(count: int) -> None:
    for name in KINDS:
        checked(name, 0)  # whatever is compiled or read once
        with ProcessPoolExecutor(2) as pool:
            found = list(pool.map(checked, [name] * count, range(count), chunksize=10))
        times = sorted(taken for taken, _ in found)
        wrong = {seed: what for seed, (_, what) in enumerate(found) if what}
        print(
            f"{name}: {count} checked, {len(wrong)} wrong; made in {times[count // 2]:.1f} ms, "
            f"p95 {times[count * 95 // 100]:.1f} ms, most {times[-1]:.1f} ms"
        )
        for seed, what in list(wrong.items())[:10]:
            print(f"  {LEVELS[seed % len(LEVELS)].value} {seed}: {what[0]}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
