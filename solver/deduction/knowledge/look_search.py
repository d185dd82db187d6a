"""Searches for looks at the rows of a position, by sets of codes: what shows a fact, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import and_
from typing import Final

from solver.deduction.knowledge.code_sets import CodeSet, FactSet, code_set, every_fact
from solver.deduction.knowledge.code_table import CodeTable
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.looks import (
    CASES_COST,
    GLANCE_COST,
    OTHER_ROW_COST,
    SCORE_COST,
    UNALIKE_COST,
    RowLook,
    Source,
    cheapest_cover,
    compares,
    needed_scores,
    quantities,
)
from solver.deduction.rules.game import Game, Turn

WHOLE: Final = (FactKind.AT_LEAST, FactKind.AT_MOST)
MOST_CASES: Final = 6  # tried for a goal, those first that leave least to be excluded
HARD: Final = 6.5  # that sources of a look may cost, or it is no argument


class LookSearch:
    """The rows of a position, what each shows by itself, and what was told so far."""

    def __init__(self, game: Game, turns: Sequence[Turn], table: CodeTable) -> None:
        self._game, self._turns, self._table = game, turns, table
        self._codes = (1 << len(table.codes)) - 1
        self._rows = [code_set(fits) for fits in table.fits]
        self._are_counted = not game.marks_holes and all(
            type(part) is int for turn in turns for part in turn.feedback
        )
        guesses = [turn.code for turn in turns]
        self._facts = [*every_fact(table, guesses, counts=game.counting is not None)]
        self._scores = [[*self._row_scores(row)] for row in range(len(turns))]
        self._row_sources = [[*self._shown_by(row)] for row in range(len(turns))]
        kinds = (FactKind.HOLE, FactKind.IN)
        self._cases = [case for case in self._facts if case.fact.kind in kinds]
        self._sources: list[Source] = []
        self._pool = self._codes
        self._cap = HARD  # what the next look may cost

    def _codes_of(self, fact: Fact) -> CodeSet:
        return code_set(self._table.holds(fact))

    def _row_scores(self, row: int) -> Iterator[FactSet]:
        """Yield what a row's feedback says of its pegs: so many in place, so many right.

        Feedback that counts nothing is taken as it is.
        """
        code, feedback = self._turns[row]
        pegs = len(code)
        if not self._are_counted:
            fact = Fact(FactKind.EXACTLY, code, count=-1, row=row)
            yield FactSet(fact, self._rows[row], 0.0)
            return
        numbers: list[tuple[tuple[int, ...], int]] = [(tuple(range(pegs)), feedback[0])]
        if self._game.counting:
            numbers.insert(0, ((), sum(feedback)))
        for holes, number in numbers:
            for kind in (FactKind.AT_LEAST, FactKind.AT_MOST):
                if (kind, number) not in ((FactKind.AT_LEAST, 0), (FactKind.AT_MOST, pegs)):
                    fact = Fact(kind, code, holes, number, row=row)
                    yield FactSet(fact, self._codes_of(fact), 1.0)

    def _shown_by(self, row: int) -> Iterator[Source]:
        """Yield what a row shows by itself, as sources for lines that count another row."""
        fits = self._rows[row]
        none = [score.codes for score in self._scores[row] if not score.fact.count]
        glance = reduce(and_, none, self._codes)
        colours = tuple(sorted(set(self._turns[row].code)))
        for fact, codes, weight in self._facts:
            is_whole = fact.kind in WHOLE and fact.colours == colours
            if not fits & ~codes and not is_whole:  # a score says as much
                cost = 0.45 * weight
                if not glance & ~codes and fact.kind in (FactKind.NOT_HERE, FactKind.OUT):
                    cost = GLANCE_COST
                yield Source(replace(fact, proof=(row,)), self._codes & ~codes, cost, row)
        for fact, codes, _ in self._scores[row]:
            yield Source(replace(fact, proof=(row,)), self._codes & ~codes, SCORE_COST, row)

    def _looks(self, goal: FactSet) -> Iterator[RowLook]:
        """Yield looks at one row, and at two, that show a goal."""
        rivals = self._pool & ~goal.codes
        if not rivals:
            yield from self._look(goal, -1, self._sources)
        for row, fits in enumerate(self._rows):
            if not fits & rivals:
                yield from self._look(goal, row, self._sources)
                continue
            for mate, other_fits in enumerate(self._rows):
                if mate != row and not fits & other_fits & rivals:
                    yield from self._look(goal, row, (*self._sources, *self._row_sources[mate]))

    def _look(self, goal: FactSet, row: int, sources: Iterable[Source]) -> Iterator[RowLook]:
        """Yield the cheapest look at a row from sources that may include those of another row."""
        fits = self._codes if row < 0 else self._rows[row]
        cover = cheapest_cover(fits & ~goal.codes, sources, self._cap)
        if cover is None:
            return
        cost, chosen = cover
        before = reduce(and_, (~source.kills for source in chosen), self._codes)
        scores = () if row < 0 else needed_scores(self._scores[row], before, goal.codes)
        if scores is not None:
            row_sources = [source for source in chosen if source.row >= 0]
            if row_sources and not scores:
                return  # the other row shows it alone
            rows = {source.row for source in row_sources}
            cost += OTHER_ROW_COST * len(rows) + 0.5 * max(0, quantities(scores) - 1)
            facts = [source.fact for source in row_sources if source.fact.row is not None]
            if not all(compares(score.fact, fact) for score in scores for fact in facts):
                cost += UNALIKE_COST
            cost += 0.25 * (goal.effort - 1)
            yield RowLook(cost, goal, row if scores else -1, scores, chosen)

    def _in_two_cases(self, goal: FactSet) -> Iterator[RowLook]:
        """Yield how rows show a goal: one if something is so, and another if it isn't."""
        leaks = [fits & self._pool & ~goal.codes for fits in self._rows]
        cases = []
        for case in self._cases:
            rows = [row for row, codes in enumerate(leaks) if not codes & case.codes]
            mates = rows and [row for row, codes in enumerate(leaks) if not codes & ~case.codes]
            for row, mate in product(rows, mates):
                if row != mate:
                    so = self._rows[row] & case.codes | self._rows[mate] & ~case.codes
                    cases.append(((so & ~goal.codes).bit_count(), row, mate, case))
        for _, row, mate, case in sorted(cases, key=lambda entry: entry[:3])[:MOST_CASES]:
            yield from self._in_cases(goal, case, row, mate)

    def _in_cases(self, goal: FactSet, case: FactSet, row: int, mate: int) -> Iterator[RowLook]:
        so, not_so = self._rows[row] & case.codes, self._rows[mate] & ~case.codes
        cover = cheapest_cover((so | not_so) & ~goal.codes, self._sources, self._cap - CASES_COST)
        if cover is None:
            return
        cost, chosen = cover
        before = reduce(and_, (~source.kills for source in chosen), self._codes)
        scores = needed_scores(self._scores[row], before & case.codes, goal.codes)
        otherwise = needed_scores(self._scores[mate], before & ~case.codes, goal.codes)
        if scores and otherwise:
            cost += CASES_COST + 0.5 * (quantities(scores) + quantities(otherwise) - 2)
            yield RowLook(
                cost, goal, row, scores, chosen, cases=case, other=mate, otherwise=otherwise
            )
