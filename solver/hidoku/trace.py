"""A whole solve as a list of steps that a page can walk through, forwards and backwards.

Mode RULES reasons like a person: direct steps (see ``techniques``), and a try where none is left.
Mode SEARCH is the plain search of the article, one step a node, with everything it fills in place
and takes back. Both end with the solution and the proof that it is the only one, or say why not.

Each placement step adds one number; a step back tells how many are left standing. So the board at
any step is read off by walking back once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from solver.hidoku.domains import (
    Contradiction,
    Layout,
    Masks,
    bits,
    initial,
    is_single,
    placed,
    reach,
    sweep,
)
from solver.hidoku.grid import Board, Cell, Grid, faults
from solver.hidoku.plain import Replay
from solver.hidoku.search import NO_LIMIT, Budget, mean_branching
from solver.hidoku.steps import (
    ENDS,
    PLACEMENTS,
    Hint,
    Kind,
    Step,
    Technique,
    continued,
    counted,
    direct_step,
    masks_of,
)

MOST_STEPS = 20_000


class Mode(Enum):
    """Which reasoning is traced."""

    RULES = "rules"
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
        masks = masks_of(self.layout, self.board)
        sweep(self.layout, masks)
        standing = set(self.board.values())
        return {n: m.bit_count() for n, m in enumerate(masks) if n and n not in standing}


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
    distinct: bool = True,
) -> Trace:
    """Solve a grid step by step, up to a second solution.

    ``distinct`` says whether mode RULES knows that the cells before and after a number differ; it
    uses that only where the weaker reach shows no step.
    """
    if faults(grid):
        return Trace(grid, mode, (Step(Kind.START), Step(Kind.IMPOSSIBLE)))
    steps = _Rules(grid, distinct).steps() if mode is Mode.RULES else Replay(grid).steps()
    return Trace(grid, mode, tuple(_bounded(steps, budget, most_steps)))


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
    """A try that may be taken back: the position before it, and its cells."""

    masks: Masks
    board: dict[Cell, int]
    number: int
    cells: list[int]
    tried: int = 0


class _Rules:
    """Mode RULES: the position and the open tries; ``masks`` are narrowed by the weak reach."""

    def __init__(self, grid: Grid, distinct: bool) -> None:
        self.layout, self.distinct = Layout(grid), distinct
        self.masks = initial(self.layout)
        self.board = dict(grid.given)
        self.choices: list[_Choice] = []
        self.latest = Step(Kind.START)
        self.solutions = 0

    def steps(self) -> Iterator[Step]:
        yield self.latest
        yield from self._forward()
        while self.choices and self.solutions < 2:
            yield from self._back()
            if self.choices:
                yield from self._forward()
        yield self._step(Step(ENDS.get(self.solutions, Kind.SEVERAL)))

    def _forward(self) -> Iterator[Step]:
        """Steps until the board is full or dead."""
        while len(self.board) < self.layout.grid.last:
            found = self._look()
            if isinstance(found, Contradiction):
                yield self._step(Step(Kind.CONTRADICTION, dead=found))
                return
            yield self._direct(found) if isinstance(found, Hint) else self._choose(found)
        self.solutions += 1
        rest = any(choice.tried < len(choice.cells) for choice in self.choices)
        yield self._step(Step(Kind.SOLVED, goes_on=rest and self.solutions == 1))

    def _look(self) -> Contradiction | Hint | Masks:
        """A contradiction, a direct step, or the narrowed masks of a board that has neither."""
        masks = self.masks
        for distinct in (False, True) if self.distinct else (False,):
            dead = reach(self.layout, masks, distinct)
            if dead:  # told again from the board alone: numbers not placed yet are no reason
                masks = masks_of(self.layout, self.board)
                return reach(self.layout, masks, distinct, self.board.values()) or dead
            found = direct_step(self.layout, masks, self.board, distinct)
            if found:
                return found
            masks = list(masks)
        return masks

    def _direct(self, found: Hint) -> Step:
        if found.number is not None and found.cell is not None:
            self._place(found.number, self.layout.bit(found.cell))
        by_cell = found.technique is Technique.ONLY_NUMBER
        kind = Kind.ONLY_NUMBER if by_cell else Kind.ONLY_CELL
        return self._step(Step(kind, found.number, found.cell, found.because))

    def _place(self, number: int, bit: int) -> None:
        self.masks = placed(self.masks, number, bit)
        self.board[self.layout.cell(bit)] = number

    def _choose(self, masks: Masks) -> Step:
        """Open a choice: the lowest number with the fewest cells."""
        several = (n for n, mask in enumerate(masks) if n and not is_single(mask))
        number = min(several, key=lambda n: masks[n].bit_count())
        cells = list(bits(masks[number]))
        self.choices.append(_Choice(self.masks, dict(self.board), number, cells))
        self.latest = counted(self.latest, len(cells))
        return self._try()

    def _try(self) -> Step:
        choice = self.choices[-1]
        bit = choice.cells[choice.tried]
        choice.tried += 1
        self._place(choice.number, bit)
        self.latest = replace(self.latest, nodes=self.latest.nodes + 1)
        step = Step(Kind.TRY, choice.number, self.layout.cell(bit))
        return self._step(replace(step, option=choice.tried, options=len(choice.cells)))

    def _back(self) -> Iterator[Step]:
        """Take tries back until one has a cell left, and try that."""
        while self.choices:
            choice = self.choices[-1]
            self.masks, self.board = choice.masks, dict(choice.board)
            cell = self.layout.cell(choice.cells[choice.tried - 1])
            yield self._step(Step(Kind.RETREAT, choice.number, cell), closed=1)
            if choice.tried < len(choice.cells):
                yield self._try()
                return
            self.choices.pop()

    def _step(self, step: Step, closed: int = 0) -> Step:
        height = len(self.board) - len(self.layout.grid.givens)
        self.latest = continued(self.latest, step, len(self.choices) - closed, height)
        return self.latest
