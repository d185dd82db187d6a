"""A whole solve as a list of steps that a page can walk through, forwards and backwards.

Mode TECHNIQUES reasons like a person, by every technique there is; mode RULES knows placements by
reach alone. Both try where no step is left. Mode SEARCH is the plain search of the article, one
step a node, with everything it fills in place and takes back. All end with the solution and the
proof that it is the only one, or say why not.

Each placement step adds one number; a step back tells how many are left standing. So the board at
any step is read off by walking back once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from solver.hidoku.domains import Contradiction
from solver.hidoku.faults import faults
from solver.hidoku.finders import SIMPLE, next_round
from solver.hidoku.grid import Board, Cell, Grid
from solver.hidoku.hunt import NO_LIMIT, Budget
from solver.hidoku.layout import Layout
from solver.hidoku.plain import Replay
from solver.hidoku.position import Position
from solver.hidoku.reasoning import explain_from
from solver.hidoku.search import mean_branching
from solver.hidoku.steps import (
    ENDS,
    PLACEMENTS,
    Candidate,
    Deduction,
    Kind,
    Step,
    Technique,
    continued,
    counted,
)

MOST_STEPS = 20_000


class Mode(Enum):
    """Which reasoning is traced."""

    RULES = "rules"
    TECHNIQUES = "techniques"
    SEARCH = "search"


@dataclass(frozen=True)
class Counters:
    """What a page shows beside a step, and the board it is about."""

    nodes: int
    successors: int
    mean_branching: float
    board: Board
    layout: Layout

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
        if self.steps[end].kind is Kind.PROVED:
            end = self._solved[0]
        wanted = self.steps[end].placed
        found: list[tuple[Cell, int]] = []
        for step in reversed(self.steps[: end + 1]):
            if not wanted:
                break
            if step.kind in PLACEMENTS and step.placed == wanted and step.cell and step.number:
                found.append((step.cell, step.number))
                wanted -= 1
        return {**self.grid.given, **dict(reversed(found))}

    def counters_at(self, index: int) -> Counters:
        """The counters after a step."""
        step = self.steps[index]
        mean = mean_branching(step.successors, step.children)
        return Counters(step.nodes, step.successors, mean, self.board_at(index), self._layout)

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self.grid)

    @property
    def solution(self) -> dict[Cell, int] | None:
        """The first solution found, or None."""
        return self.board_at(self._solved[0]) if self._solved else None

    @cached_property
    def _solved(self) -> tuple[int, ...]:
        return tuple(index for index, step in enumerate(self.steps) if step.kind is Kind.SOLVED)


def trace(
    grid: Grid,
    mode: Mode = Mode.RULES,
    budget: Budget = NO_LIMIT,
    most_steps: int = MOST_STEPS,
) -> Trace:
    """Solve a grid step by step, up to a second solution."""
    if faults(grid):
        return Trace(grid, mode, (Step(Kind.START), Step(Kind.IMPOSSIBLE)))
    return Trace(grid, mode, tuple(_bounded(_steps(grid, mode, budget), budget, most_steps)))


def _steps(grid: Grid, mode: Mode, budget: Budget) -> Iterator[Step]:
    if mode is Mode.SEARCH:
        return Replay(grid).steps()
    return _Walk(Position.of(grid), mode, budget).steps()


def _bounded(steps: Iterator[Step], budget: Budget, most_steps: int) -> Iterator[Step]:
    step = Step(Kind.START)
    for count, step in enumerate(steps, 1):
        yield step
        if step.kind in (Kind.PROVED, Kind.SEVERAL, Kind.IMPOSSIBLE):
            return
        spent = budget.nodes is not None and step.nodes > budget.nodes
        if count >= most_steps - 1 or spent or budget.is_over:
            break
    yield continued(step, Step(Kind.STOPPED), step.depth, step.placed)


@dataclass
class _Choice:
    """A try that may be taken back: the position before it, and its candidates."""

    position: Position
    candidates: tuple[Candidate, ...]
    tried: int = 0

    @property
    def goes_on(self) -> bool:
        return self.tried < len(self.candidates)


class _Walk:
    """A solve by techniques and tries: the position and the open tries."""

    def __init__(self, position: Position, mode: Mode, budget: Budget) -> None:
        self.position, self.mode, self.budget = position, mode, budget
        self.givens = len(position.board)
        self.choices: list[_Choice] = []
        self.latest = Step(Kind.START)
        self.solutions = 0

    def steps(self) -> Iterator[Step]:
        yield self.latest
        yield from self._forward()
        while self.choices and not self._is_decided:
            yield from self._back()
            if self.choices:
                yield from self._forward()
        yield self._step(Step(ENDS.get(self.solutions, Kind.SEVERAL)))

    def _forward(self) -> Iterator[Step]:
        """Steps until the board is full or dead."""
        yield from self._sure()
        while not (self._dead or self.position.is_full):
            yield self._choose()
            yield from self._sure()
        if self._dead:
            yield self._step(Step(Kind.CONTRADICTION, dead=self._why()))
            return
        self.solutions += 1
        yield self._step(Step(Kind.SOLVED, goes_on=not self._is_decided))

    @property
    def _is_decided(self) -> bool:
        """Whether nothing more can be learnt: two solutions, or one and nothing left to try."""
        if self.solutions == 1:
            return not any(choice.goes_on for choice in self.choices)
        return self.solutions > 1

    @property
    def _dead(self) -> Contradiction | None:
        position = self.position
        return position.weak.dead if self.mode is Mode.RULES else position.dead

    def _why(self) -> Contradiction | None:
        """Why the position is dead; by the board alone if possible."""
        anew = Position.of(self.position.layout.grid, self.position.board)
        return (anew.weak.dead if self.mode is Mode.RULES else anew.dead) or self._dead

    def _sure(self) -> Iterator[Step]:
        """The steps that need no try, as far as they lead."""
        if self.mode is Mode.TECHNIQUES:
            reasoning = explain_from(self.position, self.budget)
            yield from self._taken(reasoning.path)
            self.position = reasoning.position
            return
        while not self._dead and (found := next_round(self.position, SIMPLE)):
            steps, after = found
            yield from self._taken(steps)
            self.position = after

    def _taken(self, path: Iterable[Deduction]) -> Iterator[Step]:
        standing = len(self.position.board)
        for deduction in path:
            standing += deduction.placed is not None
            yield self._step(_shown(deduction), standing)

    def _choose(self) -> Step:
        """Open a choice: the lowest number with the fewest cells."""
        position = self.position
        masks = position.masks if self.mode is Mode.RULES else position.strict
        missing = (n for gap in position.gaps for n in gap.missing)
        number = min(missing, key=lambda n: masks[n].bit_count())
        cells = position.layout.cells(masks[number])
        self.choices.append(_Choice(position, tuple(Candidate(number, cell) for cell in cells)))
        self.latest = counted(self.latest, len(cells))
        return self._try()

    def _try(self) -> Step:
        choice = self.choices[-1]
        candidate = choice.candidates[choice.tried]
        choice.tried += 1
        self.position = choice.position.after(Deduction(Technique.SEARCH, placed=candidate))
        self.latest = replace(self.latest, nodes=self.latest.nodes + 1)
        step = Step(Kind.TRY, *candidate)
        return self._step(replace(step, option=choice.tried, options=len(choice.candidates)))

    def _back(self) -> Iterator[Step]:
        """Take tries back until one has a candidate left, and try that."""
        while self.choices:
            choice = self.choices[-1]
            self.position = choice.position
            candidate = choice.candidates[choice.tried - 1]
            yield self._step(Step(Kind.RETREAT, *candidate), closed=1)
            if choice.goes_on:
                yield self._try()
                return
            self.choices.pop()

    def _step(self, step: Step, standing: int | None = None, closed: int = 0) -> Step:
        height = (len(self.position.board) if standing is None else standing) - self.givens
        self.latest = continued(self.latest, step, len(self.choices) - closed, height)
        return self.latest


def _shown(deduction: Deduction) -> Step:
    technique, because = deduction.technique, deduction.because
    if deduction.placed is None:
        return Step(Kind.STRIKE, because=because, technique=technique, struck=deduction.struck)
    is_by_cell = technique is not Technique.STRAIGHT_RUN and bool(because.area)
    kind = Kind.ONLY_NUMBER if is_by_cell else Kind.ONLY_CELL
    return Step(kind, *deduction.placed, because, technique=technique, struck=deduction.struck)
