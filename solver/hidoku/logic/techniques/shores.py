"""The order of the numbers around the edge, on boards with four neighbours and hexagonal ones.

Steps do not cross there (see ``patterns.rims``). Two ways that share no number cannot have ends
that alternate around the edge: the way from one placed number of the edge to a missing one would
part two placed numbers of the edge that are both higher, or both lower, than these two.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.borders import arc
from solver.hidoku.logic.patterns.gaps import places
from solver.hidoku.logic.patterns.rims import rim
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, technique
from solver.hidoku.logic.words import after_eliminations
from solver.hidoku.phrases.lists import candidates_named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits

_FEWEST = 3  # placed numbers at the edge that a step needs


def _reason(step: Deduction) -> str:
    start, low, high = step.because.numbers
    out = candidates_named(step.eliminated)
    return f"Around the edge, a way between {start} and {out} would part {low} from {high}."


@technique(
    "shore",
    title="order around the edge",
    rank=93,
    weight=8,
    nudge=lambda _: "Look at the order around the edge.",
    reason=after_eliminations(_reason),
    marks=lambda step: Marked(numbers=step.because.numbers),
)
def shores(position: Position) -> Iterator[Deduction]:
    """Eliminate numbers from the edge where a way to them would cross another way."""
    line = rim(position.layout.grid)
    at = {cell: place for place, cell in enumerate(line)}
    placed = [number for number, cell in position.where.items() if cell in at]
    if len(placed) >= _FEWEST:
        yield from _Edge(position, line, placed, at).steps()


@dataclass(frozen=True)
class _Edge:
    """The edge as a closed line, the numbers placed there, ascending, and each cell's place."""

    position: Position
    line: Sequence[Cell]
    placed: Sequence[int]
    at: dict[Cell, int]

    def steps(self) -> Iterator[Deduction]:
        by_room = self._missing()
        for start in self.placed:
            for room, candidates in by_room.items():
                for others in self._groups(start, room):
                    yield from self._step(start, others, candidates)

    def _missing(self) -> dict[int, list[Candidate]]:
        """The candidates at the edge, by how many of its placed numbers are lower."""
        masks, layout = self.position.strict, self.position.layout
        edge = sum(map(layout.bit, self.line))
        found: dict[int, list[Candidate]] = {}
        for gap in self.position.gaps:
            for number in gap.missing:
                cells = (Candidate(number, layout.cell(bit)) for bit in bits(masks[number] & edge))
                found.setdefault(bisect(self.placed, number), []).extend(cells)
        return found

    def _groups(self, start: int, room: int) -> Iterator[Sequence[int]]:
        """The placed numbers above, and below, all between one and a missing number of a room."""
        place = self.placed.index(start)
        yield self.placed[max(place + 1, room) :]
        yield self.placed[: min(place, room)]

    def _step(
        self, start: int, others: Sequence[int], candidates: Sequence[Candidate]
    ) -> Iterator[Deduction]:
        if len(others) < 2:
            return
        where, size = self.position.where, len(self.line)
        origin = self.at[where[start]]
        order = sorted(others, key=lambda number: (self.at[where[number]] - origin) % size)
        between = arc(self.at[where[order[0]]], self.at[where[order[-1]]], size)
        out = tuple(each for each in candidates if between >> self.at[each.cell] & 1)
        if out:
            numbers = (start, *sorted((order[0], order[-1])))
            because = Because(
                numbers,
                places(self.position, numbers),
                missing=tuple(dict.fromkeys(number for number, _ in out)),
            )
            yield Deduction(shores, because, eliminated=out)
