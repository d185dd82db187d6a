"""The placed numbers that a step counts from: a set of which none can be left out.

Everyone sees which cells are filled and which numbers are missing. A number that a step doesn't
name only fills a cell: it may be in any filled cell but those of the numbers that are named. What a
missing number can reach then depends on the nearest named numbers below and above it, so each
segment between two of them is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, pairwise

from solver.hidoku.logic.patterns.chains import fails_alike
from solver.hidoku.logic.position import Position, Reading
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import does_as_much, fewest
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Masks, owners, sweep

Numbers = tuple[Candidate, ...]

MOST_NAMED = 6  # placed numbers that one step counts from, if there is a way with so few


def counting_from_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step, whose reason counts from as few placed numbers as it needs."""
    because = step.because
    by_cell = step.technique.is_placing and because.is_by_cell
    if not because.others:
        return step
    rests = position.resting_on(because.links, because.eliminated)
    segments = Segments(rests)
    kept = () if by_cell else tuple(Candidate(n, position.where[n]) for n in because.numbers)
    holds = partial(follows_from, segments, step)
    every = [Candidate(n, position.where[n]) for n in because.every_number]
    optional = sorted(set(every) - set(kept), key=partial(_rank, position, step))
    if not holds((*kept, *optional)):
        return step
    few = 1
    while few < len(optional) and not holds((*kept, *optional[:few])):
        few *= 2
    found = fewest(optional[:few], lambda some: holds((*kept, *some)))
    if by_cell:
        because = replace(because, numbers=(), cells=())
    others = tuple(sorted(each for each in found if each.number not in because.numbers))
    return replace(step, because=replace(because, others=others))


def at_most_named(position: Position, steps: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Steps that count from as few placed numbers as they need.

    If the last places the only number that fits a cell and names more than :data:`MOST_NAMED`, a
    step before it rules out all numbers above or below one of those, so that each names fewer.
    """
    *before, last = (counting_from_fewest(position, step) for step in steps)
    because, placed, sources = last.because, last.placed, last.because.others
    if not (placed and because.is_by_cell and len(sources) > MOST_NAMED) or because.links:
        return (*before, last)
    middle = len(sources) // 2
    border = sources[middle]
    near, far = sources[: middle + 1], sources[middle:]
    if placed.number > border.number:
        near, far = far, near
    out = tuple(
        Candidate(number, placed.cell)
        for gap in position.gaps
        for number in gap.missing
        if (number < border.number) is (placed.number > border.number)
    )
    first = replace(last, because=replace(because, others=far), placed=None, eliminated=out)
    first = counting_from_fewest(position, first)
    others = tuple(each for each in first.because.others if each != border)
    named = replace(first.because, numbers=(border.number,), cells=(border.cell,), others=others)
    eliminated = tuple(dict.fromkeys((*because.eliminated, *out)))
    rest = replace(last, because=replace(because, others=near, eliminated=eliminated))
    return (*before, replace(first, because=named), counting_from_fewest(position, rest))


def most_counted(steps: Iterable[Deduction]) -> int:
    """How many placed numbers the step names that names the most."""
    return max((len(set(step.because.every_number)) for step in steps), default=0)


def _rank(position: Position, step: Deduction, placed: Candidate) -> tuple[int, int]:
    """The fewer missing numbers a placed one keeps away from the cells of a step, the later."""
    (row, column), near = placed.cell, _cells(step) or [placed.cell]
    steps = min(max(abs(row - cell.row), abs(column - cell.column)) for cell in near)
    away = sum(placed.number + k not in position.where for k in range(1 - steps, steps))
    return -away, steps


def _cells(step: Deduction) -> list[Cell]:
    """The cells that a step is about."""
    because = step.because
    tried = (entry.cell for entry in because.refuted)
    ends = (cell for entry in because.refuted for cell in entry.why.cells)
    placed = [step.placed.cell] if step.placed else []
    return [*because.area, *tried, *ends, *(cell for _, cell in step.eliminated[:4]), *placed]


def follows_from(segments: Segments, step: Deduction, kept: Sequence[Candidate]) -> bool:
    """Whether a step follows if it counts from these numbers."""
    placed, because = step.placed, step.because
    if step.technique.is_placing and because.is_by_cell:
        masks = segments.masks_from(kept, because.is_distinct)
        once, twice = owners(masks)
        bit = segments.position.layout.bit(because.area[0])
        if placed is None:
            return not any(masks[number] & bit for number, _ in step.eliminated)
        return bool(masks[placed.number] & bit & once & ~twice)
    position = segments.counted_from(kept)
    if because.refuted:
        return all(fails_alike(position, refuted) for refuted in because.refuted)
    found = step.technique.find(position.about(because.missing))
    return any(does_as_much(each, step) for each in found)


class Segments:
    """What missing numbers can reach, between any two placed numbers that count steps."""

    def __init__(self, position: Position) -> None:
        self.position = position
        layout = position.layout
        filled = layout.board & ~position.empty
        self.masks = [0, *([position.empty] * layout.grid.last)]
        for number in position.where:
            self.masks[number] = filled
        for number, cell in position.eliminations:
            self.masks[number] &= ~layout.bit(cell)
        self.between = cache(self._between)

    def counted_from(self, kept: Sequence[Candidate]) -> Position:
        """The position if only these placed numbers are known."""
        position = self.position
        masks = self.masks_from(kept, is_distinct=True)  # all that a step uses that doesn't place
        close = Reading(position.layout, True, position.board.values(), masks, 0)
        return Position(position.layout, position.board, close, close, position.eliminations)

    def masks_from(self, kept: Sequence[Candidate], is_distinct: bool) -> Masks:
        """The cells in reach of each number if only these placed numbers are known."""
        ends = [0, *sorted(number for number, _ in kept), self.position.layout.grid.last + 1]
        return [0, *chain(*(self.between(*each, is_distinct) for each in pairwise(ends)))]

    def _between(self, low: int, high: int, is_distinct: bool) -> Masks:
        """The masks of the numbers after ``low``, up to ``high``; 0 and one past the last: none."""
        layout, masks = self.position.layout, list(self.masks)
        for number in (low, high):
            if number in self.position.where:
                masks[number] = layout.bit(self.position.where[number])
        stale = (1 << high) - (2 << low)
        sweep(layout, masks, is_distinct, self.position.where, stale)
        return masks[low + 1 : min(high, layout.grid.last) + 1]
