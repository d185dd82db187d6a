"""The only cell for a number and the only number for a cell, by reach (see ``patterns.singles``).

First by reach alone; a corner is a single that also needs the cells before and after a number to
differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from solver.hidoku.logic.patterns.singles import Single, Singles, bare_cells, bare_numbers
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Marked, Rival
from solver.hidoku.logic.shorten import resting_on_fewest
from solver.hidoku.logic.technique import Deduction, Technique, what_else
from solver.hidoku.phrases import difference_reason, few_named, numbered
from solver.hidoku.rules.game import named
from solver.wording import capitalised, listed


def _nudge(step: Deduction) -> str:
    """Where to look: at the cell or at the number."""
    number = step.placed.number if step.placed else 0
    if step.because.is_by_cell:
        return f"Which numbers can get to {named(step.because.area[0])}?"
    if step.because.numbers:
        return f"Where can {number} go? It’s {_steps_away(number, step.because.numbers)}."
    return f"Where is there room for {number}?"


def _marks(step: Deduction) -> Marked:
    if step.because.is_by_cell:
        return Marked(area=step.because.area[:1])
    return Marked(numbers=step.because.numbers)


def _lines(step: Deduction) -> list[str]:
    """Why a number has one cell, or a cell one number; “it” is the number, or the cell."""
    because = step.because
    lines = _of_cell(step) if because.is_by_cell else _of_number(step)
    lines += (f"{capitalised(kept_out(rival))}." for rival in because.rivals)
    is_silent = because.is_distinct and not (because.is_by_cell or because.numbers)
    rest = replace(because, others=(), is_distinct=is_silent)
    if because.is_by_cell and not because.rivals:
        every = tuple(map(Candidate, because.numbers, because.cells)) if because.others else ()
        sources = because.others if because.is_exact else (*every, *because.others)
        rest = replace(because, others=sources)
    lines += what_else(replace(step, because=rest))
    parity = ("even", "odd")[step.placed.number % 2] if step.placed else ""
    coloured = because.is_coloured and not because.around
    if because.is_by_cell and not lines:
        lines = [f"All other {parity if coloured else 'missing'} numbers are too far away."]
    if coloured:
        lines.append(f"Odd and even alternate as on a chessboard: here goes an {parity} number.")
    return lines or ["Only one cell is empty."]


def _of_number(step: Deduction) -> list[str]:
    """How far a number is from the ends of its gap, and from what was ruled out of a cell there."""
    because = step.because
    number = step.placed.number if step.placed else 0
    excluded = sorted({n for n, _ in because.eliminated} - {number})
    goes = "they go" if len(excluded) > 1 else "it goes"
    turning = difference_reason(because.is_distinct)
    away = _steps_away(number, because.numbers)
    through = " through empty cells" * ("step" in away)
    lines = [f"It must be {away}{through}{turning}."] if away else []
    if excluded:
        lines.append(f"It must be {_steps_away(number, excluded)}, wherever {goes}.")
    return lines


def _of_cell(step: Deduction) -> list[str]:
    """Which numbers can be before and after that in a cell, or how far the cell is."""
    because = step.because
    number = step.placed.number if step.placed else 0
    if not because.around:
        through = " through empty cells" * because.is_round
        return [f"It’s {_steps_away(number, because.numbers)}{through}."] * because.is_exact
    beside = sorted(because.numbers)
    if len(because.area) > 1:
        fitting = {number, *because.fitting}
        has_end = any({n - 1, n + 1}.isdisjoint(beside) for n in fitting)
        near = f"{'an end or ' * has_end}next to {numbered(beside, 'or')}"
        which = f": {numbered([*fitting], 'or')}" if because.fitting else ""
        lines = [f"It has one empty neighbour, so it’s {near}{which}."]
        return [*lines, *(f"{n} there would have no second neighbour." for n in because.missing)]
    both = numbered([n for n in beside if abs(n - number) == 1])
    if len(beside) == 2:
        return [f"Only {both} can be its neighbours."]
    return [f"Of the open ends beside it, {numbered(beside)}, only {both} are two apart."]


def kept_out(rival: Rival) -> str:
    """That numbers don't get to a cell, which was named before.

    >>> from solver.hidoku.logic.reasons import Rival
    >>> kept_out(Rival((44, 45), (42, 47)))
    '44 and 45 can’t get there from 42 and 47 through empty cells'
    >>> kept_out(Rival((18,), (16,), is_round=False))
    '18 must be 2 steps from 16, and this cell is farther'
    """
    who = few_named(rival.numbers)
    start = numbered(rival.ends)
    if not rival.is_round:
        [number] = rival.numbers
        return f"{who} must be {_steps_away(number, rival.ends)}, and this cell is farther"
    if rival.is_stuck:
        return f"{who} can’t be there without turning back, counting from {start}"
    return f"{who} can’t get there from {start} through empty cells"


def _steps_away(number: int, ends: Iterable[int]) -> str:
    """How far a number is from placed ones at the ends of its gap, or from others in it.

    >>> _steps_away(59, (57, 60)), _steps_away(2, (1, 3))
    ('2 steps from 57 and next to 60', 'next to 1 and 3')
    >>> _steps_away(1, (5, 4, 2))
    '4 steps from 5, 3 steps from 4 and next to 2'
    """
    away: dict[int, list[str]] = {}
    for end in ends:
        away.setdefault(abs(number - end), []).append(str(end))
    parts = [
        f"{f'{steps} steps from' if steps > 1 else 'next to'} {listed(away[steps])}"
        for steps in sorted(away, reverse=True)
    ]
    return listed(parts)


def _steps(
    technique: Technique, position: Position, singles: Iterable[Single]
) -> Iterator[Deduction]:
    for placed, because in singles:
        yield resting_on_fewest(position, Deduction(technique, because, placed))


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
    yield from _steps(only_cells, position, singles)


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
    yield from _steps(only_numbers, position, Singles(position, False).by_cell())


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
    yield from _steps(corners, position, (first[place] for place in places if place not in plain))


def _effort(single: Single) -> tuple[int, int, int]:
    numbers = single.because.numbers
    number = single.placed.number
    gap = sum(abs(number - end) for end in numbers) * (3 - len(numbers))
    return len(single.because.eliminated), gap, number
