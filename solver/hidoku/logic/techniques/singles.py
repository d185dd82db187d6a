"""Placements that need no assumption, each technique for itself.

What a number can reach depends on the nearest numbers placed below and above it and on the empty
cells, so a reason names no more than these. Where numbers are placed on one side only, the path
must also be able to go on from there. Links and candidates eliminated before are named only where
the placement does not follow without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from solver.hidoku.logic.minimal_reasons import needed
from solver.hidoku.logic.position import Gap, Position, Reading
from solver.hidoku.logic.steps import Because, Candidate, Deduction, Technique, nearest
from solver.hidoku.rules.grid import Cell, Link
from solver.hidoku.search.bitboard import Layout, bits, is_single
from solver.hidoku.search.domains import owners


def between(position: Position) -> Iterator[Deduction]:
    """Numbers between two placed ones that one empty cell alone touches."""
    masks = position.loose.masks
    for gap in position.gaps:
        if _is_closed(gap) and len(gap.missing) == 1 and is_single(masks[gap.missing.start]):
            yield from _run(position, gap, Technique.BETWEEN)


def straight_runs(position: Position) -> Iterator[Deduction]:
    """Each number of a gap as long as the way across it, where there is one way to walk."""
    masks = position.loose.masks
    for gap in sorted(position.gaps, key=lambda gap: len(gap.missing)):
        is_run = _is_closed(gap) and len(gap.missing) > 1
        if is_run and all(is_single(masks[n]) for n in gap.missing) and _is_shortest(position, gap):
            yield from _run(position, gap, Technique.STRAIGHT_RUN)


def _is_closed(gap: Gap) -> bool:
    return gap.low is not None and gap.high is not None


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


def one_way(position: Position) -> Iterator[Deduction]:
    """The number before or after a placed one, where one empty cell is left around that."""
    layout, last = position.loose.layout, position.layout.grid.last
    for number, cell in position.where.items():
        missing = [
            n for n in (number - 1, number + 1) if 1 <= n <= last and n not in position.where
        ]
        near = layout.around(layout.bit(cell)) & position.empty
        if len(missing) == 1 and is_single(near):
            placed = Candidate(missing[0], layout.cell(near))
            yield Deduction(Technique.ONE_WAY, Because((number,), (cell,)), placed)


def linked(position: Position) -> Iterator[Deduction]:
    """The number of a cell linked with a placed one, where the other number possible is placed."""
    for cell, others in sorted(position.layout.grid.linked.items()):
        for other in others:
            if cell in position.board and other not in position.board:
                yield from _linked(position, cell, other)


def _linked(position: Position, cell: Cell, other: Cell) -> Iterator[Deduction]:
    number, last = position.board[cell], position.layout.grid.last
    beside = [n for n in (number - 1, number + 1) if 1 <= n <= last]
    free = [n for n in beside if n not in position.where]
    if len(free) == 1:
        numbers = (number, *(n for n in beside if n in position.where))
        cells = tuple(position.where[n] for n in numbers)
        because = Because(numbers, cells, links=(_link(cell, other),))
        yield Deduction(Technique.LINK, because, Candidate(free[0], other))


def _link(a: Cell, b: Cell) -> Link:
    return min(a, b), max(a, b)


def only_cells(position: Position) -> Iterator[Deduction]:
    """Numbers with one cell in reach, those with near neighbours first."""
    yield from sorted(_Singles(position, False).by_number(), key=_effort)


def only_numbers(position: Position) -> Iterator[Deduction]:
    """Cells that one number alone can reach."""
    yield from _Singles(position, False).by_cell()


def corners(position: Position) -> Iterator[Deduction]:
    """Both kinds of single, where the cells before and after a number must differ."""
    weak, singles = _Singles(position, False), _Singles(position, True)
    known = {found.placed for found in (*weak.by_number(), *weak.by_cell())}
    found = (*sorted(singles.by_number(), key=_effort), *singles.by_cell())
    places = dict.fromkeys(step.placed for step in found)
    first = (next(step for step in found if step.placed == place) for place in places)
    yield from (step for step in first if step.placed not in known)


def _effort(found: Deduction) -> tuple[int, int, int]:
    numbers, number = found.because.numbers, found.placed.number if found.placed else 0
    gap = sum(abs(number - other) for other in numbers) * (3 - len(numbers))
    return len(found.because.eliminated), gap, number


@dataclass(frozen=True)
class _Singles:
    """Both kinds of single of a position, by one of its readings."""

    position: Position
    is_distinct: bool

    @cached_property
    def _levels(self) -> tuple[Position, ...]:
        """The position without links and eliminations, without eliminations, and as it is."""
        position = self.position
        levels = {id(p): p for p in (position.loose, position.plain, position)}
        return tuple(levels.values())

    def _reading(self, level: Position) -> Reading:
        return level.close if self.is_distinct else level.weak

    def by_number(self) -> Iterator[Deduction]:
        """Numbers with one cell."""
        seen = set(self.position.where)
        for level in self._levels:
            for number, mask in enumerate(self._reading(level).masks):
                if number not in seen and is_single(mask):
                    seen.add(number)
                    yield self._found(level, number, mask, is_by_cell=False)

    def by_cell(self) -> Iterator[Deduction]:
        """Cells with one number."""
        left = self.position.empty
        for level in self._levels:
            masks = self._reading(level).masks
            once, twice = owners(masks)
            for bit in bits(once & ~twice & left):
                left ^= bit
                number = next(n for n, mask in enumerate(masks) if mask & bit)
                yield self._found(level, number, bit, is_by_cell=True)

    def _found(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Deduction:
        technique = Technique.ONLY_NUMBER if is_by_cell else Technique.ONLY_CELL
        if self.is_distinct:
            technique = Technique.CORNER
        because = self._because(level, number, bit, is_by_cell)
        return Deduction(technique, because, Candidate(number, level.layout.cell(bit)))

    def _because(self, level: Position, number: int, bit: int, is_by_cell: bool) -> Because:
        where = level.where
        rests = nearest(where, number)
        cells = tuple(where[n] for n in rests)
        because = Because(rests, cells, is_distinct=self.is_distinct)
        is_far = level is not level.loose or self.is_distinct
        ends = _Ends(level.layout, where, level.empty, is_far)
        named = ends.of_cell(bit) if is_by_cell else ends.of_place(number, rests)
        because = replace(because, ends=named, area=(level.layout.cell(bit),) if is_by_cell else ())
        if level is level.loose:
            return because
        links, eliminated = needed(level, self.is_distinct, number, bit, is_by_cell)
        return replace(because, links=links, eliminated=eliminated)


@dataclass(frozen=True)
class _Ends:
    """The first and last number, where the path must still be able to go on to them.

    ``is_far`` says that all the way to them counts, as it does if no cell may be used twice.
    """

    layout: Layout
    where: dict[int, Cell]
    empty: int
    is_far: bool

    @property
    def _open(self) -> tuple[int, ...]:
        """The first and last number, each if it is not placed (once on a board of one cell)."""
        ends = dict.fromkeys((1, self.layout.grid.last))
        return tuple(n for n in ends if n not in self.where)

    def of_place(self, number: int, rests: tuple[int, ...]) -> tuple[int, ...]:
        """The ends that a number outside all placed ones must leave a way to.

        After two walked steps a walk can always go back where it came from; so by the weak reach
        only the first step asks for a way on, if there is more than one cell to step to.
        """
        if len(rests) == 2:
            return ()
        if rests and not self.is_far:
            near = self.layout.around(self.layout.bit(self.where[rests[0]])) & self.empty
            if abs(number - rests[0]) > 1 or is_single(near):
                return ()
        last = self.layout.grid.last
        side = {n for n in (1, last) if not rests or (n < number) == (rests[0] > number)}
        return tuple(n for n in self._open if n in side and n != number)

    def of_cell(self, bit: int) -> tuple[int, ...]:
        """The ends that other numbers would have to leave a way to from a cell."""
        if self.is_far or not self.where:
            return self._open
        if self.layout.around(bit) & self.empty:
            return ()
        outer = {1: min(self.where), self.layout.grid.last: max(self.where)}
        near = self.layout.grid.neighbours(self.layout.cell(bit))
        return tuple(
            n for n in self._open if self.where[outer[n]] in near and abs(n - outer[n]) > 1
        )
