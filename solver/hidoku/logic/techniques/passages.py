"""Cells with few ways in: the path passes through them in one way only, or begins or ends there.

Corners and edges: the path can come from and go on to only two of a cell's neighbours; the others
are filled, or no number that fits them is next to one that fits the cell. So these two hold one
more and one less than the number in the cell, and any number not next to one that fits the cell is
ruled out of them.

Loose ends: a cell with only one way in, from an empty cell or from a placed number whose next
number can reach the cell. If one end of the path is placed, such a cell is the other end; if none
is, two such cells are both ends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from solver.hidoku.logic.claims import Structure
from solver.hidoku.logic.patterns.gaps import within
from solver.hidoku.logic.patterns.sight import Sight
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import area_named, candidates_named, numbered
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits
from solver.wording import capitalised

_FEW = 4  # numbers of a cell that are named one by one


@dataclass(frozen=True)
class Passage(Structure):
    """That the path passes a cell, the first of the area, by the two others.

    ``missing`` are the numbers that fit it, and ``beside`` those for the neighbour, if few.
    """

    beside: tuple[int, ...]
    idea: ClassVar[str] = "passage"
    effort: ClassVar[int] = 6

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.table
        area = [*map(sight.layout.bit, self.area)]
        place = sight.layout.bit(out.cell)
        if out.cell not in self.area[1:] or not {*table.numbers_at(area[0])} <= {*self.missing}:
            return False
        outs = {out.number}
        if self.beside:  # what else the neighbour could be is out, too
            outs |= {*table.numbers_at(place)} - {*self.beside}
        return all(
            not table.cells_of(number) & place
            or table.supposing(number, place).fails(area, {number - 1, number + 1})
            for number in outs
        )

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        """What the cell can be and so its neighbour, if that is short; else what can’t be there.

        >>> from solver.hidoku.rules.grid import Cell
        >>> area = Cell(0, 0), Cell(1, 0), Cell(0, 1)
        >>> Passage((7,), area, (6, 8)).lines([Candidate(4, Cell(1, 0))])
        ['Row 1, column 1 is 7 and has two usable neighbours.', 'So row 2, column 1 is 6 or 8.']
        """
        cell = capitalised(cell_name(self.area[0]))
        if not self.beside:
            out = candidates_named(outs, "or")
            return [f"{cell} has two usable neighbours.", f"Next to {out}, nothing would fit it."]
        fits = f"{cell} is {numbered(self.missing, 'or')} and has two usable neighbours."
        return [fits, f"So {cell_name(outs[0].cell)} is {numbered(self.beside, 'or')}."]


@dataclass(frozen=True)
class OneWayOut(Structure):
    """That cells have only one way in, so the ends of the path are there.

    ``missing`` are its ends if both are, else it has only one open end.
    """

    idea: ClassVar[str] = "loose_end"
    effort: ClassVar[int] = 4

    @property
    def of_cell(self) -> bool:
        return True

    def places(self, sight: Sight, placement: Candidate) -> bool:
        is_end = sight.open_ends == [placement.number] and (placement.cell,) == self.area
        return is_end and self._are_dead(sight)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        are_ends = [*self.missing] == sight.open_ends and len(self.area) == len(self.missing)
        is_out = out.number in self.missing and out.cell not in self.area
        return are_ends and is_out and self._are_dead(sight)

    def _are_dead(self, sight: Sight) -> bool:
        return all(_ways_into(sight, cell) < 2 for cell in self.area)

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        cells = area_named(self.area)
        if self.missing:
            return [
                f"There’s only one way into each of {cells}, so the path starts and ends there."
            ]
        return [f"There’s only one way into {cells}, so the open end of the path is there."]


def _ways_into(sight: Sight, cell: Cell) -> int:
    """How many neighbours can be before or after an empty cell: empty ones, and open ends."""
    bit = sight.layout.bit(cell)
    numbers = (sight.board[near] for near in sight.grid.neighbours(cell) if near in sight.board)
    ends = (
        any(sight.table.cells_of(beside) & bit for beside in sight.missing_beside(number))
        for number in numbers
    )
    return (sight.layout.around(bit) & sight.empty).bit_count() + sum(ends)


@partial(
    Technique,
    name="passage",
    title="corner and edge",
    rank=91,
    weight=Passage.effort,
    sentence="A cell with only two usable neighbours has the numbers before and after its own "
    "in them, unless the path ends there.",
    after=("corner",),
)
def passages(position: Position) -> Iterator[Deduction]:
    """Eliminate what can't be next to a cell with only two usable neighbours."""
    layout = position.layout
    masks = position.strict
    last = position.layout.grid.last
    region = position.empty | layout.around(position.empty)
    numbers = dict.fromkeys(bits(region), 0)  # those that fit each, as bits
    for number, mask in enumerate(masks):
        for bit in bits(mask & region):
            numbers[bit] |= 1 << number
    for bit in bits(position.empty & ~masks[1] & ~masks[last]):
        neighbours = numbers[bit] << 1 | numbers[bit] >> 1
        exits = [b for b in bits(layout.around(bit)) if numbers[b] & neighbours]
        if len(exits) == 2:
            for cell in exits:
                out = numbers[cell] & ~neighbours
                if out and (eliminations := within(position, _numbers(out), cell)):
                    fits = _numbers(numbers[bit])
                    partners = _numbers(numbers[cell] & neighbours)
                    is_few = len(fits) <= _FEW and len(partners) <= _FEW
                    area = (layout.cell(bit), *map(layout.cell, exits))
                    claim = Passage(fits, area, partners if is_few else ())
                    yield Deduction(passages, claim, eliminated=eliminations)


