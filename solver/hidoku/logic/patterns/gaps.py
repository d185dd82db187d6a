"""What the structural finders share: a gap's cells, reasons, and candidates to eliminate."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import or_

from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import BitLayout, bits
from solver.hidoku.search.domains import Masks, narrow

# Exact sums: which weights every sum equal to a goal needs, and which ones none can include.
#
# The reachable sums are the bits of one integer; adding a weight to each is a shift.


def choices(weights: Sequence[int], goal: int) -> list[tuple[bool, bool]]:
    """For each weight, whether some sum equal to the goal includes it, and whether one doesn't.

    Weights are positive and used at most once; both answers are False if no sum fits.

    >>> choices([4, 3, 2], 6)
    [(True, False), (False, True), (True, False)]
    """
    sums = [1]
    goals = [1 << goal]
    for weight in weights:
        sums.append(sums[-1] | sums[-1] << weight)
    for weight in reversed(weights):
        goals.append(goals[-1] | goals[-1] >> weight)
    goals.reverse()  # now goals[n]: the sums of the first n weights that can still reach the goal
    return [
        (bool(sums[at] << weight & goals[at + 1]), bool(sums[at] & goals[at + 1]))
        for at, weight in enumerate(weights)
    ]


def short_first(position: Position) -> list[Gap]:
    return sorted(position.gaps, key=lambda gap: (len(gap.missing), gap.missing.start))


def looked_at(position: Position) -> list[Gap]:
    """The gaps to look at for steps, short ones first."""
    gaps = short_first(position)
    focus = position.focus
    return [gap for gap in gaps if tuple(gap.missing) == focus] or gaps if focus else gaps


def others(position: Position) -> dict[Gap, int]:
    """For each gap, the cells that numbers of other gaps can reach."""
    gaps = position.spread.keys()
    spreads = position.spread.values()
    before = list(accumulate([0, *spreads], or_))
    after = list(accumulate([0, *reversed(spreads)], or_))
    return {gap: before[at] | after[len(gaps) - 1 - at] for at, gap in enumerate(gaps)}


def ends(gap: Gap) -> tuple[int, ...]:
    return tuple(number for number in (gap.low, gap.high) if number is not None)


def is_loose(gap: Gap) -> bool:
    """Whether the gap holds the first or the last number."""
    return len(ends(gap)) < 2


def beside(position: Position, gap: Gap, barrier: int) -> Masks:
    """The cells of a gap's numbers, without those of a barrier."""
    return [mask & ~barrier for mask in position.strict[gap.missing.start : gap.missing.stop]]


def cross(position: Position, gap: Gap, masks: Sequence[int]) -> Masks:
    """The cells of a gap's numbers on walks from end to end, whatever is beyond; none if none is.

    The path has to leave an end on both sides by different cells: that is about two gaps.
    """
    strict = position.strict
    first = max(gap.missing.start - 2, 0)
    layers = [*strict[first : gap.missing.stop + 2], *[0] * (gap.missing.stop + 1 >= len(strict))]
    for at, number in ((0, gap.missing.start - 2), (-1, gap.missing.stop + 1)):
        if 0 < number < len(strict) and number not in position.where:
            layers[at] = position.layout.board
    part = slice(gap.missing.start - first, gap.missing.stop - first)
    changes = enumerate(zip(masks, layers[part], strict=True), part.start)
    stale = reduce(or_, (7 << at >> 1 for at, (mask, before) in changes if mask != before), 0)
    layers[part] = masks
    return [] if narrow(position.layout, layers, stale) else layers[part]


def places(position: Position, numbers: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(position.where[number] for number in numbers)


def within(position: Position, numbers: Iterable[int], cells: int) -> tuple[Candidate, ...]:
    """The candidates of some numbers in some cells."""
    return tuple(
        Candidate(number, position.layout.cell(bit))
        for number in numbers
        for bit in bits(position.strict[number] & cells)
    )


def outside(position: Position, gap: Gap, cells: int) -> tuple[Candidate, ...]:
    """The candidates in some cells of all missing numbers outside a gap."""
    missing = (n for rival in position.gaps if rival != gap for n in rival.missing)
    return within(position, missing, cells)


# The routes of a gap between two placed numbers, or onward from one, cell by cell.
#
# A route has a cell in reach for each missing number and uses no cell twice. Walks may use cells
# twice, so they can be counted without being listed; if there are too many, routes aren't searched
# for. So the work is bounded by something that doesn't depend on a route's direction.


MOST_WALKS = 300  # of one gap; routes among more couldn't be followed either

Route = tuple[int, ...]  # the bits of its cells, in the order of the numbers


def own_cells(position: Position) -> dict[Gap, int]:
    """For each gap, the empty cells that only its numbers can fill."""
    other_cells = others(position)
    return {gap: cells & ~other_cells[gap] for gap, cells in position.spread.items()}


def all_routes(position: Position, gap: Gap, cells: int, limit: int) -> tuple[Route, ...]:
    """The routes of a gap that fill all ``cells``; empty if routes or walks are too many.

    >>> from solver.hidoku.rules.grid import Cell, Grid
    >>> position = Position.of(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 3}))
    >>> all_routes(position, position.gaps[0], 0, limit=2)
    ((2,), (8,))
    """
    layers = position.strict[gap.missing.start : gap.missing.stop]
    if _has_many_walks(position.layout, layers):
        return ()
    routes = tuple(islice(_walks(position.layout, layers, cells, (), layers[0]), limit + 1))
    return routes if len(routes) <= limit else ()


def _has_many_walks(layout: BitLayout, layers: Sequence[int]) -> bool:
    """Whether more walks lead through the layers than :data:`MOST_WALKS`.

    Since masks are narrowed by reach, each walk continues into the next layer: the count never
    falls.
    """
    walks = dict.fromkeys(bits(layers[0]), 1)
    for layer in layers[1:]:
        onward: dict[int, int] = {}
        for cell, count in walks.items():
            for bit in bits(layout.around(cell) & layer):
                onward[bit] = onward.get(bit, 0) + count
        walks = onward
        if sum(walks.values()) > MOST_WALKS:
            return True
    return sum(walks.values()) > MOST_WALKS


def _walks(
    layout: BitLayout, layers: Sequence[int], cells: int, route: Route, options: int
) -> Iterator[Route]:
    """The routes that start with ``route`` and go on among ``options``, depth first."""
    route_cells = reduce(or_, route, 0)
    steps = len(layers) - len(route) - 1
    for bit in bits(options & layers[len(route)] & ~route_cells):
        if (cells & ~route_cells & ~bit).bit_count() > steps:
            continue
        if steps:
            yield from _walks(layout, layers, cells, (*route, bit), layout.around(bit))
        else:
            yield (*route, bit)


def apart(first_cell: Cell, second_cell: Cell) -> int:
    return max(abs(first_cell.row - second_cell.row), abs(first_cell.column - second_cell.column))
