"""Whether a reason holds: each claim, derived again from just what the words of the reason name.

Nothing here knows a technique; what a reader sees and counts is in ``sight``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from solver.hidoku.logic.patterns.borders import Side, arc, border, pieces, rim
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Refuted, Rival
from solver.hidoku.logic.sight import Run, Sight, Table
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.grid import Adjacency, Cell
from solver.hidoku.search.bitboard import is_single
from solver.hidoku.search.domains import Contradiction, Dead

MOST_CASES = 3  # cells whose numbers are tried together


@lru_cache(maxsize=8)  # a search for a hint asks about many steps on one board
def _sight(position: Position) -> Sight:
    return Sight(position.layout.grid, position.board)


def verified(position: Position, steps: Iterable[Deduction]) -> tuple[Deduction, ...]:
    """The steps, each saying what its counting needs; none if one of them doesn't hold.

    Each may use what those before it rule out.
    """
    passed = list[Deduction]()
    known = set(position.eliminations)
    for step in steps:
        told = careful(position, step)
        if told is None or not known.issuperset(told.because.eliminated):
            return ()
        passed.append(told)
        known |= {*told.eliminated}
    return tuple(passed)


def is_held(position: Position, step: Deduction) -> bool:
    return holds(_sight(position), step)


def careful(position: Position, step: Deduction) -> Deduction | None:
    """A step that holds: it says that the path mustn't turn back, or must go on, if that matters.

    None if it doesn't hold even so.
    """
    sight, because, last = _sight(position), step.because, position.layout.grid.last
    open_ends = tuple(n for n in (1, last) if n not in sight.where)
    options = dict.fromkeys((because.ends, *((end,) for end in open_ends), open_ends))
    for is_distinct, ends in product((False, True), options):
        minded = replace(because, is_distinct=because.is_distinct or is_distinct, ends=ends)
        told = replace(step, because=minded)
        if holds(sight, told):
            return told
    return None


def holds(sight: Sight, step: Deduction) -> bool:
    """Whether a step follows from what its reason names, the way that its words say."""
    because = step.because
    if because.refuted:
        tried = {Candidate(entry.number, entry.cell) for entry in because.refuted}
        return {*step.eliminated} <= tried and all(
            _fails(sight, because, e) for e in because.refuted
        )
    return _CHECKS[because.claim](sight, step)


def _table(sight: Sight, because: Because) -> Table:
    return Table(sight, because.every_number, because)


# Counting steps: what a number reaches, and what would be left if a candidate were right.


def _is_counted(sight: Sight, step: Deduction) -> bool:
    if step.placed:
        return _is_only(sight, step.because, step.placed)
    because, table = step.because, _table(sight, step.because)
    area = [sight.layout.bit(cell) for cell in because.area[:MOST_CASES]]
    if not {*table.numbers_at(sum(area[:1]))} <= {*(because.fitting or because.missing)}:
        return False
    out = [*step.eliminated]
    if because.perhaps:  # what else the cell could be is out, too
        cell = out[0].cell
        fits = {run.start for run in because.perhaps}
        out += [
            Candidate(n, cell) for n in table.numbers_at(sight.layout.bit(cell)) if n not in fits
        ]
    return all(_is_out(table, each, because.missing, area) for each in out)


def _is_out(
    table: Table, candidate: Candidate, missing: Sequence[int], area: Sequence[int]
) -> bool:
    number, bit = candidate.number, table.layout.bit(candidate.cell)
    if not table.cells_of(number) & bit:
        return True
    after = table.supposing(number, bit)
    runs = after.runs_with({number - 1, number + 1, *missing[:1]})
    return not all(map(after.has_walk, runs)) or after.fails(area)


def _is_only(sight: Sight, because: Because, placed: Candidate) -> bool:
    """Whether a number has no other cell, or a cell no other number."""
    number, bit = placed.number, sight.layout.bit(placed.cell)
    run = _table(sight, because).run_of(number)
    own = Table(sight, because.every_number, because, told=run if because.numbers else ())
    if not because.is_by_cell and own.cells_of(number) == bit:
        return True
    if not (because.is_by_cell or because.links):
        return False
    rest = [n for n in Table(sight, (), because).numbers_at(bit) if n != number]
    if because.around:
        seen = Table(sight, (sight.board[cell] for cell in because.around), because)
        rest = [n for n in rest if _passes(seen, n, bit)]
    if because.is_exact or (because.links and not because.rivals):
        rest = [n for n in rest if own.cells_of(n) & bit]
    if not because.rivals:
        every = _table(sight, because)
        return not any(every.cells_of(n) & bit for n in rest)
    out = {
        n
        for rival in because.rivals
        for n in rival.numbers
        if _is_kept_out(sight, because, rival, n, bit)
    }
    return {*rest} <= out


def _is_kept_out(sight: Sight, because: Because, rival: Rival, number: int, bit: int) -> bool:
    is_told = rival.is_stuck  # that it couldn't go on without turning back
    table = Table(
        sight,
        rival.ends,
        because,
        is_distinct=because.is_distinct or is_told,
        ends=(1, sight.grid.last) if is_told else because.ends,
    )
    return not table.cells_of(number) & bit


def _passes(table: Table, number: int, bit: int) -> bool:
    """Whether the path can enter and leave a cell with a number, by different neighbours."""
    near = table.layout.around(bit)
    sides = [table.masks[n] & near for n in (number - 1, number + 1) if 1 <= n <= table.last]
    return all(sides) and (len(sides) < 2 or not is_single(sides[0] | sides[1]))


# What would follow from a number in a cell, up to a dead end.


def _fails(sight: Sight, because: Because, refuted: Refuted) -> bool:
    bit = sight.layout.bit
    named = (*because.every_number, *refuted.why.numbers)
    ends = (*because.ends, *refuted.why.numbers)
    table = Table(sight, named, because, ends=ends).supposing(refuted.number, bit(refuted.cell))
    for number, cell, is_by_cell in refuted.chain:
        follows = (
            table.numbers_at(bit(cell)) == [number]
            if is_by_cell
            else table.cells_of(number) == bit(cell)
        )
        if not follows:
            return False
        table = table.supposing(number, bit(cell))
    if not refuted.run:
        return _ends(table, refuted.why)
    run = range(refuted.run[0], refuted.run[-1] + 1)
    routes = table.routes(run)
    if routes is None:
        return False
    taken = (table.taking(run, route) for route in routes)
    return all(_ends(after, refuted.why) for after in taken if after)


def _ends(table: Table, why: Contradiction) -> bool:
    """Whether a board ends as it is said to."""
    bits_of = [table.layout.bit(cell) for cell in why.cells]
    match why.kind:
        case Dead.NO_NUMBER:
            return not any(table.numbers_at(bit) or not bit & table.empty for bit in bits_of)
        case Dead.NO_CELL:
            number, *ends = why.numbers
            run = table.run_of(number)
            return table.beside(run) == {*ends} and not table.has_walk(run)
        case Dead.NO_ROUTE:
            between = range(why.numbers[0], why.numbers[-1] + 1)
            is_stuck = any(map(table.is_stuck, why.numbers[1:-1]))
            return is_stuck or not all(map(table.has_walk, table.runs_with(between)))
        case Dead.APART:
            return not table.layout.around(bits_of[0]) & bits_of[1]
        case Dead.CLASH if table.placed.isdisjoint(why.numbers):
            cells = [table.cells_of(n) for n in why.numbers if 1 <= n <= table.last]
            return len(bits_of) < len(cells) and not any(mask & ~sum(bits_of) for mask in cells)
    return False


# As many numbers as cells.


def _is_by_sets(sight: Sight, step: Deduction) -> bool:
    """Whether some numbers need some cells for themselves, or alone can fill them."""
    because, table = step.because, _table(sight, step.because)
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


# All routes of a run.


def _is_by_routes(sight: Sight, step: Deduction) -> bool:
    because, layout = step.because, sight.layout
    told = because.missing if because.numbers else ()
    table = Table(sight, because.every_number, because, is_distinct=True, told=told)
    if not because.ways:
        return all(_is_out(table, each, because.missing, ()) for each in step.eliminated)
    own = sum(map(layout.bit, because.cells[len(because.numbers) :]))
    run = range(because.missing[0], because.missing[-1] + 1)
    routes = table.routes(run, own)
    if not routes or len(routes) != because.ways:
        return False
    if own and not {*table.numbers_at(own)} <= {*run}:
        return False
    if step.placed:
        number, cell = step.placed
        return all(route[number - run.start] == layout.bit(cell) for route in routes)
    return all(
        all(route[n - run.start] != layout.bit(cell) for route in routes)
        if n in run
        else all(layout.bit(cell) in route for route in routes)
        for n, cell in step.eliminated
    )


# Runs of numbers against the cells of an area, by how many they are, or by their colours, too.


def _is_by_sums(sight: Sight, step: Deduction) -> bool:
    """Whether no runs fill an area exactly with a run in it, or without."""
    because, table = step.because, _table(sight, step.because)
    area = sum(map(sight.layout.bit, because.area))
    if not area:
        return _is_first_colour(sight, step)
    own = range(because.missing[0], because.missing[-1] + 1)
    is_inside = step.eliminated[0].cell in because.area
    if is_inside and len(own) > len(because.area):
        return True
    sure, other = _fillers(table, area, [run for run in table.runs if run != own])
    return not _fill(sight, area, [*sure, *([own] * is_inside)], other, because.claim)


def _is_cut_off(sight: Sight, step: Deduction) -> bool:
    """Whether no runs fill the area that some candidates would cut off."""
    because, table = step.because, _table(sight, step.because)
    area = sum(map(sight.layout.bit, because.area))
    for number, cell in step.eliminated:
        after = table.supposing(number, sight.layout.bit(cell))
        sure, other = _fillers(after, area, [*after.runs])
        if not {*sure, *other} <= {*because.within, *because.perhaps} or not {*because.within} <= {
            *sure
        }:
            return False
        if _fill(sight, area, because.within, because.perhaps, because.claim):
            return False
    return True


def _fillers(table: Table, area: int, runs: Iterable[Run]) -> tuple[list[Run], list[Run]]:
    """The runs that must, and those that may, go in an area that they can't leave."""
    parts = pieces(table.layout, table.empty)
    sure, other = list[Run](), list[Run]()
    for run in runs:
        masks = [table.cells_of(number) for number in run]
        fitting = [part for part in parts if all(mask & part for mask in masks)]
        if area in fitting:
            (sure if len(fitting) == 1 else other).append(run)
    return sure, other


