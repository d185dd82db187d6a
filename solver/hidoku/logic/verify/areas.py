"""Whether areas hold what a reason claims of them: sets, sums of gaps, pockets, crossing lines.

See ``verify``, which asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from solver.hidoku.logic.patterns.borders import Side, arc, border, pieces, rim
from solver.hidoku.logic.reasons import Claim
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify.sight import Gap, Sight, Table, table_of
from solver.hidoku.rules.grid import Adjacency, Cell

# As many numbers as cells.


def is_by_sets(sight: Sight, step: Deduction) -> bool:
    """Whether some numbers need some cells for themselves, or alone can fill them."""
    because = step.because
    table = table_of(sight, step.because)
    area = sum(map(sight.layout.bit, because.area))
    for numbers in (because.missing, because.missing[::2], because.missing[1::2]):
        if len(numbers) != len(because.area):
            continue
        outside = all(n in numbers and not sight.layout.bit(c) & area for n, c in step.eliminated)
        inside = all(n not in numbers and sight.layout.bit(c) & area for n, c in step.eliminated)
        if inside and not any(table.cells_of(n) & ~area for n in numbers):
            return True
        if outside and {*table.numbers_at(area)} <= {*numbers}:
            return True
    return False


# Gaps against the cells of an area, by how many they are, or by their colours, too.


def is_by_sums(sight: Sight, step: Deduction) -> bool:
    """Whether no gaps fill an area exactly with a gap in it, or without."""
    because = step.because
    table = table_of(sight, step.because)
    area = sum(map(sight.layout.bit, because.area))
    if not area:
        return _is_first_colour(sight, step)
    own = range(because.missing[0], because.missing[-1] + 1)
    is_inside = step.eliminated[0].cell in because.area
    is_alike = all(n in own and (c in because.area) is is_inside for n, c in step.eliminated)
    if not is_alike or own not in table.gaps or area not in pieces(table.layout, table.empty):
        return False
    if is_inside and len(own) > len(because.area):
        return True
    sure, optional = _fillers(table, area, [gap for gap in table.gaps if gap != own])
    return not _fill(sight, area, [*sure, *([own] * is_inside)], optional, because.claim)


def is_cut_off(sight: Sight, step: Deduction) -> bool:
    """Whether no gaps fill the area that some candidates would cut off."""
    because = step.because
    table = table_of(sight, step.because)
    area = sum(map(sight.layout.bit, because.area))
    for number, cell in step.eliminated:
        after = table.supposing(number, sight.layout.bit(cell))
        if area not in pieces(after.layout, after.empty):
            return False
        sure, optional = _fillers(after, area, [*after.gaps])
        if not {*sure, *optional} <= {*because.within, *because.perhaps} or not {
            *because.within
        } <= {*sure}:
            return False
        if _fill(sight, area, because.within, because.perhaps, because.claim):
            return False
    return True


def _fillers(table: Table, area: int, gaps: Iterable[Gap]) -> tuple[list[Gap], list[Gap]]:
    """The gaps that must, and those that may, go in an area that they can't leave."""
    parts = pieces(table.layout, table.empty)
    sure = list[Gap]()
    optional = list[Gap]()
    for gap in gaps:
        masks = [table.cells_of(number) for number in gap]
        fitting = [part for part in parts if all(mask & part for mask in masks)]
        if area in fitting:
            (sure if len(fitting) == 1 else optional).append(gap)
    return sure, optional


def _fill(sight: Sight, area: int, sure: Sequence[Gap], other: Sequence[Gap], claim: Claim) -> bool:
    """Whether the sure gaps with some of the others have as many numbers as an area has cells."""
    is_coloured = claim in {Claim.COLOURS, Claim.CUT_COLOURS}
    weights = [_weight(sight, gap) for gap in sure]
    sums = {(sum(size for size, _ in weights), sum(dark for _, dark in weights))}
    for size, dark in (_weight(sight, gap) for gap in other):
        sums |= {(length + size, surplus + dark) for length, surplus in sums}
    cells = sight.layout.cells(area)
    goal = len(cells), sum(1 - 2 * ((cell.row + cell.column) % 2) for cell in cells)
    return goal in sums if is_coloured else goal[0] in {size for size, _ in sums}


def _weight(sight: Sight, gap: Gap) -> tuple[int, int]:
    """How many numbers a gap has, and how many more of them go on dark cells than on light."""
    cell, placed = next(iter(sight.board.items()), (Cell(0, 0), 0))
    is_light = (gap.start - placed + cell.row + cell.column) % 2
    return len(gap), len(gap) % 2 * (1 - 2 * is_light)


