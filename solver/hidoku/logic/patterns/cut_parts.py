"""A number in a cell that joins the empty cells: the parts it leaves, and what fills them.

The numbers of a gap stay in one part, since they only pass through empty cells. So the gaps in
a part together have as many numbers as it has cells.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from solver.hidoku.logic.patterns.borders import pieces, pockets
from solver.hidoku.logic.patterns.sums import CutOff
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell

Numbers = Sequence[int]
Gaps = tuple[range, ...]


class GapRoom(NamedTuple):
    """Consecutive missing numbers, and the indices of the parts that may hold them all."""

    missing: range
    parts: Sequence[int]


class DoorSplit(NamedTuple):
    """A number in a door, the parts of the empty cells that this leaves, and the gaps to fill them.

    The first ``near`` parts are next to the door; the others are pieces elsewhere.
    """

    candidate: Candidate
    parts: Sequence[int]
    near: int
    gaps: Sequence[GapRoom]


class DoorSplits:
    def __init__(self, position: Position) -> None:
        self.position = position
        self.fitting = cache(self._fitting)

    def __iter__(self) -> Iterator[DoorSplit]:
        layout = self.position.layout
        whole = pieces(self.position.layout, self.position.empty)
        for piece in whole:
            other_pieces = [other_piece for other_piece in whole if other_piece != piece]
            behind = sorted(pockets(layout, piece), key=lambda pocket: pocket.door)
            for door, parts in groupby(behind, key=lambda pocket: pocket.door):
                branches = [pocket.cells for pocket in parts]
                yield from self._at(layout.bit(door), (*branches, *other_pieces), len(branches))

    def _at(self, door: int, parts: tuple[int, ...], count: int) -> Iterator[DoorSplit]:
        position = self.position
        cell = position.layout.cell(door)
        focus = position.focus
        for gap in position.gaps:
            for number in gap.missing:
                if position.strict[number] & door and (number in focus or not focus):
                    gaps = self._gaps_beside(gap, number, door, parts)
                    yield DoorSplit(Candidate(number, cell), parts, count, gaps)

    def _gaps_beside(
        self, gap: Gap, number: int, door: int, parts: tuple[int, ...]
    ) -> list[GapRoom]:
        """The other gaps, and those before and after the number in its own."""
        rooms = [
            GapRoom(another.missing, self.fitting(another.missing, parts))
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
                rooms.append(GapRoom(missing, places))
        return rooms

    def _fitting(self, missing: Numbers, parts: tuple[int, ...]) -> list[int]:
        """The indices of the parts in which each of the missing numbers has a cell."""
        masks = self.position.strict
        first = masks[missing[0]]  # most parts fail at once: three times as fast on 30×30
        return [
            at
            for at, part in enumerate(parts)
            if first & part and all(masks[n] & part for n in missing)
        ]

    def unfilled(self, split: DoorSplit) -> int:
        """The smallest part next to the door that no gaps fill exactly; 0 if there is none."""
        loads = [0] * len(split.parts)
        sums = [1] * len(split.parts)
        for missing, places in split.gaps:
            for at in places:
                if len(places) == 1:
                    loads[at] += len(missing)
                else:
                    sums[at] |= sums[at] << len(missing)
        failures = [
            part
            for at, part in enumerate(split.parts[: split.near])
            if (room := part.bit_count() - loads[at]) < 0 or not sums[at] >> room & 1
        ]
        return min(failures, key=int.bit_count, default=0)


def cut_off(
    position: Position, failures: Iterable[tuple[DoorSplit, int]]
) -> Iterator[tuple[CutOff, tuple[Candidate, ...]]]:
    """Why candidates fail, and which ones, grouped by what they cut off and what could fill it."""
    groups: dict[tuple[Cell, int, Gaps, Gaps], list[Candidate]] = {}
    for split, part in failures:
        if part:
            at = split.parts.index(part)
            gaps = [(room.missing, len(room.parts)) for room in split.gaps if at in room.parts]
            sure = tuple(missing for missing, parts in gaps if parts == 1)
            optional = tuple(missing for missing, parts in gaps if parts > 1)
            key = (split.candidate.cell, part, sure, optional)
            groups.setdefault(key, []).append(split.candidate)
    for (cell, part, sure, optional), out in groups.items():
        missing = tuple(number for number, _ in out)
        yield CutOff(missing, position.layout.cells(part), cell, sure, optional), tuple(out)
