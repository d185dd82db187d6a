"""A number that leaves some cell nothing, or some gap no route, wherever a few others go.

The others are consecutive missing numbers that have few routes once it is placed. Each of these is
looked at: what it takes away from other gaps, and what then fits no number or can't be crossed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from operator import or_

from solver.hidoku.logic.patterns.gaps import Way, all_ways, ends, places, short_first
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.search.bitboard import bits
from solver.hidoku.search.domains import Contradiction, Dead, sweep

MOST_ROUTES = 8  # of a run; more aren't looked at one by one
LONGEST = 3  # numbers whose routes are looked at

Route = tuple[Way, tuple[Contradiction, ...]]


def crowding(position: Position) -> Iterator[Candidate]:
    """Candidates at an end of a run, all of whose routes through them leave no room for the same.

    So its other numbers are a run by themselves, and :func:`without_room` says why.
    """
    layout, found = position.layout, set[tuple[int, int]]()
    for gap in short_first(position):
        for size in range(2, LONGEST + 2):
            for run in _parts(gap, size):
                routes = list(_routes(position, gap, run))
                possible = _used(way for way, _ in routes)
                for why in dict.fromkeys(chain(*(without for _, without in routes))):
                    left = _used(way for way, without in routes if why not in without)
                    for at in (0, -1) if left else ():
                        found |= {(run[at], bit) for bit in bits(possible[at] & ~left[at])}
    return (Candidate(number, layout.cell(bit)) for number, bit in sorted(found))


def without_room(position: Position, candidate: Candidate) -> Refuted | None:
    """Why a candidate that fails leaves no room; None if nobody would see it."""
    after = _placing(position, candidate)
    gaps = short_first(after)
    near = {candidate.number - 1, candidate.number + 1}
    near |= {n for gap in gaps for n in gap.missing if after.strict[n] != position.strict[n]}
    for size in range(1, LONGEST + 1):
        for gap in gaps:
            for run in _parts(gap, size):
                if not near.isdisjoint(run):
                    for why in _needs(after, gap, run):
                        return Refuted(*candidate, why, run=tuple(run))
    return None


def leaves_no_room(position: Position, refuted: Refuted) -> bool:
    """Whether the same fails in another position for the same reason."""
    after = _placing(position, Candidate(refuted.number, refuted.cell))
    gap = next(gap for gap in after.gaps if refuted.run[0] in gap.missing)
    run = range(refuted.run[0], refuted.run[-1] + 1)
    return after.close.dead is not None or refuted.why in _needs(after, gap, run)


def _placing(position: Position, candidate: Candidate) -> Position:
    board = {**position.board, candidate.cell: candidate.number}
    placed = (candidate.number, position.layout.bit(candidate.cell))
    close = position.close.after(frozenset(board.values()), [placed])
    return Position(position.layout, board, close, close)


def _parts(gap: Gap, size: int) -> Iterator[range]:
    missing = gap.missing
    return (range(n, n + size) for n in range(missing.start, missing.stop - size + 1))


def _needs(position: Position, gap: Gap, run: range) -> list[Contradiction]:
    """What none of the routes of some numbers leaves room for; empty if the routes are too many."""
    found: list[Contradiction] | None = None
    for _, without in _routes(position, gap, run):
        found = [each for each in without if found is None or each in found]
        if not found:
            break
    return found or []


def _routes(position: Position, gap: Gap, run: range) -> Iterator[Route]:
    """The routes that a run can take, with what has no room then; none if they are too many."""
    if max(position.strict[number].bit_count() for number in run) > MOST_ROUTES:
        return
    for way in all_ways(position, gap._replace(missing=run), 0, MOST_ROUTES):
        without = tuple(_without(position, gap, run, way))
        if _of_gap(position, gap) not in without:
            yield way, without


def _used(ways: Iterable[Way]) -> list[int]:
    """For each number of a run the cells that it has on some of the routes; empty if none."""
    return [reduce(or_, cells) for cells in zip(*ways, strict=True)]


def _without(position: Position, gap: Gap, run: range, way: Way) -> Iterator[Contradiction]:
    """The gaps without a walk, and the cells without a number, if a run takes some route."""
    masks, route = list(position.strict), sum(way)
    masks[run.start : run.stop] = way
    every = (2 << position.layout.grid.last) - 2
    for other in position.gaps:
        left = {n: masks[n] & ~route for n in other.missing if n not in run and masks[n] & route}
        if left or other == gap:
            before = masks[other.missing.start : other.missing.stop]
            stale = 0
            for number in (*left, *(run if other == gap else ())):
                masks[number] &= left.get(number, masks[number])
                stale |= 7 << number - 1
            if sweep(position.layout, masks, True, position.where, stale & every):
                yield _of_gap(position, other)
                masks[other.missing.start : other.missing.stop] = before
    for bit in bits(position.empty & ~reduce(or_, masks)):
        yield Contradiction(Dead.NO_NUMBER, (), (position.layout.cell(bit),))


def _of_gap(position: Position, gap: Gap) -> Contradiction:
    numbers = ends(gap)
    return Contradiction(Dead.NO_ROUTE, numbers, places(position, numbers))
