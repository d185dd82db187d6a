"""A board as a person reads it: the numbers placed, and the cells each missing number can reach.

A position knows two readings. ``masks`` hold for each number the cells that are in reach from the
nearest placed numbers below and above, in the right count of steps, through empty cells. ``strict``
are the same where the path must not turn straight back: the cells before and after a number differ.
Candidates struck for a reason stay struck in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.hidoku.domains import Contradiction, Layout, Masks, bits, initial, reach
from solver.hidoku.grid import Board, Cell, Grid
from solver.hidoku.steps import Candidate, Deduction


class Gap(NamedTuple):
    """Missing numbers in a row: between two placed numbers, or beyond the last on one side.

    ``low`` and ``high`` are the placed numbers, None where there is none.
    """

    low: int | None
    high: int | None
    missing: range


@dataclass(frozen=True)
class Position:
    """Numbers placed and candidates left; :meth:`after` makes the next one.

    ``open_masks`` are what was left before this position was narrowed by reach.
    """

    layout: Layout
    board: Board
    open_masks: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid, board: Board | None = None) -> Position:
        """The position of a grid, or of a board in play on it; faultless (see ``grid.faults``)."""
        shown = grid.given if board is None else board
        layout = Layout(grid)
        return cls(layout, dict(shown), tuple(initial(Layout(grid.with_givens(shown)))))

    def after(self, deduction: Deduction) -> Position:
        """The position after a step."""
        masks, board = list(self.masks), dict(self.board)
        for number, cell in deduction.struck:
            masks[number] &= ~self.layout.bit(cell)
        if deduction.placed:
            number, cell = deduction.placed
            bit = self.layout.bit(cell)
            masks = [mask & ~bit for mask in masks]
            masks[number], board[cell] = bit, number
        return Position(self.layout, board, tuple(masks))

    @cached_property
    def _weak(self) -> tuple[Masks, Contradiction | None]:
        masks = list(self.open_masks)
        return masks, reach(self.layout, masks, False, self.board.values())

    @cached_property
    def _strict(self) -> tuple[Masks, Contradiction | None]:
        masks = list(self.masks)
        return masks, reach(self.layout, masks, True, self.board.values())

    @property
    def masks(self) -> Masks:
        """For each number the cells in reach; placed numbers have one. Do not change it."""
        return self._weak[0]

    @property
    def strict(self) -> Masks:
        """The cells in reach where the cells before and after a number differ."""
        return self._strict[0]

    @property
    def dead(self) -> Contradiction | None:
        """Why the position has no solution, if reach shows it."""
        return self._weak[1] or self._strict[1]

    @cached_property
    def where(self) -> dict[int, Cell]:
        """Cells by number placed, ascending."""
        return dict(sorted((number, cell) for cell, number in self.board.items()))

    @cached_property
    def empty(self) -> int:
        """The cells without a number, as a mask."""
        return self.layout.board & ~sum(map(self.layout.bit, self.board))

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The runs of missing numbers, ascending."""
        return tuple(self._gaps())

    def _gaps(self) -> Iterator[Gap]:
        ends = [*self.where, self.layout.grid.last + 1]
        low = 0
        for high in ends:
            if high - low > 1:
                upper = high if high in self.where else None
                yield Gap(low or None, upper, range(low + 1, high))
            low = high

    def candidates(self, number: int) -> tuple[Candidate, ...]:
        """The candidates of a number, row by row."""
        cells = (self.layout.cell(bit) for bit in bits(self.strict[number]))
        return tuple(Candidate(number, cell) for cell in cells)
