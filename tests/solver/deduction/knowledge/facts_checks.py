"""What facts and arguments say, plainly: code by code, with nothing of the engine’s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from solver.deduction.knowledge.arguments import Argument, ArgumentStep, Score
from solver.deduction.knowledge.facts import JOINED, Fact, FactKind
from solver.deduction.knowledge.quantities import CountKind
from solver.deduction.rules.game import Code, Game, Turn


def holds(fact: Fact, code: Code) -> bool:
    """Say plainly whether a fact is true of a code."""
    (first, *_), count = fact.colours, fact.count
    match fact.kind:
        case FactKind.HOLE:
            return code[fact.holes[0]] == first
        case FactKind.OUT:
            return not set(fact.colours) & set(code)
        case FactKind.COUNT:
            return all(code.count(colour) == count for colour in fact.colours)
        case FactKind.IN:
            return all(code.count(colour) >= count for colour in fact.colours)
        case FactKind.NOT_HERE:
            return all(code[hole] not in fact.colours for hole in fact.holes)
        case FactKind.SUM:
            return sum(colour in fact.colours for colour in code) == count
        case FactKind.SOME:
            return sum(colour in fact.colours for colour in code) >= count
        case FactKind.MOST:
            return sum(colour in fact.colours for colour in code) <= count
        case _:
            claims = [code[h] == c if h >= 0 else c in code for h, c in fact.claims]
            return {
                FactKind.EXACTLY: claims.count(True) == count,
                FactKind.AT_LEAST: claims.count(True) >= count,
                FactKind.AT_MOST: claims.count(True) <= count,
                FactKind.IF: claims[1] or not claims[0],
                FactKind.SAME: claims[0] == claims[1],
            }[fact.kind]


def all_hold(facts: Iterable[Fact], code: Code) -> bool:
    return all(holds(fact, code) for fact in facts)


def right(guess: Code, code: Code) -> int:
    return sum((Counter(guess) & Counter(code)).values())


def placed(guess: Code, code: Code) -> int:
    return sum(mine == other for mine, other in zip(guess, code, strict=True))


#: What one count over a row can be: its pegs in place, or right in all.
COUNTS: dict[CountKind, Callable[[Code, Code], int]] = {
    CountKind.PLACED: placed,
    CountKind.RIGHT: right,
}


def singles(fact: Fact) -> Iterator[Fact]:
    """Yield what a fact says of each hole and colour, if it says it of each."""
    if fact.kind not in JOINED:
        yield fact
        return
    for hole, colour in product(fact.holes or (None,), fact.colours):
        holes = () if hole is None else (hole,)
        yield replace(fact, colours=(colour,), holes=holes)


class Judge:
    """Follows an argument: of a row, a step may use one of its numbers, and what was said before.

    For games in which a row has numbers.
    """

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._codes = {tuple(code) for code in game.codes_at(game.secrets).tolist()}

    def follow(self, argument: Argument) -> None:
        known = {code for code in self._codes if all_hold(argument.premises, code)}
        supposed: list[tuple[Fact, ...]] = []
        now = known
        for step in argument.steps:
            assert len(step.rows) <= 1
            if step.supposed:
                supposed.append(step.supposed)
                now = {code for code in known if all_hold(step.supposed, code)}
            if step.score:
                self._check_score(step.rows[0], step.score, now)
            else:
                now = self._after(step, now)
            assert not step.is_end or step.score or not now, step
            known, now = (known, known) if step.is_end else (known if supposed else now, now)
        if argument.refutes:
            assert supposed == [argument.facts]
        elif supposed:
            cases = [{code for code in known if all_hold(facts, code)} for facts in supposed]
            others = {code for code in known if not all_hold(argument.facts, code)}
            assert others <= set().union(*cases)
        else:
            assert argument.steps[-1].claims == argument.facts

    def _numbers(self, row: int, code: Code) -> dict[CountKind, int]:
        guess = self._turns[row].code
        return {kind: count(guess, code) for kind, count in COUNTS.items()}

    def _given(self, row: int) -> dict[CountKind, int]:
        black, white = self._turns[row].feedback
        return {CountKind.PLACED: black, CountKind.RIGHT: black + white}

    def _check_score(self, row: int, score: Score, codes: set[Code]) -> None:
        numbers = [self._numbers(row, code)[score.kind] for code in codes]
        assert score.real_value == self._given(row)[score.kind]
        if score.is_least:
            assert min(numbers, default=9) >= score.value > score.real_value
        else:
            assert max(numbers, default=0) <= score.value < score.real_value

    def _after(self, step: ArgumentStep, codes: set[Code]) -> set[Code]:
        """Return the codes for which the claims hold too, each of which follows from one number."""
        waiting = [single for claim in step.claims for single in singles(claim)]
        while waiting:
            fitting = [
                {code for code in codes if self._numbers(row, code)[kind] == self._given(row)[kind]}
                for row in step.rows
                for kind in COUNTS
            ] or [codes]
            plain = [
                c for c in waiting if any(all(holds(c, code) for code in fit) for fit in fitting)
            ]
            assert plain, (step, waiting)
            codes = {code for code in codes if all_hold(plain, code)}
            waiting = [claim for claim in waiting if claim not in plain]
        return codes
