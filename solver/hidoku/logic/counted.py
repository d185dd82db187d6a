"""The placed numbers from which a step counts through empty cells: as few as it needs.

Where a missing number can go depends on the placed ones at the ends of its gap. A cell that is too
far from one of these, even straight over placed numbers, is out at a glance. Only where the empty
cells lead there too late, or not at all, does a person have to count through them: from the numbers
that are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from solver.hidoku.logic.easiest import direct_finders
from solver.hidoku.logic.patterns.gaps import ends, ends_beside
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Candidate, Rival
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.logic.technique import Deduction, assuming
from solver.hidoku.logic.verify.sight import Table
from solver.hidoku.logic.verify.verify import careful, is_held, is_kept_out, sight_of, verified
from solver.hidoku.rules.grid import Adjacency, Cell

MOST_NAMED = 6  # placed numbers that one step counts from, if there is a way with so few


def counting_from_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step, whose reason counts from as few placed numbers as it needs."""
    step = _by_distance(position, step)
    because = step.because
    if step.placed and step.technique.is_placing and because.is_by_cell and because.numbers:
        is_seen = because.around and not because.fitting
        return step if is_seen else _from_own_gap(position, step, step.placed)
    every = ends_beside(position, because.numbers)
    optional = sorted(every, key=partial(_rank, position, step))
    proof = careful(position, replace(step, because=replace(because, others=tuple(optional))))
    if proof is None:
        return step

    def counted_from(others: Sequence[Candidate]) -> Deduction:
        return replace(proof, because=replace(proof.because, others=tuple(sorted(others))))

    needed = fewest(optional, lambda some: is_held(position, counted_from(some)))
    return counted_from(needed)


def _by_distance(position: Position, step: Deduction) -> Deduction:
    """The same step; if it says what fits a cell, all that it rules out is too far from there.

    Otherwise it says only which gap fits. Some is too far only because cells are filled.
    """
    because = step.because
    if not because.fitting or step.placed:
        return step
    empty, straight = _are_near(
        position,
        [
            (because.area[0], abs(number - n), cell)
            for number, cell in step.eliminated
            for n in because.fitting
        ],
    )
    fitting = () if empty else because.fitting
    return replace(step, because=replace(because, fitting=fitting, is_round=straight))


def _are_near(position: Position, routes: Sequence[tuple[Cell, int, Cell]]) -> tuple[bool, bool]:
    """Whether any route with so many steps leads through empty cells, and straight over all."""
    empty = position.empty
    board = position.layout.board
    is_near = partial(_is_near, position)
    return any(is_near(empty, *r) for r in routes), any(is_near(board, *r) for r in routes)


def _is_near(position: Position, through: int, start: Cell, steps: int, cell: Cell) -> bool:
    """Whether no more than so many steps lead from a cell to another through some cells."""
    layout = position.layout
    reached = layout.bit(start)
    for _ in range(steps):
        reached |= layout.around(reached) & through
    return bool(reached & layout.bit(cell))


def _rank(position: Position, step: Deduction, placed: Candidate) -> tuple[int, int]:
    """The fewer missing numbers a placed one keeps away from the cells of a step, the later."""
    near = _cells(step) or [placed.cell]
    steps = min(apart(placed.cell, cell) for cell in near)
    away = sum(placed.number + k not in position.where for k in range(1 - steps, steps))
    return -away, steps


def apart(one: Cell, other: Cell) -> int:
    return max(abs(one.row - other.row), abs(one.column - other.column))


def _cells(step: Deduction) -> list[Cell]:
    """The cells that a step is about."""
    because = step.because
    tried = (entry.cell for entry in because.refuted)
    ends = (cell for entry in because.refuted for cell in entry.why.cells)
    placed = [step.placed.cell] if step.placed else []
    return [*because.area, *tried, *ends, *(cell for _, cell in step.eliminated[:4]), *placed]


