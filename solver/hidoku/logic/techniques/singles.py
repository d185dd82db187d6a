"""The only cell for a number and the only number for a cell, by reach (see ``patterns.singles``).

First by reach alone; a corner is a single that also needs the cells before and after a number to
differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from solver.hidoku.logic.patterns.singles import Single, Singles, bare_cells, bare_numbers
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique, what_else
from solver.hidoku.phrases import steps_away
from solver.hidoku.rules.game import named


def _nudge(step: Deduction) -> str:
    """Where to look: at the cell or at the number."""
    number = step.placed.number if step.placed else 0
    if step.because.is_by_cell:
        return f"Which numbers can get to {named(step.because.area[0])}?"
    if step.because.numbers:
        return f"Where can {number} go? It’s {steps_away(number, step.because.numbers)}."
    return f"Where is there room for {number}?"


def _marks(step: Deduction) -> Marked:
    if step.because.is_by_cell:
        return Marked(area=step.because.area[:1])
    return Marked(numbers=step.because.numbers)


def _lines(step: Deduction) -> list[str]:
    """What remains of a question and each alternative; without it, that counting leaves nothing."""
    if step.because.question:
        return [row.sentence for row in step.because.question.rows]
    rest = what_else(step)
    if step.because.is_by_cell:
        return ["Counting steps through empty cells, no other missing number gets there.", *rest]
    return ["Counting steps through empty cells, it gets to no other cell.", *rest]


def _steps(technique: Technique, singles: Iterable[Single]) -> Iterator[Deduction]:
    return (Deduction(technique, because, placed) for placed, because in singles)


def _bare(technique: Technique, placed: Iterable[Candidate]) -> Iterator[Deduction]:
    return (Deduction(technique, placed=candidate) for candidate in placed)


#: All techniques that place singles share their words.
_single = partial(
    Technique,
    nudge=_nudge,
    lines=_lines,
    marks=_marks,
    is_placing=True,
    is_one_a_gap=True,
)


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
    plain = {single.placed for single in (*weak.by_number(), *weak.by_cell())}
    strict = (*sorted(singles.by_number(), key=_effort), *singles.by_cell())
    first = {single.placed: single for single in reversed(strict)}
    places = dict.fromkeys(single.placed for single in strict)
    yield from _steps(corners, (first[place] for place in places if place not in plain))


def _effort(single: Single) -> tuple[int, int, int]:
    numbers = single.because.numbers
    number = single.placed.number
    gap = sum(abs(number - end) for end in numbers) * (3 - len(numbers))
    return len(single.because.eliminated), gap, number
