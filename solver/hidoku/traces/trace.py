"""A whole solve as a list of steps that a page can walk through, forwards and backwards.

Mode LOGIC reasons like a person, by every technique there is, and ends where none leads on. Mode
TECHNIQUES does the same and tries there; mode RULES knows placements by reach alone, and tries.
Mode SEARCH is the plain search of the article, one step a node, with everything it fills in place
and takes back. All end with the solution and the proof that it is the only one, or say why not.
A trace that would be too long is an excerpt (see ``excerpt``) that reaches the same end.

Each placement step adds one number; a step back tells how many are left standing. So the board at
any step is read off by walking back once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from solver.hidoku.article.plain_search import Replay
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import PLACEMENTS, Step, StepKind, continued
from solver.hidoku.rules.faults import Fault, faults
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.solve import mean_branching
from solver.hidoku.search.staged_search import NO_LIMIT, Budget
from solver.hidoku.traces.excerpt import FEWEST_STEPS, excerpt
from solver.hidoku.traces.trial_trace import Attempt, TraceMethod

MOST_STEPS = 20_000
_DECIDED = frozenset({StepKind.PROVED, StepKind.SEVERAL, StepKind.IMPOSSIBLE, StepKind.STUCK})


class Mode(Enum):
    """Which reasoning is traced."""

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
    """What a page shows beside a step, and the board it is about."""

    nodes: int
    successors: int
    mean_branching: float
    board: Board
    layout: BitLayout

    @property
    def left(self) -> int:
        """How many numbers are still to be placed."""
        return self.layout.grid.last - len(self.board)

    @cached_property
    def places(self) -> dict[int, int]:
        """The count of cells in reach for each number left; counted when it is asked for."""
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

        The proof shows the solution again.
        """
        end = range(len(self.steps))[index]
        if self.steps[end].kind is StepKind.PROVED:
            end = self._solved[0]
        wanted = self.steps[end].placed
        found: list[tuple[Cell, int]] = []
        for step in reversed(self.steps[: end + 1]):
            if not wanted:
                break
            if step.kind is StepKind.LEFT_OUT:
                found += ((cell, number) for number, cell in reversed(step.standing[:wanted]))
                break
            if step.kind in PLACEMENTS and step.placed == wanted and step.cell and step.number:
                found.append((step.cell, step.number))
                wanted -= 1
        return {**self.grid.given, **dict(reversed(found))}

    def eliminations_at(self, index: int) -> tuple[Candidate, ...]:
        """The candidates ruled out at a step, in order."""
        found: list[Candidate] = []
        end = range(len(self.steps))[index]
        lowest = self.steps[end].placed
        for step in reversed(self.steps[: end + 1]):
            if step.kind is StepKind.LEFT_OUT:
                found += (c for placed, c in reversed(step.ruled_out) if placed <= lowest)
                break
            if step.placed <= lowest:
                lowest = step.placed if step.kind is StepKind.RETREAT else lowest
                found += reversed(step.eliminated)
        return tuple(reversed(found))

    def counters_at(self, index: int) -> Counters:
        """The counters after a step."""
        step = self.steps[index]
        mean = mean_branching(step.successors, step.children)
        return Counters(step.nodes, step.successors, mean, self.board_at(index), self._layout)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """What of the grid breaks the rules as it stands; nothing was tried then."""
        return tuple(faults(self.grid))

    @cached_property
    def _layout(self) -> BitLayout:
        return BitLayout(self.grid)

    @property
    def solution(self) -> dict[Cell, int] | None:
        """The first solution found, or None."""
        return self.board_at(self._solved[0]) if self._solved else None

    @cached_property
    def _solved(self) -> tuple[int, ...]:
        return tuple(index for index, step in enumerate(self.steps) if step.kind is StepKind.SOLVED)


def trace(
    grid: Grid,
    mode: Mode = Mode.RULES,
    budget: Budget = NO_LIMIT,
    most_steps: int = MOST_STEPS,
) -> Trace:
    """Solve a grid step by step, up to a second solution, or until the budget ends.

    Of a longer walk at most ``most_steps`` are kept, but never fewer than a hundred.
    """
    if faults(grid):
        return Trace(grid, mode, (Step(StepKind.START), Step(StepKind.IMPOSSIBLE)))
    steps = _bounded(_steps(grid, mode, budget), budget)
    return Trace(grid, mode, tuple(excerpt(steps, max(most_steps, FEWEST_STEPS))))


def _steps(grid: Grid, mode: Mode, budget: Budget) -> Iterator[Step]:
    if mode is Mode.SEARCH:
        return Replay(grid).steps()
    return Attempt(Position.of(grid), WAYS[mode], budget).steps()


def _bounded(steps: Iterator[Step], budget: Budget) -> Iterator[Step]:
    step = Step(StepKind.START)
    for step in steps:
        yield step
        if step.kind in _DECIDED:
            return
        spent = budget.nodes is not None and step.nodes > budget.nodes
        if spent or budget.is_over:
            break
    yield continued(step, Step(StepKind.STOPPED), step.depth, step.placed)
