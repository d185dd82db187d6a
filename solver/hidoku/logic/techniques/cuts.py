"""Cuts: a number that would divide the empty cells so that one part can't be filled.

The numbers of a gap stay in one part, since they only pass through empty cells. So the gaps in
a part together have as many numbers as it has cells. Gaps that would themselves be divided are
found by what their routes have in common (see ``required.bottlenecks``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import ClassVar, NamedTuple

from solver.hidoku.logic.claims import SEARCHED
from solver.hidoku.logic.objections.consequences import told
from solver.hidoku.logic.objections.leaves import Leaves
from solver.hidoku.logic.patterns.borders import pieces, pockets
from solver.hidoku.logic.patterns.gaps import looked_at, own_cells
from solver.hidoku.logic.patterns.sight import sight_of
from solver.hidoku.logic.patterns.sums import CutOff
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits
from solver.hidoku.search.domains import Contradiction, Dead

Gaps = tuple[range, ...]


@partial(
    Technique,
    name="cut",
    title="cut",
    rank=135,
    weight=CutOff.effort,
    sentence="A number can cut off some empty cells. If no gaps add up to those cells, it can’t "
    "go there.",
    after=("area",),
)
def cuts(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers that would cut off cells if placed in a cell that joins them to others."""
    groups: dict[tuple[Cell, int, Gaps, Gaps], list[Candidate]] = {}
    for split in _DoorSplits(position):
        if part := split.unfilled:
            at = split.parts.index(part)
            gaps = [(room.missing, len(room.parts)) for room in split.gaps if at in room.parts]
            sure = tuple(missing for missing, parts in gaps if parts == 1)
            optional = tuple(missing for missing, parts in gaps if parts > 1)
            key = (split.candidate.cell, part, sure, optional)
            groups.setdefault(key, []).append(split.candidate)
    for (cell, part, sure, optional), out in groups.items():
        numbers = tuple(number for number, _ in out)
        claim = CutOff(numbers, position.layout.cells(part), cell, sure, optional)
        yield Deduction(cuts, claim, eliminated=tuple(out))


class _GapRoom(NamedTuple):
    """Consecutive missing numbers, and the indices of the parts that may hold them all."""

    missing: range
    parts: Sequence[int]


class _DoorSplit(NamedTuple):
    """A number in a door, the parts of the empty cells that this leaves, and the gaps to fill them.

    The first ``near`` parts are next to the door; the others are pieces elsewhere.
    """

    candidate: Candidate
    parts: Sequence[int]
    near: int
    gaps: Sequence[_GapRoom]

    @property
    def unfilled(self) -> int:
        """The smallest part next to the door that no gaps fill exactly; 0 if there is none."""
        loads = [0] * len(self.parts)
        sums = [1] * len(self.parts)
        for missing, places in self.gaps:
            for at in places:
                if len(places) == 1:
                    loads[at] += len(missing)
                else:
                    sums[at] |= sums[at] << len(missing)
        failures = [
            part
            for at, part in enumerate(self.parts[: self.near])
            if (room := part.bit_count() - loads[at]) < 0 or not sums[at] >> room & 1
        ]
        return min(failures, key=int.bit_count, default=0)


