"""Exercises of each kind judged by the plain twin: ``python -m tests.bench.exercises [COUNT]``.

It prints how many were checked of each kind, how many were wrong, and how long one took to make.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from statistics import median

from solver.cli.exercises.group import COMMANDS
from solver.cli.exercises.kinds import MASTERMIND_EXERCISES, ExerciseCommand, ToldExercise
from solver.exercises import ExerciseLevel
from tests.bench.measure import Figure, p95
from tests.solver.deduction.exercises.plain import CHECKS

USUAL = 1000
SHOWN, MOST_MS = 120, 150  # exercises of a kind that are timed; what is promised


def main(count: int) -> None:
    """Check so many exercises of each kind, a third of each level."""
    for kind in MASTERMIND_EXERCISES:
        times, wrong = [], []
        for number in range(count):
            took, level, told = made_in(kind, number)
            times.append(took)
            if not is_right(kind, told.document | {"solution": told.solution, "why": told.why}):
                wrong.append(f"{kind.name}/{level.value}/v{kind.version}-{number}")
        print(
            f"{kind.name}: {count:,} checked, {len(wrong)} wrong {' '.join(wrong[:5])}"
            f"; made and told in {median(times):.1f} ms, p95 {p95(times):.1f} ms"
        )


def exercise_figures() -> Iterator[Figure]:
    """Yield how long an exercise takes until it is shown, of each kind over all levels."""
    for kind in COMMANDS:
        kind.tell(ExerciseLevel.EASY, 0)  # what is kept of the board is there
        times = [made_in(kind, number)[0] for number in range(SHOWN)]
        what = f"An exercise {kind.name}, made, p95 of processor time"
        yield Figure(what, p95(times), "ms", MOST_MS)


def made_in(kind: ExerciseCommand, number: int) -> tuple[float, ExerciseLevel, ToldExercise]:
    """Make an exercise, levels taking turns; return in how many milliseconds of the processor."""
    level = list(ExerciseLevel)[number % 3]
    start = time.process_time()
    told = kind.tell(level, number)
    return 1000 * (time.process_time() - start), level, told


def is_right(kind: ExerciseCommand, told: dict[str, object]) -> bool:
    """Say whether the plain twin finds nothing wrong."""
    try:
        CHECKS[kind.name](told)
    except AssertionError:
        return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL)
