"""All solutions of a grid, counted or kept, by a search that can pause and continue.

The stages of the search are in ``staged_search``. Statistics follow the article the game came from:
its "number of successors" adds the size of its family for every successor, so the mean branching is
that sum divided by the number of successors.

The search is deterministic: budgets decide where it pauses, never what it finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import prod
from typing import Final, overload

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels.frontier import NO_ROOM, Frontier, advance
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.propagation import Engine, Path, Places, Words, fitting
from solver.hidoku.search.staged_search import NO_LIMIT, UNLIMITED, Budget, StagedSearch


class Verdict(Enum):
    """What a search has shown about the number of solutions."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Paths(Sequence[Path]):
    """Solutions in packed form, two bytes a cell; each becomes a path when it is read."""

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


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """What a search has found so far.

    ``count`` counts solutions, the first few of which are kept in ``solutions``; ``complete`` says
    that there are no others. ``successors`` is the article's sum (see the module), ``children`` the
    plain number of successors, ``depth`` the most trials open at once; these and ``nodes`` describe
    only the depth-first part. ``probes`` are candidates tried at the root after it, ``conflicts``
    those of the learner.
    """

    solutions: Sequence[Path]
    count: int
    complete: bool
    nodes: int
    successors: int
    children: int
    depth: int
    probes: int = 0
    conflicts: int = 0

    @property
    def verdict(self) -> Verdict:
        if self.count > 1:
            return Verdict.SEVERAL
        if not self.complete:
            return Verdict.UNDECIDED
        return Verdict.UNIQUE if self.count else Verdict.NONE

    @property
    def unique(self) -> bool | None:
        known = self.verdict is not Verdict.UNDECIDED
        return self.verdict is Verdict.UNIQUE if known else None

    @property
    def mean_branching(self) -> float:
        return self.successors / self.children if self.children else 0.0


def board_of(path: Sequence[Cell]) -> dict[Cell, int]:
    """A path as a board.

    >>> board_of((Cell(0, 1), Cell(0, 0)))
    {Cell(row=0, column=1): 1, Cell(row=0, column=0): 2}
    """
    return {cell: number for number, cell in enumerate(path, 1)}


class SolutionSearch:
    """A search that can be run in instalments.

    ``limit`` is how many solutions to look for (None: all), ``keep`` how many of them to keep
    (None: all that are found); the others are only counted, which is faster. ``patience`` is how
    many nodes the depth-first part opens before conflict learning takes over. ``within`` are a
    number and the cells, as a mask, that it may be in.

    >>> search = SolutionSearch(Grid.of(3, 3), limit=None, keep=0)
    >>> while not search.run(Budget(nodes=100)).complete:
    ...     pass
    >>> search.result.count
    784
    """

    def __init__(
        self,
        grid: Grid,
        limit: int | None = 2,
        keep: int | None = None,
        *,
        patience: int | None = None,
        within: tuple[int, int] | None = None,
    ) -> None:
        self.limit = UNLIMITED if limit is None else min(limit, UNLIMITED)
        keep = min(self.limit, UNLIMITED if keep is None else keep)
        engine = Engine(BitLayout(grid))
        self._width = engine.shape.width
        places = None if engine.shape.is_faulty else engine.givens()
        domains = None if places is None else engine.start(places)
        if within and domains is not None:
            number, cells = within
            domains[number - 1] &= engine.pack((0, cells))[0]
        self._search = StagedSearch(engine, domains, keep, patience)
        if self._search.is_dead and not faults(grid):
            self._search.count_root()

    def run(self, budget: Budget = NO_LIMIT) -> SearchResult:
        """Search on within the budget, which counts from now; the result covers all runs."""
        self._search.run(self.limit, budget)
        return self.result

    @property
    def result(self) -> SearchResult:
        search = self._search
        paths = tuple(search.solutions)
        return SearchResult(
            solutions=Paths(paths, self._width),
            count=search.count,
            complete=search.is_complete,
            **search.statistics,
        )


def solve(
    grid: Grid,
    limit: int | None = 2,
    budget: Budget = NO_LIMIT,
    keep: int | None = None,
    within: tuple[int, int] | None = None,
) -> SearchResult:
    """Look for up to ``limit`` solutions within a budget; see :class:`SolutionSearch`.

    >>> result = solve(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4}))
    >>> result.count, result.complete, result.verdict
    (2, False, <Verdict.SEVERAL: 'several'>)
    """
    return SolutionSearch(grid, limit, keep, within=within).run(budget)


