"""How many solutions a board has, without listing them: by its border (``kernels.frontier``).

Listing takes the longer the more solutions there are: an empty 6×6 with four neighbours 7.6 s, and
5×5 with eight two hours. By the border these take 3 and 8 ms, and 8×8 with four neighbours
(6,046,626,568) 0.06 s. Two or three numbers inside a large board make it hard, since then it has to
tell pieces of a path apart by their lengths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Final

import numpy as np
import numpy.typing as npt

from solver.hidoku.kernels.frontier import NO_ROOM, Frontier, Rows, advance
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.bitboard import BitLayout
from solver.hidoku.search.propagation import Engine, Places, Words, fitting
from solver.hidoku.search.solve import SearchResult, SolutionSearch
from solver.hidoku.search.staged_search import NO_LIMIT, Budget

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


def count_by_border(grid: Grid, budget: Budget = NO_LIMIT, most: int = MOST_STATES) -> int | None:
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
            if room > most or budget.is_over:
                return None
            states = _advance(frontier, rows, counts, room)
            room = room if states else 2 * room
        rows, counts = states
    words: list[int] = counts.sum(axis=0).tolist()  # of the one state at the end, if there is one
    return sum(word << 64 * place for place, word in enumerate(words)) * border.directions


def _advance(frontier: Frontier, rows: Rows, counts: Words, room: int) -> tuple[Rows, Words] | None:
    next_rows = np.empty((room, rows.shape[1]), np.int16)
    next_counts = np.zeros((room, counts.shape[1]), np.uint64)
    heads = np.full(2 * room, -1)
    fresh = advance(frontier, rows, counts, next_rows, next_counts, heads)
    return None if fresh == NO_ROOM else (next_rows[:fresh], next_counts[:fresh])


class _Border:
    """The cells of a grid as they enter, line by line, and which number ``fits`` which.

    The numbers that are ``known`` have only one cell. If none of them is inside the path, numbers
    don't matter; if there is none at all, each path is found once for its two ``directions``.
    """

    def __init__(self, grid: Grid, fits: npt.NDArray[np.bool_]) -> None:
        self._grid = grid
        self._fits = fits
        self._known = fits.sum(axis=1) == 1
        self._is_numbered = bool(self._known[1:-1].any())
        self.size = min(grid.rows, grid.columns) + 2
        self.directions = 1 if self._known.any() else 2

    @property
    def first_ends(self) -> int:
        """The bits of the ends that have their cells, so that no other cell can be one."""
        first = int(self._known[0])
        last = int(self._known[-1])
        return first + 2 * last if first or self._is_numbered else last

    def frontiers(self) -> Iterator[Frontier]:
        grid = self._grid
        turn = -1 if grid.columns > grid.rows else 1  # lines are as short as possible
        order = sorted(grid.cells, key=lambda cell: cell[::turn])
        at = {cell: place for place, cell in enumerate(order)}
        slots = {cell: np.dot(cell[::turn], (self.size - 2, 1)) % self.size for cell in order}
        known = np.flatnonzero(self._known).tolist()
        numbers = {grid.cells[self._fits[k].argmax()]: int(k) + 1 for k in known}
        mates = {1: self.size + 1, grid.last: self.size + 1 + self._is_numbered}
        fits = np.zeros((grid.last + 1, self.size), np.uint8)
        fits_by_cell = dict(zip(grid.cells, self._fits.T, strict=True))
        gaps = np.diff(np.flatnonzero([True, *self._known, True]))
        for cell in order:
            fits[1:, slots[cell]] = fits_by_cell[cell]
            number = numbers.get(cell, -1)
            partners = [near for near in grid.partners.get(cell, ()) if at[near] < at[cell]]
            near = [near for near in grid.neighbours(cell) if at[near] < at[cell]]
            closed = [
                near
                for near in (cell, *grid.neighbours(cell))
                if max(at[other] for other in (near, *grid.neighbours(near))) == at[cell]
            ]
            yield Frontier(
                slot=slots[cell],
                mate=mates.get(number, slots[cell] + 1),
                number=number if self._is_numbered else 0,
                near=_array(slots, sorted(near, key=lambda near: near not in partners)),
                joined=len(partners),
                closed=_array(slots, closed),
                fits=fits,
                known=np.array([0, *np.cumsum(self._known)]),
                longest=int(gaps.max()) - 1,
                is_last=at[cell] == grid.last - 1,
            )


def _array(slots: dict[Cell, int], cells: list[Cell]) -> Places:
    return np.array([slots[cell] for cell in cells], np.int64)
