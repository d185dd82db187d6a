"""A long trace as an excerpt: its beginning and its end complete, and the solutions in between.

Where something is missing, one step says how many steps, which numbers are placed after them and
what is ruled out by then; its counters are those of the last step left out.

Rejected: keeping only the trials of least depth. They show how the search is divided, but no two
steps follow from each other, so there is nothing to watch. Every k-th run of steps from the middle,
with k doubled whenever there were too many: 70 lines for parts that nobody came upon.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Ruled, Step, StepKind, continued

MOST_BESIDE = 5  # steps in the middle: two solutions, and what replaces those left out around them


def excerpt(steps: Iterable[Step], most: int) -> Iterator[Step]:
    """Yield at most ``most`` steps of a trace, all if there are few.

    >>> [step.left_out for step in excerpt([Step(StepKind.START)] * 1000, 105)].count(0)
    100
    """
    walk = iter(steps)
    position = TracePosition()
    latest = Step(StepKind.START)
    for latest in islice(walk, most // 2):
        position.follow(latest)
        yield latest
    end = deque[Step]()
    left_out = 0
    for step in walk:
        end.append(step)
        if len(end) > most - most // 2 - MOST_BESIDE:
            passed = end.popleft()
            is_shown = passed.kind is StepKind.SOLVED
            if is_shown:
                yield from position.gap(latest, left_out)
                yield passed
            left_out = 0 if is_shown else left_out + 1
            latest = passed
            position.follow(passed)
    yield from position.gap(latest, left_out)
    yield from end


@dataclass
class TracePosition:
    """The numbers placed, in order, and the candidates ruled out at the time."""

    numbers: list[Candidate] = field(default_factory=list)
    ruled_out: list[Ruled] = field(default_factory=list)

    def follow(self, step: Step) -> None:
        """Follow a step forward, or as far back as it says."""
        while self.ruled_out and self.ruled_out[-1].placed > step.placed:
            self.ruled_out.pop()
        if step.kind in PLACEMENTS and step.number is not None and step.cell is not None:
            self.numbers[step.placed - 1 :] = [Candidate(step.number, step.cell)]
        else:
            del self.numbers[step.placed :]
        self.ruled_out += (Ruled(step.placed, candidate) for candidate in step.eliminated)

    def gap(self, before: Step, left_out: int) -> Iterator[Step]:
        """Yield the step that replaces those left out, if any, up to and including ``before``."""
        if left_out:
            numbers = tuple(self.numbers)
            ruled_out = tuple(self.ruled_out)
            step = Step(StepKind.LEFT_OUT, standing=numbers, ruled_out=ruled_out)
            yield continued(before, replace(step, left_out=left_out), before.depth, before.placed)