def _from_own_gap(position: Position, step: Deduction, placed: Candidate) -> Deduction:
    """A number that alone fits a cell, counted from its gap and few ends of other gaps.

    The same step if others fit, too.
    """
    because = step.because
    where = position.where
    is_exact = is_round = False
    if not (because.around or because.eliminated):  # else it isn't told how far the cell is
        is_exact, is_round = _is_nearest(position, placed)
    groups = _others(position, step, placed)
    if is_exact:
        groups.pop(position.gap_of(placed.number), None)
    rivals = [_rival(position, step, group, placed.cell) for group in groups.items()]
    plain_rivals = tuple(rival for rival in rivals if rival)
    if len(plain_rivals) < len(rivals):
        return step
    numbers = because.numbers if is_exact or because.around else ()
    beside = {n for rival in plain_rivals for n in rival.ends} - {*numbers}
    because = replace(
        because,
        numbers=numbers,
        cells=tuple(where[n] for n in numbers),
        others=tuple(Candidate(n, where[n]) for n in sorted(beside)),
        rivals=plain_rivals,
        is_exact=is_exact,
        is_round=is_round,
        is_coloured=position.layout.grid.adjacency is Adjacency.FOUR,
    )
    return replace(step, because=because)


def _others(position: Position, step: Deduction, placed: Candidate) -> dict[Gap, list[int]]:
    """The numbers that aren't plainly out of the cell of a placed one, by their gaps."""
    sight = sight_of(position)
    plain = Table(sight, (), replace(step.because, joined=()), is_distinct=False, ends=())
    fitting = step.because.fitting or plain.numbers_at(sight.layout.bit(placed.cell))
    groups: dict[Gap, list[int]] = {}
    for number in fitting:
        if number != placed.number and number not in position.where:
            groups.setdefault(position.gap_of(number), []).append(number)
    return groups


def _rival(
    position: Position, step: Deduction, others: tuple[Gap, list[int]], cell: Cell
) -> Rival | None:
    """How some numbers of a gap are kept out of a cell, the plainest way; None if they aren't."""
    sight = sight_of(position)
    bit = sight.layout.bit(cell)
    options = _rivals(position, others[0], tuple(others[1]), cell)
    return next((r for r in options if is_kept_out(sight, step.because, r, bit)), None)


def _rivals(position: Position, gap: Gap, numbers: tuple[int, ...], cell: Cell) -> Iterator[Rival]:
    near = sorted(ends(gap), key=lambda end: apart(position.where[end], cell))
    for end in near if len(numbers) == 1 else ():
        steps = abs(end - numbers[0])
        if not _is_near(position, position.layout.board, position.where[end], steps, cell):
            yield Rival(numbers, (end,), is_round=False)
    for is_stuck in (False, True):
        yield from (Rival(numbers, (end,), is_stuck=is_stuck) for end in near)
        yield Rival(numbers, ends(gap), is_stuck=is_stuck)


def _is_nearest(position: Position, placed: Candidate) -> tuple[bool, bool]:
    """Whether no shorter route leads to a cell from either end of its gap through empty cells.

    And whether one would if it could lead straight over all cells.
    """
    where = position.where
    number, cell = placed
    own = ends(position.gap_of(number))
    shorter = [(where[end], abs(end - number) - 1, cell) for end in own]
    empty, straight = _are_near(position, shorter)
    return not empty, straight


def checked(position: Position, step: Deduction) -> Deduction:
    """The step with a reason that the verifier passes; if none does, it rests on a search."""
    for whole in (counting_from_fewest(position, step), step):
        if proof := verified(position, [whole]):
            return proof[0]
    another = placing_step(position, step.placed) if step.placed else None
    return another or Deduction(assuming()[0], placed=step.placed, eliminated=step.eliminated)


def placing_step(position: Position, wanted: Candidate) -> Deduction | None:
    """The easiest technique's reason for a number that follows at once; None if it doesn't."""
    about = position.about((wanted.number,))
    for technique, find in direct_finders().items():
        for step in find(about) if technique.is_placing else ():
            if step.placed == wanted:
                for proof in verified(position, [counting_from_fewest(position, step)]):
                    return proof
    return None
