"""The placed numbers from which a step counts through empty cells: as few as it needs.

Where a missing number can go depends on the placed ones at the ends of its gap. A cell that is too
far from one of these, even straight over placed numbers, is out at a glance. Only where the empty
cells lead there too late, or not at all, does a person have to count through them: from the numbers
that are named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial

from solver.hidoku.logic.patterns.gaps import ends
from solver.hidoku.logic.position import Gap, Position, Reading
from solver.hidoku.logic.reasons import Because, Candidate, Rival
from solver.hidoku.logic.shorten import fewest
from solver.hidoku.logic.technique import Deduction
from solver.hidoku.logic.verify import careful, is_held
from solver.hidoku.rules.grid import Adjacency, Cell, Pair
from solver.hidoku.search.domains import Masks

Numbers = tuple[Candidate, ...]

MOST_NAMED = 6  # placed numbers that one step counts from, if there is a way with so few


def counting_from_fewest(position: Position, step: Deduction) -> Deduction:
    """The same step, whose reason counts from as few placed numbers as it needs."""
    step = _by_distance(position, step)
    because = step.because
    is_single = step.technique.is_placing and because.is_by_cell and bool(because.numbers)
    if not because.others and (because.around or not is_single):
        return step
    if step.placed and is_single:
        counting = _counting(position.plain, because.joined, because.eliminated)
        return counting.only_number(step, step.placed)
    named = {*because.numbers}
    every = [Candidate(n, position.where[n]) for n in because.every_number if n not in named]
    optional = sorted(every, key=partial(_rank, position, step))
    told = careful(position, replace(step, because=replace(because, others=tuple(optional))))
    if told is None:
        return step

    def counted_from(others: Sequence[Candidate]) -> Deduction:
        return replace(told, because=replace(told.because, others=tuple(sorted(others))))

    kept = fewest(optional, lambda some: is_held(position, counted_from(some)))
    return counted_from(kept)


def _by_distance(position: Position, step: Deduction) -> Deduction:
    """The same step; if it says what fits a cell, all that it rules out is too far from there.

    Otherwise it says only which gap fits. Some is too far only because cells are filled.
    """
    because = step.because
    if not because.fitting or step.placed:
        return step
    far = [(abs(number - n), cell) for number, cell in step.eliminated for n in because.fitting]
    empty, straight = (
        any(_is_near(position, through, because.area[0], *each) for each in far)
        for through in (position.empty, position.layout.board)
    )
    fitting = () if empty else because.fitting
    return replace(step, because=replace(because, fitting=fitting, is_round=straight))


def _is_near(position: Position, through: int, start: Cell, steps: int, cell: Cell) -> bool:
    """Whether no more than so many steps lead from a cell to another through some cells."""
    layout = position.layout
    reached = layout.bit(start)
    for _ in range(steps):
        reached |= layout.around(reached) & through
    return bool(reached & layout.bit(cell))


def most_counted(steps: Iterable[Deduction]) -> int:
    """How many placed numbers the step names that names the most."""
    return max((len(set(step.because.every_number)) for step in steps), default=0)


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


@lru_cache(maxsize=50)  # a search for a hint looks at several steps that rest on the same
def _counting(plain: Position, joined: Sequence[Pair], eliminated: Numbers) -> Counting:
    return Counting(plain.resting_on(joined, eliminated))


class Counting:
    """Where missing numbers can go, for who counts from some numbers through empty cells."""

    def __init__(self, position: Position) -> None:
        self.position = position
        last, layout = position.layout.grid.last, position.layout
        self.open = [position.empty] * (last + 1)
        for number in (n for gap in position.gaps for n in gap.missing):
            if {number - 1, number + 1} - position.where.keys() - {0, last + 1}:
                self.open[number] &= layout.around(position.empty)  # it needs a cell beside it
        for number, cell in position.eliminations:
            self.open[number] &= ~position.layout.bit(cell)
        self.walk = cache(self._walk)
        self.within = cache(self._within)

    def _within(self, gap: Gap, is_low: bool, is_high: bool, is_distinct: bool) -> Masks:
        """The cells of a gap's numbers, if the ends marked are those that are counted from."""
        if (is_low or gap.low is None) and (is_high or gap.high is None):
            whole = self.position.strict if is_distinct else self.position.masks
            return whole[gap.missing.start : gap.missing.stop]
        return self._walked(gap, is_low, is_high)

    def _walked(self, gap: Gap, is_low: bool, is_high: bool) -> Masks:
        """The cells in as many steps from both ends, whether or not the path can go on there."""
        ahead, behind = self.walk(gap, True, is_low), self.walk(gap, False, is_high)
        return [self.open[n] & a & b for n, a, b in zip(gap.missing, ahead, behind, strict=True)]

    def _walk(self, gap: Gap, is_onward: bool, is_named: bool) -> Masks:
        """For each number of a gap, the cells in as many steps from its low or its high end.

        The steps lead through empty cells if that end is named; otherwise straight over all.
        """
        layout, start = self.position.layout, gap.low if is_onward else gap.high
        if start is None:
            return [layout.board] * len(gap.missing)
        reached, found = layout.bit(self.position.where[start]), []
        for number in gap.missing if is_onward else reversed(gap.missing):
            reached = layout.around(reached) & (self.open[number] if is_named else layout.board)
            found.append(reached)
        return found if is_onward else found[::-1]

    def only_number(self, step: Deduction, placed: Candidate) -> Deduction:
        """A number that alone fits a cell, counted from its gap and few ends of other gaps.

        The same step if others fit, too.
        """
        because, where = step.because, self.position.where
        own, is_exact, is_round = self.position.gap_of(placed.number), False, False
        if not (because.around or because.eliminated):  # else it isn't told how far the cell is
            is_exact, is_round = self._is_nearest(own, placed)
        if because.around:
            rest = [n for n in because.fitting if n != placed.number and n not in where]
            rivals = [self._rival(n, placed) for n in rest]
        else:
            rivals = []
            for gap in self.position.gaps:
                rival = self._keeping_out(gap, placed, because)
                if rival is None:
                    return step
                if rival.numbers and not (is_exact and gap == own):
                    rivals.append(rival)
        numbers = because.numbers if is_exact or because.around else ()
        beside = {n for rival in rivals for n in rival.ends} - set(numbers)
        because = replace(
            because,
            numbers=numbers,
            cells=tuple(where[n] for n in numbers),
            others=tuple(Candidate(n, where[n]) for n in sorted(beside)),
            rivals=tuple(rivals),
            is_exact=is_exact,
            is_round=is_round,
            is_coloured=self.position.layout.grid.adjacency is Adjacency.FOUR,
        )
        return replace(step, because=because)

    def _keeping_out(self, gap: Gap, placed: Candidate, because: Because) -> Rival | None:
        """The numbers of a gap that are kept out of a cell, and by few ends of it, near ones.

        None of them if the cell is plainly too far for all; None if they aren't kept out.
        """
        near = sorted(ends(gap), key=lambda n: apart(self.position.where[n], placed.cell))
        straight = self._others(gap, self.within(gap, False, False, because.is_distinct), placed)
        if not straight:
            return Rival((), ())
        for few in (*((end,) for end in near), ends(gap)):
            counted = gap.low in few, gap.high in few
            if not self._others(gap, self.within(gap, *counted, because.is_distinct), placed):
                gets_there = self._others(gap, self._walked(gap, *counted), placed)
                return Rival(straight, few, is_stuck=bool(gets_there))
        return None

    def _others(self, gap: Gap, masks: Masks, placed: Candidate) -> tuple[int, ...]:
        """The numbers of a gap, but the placed one, that have its cell."""
        bit = self.position.layout.bit(placed.cell)
        both = zip(gap.missing, masks, strict=True)
        return tuple(n for n, mask in both if mask & bit and n != placed.number)

    def _rival(self, number: int, placed: Candidate) -> Rival:
        """Why a number doesn't get to a cell: by the end of its gap that shows it most plainly."""
        bit = self.position.layout.bit(placed.cell)
        gap = self.position.gap_of(number)
        at = gap.missing.index(number)
        for is_round in (False, True):
            for end in ends(gap):
                if not self.walk(gap, end == gap.low, is_round)[at] & bit:
                    return Rival((number,), (end,), is_round)
        return Rival((number,), ends(gap))

    def _is_nearest(self, gap: Gap, placed: Candidate) -> tuple[bool, bool]:
        """Whether no shorter way leads to a cell from either end of its gap through empty cells.

        And whether one would if it could lead straight over all cells.
        """
        where, (number, cell) = self.position.where, placed
        empty, straight = (
            any(
                _is_near(self.position, through, where[end], abs(end - number) - 1, cell)
                for end in ends(gap)
            )
            for through in (self.position.empty, self.position.layout.board)
        )
        return not empty, straight


def known_from(position: Position, kept: Collection[Candidate]) -> Reading:
    """What follows from these placed numbers; of others, only which cells they fill is known."""
    layout = position.layout
    filled = layout.board & ~position.empty
    others = filled & ~sum(layout.bit(cell) for _, cell in kept)
    masks = [0, *([position.empty] * layout.grid.last)]
    for number in position.where:
        masks[number] = others
    for number, cell in kept:
        masks[number] = layout.bit(cell)
    numbers = frozenset(number for number, _ in kept)
    return Reading(layout, True, numbers, masks, (2 << layout.grid.last) - 2)