def _fill(sight: Sight, area: int, sure: Sequence[Run], other: Sequence[Run], claim: Claim) -> bool:
    """Whether the sure runs with some of the others have as many numbers as an area has cells."""
    is_coloured = claim in {Claim.COLOURS, Claim.CUT_COLOURS}
    weights = [_weight(sight, run) for run in sure]
    sums = {(sum(size for size, _ in weights), sum(dark for _, dark in weights))}
    for size, dark in (_weight(sight, run) for run in other):
        sums |= {(one + size, two + dark) for one, two in sums}
    cells = sight.layout.cells(area)
    goal = len(cells), sum(1 - 2 * ((cell.row + cell.column) % 2) for cell in cells)
    return goal in sums if is_coloured else goal[0] in {size for size, _ in sums}


def _weight(sight: Sight, run: Run) -> tuple[int, int]:
    """How many numbers a run has, and how many more of them go on dark cells than on light."""
    cell, placed = next(iter(sight.board.items()), (Cell(0, 0), 0))
    is_light = (run.start - placed + cell.row + cell.column) % 2
    return len(run), len(run) % 2 * (1 - 2 * is_light)


def _is_first_colour(sight: Sight, step: Deduction) -> bool:
    """Whether odd numbers need the colour that has one more cell."""
    light = [(cell.row + cell.column) % 2 for cell in sight.grid.cells]
    more = int(2 * sum(light) > len(light))
    is_odd = len(light) % 2 and sight.grid.adjacency is Adjacency.FOUR
    return bool(is_odd) and all(
        (number % 2) != ((cell.row + cell.column) % 2 == more) for number, cell in step.eliminated
    )


