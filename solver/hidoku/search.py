"""All solutions of a grid, counted or kept, by a depth-first search that can pause and go on.

Each node is first propagated to a fixed point (``kernels.settle``); a position still open tries
the lowest number with the fewest cells. Statistics follow the article the game came from: its
"number of successors" adds for every successor the size of its family, so that the mean branching
is that sum divided by the count of successors.

The search is deterministic: budgets decide where it pauses, never what it finds. The only clock is
``time.monotonic``, compared with a deadline passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from time import monotonic
from typing import overload

import numpy as np
import numpy.typing as npt

from solver.hidoku import kernels
from solver.hidoku.domains import Layout, initial
from solver.hidoku.grid import Cell, Grid, faults

Words = npt.NDArray[np.uint64]
Path = tuple[Cell, ...]  # the cells of 1, 2, …, last

_UNLIMITED = 2**62
_SLICE = 0.01  # seconds of compiled work between two looks at the clock


@dataclass(frozen=True)
class Budget:
    """How much a call may do: nodes to open, and a moment of ``time.monotonic`` to stop at."""

    nodes: int | None = None
    deadline: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and monotonic() >= self.deadline


NO_LIMIT = Budget()


class Verdict(Enum):
    """What a search has shown about the number of solutions."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Paths(Sequence[Path]):
    """Solutions as they are kept, two bytes a cell; each becomes a path when it is asked for."""

    packed: tuple[bytes, ...]
    width: int

    def __len__(self) -> int:
        return len(self.packed)

    @overload
    def __getitem__(self, index: int) -> Path: ...
    @overload
    def __getitem__(self, index: slice) -> Paths: ...
    def __getitem__(self, index: int | slice) -> Path | Paths:
        if isinstance(index, slice):
            return Paths(self.packed[index], self.width)
        places = np.frombuffer(self.packed[index], np.int16).tolist()
        return tuple(Cell(*divmod(place, self.width)) for place in places)


@dataclass(frozen=True)
class Result:
    """What a search has found so far.

    ``count`` counts solutions, of which the first few are kept in ``solutions``; ``complete`` says
    that there are no others. ``successors`` is the article's sum (see the module), ``children``
    the plain count of successors, ``depth`` the most tries open at once.
    """

    solutions: Sequence[Path]
    count: int
    complete: bool
    nodes: int
    successors: int
    children: int
    depth: int

    @property
    def verdict(self) -> Verdict:
        """None, exactly one, several, or not decided within the budget."""
        if self.count > 1:
            return Verdict.SEVERAL
        if not self.complete:
            return Verdict.UNDECIDED
        return Verdict.UNIQUE if self.count else Verdict.NONE

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None while undecided."""
        known = self.verdict is not Verdict.UNDECIDED
        return self.verdict is Verdict.UNIQUE if known else None

    @property
    def mean_branching(self) -> float:
        """Mean size of the family of a successor; 0 where nothing was tried."""
        return mean_branching(self.successors, self.children)


def mean_branching(successors: int, children: int) -> float:
    """The article's mean: its sum over successors by their number, 0 for none."""
    return successors / children if children else 0.0


def board_of(path: Sequence[Cell]) -> dict[Cell, int]:
    """A path as a board.

    >>> board_of((Cell(0, 1), Cell(0, 0)))
    {Cell(row=0, column=1): 1, Cell(row=0, column=0): 2}
    """
    return {cell: number for number, cell in enumerate(path, 1)}


