"""Runs between two placed numbers that can be walked in one way only."""

from __future__ import annotations

from collections.abc import Iterator

from solver.hidoku.logic.marks import Marked
from solver.hidoku.logic.patterns.gaps import is_loose
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate
from solver.hidoku.logic.technique import Deduction, Technique, technique
from solver.hidoku.logic.words import placing_reason, placing_statement
from solver.hidoku.phrases.lists import numbered
from solver.hidoku.search.bitboard import is_single


def _marks(step: Deduction) -> Marked:
    return Marked(numbers=step.because.numbers)


def _touching(step: Deduction, which: str) -> str:
    low, high = step.because.numbers
    return f"{which} empty cell touches both {low} and {high}"


@technique(
    "between",
    title="between two numbers",
    rank=10,
    weight=1,
    nudge=lambda step: f"Look between {numbered(step.because.numbers)}.",
    reason=placing_reason(_touching),
    statement=placing_statement(_touching),
    marks=_marks,
    is_placing=True,
)
def between(position: Position) -> Iterator[Deduction]:
    """Numbers between two placed ones that one empty cell alone touches."""
    masks = position.loose.masks
    for gap in position.gaps:
        if len(gap.missing) == 1 and is_single(masks[gap.missing[0]]) and not is_loose(gap):
            yield from _run(position, gap, between)


def _look_for_time(step: Deduction) -> str:
    ends = numbered(step.because.numbers)
    return f"Look at the way between {ends}: is there any time for a detour?"


def _one_walk(step: Deduction, _: str) -> str:
    low, high = step.because.numbers
    way = f"from {low} to {high} in {high - low} steps"
    return f"there is only one way to walk {way} through empty cells"


@technique(
    "straight_run",
    title="straight run",
    rank=40,
    weight=1,
    nudge=_look_for_time,
    reason=placing_reason(_one_walk),
    statement=placing_statement(_one_walk),
    marks=_marks,
    is_placing=True,
)
def straight_runs(position: Position) -> Iterator[Deduction]:
    """Each number of a gap as long as the way across it, where there is one way to walk."""
    masks = position.loose.masks
    for gap in sorted(position.gaps, key=lambda gap: len(gap.missing)):
        is_run = len(gap.missing) > 1 and not is_loose(gap)
        if is_run and all(is_single(masks[n]) for n in gap.missing) and _is_shortest(position, gap):
            yield from _run(position, gap, straight_runs)


def _run(position: Position, gap: Gap, technique: Technique) -> Iterator[Deduction]:
    numbers = tuple(n for n in (gap.low, gap.high) if n is not None)
    ends = tuple(position.where[n] for n in numbers)
    run = tuple(position.layout.cell(position.loose.masks[n]) for n in gap.missing)
    is_long = len(run) > 1
    because = Because(
        numbers, ends, missing=tuple(gap.missing) if is_long else (), area=run if is_long else ()
    )
    for number, cell in zip(gap.missing, run, strict=True):
        yield Deduction(technique, because, Candidate(number, cell))


def _is_shortest(position: Position, gap: Gap) -> bool:
    """Whether no walk across the gap is shorter than the one it has."""
    layout, masks = position.loose.layout, position.loose.masks
    front = seen = layout.around(masks[gap.missing.start - 1]) & position.empty
    goal = layout.around(masks[gap.missing.stop])
    for _ in gap.missing[1:]:
        if front & goal:
            return False
        front = layout.around(front) & position.empty & ~seen
        seen |= front
    return bool(front & goal)
