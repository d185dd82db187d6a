"""Singles: numbers with one cell in reach, and cells with one number, with their reasons.

What a number can reach depends on the nearest numbers placed below and above it and on the empty
cells, so a reason names only these. If numbers are placed on one side only, the path must also be
able to continue from there. Joined cells and earlier eliminations are named only if the placement
doesn't follow without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate, nearest
from solver.hidoku.search.bitboard import bits, is_single
from solver.hidoku.search.domains import Masks, owners


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
        """What a single rests on: the ends of its gap, and as few eliminations as it needs."""
        where = level.where
        rests = nearest(where, number)
        cells = tuple(where[n] for n in rests)
        area = (level.layout.cell(bit),) if is_by_cell else ()

        def is_single_with(some: Sequence[Candidate]) -> bool:
            masks = self._reading(level.plain.without(some)).masks
            if not is_by_cell:
                return masks[number] == bit
            return all(n == number or not mask & bit for n, mask in enumerate(masks))

        def is_far(out: Candidate) -> bool:
            return out.number != number and level.layout.bit(out.cell) != bit

        near_first = sorted(dict.fromkeys(level.eliminations), key=is_far)
        eliminated = fewest(near_first, is_single_with)
        return Because(rests, cells, is_by_cell=is_by_cell, area=area, eliminated=eliminated)


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