class Engine:
    """The compiled propagation of one grid: masks packed into words, and back."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.words = -(-(layout.grid.rows * layout.width) // 64)
        self.board = self.pack([0, layout.board])[0]
        self.shifts = np.array(layout.shifts, np.int64)
        self._no_trail = np.zeros(0, np.int64), np.zeros(0, np.uint64)

    def pack(self, masks: Sequence[int]) -> Words:
        """Masks (the first is skipped) as rows of words between two guards."""
        guard, size = bytes(8), 8 * self.words
        packed = b"".join(guard + mask.to_bytes(size, "little") + guard for mask in masks[1:])
        return np.frombuffer(packed, "<u8").astype(np.uint64).reshape(-1, self.words + 2)

    def settle(self, domains: Words) -> bool:
        """Propagate in place; False if the position is dead."""
        stale, state = np.ones(len(domains), np.uint8), np.zeros(kernels.STATES, np.int64)
        alive = kernels.settle(domains, self.board, self.shifts, stale, *self._no_trail, state)
        return bool(alive)

    def is_refuted(self, domains: Words, number: int, bit: int) -> bool:
        """Whether a number in a cell leads to a contradiction at once."""
        probe = domains.copy()
        probe[number - 1] = self.pack([0, bit])[0]
        return not self.settle(probe)


class Search:
    """A search that can be run in instalments.

    ``limit`` is how many solutions to look for (None: all), ``keep`` how many of them to keep
    (None: each one found); the others are only counted, which is faster.

    >>> search = Search(Grid.of(3, 3), limit=None, keep=0)
    >>> while not search.run(Budget(nodes=100)).complete:
    ...     pass
    >>> search.result.count
    784
    """

    def __init__(self, grid: Grid, limit: int | None = 2, keep: int | None = None) -> None:
        self.limit = _UNLIMITED if limit is None else min(limit, _UNLIMITED)
        self.keep = min(self.limit, _UNLIMITED if keep is None else keep)
        self._layout = Layout(grid)
        self._state = np.zeros(kernels.STATES, np.int64)
        self._paths: list[bytes] = []
        self._complete = bool(faults(grid))
        if not self._complete:
            self._prepare(grid.last)

    def _prepare(self, last: int) -> None:
        engine = Engine(self._layout)
        self._domains = engine.pack(initial(self._layout))
        trail = last * (last + 1)  # every cell of every number lost, one by one; pages come lazily
        self._arrays = (
            self._domains,
            engine.board,
            engine.shifts,
            np.ones(last, np.uint8),
            np.zeros(trail, np.int64),
            np.zeros(trail, np.uint64),
            np.zeros(last, np.int64),
            np.zeros((last, engine.words + 2), np.uint64),
            np.zeros(last, np.int64),
            self._state,
        )

    def run(self, budget: Budget = NO_LIMIT) -> Result:
        """Search on within the budget, which counts from now; the result covers all runs."""
        nodes = int(self._state[kernels.NODES])
        goal = _UNLIMITED if budget.nodes is None else min(_UNLIMITED, nodes + budget.nodes)
        size = 1
        while not self._is_over and nodes < goal and not budget.is_over:
            stop = goal if budget.deadline is None else min(goal, nodes + size)
            begun = monotonic()
            self._explore(stop)
            before, nodes = nodes, int(self._state[kernels.NODES])
            if monotonic() - begun >= _SLICE:
                size = max(1, size // 2)
            elif nodes - before >= size:  # not if it came back early with a solution
                size *= 2
        return self.result

    @property
    def _is_over(self) -> bool:
        return self._complete or int(self._state[kernels.SOLUTIONS]) >= self.limit

    def _explore(self, stop: int) -> None:
        found = int(self._state[kernels.SOLUTIONS])
        goal = found + 1 if found < self.keep else self.limit
        status = kernels.explore(*self._arrays, stop, goal)
        if status == kernels.FOUND and found < self.keep:
            self._keep()
        self._complete = status == kernels.DONE

    def _keep(self) -> None:
        path = np.zeros(len(self._domains), np.int64)
        kernels.read_path(self._domains, path)
        self._paths.append(path.astype(np.int16).tobytes())

    @property
    def result(self) -> Result:
        """What has been found so far."""
        state = [int(value) for value in self._state]
        return Result(
            Paths(tuple(self._paths), self._layout.width),
            state[kernels.SOLUTIONS],
            self._complete,
            state[kernels.NODES],
            state[kernels.SUCCESSORS],
            state[kernels.CHILDREN],
            state[kernels.DEEPEST],
        )


def solve(
    grid: Grid, limit: int | None = 2, budget: Budget = NO_LIMIT, keep: int | None = None
) -> Result:
    """Look for up to ``limit`` solutions within a budget; see :class:`Search`.

    >>> result = solve(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4}))
    >>> result.count, result.complete, result.verdict
    (2, False, <Verdict.SEVERAL: 'several'>)
    """
    return Search(grid, limit, keep).run(budget)