# A pocket behind a door, from which a path doesn't come back.


def _is_in_pocket(sight: Sight, step: Deduction) -> bool:
    because, table = step.because, _table(sight, step.because)
    door, area = because.cells[0], sum(map(sight.layout.bit, because.area))
    run, size = range(because.missing[0], because.missing[-1] + 1), len(because.area)
    behind = table.layout.around(area) & table.empty & ~area
    is_low, is_high = run.start - 1 in table.placed, run.stop in table.placed
    begun = table.cells_of(run[0]) * is_low | table.cells_of(run[-1]) * is_high
    if behind != sight.layout.bit(door) or begun & area or not (is_low or is_high):
        return False
    late = run[-size:] if is_low else run[:size]
    if not step.placed:
        allowed = () if is_low and is_high else late
        return all(n not in allowed and c in because.area for n, c in step.eliminated)
    alone = all(n in run or _turns_back(table, n, area) for n in table.numbers_at(area))
    before = late[0] - 1 if is_low else late[-1] + 1
    fits = all((n in late) != (c in because.area) for n, c in step.eliminated)
    return alone and fits and step.placed == (before, door) and not (is_low and is_high)


def _turns_back(table: Table, number: int, area: int) -> bool:
    """Whether a number's run would have to go into a pocket and come out again."""
    run = table.run_of(number)
    is_closed = run.start > 1 and run.stop <= table.last
    return is_closed and not (table.cells_of(run[0]) | table.cells_of(run[-1])) & area


