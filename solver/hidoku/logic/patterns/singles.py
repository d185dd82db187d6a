"""Singles: numbers with one cell in reach, and cells with one number.

What a number can reach depends on the nearest numbers placed below and above it and on the empty
cells. If numbers are placed on one side only, the path must also be able to continue from there.
Joined cells and earlier eliminations are used only where a placement doesn't follow without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from solver.hidoku.logic.claims import Claim
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate, Marked, nearest
from solver.hidoku.phrases import steps_away
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Masks, sole_numbers


@dataclass(frozen=True)
class OnlyCell(Claim):
    """That counting leaves a number one cell; ``ends`` are those of its gap."""

    placed: Candidate
    ends: tuple[int, ...]
    idea: ClassVar[str] = "only_cell"

    def places(self, sight: Sight, placed: Candidate) -> bool:
        is_only = sight.table.cells_of(placed.number) == sight.layout.bit(placed.cell)
        return is_only and placed == self.placed

    def nudge(self, outs: Sequence[Candidate]) -> str:
        number = self.placed.number
        if not self.ends:
            return f"Where is there room for {number}?"
        return f"Where can {number} go? It’s {steps_away(number, self.ends)}."

    def look(self, outs: Sequence[Candidate]) -> Marked:
        return self.marks(outs)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return ["Counting steps through empty cells, it gets to no other cell."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends)


@dataclass(frozen=True)
class OnlyNumber(OnlyCell):
    """That counting leaves a cell one number."""

    idea: ClassVar[str] = "only_number"

    @property
    def of_cell(self) -> bool:
        return True

    def places(self, sight: Sight, placed: Candidate) -> bool:
        bit = sight.layout.bit(placed.cell)
        return placed == self.placed and sight.table.numbers_at(bit) == [placed.number]

    def nudge(self, outs: Sequence[Candidate]) -> str:
        return f"Which numbers can get to {named(self.placed.cell)}?"

    def look(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(area=(self.placed.cell,))

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return ["Counting steps through empty cells, no other missing number gets there."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends, area=(self.placed.cell,))

    @property
    def vacancies(self) -> Sequence[int | Cell]:
        return (self.placed.cell,)


class Single(NamedTuple):
    claim: OnlyCell
    needed: tuple[Candidate, ...]


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
            for bit, number in sole_numbers(masks, open_cells).items():
                open_cells ^= bit
                if self._is_asked(number):
                    yield self._found(level, number, bit, is_by_cell=True)

    def _is_asked(self, number: int) -> bool:
        return not self.position.focus or number in self.position.focus

    def _found(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Single:
        placed = Candidate(number, level.layout.cell(bit))
        claim = OnlyNumber if is_by_cell else OnlyCell
        needed = self._needed(level, number, bit, is_by_cell)
        return Single(claim(placed, nearest(level.where, number)), needed)

    def _needed(
        self, level: Position, number: int, bit: int, is_by_cell: bool
    ) -> tuple[Candidate, ...]:
        """As few eliminations as a single needs."""

        def is_single_with(some: Sequence[Candidate]) -> bool:
            masks = self._reading(level.plain.without(some)).masks
            if not is_by_cell:
                return masks[number] == bit
            return all(n == number or not mask & bit for n, mask in enumerate(masks))

        def is_far(out: Candidate) -> bool:
            return out.number != number and level.layout.bit(out.cell) != bit

        return fewest(sorted(dict.fromkeys(level.eliminations), key=is_far), is_single_with)


def bare_numbers(position: Position, masks: Masks) -> Iterator[Candidate]:
    for gap in position.gaps:
        for number in gap.missing:
            if is_single(masks[number]):
                yield Candidate(number, position.layout.cell(masks[number]))


def bare_cells(position: Position, masks: Masks) -> Iterator[Candidate]:
    for bit, number in sole_numbers(masks, position.empty).items():
        yield Candidate(number, position.layout.cell(bit))