def _is_first_colour(sight: Sight, step: Deduction) -> bool:
    """Whether odd numbers need the colour that has one more cell."""
    light = [(cell.row + cell.column) % 2 for cell in sight.grid.cells]
    more = int(2 * sum(light) > len(light))
    is_odd = len(light) % 2 and sight.grid.adjacency is Adjacency.FOUR
    return bool(is_odd) and all(
        (number % 2) != ((cell.row + cell.column) % 2 == more) for number, cell in step.eliminated
    )


# A pocket behind a door, from which a path doesn't come back.


def is_in_pocket(sight: Sight, step: Deduction) -> bool:
    because = step.because
    table = table_of(sight, step.because)
    door = because.cells[0]
    area = sum(map(sight.layout.bit, because.area))
    gap = range(because.missing[0], because.missing[-1] + 1)
    size = len(because.area)
    behind = table.layout.around(area) & table.empty & ~area
    is_low = gap.start - 1 in table.placed
    is_high = gap.stop in table.placed
    begun = table.cells_of(gap[0]) * is_low | table.cells_of(gap[-1]) * is_high
    if behind != sight.layout.bit(door) or begun & area or not (is_low or is_high):
        return False
    late = gap[-size:] if is_low else gap[:size]
    if not step.placed:
        allowed = () if is_low and is_high else late
        return all(n not in allowed and c in because.area for n, c in step.eliminated)
    alone = all(n in gap or _turns_back(table, n, area) for n in table.numbers_at(area))
    before = late[0] - 1 if is_low else late[-1] + 1
    fits = all((n in late) != (c in because.area) for n, c in step.eliminated)
    return alone and fits and step.placed == (before, door) and not (is_low and is_high)


def _turns_back(table: Table, number: int, area: int) -> bool:
    """Whether a number's gap would have to go into a pocket and come out again."""
    gap = table.gap_at[number]
    is_closed = gap.start > 1 and gap.stop <= table.last
    return is_closed and not (table.cells_of(gap[0]) | table.cells_of(gap[-1])) & area


# Lines that can't cross.


def is_around(sight: Sight, step: Deduction) -> bool:
    """Whether routes between places of the edge would cross."""
    if len(step.because.numbers) != len(("start", "low", "high")):
        return False
    start, low, high = step.because.numbers
    line = rim(sight.layout.grid)
    at = {cell: place for place, cell in enumerate(line)}
    where = {number: sight.layout.cell(bit) for number, bit in sight.where.items()}
    if not {where[n] for n in (start, low, high)} <= at.keys():
        return False
    bounds = sorted((at[where[low]], at[where[high]]))
    return all(
        cell in at
        and (max(start, n) < low or high < min(start, n))
        and (bounds[0] < at[cell] < bounds[1]) != (bounds[0] < at[where[start]] < bounds[1])
        and at[cell] not in bounds
        for n, cell in step.eliminated
    )


def is_crossing(sight: Sight, step: Deduction) -> bool:
    """Whether lines to border cells would separate the ends of another gap."""
    because = step.because
    table = table_of(sight, step.because)
    if len(because.numbers) != len(("start", "low", "high")):
        return False
    start, low, high = because.numbers
    onward = start + 1 if start + 1 in because.missing else start - 1
    firsts = (start, onward), (low, low + 1), (high, high - 1)
    for piece in pieces(table.layout, table.empty):
        if not all(sight.layout.bit(cell) & piece for _, cell in step.eliminated):
            continue
        line = border(table.layout, piece)
        if not line or any(table.cells_of(n) & ~piece for n in range(low + 1, high)):
            return False
        doors = [_doors(table, line, sight.where[end], first) for end, first in firsts]
        entries = [
            (a, b, c)
            for a, b, c in product(*doors)
            if line[a].cell not in (line[b].cell, line[c].cell)
        ]
        return bool(entries) and all(_is_parted(line, cell, entries) for _, cell in step.eliminated)
    return False


def _doors(table: Table, line: Sequence[Side], end: int, first: int) -> list[int]:
    """The sides of a piece through which a gap can enter it from a placed number."""
    cells = table.cells_of(first)
    beyond = table.layout.cell(end)
    return [
        at
        for at, side in enumerate(line)
        if side.beyond == beyond and table.layout.bit(side.cell) & cells
    ]


def _is_parted(line: Sequence[Side], cell: Cell, entries: Sequence[tuple[int, int, int]]) -> bool:
    sides = [at for at, side in enumerate(line) if side.cell == cell]

    def parts(at: int, start: int, low: int, high: int) -> bool:
        between = arc(low, high, len(line))
        return (between >> at & 1) != (between >> start & 1) and at not in (low, high)

    return any(all(parts(at, *entry) for entry in entries) for at in sides)
