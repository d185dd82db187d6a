"""What the finders of structure share: a gap's cells, their reasons, candidates to eliminate."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import accumulate
from operator import or_

from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits


def spread(position: Position, gap: Gap) -> int:
    """All cells that some number of the gap can reach."""
    return reduce(or_, (position.strict[number] for number in gap.missing), 0)


def short_first(position: Position) -> list[Gap]:
    """The gaps of a position, those with the fewest missing numbers first."""
    return sorted(position.gaps, key=lambda gap: (len(gap.missing), gap.missing.start))


def others(position: Position) -> dict[Gap, int]:
    """For each gap the cells that numbers of other gaps can reach."""
    gaps = position.gaps
    each = [spread(position, gap) for gap in gaps]
    before = list(accumulate([0, *each], or_))
    after = list(accumulate([0, *reversed(each)], or_))
    return {gap: before[at] | after[len(gaps) - 1 - at] for at, gap in enumerate(gaps)}


def ends(gap: Gap) -> tuple[int, ...]:
    """The placed numbers at the ends of a gap: two, one or none."""
    return tuple(number for number in (gap.low, gap.high) if number is not None)


def ends_beside(position: Position, numbers: Iterable[int]) -> tuple[Candidate, ...]:
    """The placed numbers at the ends of all gaps but some: with these they keep a number away."""
    named = set(numbers)
    found = dict.fromkeys(number for gap in position.gaps for number in ends(gap))
    return stood(position, (number for number in found if number not in named))


def ends_of(position: Position, missing: Iterable[int]) -> tuple[Candidate, ...]:
    """The placed numbers at the ends of the gaps of some missing numbers."""
    wanted = set(missing)
    gaps = (gap for gap in position.gaps if not wanted.isdisjoint(gap.missing))
    return stood(position, dict.fromkeys(number for gap in gaps for number in ends(gap)))


def stood(position: Position, numbers: Iterable[int]) -> tuple[Candidate, ...]:
    """Placed numbers with their cells."""
    return tuple(Candidate(number, position.where[number]) for number in numbers)


def is_loose(gap: Gap) -> bool:
    """Whether the gap holds the first or the last number."""
    return len(ends(gap)) < 2


def places(position: Position, numbers: Iterable[int]) -> tuple[Cell, ...]:
    """The cells of placed numbers."""
    return tuple(position.where[number] for number in numbers)


def within(position: Position, numbers: Iterable[int], cells: int) -> tuple[Candidate, ...]:
    """The candidates of some numbers in some cells, to be eliminated."""
    return tuple(
        Candidate(number, position.layout.cell(bit))
        for number in numbers
        for bit in bits(position.strict[number] & cells)
    )


def outside(position: Position, gap: Gap, cells: int) -> tuple[Candidate, ...]:
    """The candidates in some cells of all missing numbers but those of a gap."""
    missing = (n for other in position.gaps if other != gap for n in other.missing)
    return within(position, missing, cells)
