"""A whole solve as a list of steps that a page can walk through, forwards and backwards.

Mode LOGIC reasons like a person, with every technique there is, and ends when none leads on. Mode
TECHNIQUES does the same but then tries candidates; mode RULES also tries, but knows only placements
by reach, and mode LEARNING learns from its dead ends besides. Mode SEARCH is the plain search of
the article, one step per node, with everything it fills in place and takes back; mode ALONE is the
same search without its checks. All end with the solution and the proof that it is the only one, or
say why not. A trace that would be too long is cut to an excerpt with the same end (see
``excerpt``).

Each placement step adds one number; a step back says how many remain. So the board at any step can
be read off by walking back once.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Ruled, Step, StepKind, continued
from solver.hidoku.rules.faults import Fault, faults
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.staged_search import NO_LIMIT, Budget
from solver.hidoku.traces.cuts import ALL_CUTS, NO_CUTS
from solver.hidoku.traces.plain_search import Replay
from solver.hidoku.traces.trial_trace import Attempt, LearningAttempt

MOST_STEPS = 4_000  # some 0.8 MB, and 80 ms to load in a process that answers requests
_DECIDED = frozenset({StepKind.PROVED, StepKind.SEVERAL, StepKind.IMPOSSIBLE, StepKind.STUCK})


class Mode(Enum):
    """Which kind of reasoning is traced."""

    LOGIC = "logic"
    RULES = "rules"
    LEARNING = "learning"
    TECHNIQUES = "techniques"
    SEARCH = "search"
    ALONE = "alone"


CUTS = {Mode.SEARCH: ALL_CUTS, Mode.ALONE: NO_CUTS}


@dataclass(frozen=True)
class Trace:
    """The steps of a solve of one grid."""

    grid: Grid
    mode: Mode
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.steps)

    def board_at(self, index: int) -> dict[Cell, int]:
        """The numbers on the board after a step, givens first, the latest placed last.

        The proof step shows the solution again.
        """
        end = range(len(self.steps))[index]
        if self.steps[end].kind is StepKind.PROVED:
            end = self._solved_steps[0]
        count = self.steps[end].placed
        placements: list[tuple[Cell, int]] = []
        for step in reversed(self.steps[: end + 1]):
            if not count:
                break
            if step.kind is StepKind.LEFT_OUT:
                placements += ((cell, number) for number, cell in reversed(step.standing[:count]))
                break
            if step.kind in PLACEMENTS and step.placed == count and step.cell and step.number:
                placements.append((step.cell, step.number))
                count -= 1
        return {**self.grid.given, **dict(reversed(placements))}

    def eliminations_at(self, index: int) -> tuple[Candidate, ...]:
        eliminations: list[Candidate] = []
        end = range(len(self.steps))[index]
        lowest = self.steps[end].placed
        for step in reversed(self.steps[: end + 1]):
            if step.kind is StepKind.LEFT_OUT:
                eliminations += (c for count, c in reversed(step.ruled_out) if count <= lowest)
                break
            if step.placed <= lowest:
                lowest = step.placed if step.kind is StepKind.RETREAT else lowest
                eliminations += reversed(step.eliminated)
        return tuple(reversed(eliminations))

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(faults(self.grid))

    @property
    def solution(self) -> dict[Cell, int] | None:
        return self.board_at(self._solved_steps[0]) if self._solved_steps else None

    @cached_property
    def _solved_steps(self) -> tuple[int, ...]:
        return tuple(index for index, step in enumerate(self.steps) if step.kind is StepKind.SOLVED)


def trace(
    grid: Grid, mode: Mode = Mode.RULES, budget: Budget = NO_LIMIT, most_steps: int = MOST_STEPS
) -> Trace:
    """Solve a grid step by step, up to a second solution, or until the budget ends.

    At most ``most_steps`` are kept.
    """
    if faults(grid):
        return Trace(grid, mode, (Step(StepKind.START), Step(StepKind.IMPOSSIBLE)))
    return Trace(grid, mode, tuple(excerpt(_walk(grid, mode, budget), most_steps)))


def _walk(grid: Grid, mode: Mode, budget: Budget) -> Iterator[Step]:
    if mode in CUTS:
        return _bound_trace(Replay(grid, CUTS[mode]).steps(), budget)
    position = Position.of(grid)
    if mode is Mode.LEARNING:
        return _bound_trace(LearningAttempt(position, budget).steps(), budget)
    knows_all = mode is not Mode.RULES
    attempt = Attempt(position, budget, knows_all=knows_all, tries=mode is not Mode.LOGIC)
    return _bound_trace(attempt.steps(), budget)


class Effort(NamedTuple):
    """What a whole solve takes; ``end`` says how it ends, and ``nodes`` is 0 without a trial."""

    nodes: int
    dead_ends: int
    depth: int
    end: StepKind


def measure_effort(grid: Grid, mode: Mode, budget: Budget = NO_LIMIT) -> Effort:
    """Solve a faultless grid without keeping the steps.

    >>> from solver.hidoku.rules.known_boards import BOARDS
    >>> measure_effort(BOARDS["three-dead-ends"].grid, Mode.SEARCH)[:3]
    (6, 3, 1)
    """
    depth = 0
    step = Step(StepKind.START)
    for step in _walk(grid, mode, budget):
        depth = max(depth, step.depth)
    return Effort(step.nodes if depth else 0, step.dead_ends, depth, step.kind)


def _bound_trace(steps: Iterator[Step], budget: Budget) -> Iterator[Step]:
    step = Step(StepKind.START)
    for step in steps:
        yield step
        if step.kind in _DECIDED:
            return
        spent = budget.nodes is not None and step.nodes > budget.nodes
        if spent or budget.is_over:
            break
    yield continued(step, Step(StepKind.STOPPED), step.depth, step.placed)


MOST_BESIDE = 5  # steps in the middle: two solutions, and what replaces those left out around them


def excerpt(steps: Iterable[Step], limit: int) -> Iterator[Step]:
    """Yield all steps if ``limit`` allows it, else the first, the last and the solutions between.

    Where something is missing, one step says how many steps, which numbers are placed after them
    and what is ruled out by then; its counters are those of the last step left out.

    Rejected: keeping only the trials of least depth. They show how the search is divided, but no
    two steps follow from each other, so there is nothing to watch. Every k-th run of steps from the
    middle, with k doubled whenever there were too many: 70 lines for parts that nobody came upon.

    >>> [step.left_out for step in excerpt([Step(StepKind.START)] * 1000, 105)].count(0)
    100
    """
    walk = iter(steps)
    position = TracePosition()
    latest = Step(StepKind.START)
    for latest in islice(walk, limit // 2):
        position.follow(latest)
        yield latest
    end = deque[Step]()
    count = 0
    for step in walk:
        end.append(step)
        if len(end) > limit - limit // 2 - MOST_BESIDE:
            head = end.popleft()
            is_shown = head.kind is StepKind.SOLVED
            if is_shown:
                yield from position.gap(latest, count)
                yield head
            count = 0 if is_shown else count + 1
            latest = head
            position.follow(head)
    yield from position.gap(latest, count)
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
