"""A number that leaves some cell nothing, or some gap no route, wherever a few others go.

The others are consecutive missing numbers that have few routes once it is placed. Each of these is
looked at: what it takes away from other gaps, and what then fits no number or can't be crossed.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial, reduce
from itertools import pairwise
from operator import or_

from solver.hidoku.logic.patterns.gaps import Route, all_routes, beside, cross, places, short_first
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Refuted
from solver.hidoku.search.bitboard import bits
from solver.hidoku.search.domains import Contradiction, Dead, Masks

MOST_ROUTES = 8  # of some numbers; more aren't looked at one by one
LONGEST = 2  # numbers whose routes are looked at

Lost = list[Contradiction]  # what has no room


def crowding(position: Position) -> Iterator[Candidate]:
    """Candidates for the first or last of some consecutive numbers, if no route from there will do.

    All such routes leave no room for the same; of the other numbers :func:`without_room` says why.
    """
    gaps = short_first(position)
    sizes = range(2, LONGEST + 2)
    parts = ((gap, numbers) for gap in gaps for size in sizes for numbers in _parts(gap, size))
    failures = {c for gap, numbers in parts for c in _crowded(position, gap, numbers)}
    return (Candidate(number, position.layout.cell(bit)) for number, bit in sorted(failures))


def _crowded(position: Position, gap: Gap, numbers: range) -> Iterator[tuple[int, int]]:
    routes = _few_routes(position, gap, numbers)
    losses_of = cache(partial(_without, position, gap, numbers))
    for at in (0, -1) if routes else ():
        for bit in bits(position.strict[numbers[at]]):
            why = _common(losses_of(route) for route in routes if route[at] == bit)
            if why and not set(why) <= set(_common(map(losses_of, routes))):
                yield numbers[at], bit


def without_room(position: Position, candidate: Candidate) -> Iterator[Refuted]:
    """Why a candidate that fails leaves no room; nothing if nobody would see it."""
    after = _placing(position, candidate)
    gaps = short_first(after)
    changes = {candidate.number - 1, candidate.number + 1}
    changes |= {n for gap in gaps for n in gap.missing if after.strict[n] != position.strict[n]}
    for size in range(1, LONGEST + 1):
        for gap in gaps:
            for numbers in _parts(gap, size):
                if not changes.isdisjoint(numbers):
                    routes = _few_routes(after, gap, numbers)
                    for why in _common(_without(after, gap, numbers, route) for route in routes):
                        yield Refuted(*candidate, why, missing=tuple(numbers))


def _placing(position: Position, candidate: Candidate) -> Position:
    board = {**position.board, candidate.cell: candidate.number}
    placement = (candidate.number, position.layout.bit(candidate.cell))
    close = position.close.after(frozenset(board.values()), [placement])
    return Position(position.layout, board, close, close)


def _parts(gap: Gap, size: int) -> Iterator[range]:
    missing = gap.missing
    return (range(n, n + size) for n in range(missing.start, missing.stop - size + 1))


def _few_routes(position: Position, gap: Gap, numbers: range) -> tuple[Route, ...]:
    """The routes that some numbers can take; none if they are too many."""
    if max(position.strict[number].bit_count() for number in numbers) > MOST_ROUTES:
        return ()
    return all_routes(position, gap._replace(missing=numbers), 0, MOST_ROUTES)


def _common(losses: Iterable[Lost | None]) -> Lost:
    """What has no room on any of the routes that can be taken."""
    common: Lost | None = None
    for loss in losses:
        if loss is not None:
            common = [entry for entry in loss if common is None or entry in common]
            if not common:
                break
    return common or []


def _without(position: Position, gap: Gap, numbers: range, route: Route) -> Lost | None:
    """The gaps without a walk, and the cells without a number, if some numbers take a route.

    None if its own gap has no walk then.
    """
    route_cells = sum(route)
    walk = beside(position, gap, route_cells)
    walk[numbers.start - gap.missing.start : numbers.stop - gap.missing.start] = route
    walk = cross(position, gap, walk)
    if not walk:
        return None
    masks = [*position.strict]
    masks[gap.missing.start : gap.missing.stop] = walk
    losses = Lost()
    for rival, cells in position.spread.items():
        if rival != gap and cells & route_cells:
            if walk := cross(position, rival, beside(position, rival, route_cells)):
                masks[rival.missing.start : rival.missing.stop] = walk
            else:
                losses.append(_without_route(position, rival))
    for bit in bits(position.empty & ~reduce(or_, masks)):
        losses.append(Contradiction(Dead.NO_NUMBER, (), (position.layout.cell(bit),)))
    return [*losses, *_blocked_through(position, masks)]


def _blocked_through(position: Position, masks: Masks) -> Iterator[Contradiction]:
    """Two gaps that need the same cell beside the number between them."""
    strict = position.strict
    paired = position.layout.paired
    for low, high in pairwise(position.gaps):
        number = high.low or 0
        neighbours = masks[number - 1] | masks[number + 1]
        is_narrowed = neighbours != strict[number - 1] | strict[number + 1]
        if low.high == number and is_narrowed and not strict[number] & paired(neighbours):
            yield _without_route(position, low, high)


def _without_route(position: Position, *gaps: Gap) -> Contradiction:
    """That there is no route from end to end of one gap, or of two with a number between them."""
    start = gaps[0].missing.start
    stop = gaps[-1].missing.stop
    bounds = (start - 1 or 1, *(gap.low for gap in gaps[1:]), min(stop, position.layout.grid.last))
    numbers = tuple(n for n in bounds if n is not None)
    return Contradiction(Dead.NO_ROUTE, numbers, places(position, {*numbers} & {*position.where}))
