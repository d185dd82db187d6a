"""A long trace as an excerpt that reaches its end: the first half complete, then runs of steps.

The length of a trace isn't known before its end. So every k-th run is kept, and k doubles
whenever there are too many. Bursts with a solution are kept, and so are the last two. Where
something is missing, one step says how many steps, which numbers are placed after them and what
is ruled out by then; its counters are those of the last step left out.

Rejected: keeping only the trials of least depth. They show how the search is divided, but no two
steps follow from each other, so there is nothing to watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Ruled, Step, StepKind, continued

LONGEST_BURST = 50
FEWEST_STEPS = 100  # with less room, an excerpt would have to be wrong


def excerpt(steps: Iterable[Step], most: int) -> Iterator[Step]:
    """Yield at most ``most`` steps of a trace (:data:`FEWEST_STEPS` or more), all if there are few.

    >>> [step.left_out for step in excerpt([Step(StepKind.START)] * 1000, 100)].count(0) >= 66
    True
    """
    walk = iter(steps)
    whole = most // 2
    position = TracePosition()
    latest = Step(StepKind.START)
    for latest in islice(walk, whole):
        position.follow(latest)
        yield latest
    size = min(LONGEST_BURST, most // 40)
    tail = _KeptSteps(size, (most - whole) // (size + 1))
    for step in walk:
        tail.add(step, latest, position)
        position.follow(step)
        latest = step
    yield from tail.steps()


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

    def gap(self, before: Step) -> Step:
        """Return the step that replaces those left out, up to and including ``before``."""
        gap = Step(StepKind.LEFT_OUT, standing=tuple(self.numbers), ruled_out=tuple(self.ruled_out))
        return continued(before, gap, before.depth, before.placed)


@dataclass
class _StepRun:
    place: int
    gap: Step
    steps: list[Step] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.place + len(self.steps)


class _KeptSteps:
    """The runs after the complete part; ``room`` limits their number."""

    def __init__(self, size: int, room: int) -> None:
        self.size = size
        self.room = room
        self.stride = 1
        self.runs: list[_StepRun] = []

    def add(self, step: Step, before: Step, position: TracePosition) -> None:
        """Add the next step, in a new run if the last one is complete."""
        if not self.runs or len(self.runs[-1].steps) == self.size:
            place = self.runs[-1].end if self.runs else 0
            self._drop()
            self.runs.append(_StepRun(place, position.gap(before)))
        self.runs[-1].steps.append(step)

    def _drop(self) -> None:
        """Make room for one more run; the last one always stays."""
        self._thin_out()
        while len(self.runs) >= self.room:
            self.stride *= 2
            self._thin_out()

    def _thin_out(self) -> None:
        wanted = self.stride * self.size
        older = [
            run
            for run in self.runs[:-1]
            if run.place % wanted == 0 or any(step.kind is StepKind.SOLVED for step in run.steps)
        ]
        self.runs = [*older, *self.runs[-1:]]

    def steps(self) -> Iterator[Step]:
        """Everything kept, with one step in place of each part left out."""
        end = 0
        for run in self.runs:
            if run.place > end:
                yield replace(run.gap, left_out=run.place - end)
            yield from run.steps
            end = run.end
