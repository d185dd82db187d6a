"""A long trace as an excerpt that reaches its end: the first half whole, then bursts of steps.

How long a trace will be is not known before its end. So the bursts kept are every k-th, and k
doubles whenever there are too many. Bursts with a solution stay, and so do the last two. Where
something is missing, one step says how much and which numbers stand after it; its counters are
those of the last step left out.

Refused: the tries of least depth alone. They tell how the search is divided, but no two steps
follow from each other, so that nothing is there to watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from solver.hidoku.steps import PLACEMENTS, Candidate, Kind, Step, continued

LONGEST_BURST = 50
FEWEST_STEPS = 100  # an excerpt has room for less detail than this only by being wrong


def excerpt(steps: Iterable[Step], most: int) -> Iterator[Step]:
    """Yield at most so many steps of a trace, :data:`FEWEST_STEPS` or more, all if they are fewer.

    >>> [step.left_out for step in excerpt([Step(Kind.START)] * 1000, 100)].count(0) >= 66
    True
    """
    walk, whole = iter(steps), most // 2
    standing: list[Candidate] = []
    latest = Step(Kind.START)
    for latest in islice(walk, whole):
        _follow(standing, latest)
        yield latest
    size = min(LONGEST_BURST, most // 40)
    tail = _Tail(size, (most - whole) // (size + 1))
    for step in walk:
        tail.add(step, latest, standing)
        _follow(standing, step)
        latest = step
    yield from tail.steps()


def _follow(standing: list[Candidate], step: Step) -> None:
    """Keep the numbers placed, in order, up to date."""
    if step.kind in PLACEMENTS and step.number is not None and step.cell is not None:
        standing[step.placed - 1 :] = [Candidate(step.number, step.cell)]
    else:
        del standing[step.placed :]


@dataclass
class _Burst:
    """Steps in a row, the place of the first, the step before it and what stood then."""

    place: int
    before: Step
    standing: tuple[Candidate, ...]
    steps: list[Step] = field(default_factory=list)

    @property
    def has_solution(self) -> bool:
        return any(step.kind is Kind.SOLVED for step in self.steps)

    @property
    def end(self) -> int:
        return self.place + len(self.steps)


class _Tail:
    """The bursts after the part that is kept whole; ``room`` bounds their number."""

    def __init__(self, size: int, room: int) -> None:
        self.size, self.room = size, room
        self.stride = 1
        self.bursts: list[_Burst] = []

    def add(self, step: Step, before: Step, standing: Iterable[Candidate]) -> None:
        """Take the next step, in a burst of its own if the last is complete."""
        if not self.bursts or len(self.bursts[-1].steps) == self.size:
            place = self.bursts[-1].end if self.bursts else 0
            self._drop()
            self.bursts.append(_Burst(place, before, tuple(standing)))
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
                gap = Step(Kind.LEFT_OUT, left_out=burst.place - end, standing=burst.standing)
                yield continued(burst.before, gap, burst.before.depth, burst.before.placed)
            yield from burst.steps
            end = burst.end