# Lines that can't cross.


def _is_around(sight: Sight, step: Deduction) -> bool:
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


def _is_crossing(sight: Sight, step: Deduction) -> bool:
    """Whether lines to border cells would separate the ends of another gap."""
    because, table = step.because, _table(sight, step.because)
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
        ways = [
            (a, b, c)
            for a, b, c in product(*doors)
            if line[a].cell not in (line[b].cell, line[c].cell)
        ]
        return bool(ways) and all(_is_parted(line, cell, ways) for _, cell in step.eliminated)
    return False


def _doors(table: Table, line: Sequence[Side], end: int, first: int) -> list[int]:
    """The sides of a piece through which a run can enter it from a placed number."""
    cells, beyond = table.cells_of(first), table.layout.cell(end)
    return [
        at
        for at, side in enumerate(line)
        if side.beyond == beyond and table.layout.bit(side.cell) & cells
    ]


def _is_parted(line: Sequence[Side], cell: Cell, ways: Sequence[tuple[int, int, int]]) -> bool:
    sides = [at for at, side in enumerate(line) if side.cell == cell]

    def parts(at: int, start: int, low: int, high: int) -> bool:
        between = arc(low, high, len(line))
        return (between >> at & 1) != (between >> start & 1) and at not in (low, high)

    return any(all(parts(at, *way) for way in ways) for at in sides)


_CHECKS = {
    Claim.COUNT: _is_counted,
    Claim.SETS: _is_by_sets,
    Claim.ROUTES: _is_by_routes,
    Claim.SUMS: _is_by_sums,
    Claim.COLOURS: _is_by_sums,
    Claim.CUT: _is_cut_off,
    Claim.CUT_COLOURS: _is_cut_off,
    Claim.POCKET: _is_in_pocket,
    Claim.EDGE: _is_around,
    Claim.BORDER: _is_crossing,
}
