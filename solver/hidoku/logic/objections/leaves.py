"""Objections that say what a number in a cell leaves without room, before anything follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, islice
from operator import or_
from typing import ClassVar, Self

from solver.hidoku.logic.objections.consequences import Consequence, both_ends, ends_so
from solver.hidoku.logic.objections.survey import Survey
from solver.hidoku.logic.patterns.gaps import apart
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.reasons import Candidate, Marked, Refuted
from solver.hidoku.phrases import (
    candidates_named,
    dead_end,
    dead_route,
    few_named,
    in_dead_gap,
    numbered,
    places,
    several,
    wherever,
)
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Contradiction, Dead
from solver.wording import plural

MOST_CROWDED = 3  # claims about a cell without a number that are looked at
MOST_CELLS = 3  # that are left for a number, and looked at one by one


@dataclass(frozen=True)
class Leaves(Consequence):
    """It would leave a number without a cell, or a cell without a number."""

    idea: ClassVar[str] = "blocked"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Leaves]:
        for why in chain.from_iterable(map(both_ends, _dead_ends(survey, out))):
            is_cell = why.kind is Dead.NO_NUMBER
            kinds = (ReachedOnlyHere, ReachedTooFar, LeavesCell) if is_cell else (Leaves,)
            trial = Refuted(*out, why)
            claims = (kind.of(survey, trial) for kind in kinds)
            yield from islice((claim for claim in claims if claim.holds(survey.sight, out)), 1)

    @classmethod
    def of(cls, survey: Survey, trial: Refuted) -> Leaves:
        return cls(trial)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"{'Each' if len(outs) > 1 else 'That'} leaves {self.left}."

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
                nothing = f"nothing for {places(dead.cells)}"
                lost = f"no {dead_route(dead)}" if dead.numbers else nothing
                return f"{lost}{wherever(self.refuted.missing)}"
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


@dataclass(frozen=True)
class LeavesCell(Leaves):
    """It would leave a cell without a number; without it, some numbers could go there."""

    reaching: tuple[int, ...]

    @classmethod
    def of(cls, survey: Survey, trial: Refuted) -> LeavesCell:
        return cls(trial, _reaching(survey, trial))

    def holds(self, sight: Sight, out: Candidate) -> bool:
        bit = sight.layout.bit(self.refuted.why.cells[0])
        are_all = {*sight.table.numbers_at(bit)} <= {*self.reaching}
        return are_all and super().holds(sight, out)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        text = super().clause(outs, of_cell=of_cell).removesuffix(".")
        numbers = self._named
        if not numbers:
            return f"{text}."
        itself = " itself" * (numbers == (self.refuted.number,))
        killer = self._killer(outs, of_cell=of_cell)
        return f"{text}: only {few_named(numbers)}{itself} could go there{killer}."

    def _killer(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        """Why these numbers no longer reach the cell, as the end of a sentence."""
        return ""

    @property
    def _named(self) -> tuple[int, ...]:
        return self.reaching

    def key(self, *, of_cell: bool) -> object:
        return (super().key(of_cell=of_cell), self.reaching)


@dataclass(frozen=True)
class ReachedTooFar(LeavesCell):
    """The same, since each of these numbers is too near to it, by so many steps between them."""

    steps: int | None

    @classmethod
    def of(cls, survey: Survey, trial: Refuted) -> LeavesCell:
        steps = survey.sight.steps_between(trial.cell, trial.why.cells[0])
        return cls(trial, _reaching(survey, trial), steps)

    def holds(self, sight: Sight, out: Candidate) -> bool:
        steps = sight.steps_between(out.cell, self.refuted.why.cells[0])
        beside = {n for n in self.reaching if n != out.number}
        if not beside or not beside <= {*sight.gap_at[out.number]} or steps != self.steps:
            return False
        are_far = steps is None or all(abs(n - out.number) < steps for n in beside)
        return are_far and super().holds(sight, out)

    def _killer(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if self.steps is None:
            return ", and no empty cells lead there from here"
        return f", and it’s {plural(self.steps, 'step')} away"

    def key(self, *, of_cell: bool) -> object:
        return (super().key(of_cell=of_cell), self.steps)


@dataclass(frozen=True)
class ReachedOnlyHere(LeavesCell):
    """The same, since the others that could go there, of other gaps, need this cell, too."""

    def holds(self, sight: Sight, out: Candidate) -> bool:
        is_other = {*self._named}.isdisjoint(sight.gap_at[out.number])
        return bool(self._named) and is_other and super().holds(sight, out)

    @property
    def _named(self) -> tuple[int, ...]:
        return tuple(n for n in self.reaching if n != self.refuted.number)

    def _killer(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        number = self.refuted.number
        apart_from_it = f" apart from {number}" if number in self.reaching else ""
        needs = "needs" if len(self._named) == 1 else "each of them needs"
        cells = "these cells" if len(outs) > 1 else cell_name(self.refuted.cell)
        return f"{apart_from_it}, and {needs} {'this cell' if of_cell else cells} too"

    def key(self, *, of_cell: bool) -> object:
        number = self.refuted.number
        return (super().key(of_cell=of_cell), number if number in self.reaching else None)


def _reaching(survey: Survey, trial: Refuted) -> tuple[int, ...]:
    """The numbers that reach the cell which would stay empty."""
    bit = survey.position.layout.bit(trial.why.cells[0])
    return tuple(n for n, mask in enumerate(survey.position.strict) if mask & bit)


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
            bare = position.layout.board & ~reduce(or_, after.masks)
            cells = sorted(position.layout.cells(bare), key=lambda c: apart(c, out.cell))
            for cell in cells:
                yield Contradiction(Dead.NO_NUMBER, (), (cell,))
        elif after.dead.kind is not Dead.APART:  # that is counted, or due to joined cells
            yield after.dead


@dataclass(frozen=True)
class Wherever(Leaves):
    """It would leave something without room, wherever a few other numbers go.

    ``cells`` are those left for the other number, if it's one and they are few.
    """

    cells: tuple[Cell, ...] = ()
    effort: ClassVar[int] = 9

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Self]:
        for trial in islice(without_room(survey.position, out), MOST_CROWDED):
            objection = cls(trial)
            tables = objection._follow(survey.sight.table_with(out))
            if tables and all(ends_so(table, trial.why) for table in tables):
                yield cls(trial, objection._cells_left(tables))
                return  # whether others ask less isn't worth the time

    def _follow(self, table: Table) -> list[Table]:
        """The boards after each route of the other numbers; none if the routes are many."""
        numbers = range(self.refuted.missing[0], self.refuted.missing[-1] + 1)
        after_each = (table.taking(numbers, route) for route in table.routes(numbers) or ())
        tables = [after for after in after_each if after]
        is_as_said = not self.cells or self.cells == self._cells_left(tables)
        return tables if is_as_said else []

    def _cells_left(self, tables: Sequence[Table]) -> tuple[Cell, ...]:
        number, *more_numbers = self.refuted.missing
        cells = {table.layout.cell(table.masks[number]) for table in tables}
        return tuple(sorted(cells)) if not more_numbers and len(cells) <= MOST_CELLS else ()

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        if not self.cells:
            return super().clause(outs, of_cell=of_cell)
        number = self.refuted.missing[0]
        end = dead_end(self.refuted.why)
        if len(self.cells) == 1:
            return f"Then {number} fits only {cell_name(self.cells[0])}, so {end}."
        cells = several([cell_name(cell) for cell in self.cells], last="or")
        time = "either way" if len(self.cells) == 2 else "each time"
        return f"Then {number} goes in {cells}, and {time} {end}."

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        chain = tuple(Candidate(self.refuted.missing[0], cell) for cell in self.cells)
        return replace(super().marks(outs), chain=chain)

    def key(self, *, of_cell: bool) -> object:
        return (super().key(of_cell=of_cell), self.cells)

    @property
    def work(self) -> int:
        """Each cell for the other numbers is looked at."""
        return self.effort + 2 * (len(self.cells) - 1 if self.cells else len(self.refuted.missing))
