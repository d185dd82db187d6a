"""Whether a reason holds: each claim, derived again from just what the words of the reason name.

Nothing here knows a technique; what a reader sees and counts is in ``sight``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Because, Candidate, Claim, Refuted, nearest
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify import areas
from solver.hidoku.logic.verify.sight import Sight, Table, table_of
from solver.hidoku.search.domains import Contradiction, Dead

MOST_CASES = 3  # cells whose numbers are tried together


@lru_cache(maxsize=8)  # a search for a hint asks about many steps on one board
def sight_of(position: Position) -> Sight:
    return Sight(position.layout.grid, position.board)


def verified(position: Position, steps: Iterable[Deduction]) -> tuple[Deduction, ...]:
    """The steps, each saying what its counting needs; none if one of them doesn't hold.

    Each may use what those before it rule out.
    """
    passed = list[Deduction]()
    out = set(position.eliminations)
    for step in steps:
        proof = careful(position, step)
        if proof is None or not out.issuperset(proof.because.eliminated):
            return ()
        passed.append(proof)
        out |= {*proof.eliminated}
    return tuple(passed)


def is_held(position: Position, step: Deduction) -> bool:
    return holds(sight_of(position), step)


def careful(position: Position, step: Deduction) -> Deduction | None:
    """A step that holds: it says that the path mustn't turn back, or must go on, if that matters.

    None if it doesn't hold even so.
    """
    return careful_of(sight_of(position), step)


def careful_of(sight: Sight, step: Deduction) -> Deduction | None:
    because = step.because
    last = sight.grid.last
    open_ends = tuple(n for n in (1, last) if n not in sight.where)
    options = dict.fromkeys(((), *((end,) for end in open_ends), open_ends))
    for is_distinct, ends in product((False, True), options):
        minded = replace(because, is_distinct=because.is_distinct or is_distinct, ends=ends)
        proof = replace(step, because=minded)
        if holds(sight, proof):
            return proof
    return None


def holds(sight: Sight, step: Deduction) -> bool:
    """Whether a step follows from what its reason names, the way that its words say."""
    because = step.because
    if because.question:
        return because.question.holds_on(sight, because.eliminated)
    if because.refuted:
        tried = {Candidate(entry.number, entry.cell) for entry in because.refuted}
        return {*step.eliminated} <= tried and all(
            fails(sight, because, e) for e in because.refuted
        )
    return _CHECKS[because.claim](sight, step)


# Counting steps: what a number reaches, and what would be left if a candidate were right.


def _is_counted(sight: Sight, step: Deduction) -> bool:
    if step.placed:
        return _is_only(sight, step.because, step.placed)
    because = step.because
    table = table_of(sight, step.because)
    area = [sight.layout.bit(cell) for cell in because.area]
    filled = area[:1] if because.claim is Claim.PASSAGE else area
    if not {*table.numbers_at(sum(filled))} <= {*(because.fitting or because.missing)}:
        return False
    out = [*step.eliminated]
    if because.perhaps:  # what else the cell could be is out, too
        cell = out[0].cell
        fits = {gap.start for gap in because.perhaps}
        out += [
            Candidate(n, cell) for n in table.numbers_at(sight.layout.bit(cell)) if n not in fits
        ]
    return all(_is_out(table, c, because.missing, area[:MOST_CASES]) for c in out)


def _is_out(
    table: Table, candidate: Candidate, missing: Sequence[int], area: Sequence[int]
) -> bool:
    number = candidate.number
    bit = table.layout.bit(candidate.cell)
    if not table.cells_of(number) & bit:
        return True
    after = table.supposing(number, bit)
    beside = {number - 1, number + 1, *missing[:1]}
    return not all(map(after.has_walk, after.gaps_with(beside))) or after.fails(area, beside)


def _is_only(sight: Sight, because: Because, placed: Candidate) -> bool:
    """Whether a number has no other cell, or a cell no other number."""
    number = placed.number
    bit = sight.layout.bit(placed.cell)
    gap = table_of(sight, because).gap_at[number]
    own = Table(sight, because.every_number, because, told=gap if because.numbers else ())
    if not because.is_by_cell and own.cells_of(number) == bit:
        return True
    if not (because.is_by_cell or because.joined):
        return False
    table = own if because.joined else table_of(sight, because)
    return {*table.numbers_at(bit)} <= {number}


# What would follow from a number in a cell, up to a dead end.
#
# Who supposes something of a number looks at its gap, and places each number once: so the numbers
# at the ends of the gap needn't be named, nor that the path mustn't turn back.


def fails(sight: Sight, because: Because, refuted: Refuted) -> bool:
    bit = sight.layout.bit
    numbers = (refuted.number, *refuted.missing, *(number for number, *_ in refuted.chain))
    own = {end for number in numbers for end in nearest(sight.where, number)}
    named = (*because.every_number, *refuted.why.numbers, *own)
    ends = (*because.ends, *refuted.why.numbers)
    whole = Table(sight, named, because, is_distinct=True, ends=ends)
    table = whole.supposing(refuted.number, bit(refuted.cell))
    for number, cell, is_by_cell in refuted.chain:
        follows = (
            {*table.numbers_at(bit(cell))} <= {number}
            if is_by_cell
            else not table.cells_of(number) & ~bit(cell)
        )
        if not follows:
            return False
        table = table.supposing(number, bit(cell))
    if not refuted.missing:
        return _ends(table, refuted.why)
    gap = range(refuted.missing[0], refuted.missing[-1] + 1)
    routes = table.routes(gap)
    if routes is None:
        return False
    after_each = (table.taking(gap, route) for route in routes)
    return all(_ends(after, refuted.why) for after in after_each if after)


def _ends(table: Table, why: Contradiction) -> bool:
    """Whether a board ends as it is said to."""
    bits_of = [table.layout.bit(cell) for cell in why.cells]
    match why.kind:
        case Dead.NO_NUMBER:
            return not any(table.numbers_at(bit) or not bit & table.empty for bit in bits_of)
        case Dead.NO_CELL:
            number, *ends = why.numbers
            gap = table.gap_at[number]
            return table.beside(gap) == {*ends} and not table.has_walk(gap)
        case Dead.NO_ROUTE:
            between = range(why.numbers[0], why.numbers[-1] + 1)
            is_stuck = any(map(table.is_stuck, why.numbers[1:-1]))
            return is_stuck or not all(map(table.has_walk, table.gaps_with(between)))
        case Dead.APART:
            return not table.layout.around(bits_of[0]) & bits_of[1]
        case Dead.UNJOINED:
            a, b = why.numbers
            are_there = [table.masks[a], table.masks[b]] == bits_of
            are_joined = bool(table.layout.partners.get(bits_of[0], 0) & bits_of[1])
            return are_there and are_joined and abs(a - b) > 1
    cells = [table.cells_of(n) for n in why.numbers if 1 <= n <= table.last]
    is_clash = why.kind is Dead.CLASH and table.placed.isdisjoint(why.numbers)
    return is_clash and len(bits_of) < len(cells) and not any(m & ~sum(bits_of) for m in cells)


# All routes of a gap.


def _is_by_routes(sight: Sight, step: Deduction) -> bool:
    because = step.because
    layout = sight.layout
    missing = because.missing if because.numbers else ()
    table = Table(sight, because.every_number, because, is_distinct=True, told=missing)
    gap = range(because.missing[0], because.missing[-1] + 1)
    if not because.routes:  # every route uses the cell, so without it there is none
        return all(
            n not in gap
            and cell in because.area
            and not table.supposing(n, layout.bit(cell)).has_walk(gap)
            for n, cell in step.eliminated
        )
    own = sum(map(layout.bit, because.cells[len(because.numbers) :]))
    routes = table.routes(gap, own)
    if not routes or len(routes) != because.routes:
        return False
    if own and not {*table.numbers_at(own)} <= {*gap}:
        return False
    if step.placed:
        number, cell = step.placed
        return all(route[number - gap.start] == layout.bit(cell) for route in routes)
    return all(
        all(route[n - gap.start] != layout.bit(cell) for route in routes)
        if n in gap
        else all(layout.bit(cell) in route for route in routes)
        for n, cell in step.eliminated
    )


_CHECKS = {
    Claim.COUNT: _is_counted,
    Claim.PASSAGE: _is_counted,
    Claim.SETS: areas.is_by_sets,
    Claim.ROUTES: _is_by_routes,
    Claim.SUMS: areas.is_by_sums,
    Claim.COLOURS: areas.is_by_sums,
    Claim.CUT: areas.is_cut_off,
    Claim.CUT_COLOURS: areas.is_cut_off,
    Claim.POCKET: areas.is_in_pocket,
    Claim.EDGE: areas.is_around,
    Claim.BORDER: areas.is_crossing,
}
