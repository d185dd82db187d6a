"""A whole solve as a list of steps that a page can walk through, forwards and backwards.

Mode LOGIC reasons like a person, with every technique there is, and ends when none leads on. Mode
TECHNIQUES does the same but then tries candidates; mode RULES also tries, but knows only placements
by reach. Mode SEARCH is the plain search of the article, one step per node, with everything it
fills in place and takes back. All end with the solution and the proof that it is the only one, or
say why not. A trace that would be too long is cut to an excerpt with the same end (see
``excerpt``).

Each placement step adds one number; a step back says how many remain. So the board at any step can
be read off by walking back once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import islice

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Ruled, Step, StepKind, continued
from solver.hidoku.rules.faults import Fault, faults
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.staged_search import NO_LIMIT, Budget
from solver.hidoku.traces.plain_search import Replay
from solver.hidoku.traces.trial_trace import Attempt, TraceMethod

# A long trace as an excerpt that reaches its end: the first half complete, then runs of steps.
#
# The length of a trace isn't known before its end. So every k-th run is kept, and k doubles
# whenever there are too many. Bursts with a solution are kept, and so are the last two. Where
# something is missing, one step says how many steps, which numbers are placed after them and what
# is ruled out by then; its counters are those of the last step left out.
#
# Rejected: keeping only the trials of least depth. They show how the search is divided, but no two
# steps follow from each other, so there is nothing to watch.


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


MOST_STEPS = 20_000
_DECIDED = frozenset({StepKind.PROVED, StepKind.SEVERAL, StepKind.IMPOSSIBLE, StepKind.STUCK})


class Mode(Enum):
    """Which kind of reasoning is traced."""

    LOGIC = "logic"
    RULES = "rules"
    TECHNIQUES = "techniques"
    SEARCH = "search"


WAYS = {
    Mode.LOGIC: TraceMethod(knows_all=True, tries=False),
    Mode.TECHNIQUES: TraceMethod(knows_all=True, tries=True),
    Mode.RULES: TraceMethod(knows_all=False, tries=True),
}


@dataclass(frozen=True)
class Counters:
    nodes: int
    successors: int
    children: int
    board: Board
    layout: BitLayout

    @property
    def mean_branching(self) -> float:
        return self.successors / self.children if self.children else 0.0

    @property
    def left(self) -> int:
        return self.layout.grid.last - len(self.board)

    @cached_property
    def places(self) -> dict[int, int]:
        """The number of cells in reach for each number left; computed on first use."""
        position = Position.of(self.layout.grid, self.board)
        masks = position.strict
        return {n: masks[n].bit_count() for gap in position.gaps for n in gap.missing}


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
        wanted = self.steps[end].placed
        placements: list[tuple[Cell, int]] = []
        for step in reversed(self.steps[: end + 1]):
            if not wanted:
                break
            if step.kind is StepKind.LEFT_OUT:
                placements += ((cell, number) for number, cell in reversed(step.standing[:wanted]))
                break
            if step.kind in PLACEMENTS and step.placed == wanted and step.cell and step.number:
                placements.append((step.cell, step.number))
                wanted -= 1
        return {**self.grid.given, **dict(reversed(placements))}

    def eliminations_at(self, index: int) -> tuple[Candidate, ...]:
        eliminations: list[Candidate] = []
        end = range(len(self.steps))[index]
        lowest = self.steps[end].placed
        for step in reversed(self.steps[: end + 1]):
            if step.kind is StepKind.LEFT_OUT:
                eliminations += (c for placed, c in reversed(step.ruled_out) if placed <= lowest)
                break
            if step.placed <= lowest:
                lowest = step.placed if step.kind is StepKind.RETREAT else lowest
                eliminations += reversed(step.eliminated)
        return tuple(reversed(eliminations))

    def counters_at(self, index: int) -> Counters:
        step = self.steps[index]
        counted = step.nodes, step.successors, step.children
        return Counters(*counted, self.board_at(index), self._layout)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(faults(self.grid))

    @cached_property
    def _layout(self) -> BitLayout:
        return BitLayout(self.grid)

    @property
    def solution(self) -> dict[Cell, int] | None:
        return self.board_at(self._solved_steps[0]) if self._solved_steps else None

    @cached_property
    def _solved_steps(self) -> tuple[int, ...]:
        return tuple(index for index, step in enumerate(self.steps) if step.kind is StepKind.SOLVED)


def trace(
    grid: Grid,
    mode: Mode = Mode.RULES,
    budget: Budget = NO_LIMIT,
    most_steps: int = MOST_STEPS,
) -> Trace:
    """Solve a grid step by step, up to a second solution, or until the budget ends.

    At most ``most_steps`` are kept (at least a hundred).
    """
    if faults(grid):
        return Trace(grid, mode, (Step(StepKind.START), Step(StepKind.IMPOSSIBLE)))
    steps = _bound_trace(_steps(grid, mode, budget), budget)
    return Trace(grid, mode, tuple(excerpt(steps, max(most_steps, FEWEST_STEPS))))


def _steps(grid: Grid, mode: Mode, budget: Budget) -> Iterator[Step]:
    if mode is Mode.SEARCH:
        return Replay(grid).steps()
    return Attempt(Position.of(grid), WAYS[mode], budget).steps()


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
