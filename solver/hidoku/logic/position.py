"""A board as a person reads it: the numbers placed, and the cells each missing number can reach.

A position has two readings. ``masks`` hold, for each number, the cells that it can reach from the
nearest placed numbers below and above, in the right number of steps through empty cells. ``strict``
also forbids turning straight back: the cells before and after a number must differ. Candidates that
were eliminated stay out of both. ``plain`` is the same board without eliminations, ``loose`` the
same without eliminations and joined cells.

Readings are narrowed on first use. After a step, only numbers next to a change need another look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Board, Cell, Grid
from solver.hidoku.search.bitboard import BitLayout, bits
from solver.hidoku.search.domains import Contradiction, Masks, initial, sweep, uncovered

if TYPE_CHECKING:
    from solver.hidoku.logic.technique import Deduction


class Gap(NamedTuple):
    """Consecutive missing numbers: between two placed numbers, or beyond the last on one side.

    ``low`` and ``high`` are the placed numbers, None where there is none.
    """

    low: int | None
    high: int | None
    missing: range


@dataclass(frozen=True, eq=False)
class Reading:
    """Masks to be narrowed by reach; ``stale`` has a bit for each number to check first."""

    layout: BitLayout
    is_distinct: bool
    standing: Collection[int]
    masks_before: Sequence[int]
    stale: int

    @cached_property
    def _narrowed(self) -> tuple[Masks, Contradiction | None]:
        masks = list(self.masks_before)
        dead = sweep(self.layout, masks, self.is_distinct, self.standing, self.stale)
        dead = dead or uncovered(self.layout, masks, self.is_distinct)
        return masks, dead

    @property
    def masks(self) -> Masks:
        """For each number, the cells in its reach. Don't change the list."""
        return self._narrowed[0]

    @property
    def dead(self) -> Contradiction | None:
        return self._narrowed[1]

    def after(
        self,
        standing: Collection[int],
        placements: Iterable[tuple[int, int]] = (),
        eliminations: Iterable[tuple[int, int]] = (),
    ) -> Reading:
        is_known = "_narrowed" in self.__dict__ and self.dead is None  # a dead one is half narrowed
        masks = list(self.masks if is_known else self.masks_before)
        stale = 0 if is_known else self.stale
        for number, bit in eliminations:
            if masks[number] & bit:
                masks[number] ^= bit
                stale |= 7 << number - 1
        filled_cells = 0
        for number, bit in placements:
            stale |= 7 << number - 1
            masks[number] &= bit & ~filled_cells
            filled_cells |= bit
        for number, mask in enumerate(masks if filled_cells else ()):
            if mask & filled_cells and number not in standing:
                masks[number] &= ~filled_cells
                stale |= 7 << number - 1
        numbers = (2 << self.layout.grid.last) - 2
        return Reading(self.layout, self.is_distinct, standing, masks, stale & numbers)


