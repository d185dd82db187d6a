"""The only cell for a number and the only number for a cell, by reach (see ``patterns.singles``).

First by reach alone; a corner is a single that also needs the cells before and after a number to
differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from solver.hidoku.logic.patterns.singles import Single, Singles, bare_cells, bare_numbers
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.technique import Deduction, Technique


def _steps(technique: Technique, singles: Iterable[Single]) -> Iterator[Deduction]:
    return (Deduction(technique, claim, claim.placed, needed=needed) for claim, needed in singles)


def _bare(technique: Technique, placed: Iterable[Candidate]) -> Iterator[Deduction]:
    return (Deduction(technique, placed=candidate) for candidate in placed)


_single = partial(Technique, is_placing=True, is_one_a_gap=True)


def _bare_only_cells(position: Position) -> Iterator[Deduction]:
    return _bare(only_cells, bare_numbers(position, position.masks))


@partial(
    _single,
    name="only_cell",
    title="only cell for a number",
    rank=50,
    weight=2,
    sentence="Count steps from the placed numbers around a gap. If a missing number can reach only "
    "one empty cell, it goes there.",
    after=("straight_run",),
    bare=_bare_only_cells,
)
def only_cells(position: Position) -> Iterator[Deduction]:
    """Numbers with one cell in reach, those with the nearest placed numbers first."""
    singles = sorted(Singles(position, False).by_number(), key=_effort)
    yield from _steps(only_cells, singles)


def _bare_only_numbers(position: Position) -> Iterator[Deduction]:
    return _bare(only_numbers, bare_cells(position, position.masks))


@partial(
    _single,
    name="only_number",
    title="only number for a cell",
    rank=60,
    weight=3,
    sentence="Count steps to an empty cell. If only one missing number can reach it, that "
    "number goes there.",
    after=("only_cell",),
    bare=_bare_only_numbers,
)
def only_numbers(position: Position) -> Iterator[Deduction]:
    """Cells that only one number can reach."""
    yield from _steps(only_numbers, Singles(position, False).by_cell())


def _bare_corners(position: Position) -> Iterator[Deduction]:
    yield from _bare(corners, bare_numbers(position, position.strict))
    yield from _bare(corners, bare_cells(position, position.strict))


@partial(
    _single,
    name="corner",
    title="enter and leave",
    rank=70,
    weight=5,
    sentence="The path can’t turn straight back, so it leaves a cell by another side than it "
    "came in. Count steps that way.",
    after=("only_number",),
    bare=_bare_corners,
)
def corners(position: Position) -> Iterator[Deduction]:
    """Both kinds of singles, if the cells before and after a number must differ."""
    weak = Singles(position, False)
    singles = Singles(position, True)
    plain = {single.claim.placed for single in (*weak.by_number(), *weak.by_cell())}
    strict = (*sorted(singles.by_number(), key=_effort), *singles.by_cell())
    first = {single.claim.placed: single for single in reversed(strict)}
    places = dict.fromkeys(single.claim.placed for single in strict)
    yield from _steps(corners, (first[place] for place in places if place not in plain))


def _effort(single: Single) -> tuple[int, int, int]:
    ends = single.claim.ends
    number = single.claim.placed.number
    gap = sum(abs(number - end) for end in ends) * (3 - len(ends))
    return len(single.needed), gap, number
