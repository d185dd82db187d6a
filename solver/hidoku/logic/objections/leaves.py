"""Objections that say what a number in a cell leaves without room, before anything follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import ClassVar, Self

from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.consequences import Consequence, both_ends, ends_so
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.reasons import Candidate, Marked, Refuted
from solver.hidoku.phrases import dead_end, few_named, several, wherever
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
        dead_ends = survey.sight.table_with(out).dead_ends(out.cell)
        for why in chain.from_iterable(map(both_ends, dead_ends)):
            if why.kind is Dead.NO_NUMBER:
                yield LeavesCell.of(survey.sight, out, why.cells[0])
            else:
                yield Leaves(Refuted(*out, why))

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        return f"Then {dead_end(self.refuted.why)}{wherever(self.refuted.missing)}."


@dataclass(frozen=True)
class LeavesCell(Leaves):
    """It would leave a cell without a number.

    ``reaching`` are those that counting leaves the cell now. Of these, some are too near to the
    number, in ``steps`` to the cell; the others need the number's own cell, too.
    """

    reaching: tuple[int, ...]
    far: tuple[int, ...]
    steps: int | None

    @classmethod
    def of(cls, sight: Sight, out: Candidate, goal: Cell) -> Self:
        """What a number in a cell leaves another cell; without the others if that isn't all."""
        trial = Refuted(*out, Contradiction(Dead.NO_NUMBER, (), (goal,)))
        steps = sight.steps_between(out.cell, goal)
        leaves = cls(trial, sight.reaching(goal), (), steps)
        rivals = (n for n in leaves._needing if n in sight.gap_at[out.number])
        leaves = replace(leaves, far=tuple(filter(leaves._is_too_near, rivals)))
        return leaves if leaves._are_stopped(sight, out) else cls(trial, (), (), steps)

    def against_too(self, sight: Sight, out: Candidate) -> LeavesCell:
        return type(self).of(sight, out, self.refuted.why.cells[0])

    def holds(self, sight: Sight, out: Candidate) -> bool:
        if not {*sight.reaching(self.refuted.why.cells[0])} <= {*self.reaching}:
            return False
        return self._are_stopped(sight, out) and super().holds(sight, out)

    def _are_stopped(self, sight: Sight, out: Candidate) -> bool:
        """Whether those that could be in the cell are too near, or need that of the candidate."""
        goal = self.refuted.why.cells[0]
        if self.steps != sight.steps_between(out.cell, goal):
            return False
        if any(n not in sight.gap_at[out.number] or not self._is_too_near(n) for n in self.far):
            return False
        needing = {*self._needing}
        return not needing or needing.isdisjoint(sight.reaching(goal, out.cell))

    def _is_too_near(self, number: int) -> bool:
        return self.steps is None or abs(number - self.refuted.number) < self.steps

    @property
    def _needing(self) -> tuple[int, ...]:
        """Those that need the cell of the candidate."""
        return tuple(n for n in self.reaching if n != self.refuted.number and n not in self.far)

    def clause(self, outs: Sequence[Candidate], *, of_cell: bool) -> str:
        text = super().clause(outs, of_cell=of_cell)
        number = self.refuted.number
        if not self.reaching:
            return text
        is_of_one = all(out.number == number for out in outs)
        if is_of_one and self.reaching == (number,):
            return f"{text[:-1]}: only {number} itself could go there."
        names = self._needing if is_of_one and not self.far else self.reaching
        besides = f" apart from {number}" if number in self.reaching and number not in names else ""
        cell = "this cell" if of_cell else self._cells_of(outs)
        killer = self._killer(cell, is_one=len(names) == 1)
        return f"{text[:-1]}: only {few_named(names)} could go there{besides}, but {killer}."

    def _cells_of(self, outs: Sequence[Candidate]) -> str:
        return "these cells" if len(outs) > 1 else cell_name(self.refuted.cell)

    def _killer(self, cell: str, *, is_one: bool) -> str:
        """Why none of those that could go there can."""
        needing = self._needing
        steps = "no empty cells lead there from here"
        if self.steps is not None:
            steps = f"it’s {plural(self.steps, 'step')} away"
        if not needing:
            return steps
        if self.far:
            subject = f"{steps}, too far for {few_named(self.far)}, and {few_named(needing)}"
            return f"{subject} need{'s' * (len(needing) == 1)} {cell} too"
        return f"{'it' if is_one else 'each of them'} needs {cell} too"

    def key(self, *, of_cell: bool) -> object:
        killers = (self._needing, self.far) if self.far and self._needing else bool(self.far)
        return (
            super().key(of_cell=of_cell),
            self.reaching,
            self.steps if self.far else None,
            killers,
        )


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
            table = survey.sight.table_with(out)
            tables = objection._follow(table)
            if objection._all_end(tables):
                yield cls(trial, objection._cells_left(table, tables))
                return  # whether others ask less isn't worth the time

    def _fails(self, table: Table) -> bool:
        return self._all_end(self._follow(table))

    def _all_end(self, tables: Sequence[Table]) -> bool:
        return bool(tables) and all(ends_so(table, self.refuted.why) for table in tables)

    def _follow(self, table: Table) -> list[Table]:
        """The boards after each route of the other numbers; none if the routes are many."""
        numbers = range(self.refuted.missing[0], self.refuted.missing[-1] + 1)
        tables = list[Table]()
        for route in table.routes(numbers) or ():
            after = table
            for number, bit in zip(numbers, route, strict=True):
                after = after.supposing(number, bit)
            if all(map(after.has_walk, after.gaps_with({numbers.start - 1, numbers.stop}))):
                tables.append(after)
        is_as_said = not self.cells or self.cells == self._cells_left(table, tables)
        return tables if is_as_said else []

    def _cells_left(self, table: Table, tables: Sequence[Table]) -> tuple[Cell, ...]:
        number, *more_numbers = self.refuted.missing
        cells = {after.masks[number] for after in tables}
        are_few = not more_numbers and len(cells) <= MOST_CELLS
        are_all = are_few and not table.counted[number] & ~sum(cells)
        return tuple(sorted(map(table.layout.cell, cells))) if are_all else ()

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
