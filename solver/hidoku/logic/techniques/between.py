"""Gaps between two placed numbers that have only one route, and the only way on from a number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from solver.hidoku.logic.patterns.gaps import is_loose, places
from solver.hidoku.logic.position import Gap, Position
from solver.hidoku.logic.reasons import Because, Candidate, Marked
from solver.hidoku.logic.technique import Deduction, Technique
from solver.hidoku.phrases import numbered
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import is_single


def _joined_lines(step: Deduction) -> list[str]:
    number, *placed = step.because.numbers
    beside = f"The cell joined to {number} must hold a number next to it"
    if not placed:
        return [f"{beside}. {number} is an end of the path, so there’s only one."]
    return [f"{beside}, and {placed[0]} is placed elsewhere."]


@partial(
    Technique,
    name="link",
    title="joined cells",
    rank=30,
    weight=1,
    sentence="Numbers in joined cells follow each other. So the cell joined to 5 holds 4 or 6. If "
    "6 is placed elsewhere, it holds 4.",
    after=("between",),
    nudge=lambda step: f"Look at {step.because.numbers[0]} and the cell joined to it.",
    lines=_joined_lines,
    marks=lambda step: Marked(numbers=step.because.numbers[:1]),
    is_placing=True,
)
def joined(position: Position) -> Iterator[Deduction]:
    """The number of a cell joined with a placed one, if the only alternative is placed already."""
    for cell, partners in sorted(position.layout.grid.partners.items()):
        for partner in partners:
            if cell in position.board and partner not in position.board:
                yield from _beside(position, cell, partner)


def _beside(position: Position, cell: Cell, other: Cell) -> Iterator[Deduction]:
    missing, numbers = _sides(position, position.board[cell])
    if len(missing) == 1:
        pair = min(cell, other), max(cell, other)
        because = Because(numbers, places(position, numbers), joined=(pair,))
        yield Deduction(joined, because, Candidate(missing[0], other))


def _one_way_lines(step: Deduction) -> list[str]:
    number, *placed = step.because.numbers
    if not placed:
        return [f"{number} is an end of the path and has only one empty neighbour."]
    return [f"{placed[0]} is placed, and {number} has only one empty neighbour."]


@partial(
    Technique,
    name="one_way",
    title="only way on",
    rank=20,
    weight=1,
    sentence="Take a placed number that lacks the number before or after it. If it touches only "
    "one empty cell, the missing number goes there.",
    after=("between",),
    nudge=lambda step: f"Look at {step.because.numbers[0]}. Where can the path continue?",
    lines=_one_way_lines,
    marks=lambda step: Marked(numbers=step.because.numbers[:1]),
    is_placing=True,
)
def one_way(position: Position) -> Iterator[Deduction]:
    """The number before or after a placed one that has only one empty neighbour."""
    layout = position.loose.layout
    for number in (end for gap in position.gaps for end in (gap.low, gap.high) if end):
        near = layout.around(layout.bit(position.where[number])) & position.empty
        if not is_single(near):
            continue
        missing, numbers = _sides(position, number)
        if len(missing) == 1:
            because = Because(numbers, places(position, numbers))
            yield Deduction(one_way, because, Candidate(missing[0], layout.cell(near)))


def _sides(position: Position, number: int) -> tuple[list[int], tuple[int, ...]]:
    """The missing numbers before and after a placed one; itself and the placed ones."""
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= position.layout.grid.last]
    placed = (n for n in beside if n in position.where)
    return [n for n in beside if n not in position.where], (number, *placed)


def _marks(step: Deduction) -> Marked:
    return Marked(numbers=step.because.numbers)


def _touching(step: Deduction) -> list[str]:
    low, high = step.because.numbers
    return [f"Only one empty cell is next to both {low} and {high}."]


@partial(
    Technique,
    name="between",
    title="between two numbers",
    rank=10,
    weight=1,
    sentence="A missing number must touch the number before it and the one after it. If only one "
    "empty cell touches both, the number goes there.",
    nudge=lambda step: f"Look between {numbered(step.because.numbers)}.",
    lines=_touching,
    marks=_marks,
    is_placing=True,
)
def between(position: Position) -> Iterator[Deduction]:
    """A number between two placed ones that have only one empty neighbour in common."""
    masks = position.loose.masks
    for gap in position.gaps:
        if len(gap.missing) == 1 and is_single(masks[gap.missing[0]]) and not is_loose(gap):
            yield from _fill(position, gap, between)


def _one_walk(step: Deduction) -> list[str]:
    low, high = step.because.numbers
    steps = f"from {low} to {high} in {high - low} steps"
    return [f"There’s only one route {steps} through empty cells."]


@partial(
    Technique,
    name="straight_run",
    title="straight gap",
    rank=40,
    weight=1,
    sentence="If only one route between two numbers is short enough, the missing numbers follow "
    "it.",
    after=("between",),
    nudge=lambda step: (
        f"Look between {numbered(step.because.numbers)}. How many routes are short enough?"
    ),
    lines=_one_walk,
    marks=_marks,
    is_placing=True,
)
def straight_gaps(position: Position) -> Iterator[Deduction]:
    """Each number of a gap whose only route is also the shortest between its ends."""
    masks = position.loose.masks
    for gap in sorted(position.gaps, key=lambda gap: len(gap.missing)):
        is_gap = len(gap.missing) > 1 and not is_loose(gap)
        if is_gap and all(is_single(masks[n]) for n in gap.missing) and _is_shortest(position, gap):
            yield from _fill(position, gap, straight_gaps)


def _fill(position: Position, gap: Gap, technique: Technique) -> Iterator[Deduction]:
    numbers = tuple(n for n in (gap.low, gap.high) if n is not None)
    ends = tuple(position.where[n] for n in numbers)
    route = tuple(position.layout.cell(position.loose.masks[n]) for n in gap.missing)
    is_long = len(route) > 1
    because = Because(
        numbers, ends, missing=tuple(gap.missing) if is_long else (), area=route if is_long else ()
    )
    for number, cell in zip(gap.missing, route, strict=True):
        yield Deduction(technique, because, Candidate(number, cell))


def _is_shortest(position: Position, gap: Gap) -> bool:
    """Whether no walk across the gap is shorter than its route."""
    layout = position.loose.layout
    masks = position.loose.masks
    front = seen = layout.around(masks[gap.missing.start - 1]) & position.empty
    goal = layout.around(masks[gap.missing.stop])
    for _ in gap.missing[1:]:
        if front & goal:
            return False
        front = layout.around(front) & position.empty & ~seen
        seen |= front
    return bool(front & goal)
