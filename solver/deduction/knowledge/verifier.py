"""Derives facts and arguments again, from just the rows and the earlier lines that they name.

It knows the rules of the game and what a fact says, and nothing of how facts are found: it goes
through the codes that fit the rows named, and looks for one for which the sentence is false. On
boards with more than 60,000 codes, such as Grand, it takes a thousand of those that fit, always the
same. Rejected: all of them on Grand, 66 ms of processor time (median) instead of 1.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from solver.deduction.knowledge.arguments import Argument, ArgumentStep
from solver.deduction.knowledge.code_table import CodeTable, table_of
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact
from solver.deduction.knowledge.quantities import CountKind
from solver.deduction.rules.game import Game, Turn

MOST_CODES: Final = 60_000
SAMPLED: Final = 1000


class Verifier:
    """Judges sentences about one position; the codes that fit some rows are kept."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._game, self._turns = game, turns
        self._tables: dict[Proof, CodeTable] = {}

    def passes(self, facts: Sequence[Fact], *, refuted: bool = False) -> bool:
        """Say whether the rows of their proof show the facts, or if ``refuted``, that all can't be.

        The facts of a sentence have one proof.
        """
        holding = self._fitting(facts[0].proof).all_hold(facts)
        return bool(not holding.any() if refuted else holding.all())

    def passes_argument(self, argument: Argument) -> bool:
        """Say whether each step follows, and the end shows what was to be shown."""
        known = list(argument.premises)
        cases: list[tuple[Fact, ...]] = []
        earlier = known
        for step in argument.steps:
            if step.supposed:
                cases.append(step.supposed)
                earlier = [*known, *step.supposed]
            is_case = earlier is not known
            supposed = cases[-1] if is_case else ()
            codes = _such_that(self._fitting(step.rows), earlier if step.uses_earlier else supposed)
            if step.is_end:
                if len(codes.codes) or not (is_case and self._scores(step, earlier)):
                    return False
                earlier = known
            elif not codes.all_hold(step.claims).all():
                return False
            else:
                earlier.extend(step.claims)
        if argument.refutes:
            return cases == [argument.facts] and earlier is known
        if not cases:
            return bool(argument.steps) and argument.steps[-1].claims == argument.facts
        every = _such_that(self._fitting(()), known)
        are_so = [every.all_hold(facts) for facts in (argument.facts, *cases)]
        return earlier is known and bool(np.logical_or.reduce(are_so).all())

    def _scores(self, step: ArgumentStep, earlier: Sequence[Fact]) -> bool:
        """Say whether a row would have scored as said, of which it shows nothing itself."""
        if step.score is None or not step.rows:
            return step.score is None
        table = _such_that(self._fitting(()), earlier)
        guess = self._turns[step.rows[0]].code
        placed = (table.codes == np.array(guess)).sum(axis=1)
        right = np.minimum(table.counts, np.bincount(guess, minlength=self._game.choices))
        number = placed if step.score.kind is CountKind.PLACED else right.sum(axis=1)
        is_so = number >= step.score.value if step.score.is_least else number <= step.score.value
        return bool(is_so.all())

    def _fitting(self, rows: Proof) -> CodeTable:
        if rows not in self._tables:
            table = table_of(self._game, [self._turns[row] for row in rows])
            places = np.flatnonzero(table.left)
            if len(table.codes) > MOST_CODES and len(places) > SAMPLED:
                generator = np.random.default_rng(0)
                places = generator.choice(places, SAMPLED, replace=False, shuffle=False)
            self._tables[rows] = CodeTable(table.codes[places], table.counts[places], ())
        return self._tables[rows]


def _such_that(table: CodeTable, facts: Sequence[Fact]) -> CodeTable:
    return table.taken(np.flatnonzero(table.all_hold(facts)))
