"""Singles: numbers with one cell in reach, and cells with one number, with their reasons.

What a number can reach depends on the nearest numbers placed below and above it and on the empty
cells, so a reason names only these. If numbers are placed on one side only, the path must also be
able to continue from there. Joined cells and earlier eliminations are named only if the placement
doesn't follow without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from solver.hidoku.logic.patterns.gaps import ends_beside
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate, nearest
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Masks, owners

MOST_FITTING = 3  # numbers that are told to fit between the neighbours of a cell


class Single(NamedTuple):
    placed: Candidate
    because: Because


@dataclass(frozen=True)
class Singles:
    """Both kinds of singles in a position; ``is_distinct`` forbids the path to turn back."""

    position: Position
    is_distinct: bool

    @cached_property
    def _levels(self) -> tuple[Position, ...]:
        """The position without joins and eliminations, without eliminations, and unchanged."""
        position = self.position
        levels = {id(p): p for p in (position.loose, position.plain, position)}
        return tuple(levels.values())

    def _reading(self, level: Position) -> Reading:
        return level.close if self.is_distinct else level.weak

    def by_number(self) -> Iterator[Single]:
        seen = set(self.position.where)
        for level in self._levels:
            for number, mask in enumerate(self._reading(level).masks):
                if number not in seen and is_single(mask) and self._is_asked(number):
                    seen.add(number)
                    yield self._found(level, number, mask, is_by_cell=False)

    def by_cell(self) -> Iterator[Single]:
        open_cells = self.position.empty
        for level in self._levels:
            masks = self._reading(level).masks
            once, twice = owners(masks)
            for bit in bits(once & ~twice & open_cells):
                open_cells ^= bit
                number = next(n for n, mask in enumerate(masks) if mask & bit)
                if self._is_asked(number):
                    yield self._found(level, number, bit, is_by_cell=True)

    def _is_asked(self, number: int) -> bool:
        return not self.position.focus or number in self.position.focus

    def _found(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Single:
        because = self._because(level, number, bit, is_by_cell)
        return Single(Candidate(number, level.layout.cell(bit)), because)

    def _because(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Because:
        if is_by_cell and (nearby := _by_neighbours(level, number, bit)):
            return nearby
        where = level.where
        rests = nearest(where, number)
        cells = tuple(where[n] for n in rests)
        because = Because(rests, cells, is_by_cell=is_by_cell, is_distinct=self.is_distinct)
        open_ends = (n for n in (1, level.layout.grid.last) if n not in where)
        because = replace(because, ends=tuple(open_ends))  # the verifier leaves out what it can
        if is_by_cell:
            area = (level.layout.cell(bit),)
            unnamed = ends_beside(level, rests)
            because = replace(because, area=area, others=unnamed)
        joined = tuple(sorted(level.layout.grid.joined))
        return replace(because, joined=joined, eliminated=tuple(dict.fromkeys(level.eliminations)))


def _by_neighbours(position: Position, number: int, bit: int) -> Because | None:
    """Why only one number fits a cell with too few empty neighbours to pass through, if it does.

    Not told of the ends of the path, which don't pass through. A placed number beside it then has
    to be next on the path, so only few numbers can be there, and the others don't get there. The
    area is the cell and its empty neighbour: the reason changes if that is filled first.
    """
    layout = position.layout
    where = position.where
    cell = layout.cell(bit)
    last = layout.grid.last
    around = tuple(near for near in layout.grid.neighbours(cell) if near in position.board)
    beside = {position.board[near] for near in around}
    empty = layout.cells(layout.around(bit) & position.empty)
    if number in {1, last} or len(empty) > 1:
        return None

    def fits(other: int) -> bool:
        sides = {n for n in (other - 1, other + 1) if 1 <= n <= last}
        return len(sides - where.keys()) <= len(empty) and sides & where.keys() <= beside

    fitting = tuple(n for gap in position.gaps for n in gap.missing if fits(n))
    far = [n for n in fitting if n != number]
    is_few = len(fitting) <= MOST_FITTING and position is position.loose
    if far and not (is_few and not any(position.masks[n] & bit for n in far)):
        return None
    unplaced = {n for gap in position.gaps for n in gap.missing}
    numbers = tuple(n for n in where if n in beside and {n - 1, n + 1} & unplaced)
    if not numbers:
        return None
    cells = tuple(where[n] for n in numbers)
    missing = unplaced - {number, *fitting}
    because = Because(
        numbers,
        cells,
        is_by_cell=True,
        area=(cell, *empty),
        around=around,
        missing=tuple(n for n in sorted(missing) if beside & {n - 1, n + 1}),
    )
    return replace(because, fitting=fitting) if far else because


def bare_numbers(position: Position, masks: Masks) -> Iterator[Candidate]:
    for gap in position.gaps:
        for number in gap.missing:
            if is_single(masks[number]):
                yield Candidate(number, position.layout.cell(masks[number]))


def bare_cells(position: Position, masks: Masks) -> Iterator[Candidate]:
    once, twice = owners(masks)
    only = once & ~twice & position.empty
    if only:
        for gap in position.gaps:
            for number in gap.missing:
                for bit in bits(masks[number] & only):
                    yield Candidate(number, position.layout.cell(bit))