class _DoorSplits:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.fitting = cache(self._fitting)

    def __iter__(self) -> Iterator[_DoorSplit]:
        layout = self.position.layout
        whole = pieces(self.position.layout, self.position.empty)
        for piece in whole:
            other_pieces = [other_piece for other_piece in whole if other_piece != piece]
            behind = sorted(pockets(layout, piece), key=lambda pocket: pocket.door)
            for door, parts in groupby(behind, key=lambda pocket: pocket.door):
                branches = [pocket.cells for pocket in parts]
                yield from self._at(layout.bit(door), (*branches, *other_pieces), len(branches))

    def _at(self, door: int, parts: tuple[int, ...], count: int) -> Iterator[_DoorSplit]:
        position = self.position
        cell = position.layout.cell(door)
        focus = position.focus
        for gap in position.gaps:
            for number in gap.missing:
                if position.strict[number] & door and (number in focus or not focus):
                    gaps = self._gaps_beside(gap, number, door, parts)
                    yield _DoorSplit(Candidate(number, cell), parts, count, gaps)

    def _gaps_beside(
        self, gap: Gap, number: int, door: int, parts: tuple[int, ...]
    ) -> list[_GapRoom]:
        """The other gaps, and those before and after the number in its own."""
        rooms = [
            _GapRoom(another.missing, self.fitting(another.missing, parts))
            for another in self.position.gaps
            if another != gap
        ]
        neighbours = self.position.layout.around(door)
        halves = (
            (range(gap.missing.start, number), number - 1),
            (range(number + 1, gap.missing.stop), number + 1),
        )
        for missing, end in halves:
            if missing:
                first = self.position.strict[end] & neighbours
                places = [at for at in self.fitting(missing, parts) if first & parts[at]]
                rooms.append(_GapRoom(missing, places))
        return rooms

    def _fitting(self, missing: range, parts: tuple[int, ...]) -> list[int]:
        """The indices of the parts in which each of the missing numbers has a cell."""
        masks = self.position.strict
        first = masks[missing[0]]  # most parts fail at once: three times as fast on 30×30
        return [
            at
            for at, part in enumerate(parts)
            if first & part and all(masks[n] & part for n in missing)
        ]


# Detours: a cell that only one gap can fill forces a detour on that gap's route.
#
# The route passes through that cell, so whatever is too far from it is ruled out. Walks are counted
# in layers, the cells in reach of each missing number, keeping track of the walks that have used
# the cell. They may use other cells twice, so this allows more walks than there are paths.


@dataclass(frozen=True)
class Detour(Leaves):
    """It would leave a cell without a number that only its gap can fill."""

    idea: ClassVar[str] = "detour"

    @property
    def trial(self) -> None:
        """It's counted, so nobody has to suppose anything."""
        return None


def _bare(position: Position) -> Iterator[Deduction]:
    return (Deduction(detours, eliminated=(out,)) for out, _ in _too_far(position))


@partial(
    Technique,
    name="detour",
    title="detour",
    rank=92,
    weight=Detour.effort,
    sentence="If only one gap can fill a cell, its route must go there. What is too far from "
    "that cell drops out.",
    after=("required",),
    bare=_bare,
    is_by_candidate=True,
)
def detours(position: Position) -> Iterator[Deduction]:
    """Eliminate what is too far from a cell that only one gap can fill."""
    sight = sight_of(position).without(position.eliminations)
    for out, goal in _too_far(position):
        trial = told(sight, out, Refuted(*out, Contradiction(Dead.NO_NUMBER, (), (goal,))))
        yield Deduction(detours, Detour(trial) if trial.vacancy else SEARCHED, eliminated=(out,))


def _too_far(position: Position) -> Iterator[tuple[Candidate, Cell]]:
    """The candidates that no walk of their gap through a cell uses, and that cell."""
    layout = position.layout
    cells_by_gap = own_cells(position)
    for gap in looked_at(position):
        layers = [position.strict[number] for number in gap.missing]
        for bit in bits(cells_by_gap[gap]):
            after = _used(position, layers, bit)
            before = reversed(_used(position, layers[::-1], bit))
            for number, layer, *walks in zip(gap.missing, layers, after, before, strict=True):
                for far in bits(layer & ~walks[0] & ~walks[1]):
                    yield Candidate(number, layout.cell(far)), layout.cell(bit)


def _used(position: Position, layers: Sequence[int], bit: int) -> list[int]:
    """For each layer, the cells that a walk from the first layer can reach by way of the cell."""
    by_layer = [layers[0] & bit]
    for layer in layers[1:]:
        by_layer.append((position.layout.around(by_layer[-1]) | bit) & layer)
    return by_layer