# What a generator asks of a position, cheap enough to ask after every given it removes.
#
# Places are those of ``propagation.Engine``: an array with the place of each given, 0 for none. A
# caller removes a given by writing 0, and puts it back.

_RADII = 3, 5  # how far around a given another solution is looked for first
_NEARBY = 300  # nodes of one such search
_NUMBERS_IN_VIEW = 0.75  # with a larger share of the numbers within a radius nothing is gained


def is_needless(
    engine: Engine, givens: Places, path: Places, number: int, budget: Budget = NO_LIMIT
) -> bool | None:
    """Whether a board whose only solution is the path still has no other without a given.

    >>> engine = Engine(BitLayout(Grid.of(1, 3)))
    >>> path = np.array([engine.place(Cell(0, column)) for column in range(3)])
    >>> [is_needless(engine, path, path, number) for number in (1, 2, 3)]
    [True, True, True]

    Another solution would have that number elsewhere, so its cell is eliminated for it: one search
    for a first solution is enough. None if the budget is too small. ``givens`` aren't changed.

    Most other solutions differ from the path only near that number. So at first all numbers farther
    away are placed as on the path, which leaves little to search. On 30×30, of 280 givens that are
    needed, 270 are recognised within five cells, in 1 ms each; the whole board takes 13.
    """
    places = givens.copy()
    places[number - 1] = 0
    search = StagedSearch(engine, _start(engine, places, path, number), leaning=path)
    nodes = 0
    for nearby in _nearby(engine, places, path, number) if not search.is_complete else ():
        near = StagedSearch(engine, nearby, leaning=path)
        near.run(1, _less(budget, nodes, _NEARBY))
        nodes += near.nodes
        if near.count:
            return False
    search.run(1, _less(budget, nodes))
    return False if search.count else True if search.is_complete else None


def _start(engine: Engine, places: Places, path: Places, number: int) -> Words:
    """The domains that allow a number anywhere but where it is on the path."""
    domains = engine.start(places)
    word, bit = divmod(int(path[number - 1]), 64)
    domains[number - 1, word] &= ~np.uint64(1 << bit)
    return domains


def _nearby(engine: Engine, places: Places, path: Places, number: int) -> Iterator[Words]:
    """The same with all numbers outside a radius placed as on the path."""
    rows, columns = np.divmod(path, engine.shape.width)
    distances = np.maximum(abs(rows - rows[number - 1]), abs(columns - columns[number - 1]))
    for radius in _RADII:
        is_far = distances > radius
        if is_far.mean() > 1 - _NUMBERS_IN_VIEW:
            yield _start(engine, np.where(is_far, path, places), path, number)


def _less(budget: Budget, nodes: int, limit: int | None = None) -> Budget:
    nodes_left = None if budget.nodes is None else max(0, budget.nodes - nodes)
    bounds = [count for count in (nodes_left, limit) if count is not None]
    return Budget(min(bounds, default=None), budget.deadline)


# How many solutions a board has, without listing them: by its border (``kernels.frontier``).
#
# Listing takes the longer the more solutions there are: an empty 6×6 with four neighbours 7.6 s,
# and 5×5 with eight two hours. By the border these take 3 and 8 ms, and 8×8 with four neighbours
# (6,046,626,568) 0.06 s. Two or three numbers inside a large board make it hard, since then it has
# to tell pieces of a path apart by their lengths.

MOST_STATES: Final = 1 << 19  # at once: some 100 MB
_FIRST_STATES: Final = 1 << 10
_LISTED: Final = 4_000  # nodes of a search, in which solutions to look at are found, too


def count_solutions(grid: Grid, keep: int = 0, budget: Budget = NO_LIMIT) -> SearchResult:
    """Count all solutions and keep the first few; as many as were found when the budget ends.

    >>> count_solutions(Grid.of(6, 6)).count
    13089822163800
    """
    search = SolutionSearch(grid, None, keep)
    result = search.run(Budget(_LISTED, budget.deadline))
    count = None if result.complete else count_by_border(grid, budget)
    if count is not None and result.count >= min(count, 1):
        return replace(result, count=count, complete=True)
    return search.run(budget)