@dataclass(frozen=True, eq=False)
class Position:
    """Numbers placed and candidates eliminated; :meth:`after` makes the next one.

    ``eliminations`` are all candidates eliminated so far. Build one with :meth:`of`.
    """

    layout: BitLayout
    board: Board
    weak: Reading
    close: Reading
    _: KW_ONLY
    eliminations: tuple[Candidate, ...] = ()
    unreduced: Position | None = None  # the same board without eliminations, if there are any
    unjoined: Position | None = None  # and without joined cells, if there are any
    focus: Sequence[int] = ()  # the missing numbers that alone are asked about, if any

    @classmethod
    def of(cls, grid: Grid, board: Board | None = None) -> Position:
        """The position of a faultless grid (see ``faults``), or of a board in play on it."""
        placements = dict(grid.given if board is None else board)
        twin = cls.of(replace(grid, joined=frozenset()), placements) if grid.joined else None
        return cls._fresh(BitLayout(grid), placements, twin)

    @classmethod
    def _fresh(cls, layout: BitLayout, board: Board, twin: Position | None) -> Position:
        standing = frozenset(board.values())
        masks = initial(layout, board)
        numbers = (2 << layout.grid.last) - 2
        weak, close = (
            Reading(layout, is_distinct, standing, masks, numbers) for is_distinct in (False, True)
        )
        return cls(layout, board, weak, close, unjoined=twin)

    def with_board(self, board: Board) -> Position:
        """Another board of the same grid; what is known of its cells isn't worked out again."""
        twin = self.unjoined.with_board(board) if self.unjoined else None
        return self._fresh(self.layout, board, twin)

    def after(self, *steps: Deduction) -> Position:
        """The position after some steps, each of which holds in this position."""
        placements = [step.placed for step in steps if step.placed]
        return self._with(placements, tuple(c for step in steps for c in step.eliminated))

    def placing(self, candidate: Candidate) -> Position:
        return self._with([candidate], ())

    def without(self, candidates: Iterable[Candidate]) -> Position:
        return self._with([], tuple(candidates))

    def _with(self, placements: Sequence[Candidate], candidates: tuple[Candidate, ...]) -> Position:
        board = {**self.board, **{cell: number for number, cell in placements}}
        standing = frozenset(board.values()) if placements else self.close.standing
        places = [(number, self.layout.bit(cell)) for number, cell in placements]
        eliminations = [(number, self.layout.bit(cell)) for number, cell in candidates]

        def placed_on(position: Position) -> Position:
            return position._with(placements, ()) if placements else position

        return Position(
            self.layout,
            board,
            self.weak.after(standing, places, eliminations),
            self.close.after(standing, places, eliminations),
            eliminations=(*self.eliminations, *candidates),
            unreduced=placed_on(self.plain) if self.eliminations or candidates else None,
            unjoined=placed_on(self.unjoined) if self.unjoined else None,
        )

    def about(self, missing: Sequence[int]) -> Position:
        """The same position, in which only the gap of these numbers is looked at."""
        return replace(self, focus=missing)

    @property
    def plain(self) -> Position:
        """The same board without eliminations."""
        return self.unreduced or self

    @property
    def loose(self) -> Position:
        """The same board without eliminations and joined cells."""
        return self.unjoined or self.plain

    @property
    def masks(self) -> Masks:
        """For each number, the cells in reach; one for a placed number. Don't change the list."""
        return self.weak.masks

    @property
    def strict(self) -> Masks:
        """The cells in reach if the cells before and after a number must differ."""
        return self.close.masks

    @property
    def dead(self) -> Contradiction | None:
        """Why the position has no solution, if reach shows it; without eliminations if possible."""
        if self.close.dead is None:  # it knows more than the other reading
            return None
        readings = (r for p in (self.loose, self.plain, self) for r in (p.weak, p.close))
        return next(reading.dead for reading in readings if reading.dead)

    @property
    def is_full(self) -> bool:
        return len(self.board) == self.layout.grid.last

    @cached_property
    def where(self) -> dict[int, Cell]:
        return dict(sorted((number, cell) for cell, number in self.board.items()))

    @cached_property
    def empty(self) -> int:
        return self.layout.board & ~sum(map(self.layout.bit, self.board))

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        return self.unreduced.gaps if self.unreduced else tuple(self._gaps())

    def _gaps(self) -> Iterator[Gap]:
        ends = [*self.where, self.layout.grid.last + 1]
        low = 0
        for high in ends:
            if high - low > 1:
                upper = high if high in self.where else None
                yield Gap(low or None, upper, range(low + 1, high))
            low = high

    def gap_of(self, number: int) -> Gap:
        """The gap of a missing number."""
        return next(gap for gap in self.gaps if number in gap.missing)

    @cached_property
    def spread(self) -> dict[Gap, int]:
        """For each gap, the cells that its numbers can reach."""
        masks = self.strict
        return {gap: reduce(or_, masks[gap.missing.start : gap.missing.stop]) for gap in self.gaps}

    def candidates(self, number: int) -> tuple[Candidate, ...]:
        cells = (self.layout.cell(bit) for bit in bits(self.strict[number]))
        return tuple(Candidate(number, cell) for cell in cells)
