"""The only cell for a number and the only number for a cell, by reach.

What a number can reach depends on the nearest numbers placed below and above it and on the empty
cells. If numbers are placed on one side only, the path must also be able to continue from there.
Joined cells and earlier eliminations are used only where a placement doesn't follow without them.
First by reach alone; a corner is a single that also needs the cells before and after a number to
differ. ``question.question_of`` says more of a step than its claim here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar

from solver.hidoku.logic.claims import Claim
from solver.hidoku.logic.patterns.fewest import fewest
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate, Marked, nearest
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Masks, sole_numbers


@dataclass(frozen=True)
class Counted(Claim):
    """That counting from the ends of its gap leaves a number one cell, or a cell one number."""

    is_of_cell: bool
    ends: tuple[int, ...]
    idea: ClassVar[str] = "only_cell"

    @property
    def of_cell(self) -> bool:
        return self.is_of_cell

    def places(self, sight: Sight, placement: Candidate) -> bool:
        bit = sight.layout.bit(placement.cell)
        if self.of_cell:
            return sight.table.numbers_at(bit) == [placement.number]
        return sight.table.cells_of(placement.number) == bit

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        fact = "no other missing number gets there" if self.of_cell else "it gets to no other cell"
        return [f"Counting steps through empty cells, {fact}."]

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.ends)


@dataclass(frozen=True)
class Singles:
    """Both kinds of singles in a position; ``is_distinct`` forbids the path to turn back."""

    position: Position
    technique: Technique
    is_distinct: bool

    @cached_property
    def _levels(self) -> tuple[Position, ...]:
        """The position without joins and eliminations, without eliminations, and unchanged."""
        position = self.position
        levels = {id(p): p for p in (position.loose, position.plain, position)}
        return tuple(levels.values())

    def _reading(self, level: Position) -> Reading:
        return level.close if self.is_distinct else level.weak

    def by_number(self) -> Iterator[Deduction]:
        numbers = set(self.position.where)
        for level in self._levels:
            for number, mask in enumerate(self._reading(level).masks):
                if number not in numbers and is_single(mask) and self._is_asked(number):
                    numbers.add(number)
                    yield self._found(level, number, mask, is_by_cell=False)

    def nearest_numbers(self) -> list[Deduction]:
        """Numbers with one cell, those that need the least and have the nearest ends first."""

        def effort(step: Deduction) -> tuple[int, int, int]:
            number = step.placed_candidate.number
            ends = step.marks.numbers
            gap = sum(abs(number - end) for end in ends) * (3 - len(ends))
            return len(step.needed), gap, number

        return sorted(self.by_number(), key=effort)

    def by_cell(self) -> Iterator[Deduction]:
        open_cells = self.position.empty
        for level in self._levels:
            masks = self._reading(level).masks
            for bit, number in sole_numbers(masks, open_cells).items():
                open_cells ^= bit
                if self._is_asked(number):
                    yield self._found(level, number, bit, is_by_cell=True)

    def _is_asked(self, number: int) -> bool:
        return not self.position.focus or number in self.position.focus

    def _found(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Deduction:
        placement = Candidate(number, level.layout.cell(bit))
        claim = Counted(is_by_cell, nearest(level.where, number))
        needed = self._needed(level, number, bit, is_by_cell)
        return Deduction(self.technique, claim, placement, needed=needed)

    def _needed(
        self, level: Position, number: int, bit: int, is_by_cell: bool
    ) -> tuple[Candidate, ...]:
        """As few eliminations as a single needs."""

        def is_single_with(subset: Sequence[Candidate]) -> bool:
            masks = self._reading(level.plain.without(subset)).masks
            if not is_by_cell:
                return masks[number] == bit
            return all(n == number or not mask & bit for n, mask in enumerate(masks))

        def is_far(out: Candidate) -> bool:
            return out.number != number and level.layout.bit(out.cell) != bit

        return fewest(sorted(dict.fromkeys(level.eliminations), key=is_far), is_single_with)


def _bare_numbers(position: Position, masks: Masks) -> Iterator[Candidate]:
    for gap in position.gaps:
        for number in gap.missing:
            if is_single(masks[number]):
                yield Candidate(number, position.layout.cell(masks[number]))


def _bare_cells(position: Position, masks: Masks) -> Iterator[Candidate]:
    for bit, number in sole_numbers(masks, position.empty).items():
        yield Candidate(number, position.layout.cell(bit))


def _bare(technique: Technique, placements: Iterable[Candidate]) -> Iterator[Deduction]:
    return (Deduction(technique, placed=candidate) for candidate in placements)


_single = partial(Technique, is_placing=True, is_one_a_gap=True)


def _bare_only_cells(position: Position) -> Iterator[Deduction]:
    return _bare(only_cells, _bare_numbers(position, position.masks))


def _bare_only_numbers(position: Position) -> Iterator[Deduction]:
    return _bare(only_numbers, _bare_cells(position, position.masks))


@partial(
    _single,
    name="only_cell",
    title="only cell for a number",
    rank=50,
    weight=2,
    sentence="Count steps from the placed numbers around a gap. If a missing number can reach only "
    "one empty cell, it goes there.",
    after=("straight_run",),
    bare=_bare_only_cells,
)
def only_cells(position: Position) -> Iterator[Deduction]:
    """Numbers with one cell in reach, those with the nearest placed numbers first."""
    yield from Singles(position, only_cells, False).nearest_numbers()


@partial(
    _single,
    name="only_number",
    title="only number for a cell",
    rank=60,
    weight=3,
    sentence="Count steps to an empty cell. If only one missing number can reach it, that "
    "number goes there.",
    after=("only_cell",),
    bare=_bare_only_numbers,
)
def only_numbers(position: Position) -> Iterator[Deduction]:
    """Cells that only one number can reach."""
    yield from Singles(position, only_numbers, False).by_cell()


def _bare_corners(position: Position) -> Iterator[Deduction]:
    yield from _bare(corners, _bare_numbers(position, position.strict))
    yield from _bare(corners, _bare_cells(position, position.strict))


@partial(
    _single,
    name="corner",
    title="enter and leave",
    rank=70,
    weight=5,
    sentence="The path can’t turn straight back, so it leaves a cell by another side than it "
    "came in. Count steps that way.",
    after=("only_number",),
    bare=_bare_corners,
)
def corners(position: Position) -> Iterator[Deduction]:
    """Both kinds of singles, if the cells before and after a number must differ."""
    weak = Singles(position, corners, False)
    singles = Singles(position, corners, True)
    placements = {single.placed for single in (*weak.by_number(), *weak.by_cell())}
    strict = (*singles.nearest_numbers(), *singles.by_cell())
    first = {single.placed: single for single in reversed(strict)}
    places = dict.fromkeys(single.placed for single in strict)
    yield from (first[place] for place in places if place not in placements)
