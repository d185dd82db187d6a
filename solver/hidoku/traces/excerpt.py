"""A long trace as an excerpt that reaches its end: the first half whole, then bursts of steps.

How long a trace will be is not known before its end. So the bursts kept are every k-th, and k
doubles whenever there are too many. Bursts with a solution stay, and so do the last two. Where
something is missing, one step says how much, which numbers stand after it and what is ruled out by
then; its counters are those of the last step left out.

Refused: the tries of least depth alone. They tell how the search is divided, but no two steps
follow from each other, so that nothing is there to watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Ruled, Step, StepKind, continued

LONGEST_BURST = 50
FEWEST_STEPS = 100  # an excerpt has room for less detail than this only by being wrong


def excerpt(steps: Iterable[Step], most: int) -> Iterator[Step]:
    """Yield at most so many steps of a trace, :data:`FEWEST_STEPS` or more, all if they are fewer.

    >>> [step.left_out for step in excerpt([Step(StepKind.START)] * 1000, 100)].count(0) >= 66
    True
    """
    walk, whole = iter(steps), most // 2
    stand = Stand()
    latest = Step(StepKind.START)
    for latest in islice(walk, whole):
        stand.follow(latest)
        yield latest
    size = min(LONGEST_BURST, most // 40)
    tail = _Tail(size, (most - whole) // (size + 1))
    for step in walk:
        tail.add(step, latest, stand)
        stand.follow(step)
        latest = step
    yield from tail.steps()


@dataclass
class Stand:
    """The numbers placed, in order, and the candidates ruled out while they stand."""

    numbers: list[Candidate] = field(default_factory=list)
    ruled_out: list[Ruled] = field(default_factory=list)

    def follow(self, step: Step) -> None:
        """Go a step on, or as far back as it says."""
        while self.ruled_out and self.ruled_out[-1].placed > step.placed:
            self.ruled_out.pop()
        if step.kind in PLACEMENTS and step.number is not None and step.cell is not None:
            self.numbers[step.placed - 1 :] = [Candidate(step.number, step.cell)]
        else:
            del self.numbers[step.placed :]
        self.ruled_out += (Ruled(step.placed, candidate) for candidate in step.eliminated)

    def gap(self, before: Step) -> Step:
        """Return the step that stands for those left out, of which ``before`` is the last."""
        gap = Step(StepKind.LEFT_OUT, standing=tuple(self.numbers), ruled_out=tuple(self.ruled_out))
        return continued(before, gap, before.depth, before.placed)


@dataclass
class _Burst:
    """Steps in a row, the place of the first, and the step that says what stands before it."""

    place: int
    gap: Step
    steps: list[Step] = field(default_factory=list)

    @property
    def has_solution(self) -> bool:
        return any(step.kind is StepKind.SOLVED for step in self.steps)

    @property
    def end(self) -> int:
        return self.place + len(self.steps)


class _Tail:
    """The bursts after the part that is kept whole; ``room`` bounds their number."""

    def __init__(self, size: int, room: int) -> None:
        self.size, self.room = size, room
        self.stride = 1
        self.bursts: list[_Burst] = []

    def add(self, step: Step, before: Step, stand: Stand) -> None:
        """Take the next step, in a burst of its own if the last is complete."""
        if not self.bursts or len(self.bursts[-1].steps) == self.size:
            place = self.bursts[-1].end if self.bursts else 0
            self._drop()
            self.bursts.append(_Burst(place, stand.gap(before)))
        self.bursts[-1].steps.append(step)

    def _drop(self) -> None:
        """Make room for one more burst; the last stays in any case."""
        self._sift()
        while len(self.bursts) >= self.room:
            self.stride *= 2
            self._sift()

    def _sift(self) -> None:
        wanted = self.stride * self.size
        older = (b for b in self.bursts[:-1] if b.place % wanted == 0 or b.has_solution)
        self.bursts = [*older, *self.bursts[-1:]]

    def steps(self) -> Iterator[Step]:
        """All that is kept, with a step for each part that is not."""
        end = 0
        for burst in self.bursts:
            if burst.place > end:
                yield replace(burst.gap, left_out=burst.place - end)
            yield from burst.steps
            end = burst.end
