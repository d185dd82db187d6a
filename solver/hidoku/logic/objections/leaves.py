"""Objections that say what a number in a cell leaves without room, before anything follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import ClassVar

from solver.hidoku.logic.easiest import Survey
from solver.hidoku.logic.objections.consequences import (
    Consequence,
    EachWay,
    both_ends,
    ends_so,
    told,
)
from solver.hidoku.logic.patterns.room import without_room
from solver.hidoku.logic.patterns.sight import Sight, Table
from solver.hidoku.logic.reasons import Candidate, Forced, Marked, Refuted
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.domains import Dead

MOST_CROWDED = 3  # claims about a cell without a number that are looked at
MOST_CELLS = 3  # that are left for a number, and looked at one by one


@dataclass(frozen=True)
class Leaves(Consequence):
    """It would leave a number without a cell, or a cell without a number.

    If another number has one cell left then, that follows first.
    """

    idea: ClassVar[str] = "blocked"
    effort: ClassVar[int] = 6

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Consequence]:
        dead_ends = survey.sight.table_with(out).dead_ends(out.cell)
        for why in chain.from_iterable(map(both_ends, dead_ends)):
            yield Leaves(told(survey.sight, out, Refuted(*out, why)))

    def against_too(self, sight: Sight, out: Candidate) -> Leaves | None:
        if self.refuted.why.kind is not Dead.NO_NUMBER or self.refuted.chain:
            return None
        return Leaves(told(sight, out, Refuted(*out, self.refuted.why)))

    @property
    def work(self) -> int:
        return super().work + 3 * len(self.refuted.chain)


@dataclass(frozen=True)
class Wherever(Leaves):
    """It would leave something without room, wherever in an area a few other numbers go."""

    area: tuple[Cell, ...]
    effort: ClassVar[int] = 9

    @classmethod
    def against(cls, survey: Survey, out: Candidate) -> Iterator[Consequence]:
        for trial in islice(without_room(survey.position, out), MOST_CROWDED):
            if claims := [*cls.of(survey.sight, out, trial)]:
                yield from claims
                return  # whether others ask less isn't worth the time

    @classmethod
    def of(cls, sight: Sight, out: Candidate, trial: Refuted) -> Iterator[Consequence]:
        """What is said of it if it's so: what follows, or else each way, or wherever they go."""
        tables = _tables_after(trial, sight.table_with(out))
        if not _all_end(trial, tables):
            return
        cells = [[table.layout.cell(table.placed[n]) for n in trial.missing] for table in tables]
        if len(cells) == 1:
            for rounds in ([1, 1], [1, 2]):
                links = map(Forced, trial.missing, cells[0], [False] * 2, rounds)
                yield Leaves(told(sight, out, Refuted(*out, trial.why, tuple(links))))
        elif len(trial.missing) == 1 and len(cells) <= MOST_CELLS:
            cases = [Refuted(trial.missing[0], cell, trial.why) for [cell] in cells]
            yield from EachWay.of(sight, out, cases)
        yield cls(trial, tuple(dict.fromkeys(chain(*cells))))

    def _fails(self, sight: Sight, out: Candidate) -> bool:
        return _all_end(self.refuted, _tables_after(self.refuted, sight.table_with(out)))

    @property
    def work(self) -> int:
        """The cells for each of the other numbers are looked at."""
        return super().work + 2 * len(self.refuted.missing)

    def marks(self, outs: Sequence[Candidate]) -> Marked:
        return replace(super().marks(outs), area=self.area)


def _all_end(trial: Refuted, tables: Sequence[Table]) -> bool:
    return bool(tables) and all(ends_so(table, trial.why) for table in tables)


def _tables_after(trial: Refuted, table: Table) -> list[Table]:
    """The boards after each route of the other numbers; none if the routes are many."""
    numbers = range(trial.missing[0], trial.missing[-1] + 1)
    tables = list[Table]()
    for route in table.routes(numbers) or ():
        after = table
        for number, bit in zip(numbers, route, strict=True):
            after = after.supposing(number, bit)
        if all(map(after.has_walk, after.gaps_with({numbers.start - 1, numbers.stop}))):
            tables.append(after)
    return tables
