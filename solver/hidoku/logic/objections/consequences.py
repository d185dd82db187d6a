"""Objections that say what a number in a cell would lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, islice
from operator import or_
from typing import ClassVar, Self

from solver.hidoku.logic.claims import Objection
from solver.hidoku.logic.objections.survey import Survey
from solver.hidoku.logic.patterns.chains import refuted_by_chain
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate, Forced, Marked, Refuted
from solver.hidoku.phrases import (
    candidates_named,
    dead_end,
    dead_route,
    few_named,
    in_dead_gap,
    numbered,
    places,
    wherever,
)
from solver.hidoku.rules.game import cell_name
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import capitalised

MOST_FORCED = 5  # numbers that would follow
MOST_CROWDED = 3  # claims about a cell without a number that are looked at
MOST_APART = 3  # cells from one number of a chain in a watched solve to the next


@dataclass(frozen=True)
class Consequence(Objection):
    """What a number in the wrong cell would lead to."""

    refuted: Refuted

    @property
    def trial(self) -> Refuted:
        return self.refuted

    def nudge(self, outs: Sequence[Candidate]) -> str:
        """Where it would end, without what leads there."""
        dead = self.refuted.why
        if dead.kind is Dead.NO_CELL:
            return f"Where can {dead.numbers[0]} go?"
        is_of_cells = dead.kind is Dead.CLASH or not dead.numbers
        return (
            f"What can fill {places(dead.cells)}?"
            if is_of_cells
            else f"Look at {numbered(dead.numbers)}."
        )

    def look(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(numbers=self.refuted.why.numbers, cells=self.refuted.why.cells)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        """Whether each number of the chain would follow, and then the dead end."""
        trial = self.refuted
        if (trial.number, trial.cell) != out:
            return False
        bit = sight.layout.bit
        table = sight.table.supposing(out.number, bit(out.cell))
        for link in trial.chain:
            if not _follows(table, link):
                return False
            table = table.supposing(link.number, bit(link.cell))
        if not trial.missing:
            return _ends(table, trial.why)
        gap = range(trial.missing[0], trial.missing[-1] + 1)
        routes = table.routes(gap)
        if routes is None:
            return False
        after_each = (table.taking(gap, route) for route in routes)
        return all(_ends(after, trial.why) for after in after_each if after)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        why = self.refuted.why
        is_at_cells = why.kind in {Dead.NO_NUMBER, Dead.CLASH}
        return Marked(
            numbers=why.numbers,
            tried=tuple(outs),
            chain=tuple(Candidate(n, cell) for n, cell, _ in self.refuted.chain),
            dead_ends=why.cells if is_at_cells else (),
        )


def _follows(table: Table, link: Forced) -> bool:
    bit = table.layout.bit(link.cell)
    if link.is_by_cell:
        return {*table.numbers_at(bit)} <= {link.number}
    return not table.cells_of(link.number) & ~bit


def _ends(table: Table, why: Contradiction) -> bool:
    """Whether a board ends as it is said to."""
    bits_of = [table.layout.bit(cell) for cell in why.cells]
    match why.kind:
        case Dead.NO_NUMBER:
            return not any(table.numbers_at(bit) or not bit & table.empty for bit in bits_of)
        case Dead.NO_CELL:
            number, *ends = why.numbers
            gap = table.gap_at[number]
            has_cell = (
                table.reaches(ends[0], number)  # nothing is said of the way on
                if len(ends) == 1 and not why.is_distinct
                else table.has_walk(gap)
            )
            return table.beside(gap) == {*ends} and not has_cell
        case Dead.NO_ROUTE:
            numbers = range(why.numbers[0], why.numbers[-1] + 1)
            is_stuck = any(map(table.is_stuck, why.numbers[1:-1]))
            return is_stuck or not all(map(table.has_walk, table.gaps_with(numbers)))
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


@dataclass(frozen=True)
class Leaves(Consequence):
    """It would leave a number without a cell, or a cell without a number.

    ``fitting`` are the numbers that fit the cell that would stay empty.
    """

    fitting: tuple[int, ...] = ()
    idea: ClassVar[str] = "blocked"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for why in chain.from_iterable(map(_told, _dead_ends(survey, out))):
            numbers = tuple[int, ...]()
            if why.kind is Dead.NO_NUMBER:
                bit = survey.position.layout.bit(why.cells[0])
                masks = enumerate(survey.position.strict)
                numbers = tuple(n for n, mask in masks if mask & bit and n != out.number)
            objection = cls(Refuted(*out, why), numbers)
            if objection.holds(survey.sight, out):
                yield objection

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        text = f"{'Each' if len(outs) > 1 else 'That'} leaves {self.left}"
        numbers = [n for n in self.fitting if n not in {number for number, _ in outs}]
        if numbers and len(outs) == 1:
            verb = "reaches" if len(numbers) == 1 else "reach"
            return f"{text}: only {few_named(numbers)} {verb} it."
        return f"{text}."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        return [f"{candidates_named(outs)} would leave {self.left}."]

    @property
    def left(self) -> str:
        """What it would leave, as the end of a sentence.

        >>> from solver.hidoku.rules.grid import Cell
        >>> why = Contradiction(Dead.NO_NUMBER, (), (Cell(0, 0),))
        >>> Leaves(Refuted(3, Cell(0, 1), why, missing=(5, 6))).left
        'nothing for row 1, column 1, wherever 5 and 6 go'
        """
        dead = self.refuted.why
        match dead.kind:
            case Dead.NO_ROUTE | Dead.NO_NUMBER:
                loss = f"nothing for {places(dead.cells)}"
                route = f"no {dead_route(dead)}" if dead.numbers else loss
                return f"{route}{wherever(self.refuted.missing)}"
            case Dead.NO_CELL:
                return f"no cell for {dead.numbers[0]}{in_dead_gap(dead)}"
            case Dead.CLASH:
                return f"{numbered(dead.numbers)} the same cell, {places(dead.cells)}"
            case Dead.APART:
                return f"{numbered(dead.numbers)} apart"
            case Dead.UNJOINED:
                return f"joined cells with {numbered(dead.numbers)}, which aren’t consecutive"
            case _:
                return f"too few empty cells around {numbered(dead.numbers)}"

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.refuted.why, self.refuted.missing)

    @property
    def work(self) -> int:
        distances = [apart(self.refuted.cell, cell) for cell in self.refuted.why.cells]
        return self.effort + min(distances, default=0) // 2 + len(self.fitting) // 2


def _told(why: Contradiction) -> Iterator[Contradiction]:
    """A dead end, and for a number at an open end also that it has no cell to go on from."""
    yield why
    if why.kind is Dead.NO_CELL and len(why.numbers) == 2:
        yield replace(why, is_distinct=True)


def _dead_ends(survey: Survey, out: Candidate) -> Iterator[Contradiction]:
    """What a candidate leaves without room before anything follows, the nearest cell first."""
    position = survey.position
    bit = position.layout.bit(out.cell)
    standing = frozenset((*position.close.standing, out.number))
    if position.strict[out.number] & bit:
        readings = [r.after(standing, [(out.number, bit)]) for r in (position.weak, position.close)]
    else:
        anew = position.with_board({**position.board, out.cell: out.number})
        readings = [anew.weak, anew.close]
    for after in readings:
        if after.dead is None:
            continue
        if after.dead.kind is Dead.NO_NUMBER:
            gaps = position.layout.board & ~reduce(or_, after.masks)
            cells = sorted(position.layout.cells(gaps), key=lambda c: apart(c, out.cell))
            for cell in cells:
                yield Contradiction(Dead.NO_NUMBER, (), (cell,))
        elif after.dead.kind is not Dead.APART:  # that is counted, or due to joined cells
            yield after.dead


@dataclass(frozen=True)
class Wherever(Leaves):
    """It would leave something without room, wherever a few other numbers go."""

    effort: ClassVar[int] = 7

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for at, trial in enumerate(without_room(survey.position, out)):
            if at == MOST_CROWDED:
                return
            objection = cls(trial)
            if objection.holds(survey.sight, out):
                yield objection

    @property
    def work(self) -> int:
        return self.effort + 2 * len(self.refuted.missing)


@dataclass(frozen=True)
class DeadEnd(Consequence):
    """A few numbers would follow, up to a dead end."""

    idea: ClassVar[str] = "contradiction"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        trial = refuted_by_chain(survey.position, out)
        if trial and trial.chain and len(trial.chain) <= MOST_FORCED:
            for why in _told(trial.why):
                objection = cls(replace(trial, why=why))
                if objection.holds(survey.sight, out):
                    yield objection

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        follow = ", then ".join(forced_text(link) for link in self.refuted.chain)
        return f"Then {follow}, and {dead_end(self.refuted.why)}."

    def lines(self, outs: Sequence[Candidate]) -> list[str]:
        number, cell = outs[0]
        return [f"Suppose {number} is in {cell_name(cell)}.", self.clause(outs, of_cell=True)]

    def key(self, *, of_cell: bool) -> object:
        return (type(self), self.refuted.chain, self.refuted.why)

    @property
    def work(self) -> int:
        return self.effort + 3 * len(self.refuted.chain)


def forced_text(link: Forced) -> str:
    """A number that would have to go in a cell, and why.

    >>> from solver.hidoku.rules.grid import Cell
    >>> forced_text(Forced(4, Cell(0, 0))), forced_text(Forced(4, Cell(0, 0), is_by_cell=True))
    ('4 fits only row 1, column 1', 'only 4 fits row 1, column 1')
    """
    cell = cell_name(link.cell)
    if link.is_by_cell:
        return f"only {link.number} fits {cell}"
    return f"{link.number} fits only {cell}"


def explain_failure(position: Position, candidate: Candidate) -> Iterator[Leaves | DeadEnd]:
    """Why a candidate fails in a watched solve, the shortest reason first; nothing if unclear."""
    trial = refuted_by_chain(position, candidate)
    ends = [replace(trial, why=why) for why in _told(trial.why)] if trial else []
    if trial and not trial.chain:
        yield from map(Leaves, ends)
        return
    for room_trial in islice(without_room(position, candidate), MOST_CROWDED):
        yield Wherever(room_trial)
    if trial and len(trial.chain) < MOST_FORCED and _stays_in_place(trial):
        yield from map(DeadEnd, ends)


def _stays_in_place(trial: Refuted) -> bool:
    """Whether each cell of a chain, and of its end, is near one before it."""
    cells = [trial.cell]
    for cell in (*(link.cell for link in trial.chain), *trial.why.cells):
        if min(apart(cell, before) for before in cells) > MOST_APART:
            return False
        cells.append(cell)
    return True


@dataclass(frozen=True)
class RuledOut(Objection):
    """Earlier steps ruled it out, or a number that would have to be beside it."""

    by: tuple[Candidate, ...]
    idea: ClassVar[str] = "only_cell"
    effort: ClassVar[int] = 1

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        return iter(())  # it's known only to who makes the steps

    def holds(self, sight: Sight, out: Candidate) -> bool:
        table = sight.without(self.by).table
        return not table.cells_of(out.number) & table.layout.bit(out.cell)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if {*outs} <= {*self.by}:
            return "Ruled out before."
        verb = "are" if len(self.by) > 1 else "is"
        return f"{capitalised(candidates_named(self.by))} {verb} ruled out."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return Marked(tried=tuple(outs), eliminated=self.by)