def count_by_border(grid: Grid, budget: Budget = NO_LIMIT, cap: int = MOST_STATES) -> int | None:
    """The number of solutions; None if that takes more time or states than allowed."""
    engine = Engine(BitLayout(grid))
    places = None if engine.shape.is_faulty else engine.givens()
    domains = None if places is None else engine.start(places)
    if domains is None or not engine.propagate_fully(domains):
        return 0
    if grid.last == 1:
        return 1
    border = _Border(grid, fitting(domains)[:, [engine.place(cell) for cell in grid.cells]])
    choices = grid.last * prod(len(grid.neighbours(cell)) for cell in grid.cells)
    rows = np.zeros((1, 2 * border.size + 1), np.int16)
    rows[0, -1] = border.first_ends
    counts = np.array([[1] + [0] * (choices.bit_length() // 64)], np.uint64)
    room = _FIRST_STATES
    for frontier in border.frontiers():
        states = None
        while states is None:
            if room > cap or budget.is_over:
                return None
            next_rows = np.empty((room, rows.shape[1]), np.int16)
            next_counts = np.zeros((room, counts.shape[1]), np.uint64)
            heads = np.full(2 * room, -1)
            count = advance(frontier, rows, counts, next_rows, next_counts, heads)
            states = None if count == NO_ROOM else (next_rows[:count], next_counts[:count])
            room = room if states else 2 * room
        rows, counts = states
    words: list[int] = counts.sum(axis=0).tolist()  # of the one state at the end, if there is one
    return sum(word << 64 * place for place, word in enumerate(words)) * border.directions


class _Border:
    """The cells of a grid as they enter, line by line, and which number ``fits`` which.

    The numbers that are ``known`` have only one cell. If none of them is inside the path, numbers
    don't matter; if there is none at all, each path is found once for its two ``directions``.
    """

    def __init__(self, grid: Grid, fits: npt.NDArray[np.bool_]) -> None:
        self._grid = grid
        self._fits = fits
        self._singles = fits.sum(axis=1) == 1
        self._is_numbered = bool(self._singles[1:-1].any())
        self.size = min(grid.rows, grid.columns) + 2
        self.directions = 1 if self._singles.any() else 2

    @property
    def first_ends(self) -> int:
        """The bits of the ends that have their cells, so that no other cell can be one."""
        first = int(self._singles[0])
        last = int(self._singles[-1])
        return first + 2 * last if first or self._is_numbered else last

    def frontiers(self) -> Iterator[Frontier]:
        grid = self._grid
        turn = -1 if grid.columns > grid.rows else 1  # lines are as short as possible
        order = sorted(grid.cells, key=lambda cell: cell[::turn])
        at = {cell: place for place, cell in enumerate(order)}
        slots = {cell: np.dot(cell[::turn], (self.size - 2, 1)) % self.size for cell in order}
        singles = np.flatnonzero(self._singles).tolist()
        numbers = {grid.cells[self._fits[k].argmax()]: int(k) + 1 for k in singles}
        mates = {1: self.size + 1, grid.last: self.size + 1 + self._is_numbered}
        fits = np.zeros((grid.last + 1, self.size), np.uint8)
        fits_by_cell = dict(zip(grid.cells, self._fits.T, strict=True))
        gaps = np.diff(np.flatnonzero([True, *self._singles, True]))
        for cell in order:
            fits[1:, slots[cell]] = fits_by_cell[cell]
            number = numbers.get(cell, -1)
            partners = [near for near in grid.partners.get(cell, ()) if at[near] < at[cell]]
            near = [near for near in grid.neighbours(cell) if at[near] < at[cell]]
            closures = [
                near
                for near in (cell, *grid.neighbours(cell))
                if max(at[member] for member in (near, *grid.neighbours(near))) == at[cell]
            ]
            yield Frontier(
                slot=slots[cell],
                mate=mates.get(number, slots[cell] + 1),
                number=number if self._is_numbered else 0,
                near=_array(slots, sorted(near, key=lambda near: near not in partners)),
                joined=len(partners),
                closed=_array(slots, closures),
                fits=fits,
                known=np.array([0, *np.cumsum(self._singles)]),
                longest=int(gaps.max()) - 1,
                is_last=at[cell] == grid.last - 1,
            )


def _array(slots: dict[Cell, int], cells: list[Cell]) -> Places:
    return np.array([slots[cell] for cell in cells], np.int64)