def _numbers(mask: int) -> tuple[int, ...]:
    return tuple(bit.bit_length() - 1 for bit in bits(mask))


def _bare(position: Position) -> Iterator[Deduction]:
    return (Deduction(loose_ends, placed=placement) for placement in _placed(position.loose))


@partial(
    Technique,
    name="loose_end",
    title="loose end",
    rank=65,
    weight=OneWayOut.effort,
    sentence="A cell with one way in has no way out. So the path begins or ends there.",
    after=("one_way",),
    is_placing=True,
    bare=_bare,
)
def loose_ends(position: Position) -> Iterator[Deduction]:
    """Place the path's only open end in a dead end, or keep both open ends to two dead ends."""
    loose = position.loose
    for placement in _placed(loose):
        yield Deduction(loose_ends, OneWayOut((), (placement.cell,)), placement)
    open_ends = _open(loose)
    if len(open_ends) == 2:
        dead_ends = list(bits(_dead_ends(loose)))
        if len(dead_ends) == 2 and (out := within(loose, open_ends, ~sum(dead_ends))):
            claim = OneWayOut(open_ends, loose.layout.cells(sum(dead_ends)))
            yield Deduction(loose_ends, claim, eliminated=out)


def _placed(position: Position) -> Iterator[Candidate]:
    """If one end of the path is open, this end in each dead end."""
    ends = _open(position)
    if len(ends) == 1:
        for bit in bits(_dead_ends(position)):
            yield Candidate(ends[0], position.layout.cell(bit))


def _open(position: Position) -> tuple[int, ...]:
    """Those of the first and last number that are missing; none on a board of one cell."""
    last = position.layout.grid.last
    return tuple(n for n in (1, last) if n not in position.where) if last > 1 else ()


def _dead_ends(position: Position) -> int:
    """The empty cells with only one way in."""
    layout = position.layout
    empty = position.empty
    masks = position.strict
    once = twice = 0  # the cells with at least one way in, and with at least two
    for bit in bits(position.layout.board):
        if bit & empty:
            into = layout.around(bit)
        else:
            number = position.board[layout.cell(bit)]
            neighbours = (n for n in (number - 1, number + 1) if 0 < n < len(masks))
            into = 0
            for n in neighbours:
                into |= masks[n] & empty
        twice |= once & into
        once |= into
    return once & ~twice & empty
