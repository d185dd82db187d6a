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
from numpy.typing import NDArray

from solver.deduction.knowledge.arguments import Argument, ArgumentStep
from solver.deduction.knowledge.bounds import CountKind
from solver.deduction.knowledge.candidates import fitting_secrets, secret_codes
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind
from solver.deduction.rules.game import Codes, Game, Turn

MOST_CODES: Final = 60_000
SAMPLED: Final = 1000

Flags = NDArray[np.bool_]


class Verifier:
    """Judges sentences about one position; the codes that fit some rows are kept."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._game, self._turns = game, turns
        self._codes: dict[Proof, Codes] = {}

    def passes(self, facts: Sequence[Fact], *, refuted: bool = False) -> bool:
        """Say whether the rows of their proof show the facts, or if ``refuted``, that all can't be.

        The facts of a sentence have one proof.
        """
        holding = _all_hold(facts, self._fitting(facts[0].proof))
        return bool(not holding.any() if refuted else holding.all())

    def passes_argument(self, argument: Argument) -> bool:
        """Say whether each step follows, and the end shows what was to be shown."""
        known = list(argument.premises)
        supposed: list[tuple[Fact, ...]] = []
        earlier = known
        for step in argument.steps:
            if step.supposed:
                supposed.append(step.supposed)
                earlier = [*known, *step.supposed]
            is_case = earlier is not known
            codes = self._fitting(step.rows)
            if is_case:
                codes = codes[_all_hold(supposed[-1], codes)]
            if step.uses_earlier:
                codes = codes[_all_hold(earlier, codes)]
            if step.is_end:
                if len(codes) or not (is_case and self._scores(step, earlier)):
                    return False
                earlier = known
            elif _all_hold(step.claims, codes).all():
                earlier.extend(step.claims)
            else:
                return False
        if argument.refutes:
            return supposed == [argument.facts] and earlier is known
        if not supposed:
            return bool(argument.steps) and argument.steps[-1].claims == argument.facts
        others = self._fitting(argument.at_a_glance)
        others = others[~_all_hold(argument.facts, others)]
        cases = [_all_hold(facts, others) for facts in supposed]
        return earlier is known and bool(np.logical_or.reduce(cases).all())

    def _scores(self, step: ArgumentStep, earlier: Sequence[Fact]) -> bool:
        """Say whether a row would have scored as said, of which it shows nothing itself."""
        if step.score is None or not step.rows:
            return step.score is None
        codes, guess = self._fitting(()), np.array(self._turns[step.rows[0]].code)
        codes = codes[_all_hold(earlier, codes)]
        numbers = [np.minimum((codes == c).sum(axis=1), (guess == c).sum()) for c in set(guess)]
        placed, right = (codes == guess).sum(axis=1), np.sum(numbers, axis=0)
        scores = {CountKind.PLACED: placed, CountKind.RIGHT: right}
        number = scores.get(step.score.kind, right - placed)
        is_so = number >= step.score.value if step.score.is_least else number <= step.score.value
        return bool(is_so.all())

    def _fitting(self, rows: Proof) -> Codes:
        if rows not in self._codes:
            game, fitting = self._game, np.ones(self._game.secret_count, np.bool_)
            for row in rows:
                fitting &= fitting_secrets(game, self._turns[row])
            places = np.flatnonzero(fitting)
            if game.secret_count > MOST_CODES and len(places) > SAMPLED:
                generator = np.random.default_rng(0)
                places = generator.choice(places, SAMPLED, replace=False, shuffle=False)
            self._codes[rows] = secret_codes(game)[0][places]
        return self._codes[rows]


def _all_hold(facts: Sequence[Fact], codes: Codes) -> Flags:
    holding = np.ones(len(codes), np.bool_)
    for fact in facts:
        holding &= _holds(fact, codes)
    return holding


def _holds(fact: Fact, codes: Codes) -> Flags:
    """Return for which of the codes a fact is true, by what its words say."""
    if fact.kind in (FactKind.EXACTLY, FactKind.AT_LEAST, FactKind.AT_MOST):
        number = sum(_claimed(*claim, codes).astype(int) for claim in fact.claims)
        low = 0 if fact.kind is FactKind.AT_MOST else fact.count
        high = len(fact.holes) if fact.kind is FactKind.AT_LEAST else fact.count
        return np.asarray((low <= number) & (number <= high))
    if fact.kind in (FactKind.IF, FactKind.SAME):
        first, second = (_claimed(*claim, codes) for claim in fact.claims)
        return np.asarray(first <= second if fact.kind is FactKind.IF else first == second)
    pegs = codes[:, list(fact.holes)] if fact.holes else codes
    numbers = np.stack([(pegs == colour).sum(axis=1) for colour in fact.colours])
    match fact.kind:
        case FactKind.COUNT:
            truth = (numbers == fact.count).all(axis=0)
        case FactKind.IN:
            truth = (numbers >= fact.count).all(axis=0)
        case FactKind.OUT | FactKind.NOT_HERE:
            truth = ~numbers.any(axis=0)
        case FactKind.SOME:
            truth = numbers.sum(axis=0) >= fact.count
        case FactKind.MOST:
            truth = numbers.sum(axis=0) <= fact.count
        case _:
            truth = numbers.sum(axis=0) == fact.count
    return np.asarray(truth, np.bool_)


def _claimed(hole: int, colour: int, codes: Codes) -> Flags:
    return np.asarray(
        (codes == colour).any(axis=1) if hole == ANYWHERE else codes[:, hole] == colour
    )
