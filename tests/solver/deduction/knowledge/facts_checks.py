"""What facts and arguments say, plainly: code by code, with nothing of the engine’s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product

from solver.deduction.knowledge.arguments import Argument, Score
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


def fitting(game: Game, turns: list[Turn]) -> list[set[Code]]:
    """Return the codes that fit each row, and all codes."""
    every = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    fit = [{c for c in every if game.feedback(t.code, c) == t.feedback} for t in turns]
    return [*fit, set(every)]


def follows(argument: Argument, turns: list[Turn], fit: list[set[Code]]) -> bool:
    """Say plainly whether an argument holds, also for what a step says of its row alone."""
    known = {code for code in fit[-1] if all_hold(argument.premises, code)}
    cases: list[set[Code]] = []
    now, start = known, fit[-1]
    for step in argument.steps:
        if step.supposed:
            start = {code for code in fit[-1] if all_hold(step.supposed, code)}
            cases.append(start)
            now = known & start
        fitting = (now if step.uses_earlier else start).intersection(*(fit[r] for r in step.rows))
        if step.is_end:
            is_so = not step.score or (
                step.rows and scores(step.score, turns[step.rows[0]].code, now)
            )
            if fitting or not is_so or start is fit[-1]:
                return False
            now, start = known, fit[-1]
        elif not all(all_hold(step.claims, code) for code in fitting):
            return False
        now = {code for code in now if all_hold(step.claims, code)} if not step.is_end else now
        known = now if start is fit[-1] else known
    if not cases:
        return bool(argument.steps) and argument.steps[-1].claims == argument.facts
    others = {code for code in known if not all_hold(argument.facts, code)}
    supposed = [step.supposed for step in argument.steps if step.supposed]
    is_whole = supposed == [argument.facts] if argument.refutes else others <= set().union(*cases)
    return is_whole and start is fit[-1]


def scores(score: Score, guess: Code, codes: set[Code]) -> bool:
    numbers = [COUNTS[score.kind](guess, code) for code in codes]
    return all(n >= score.value if score.is_least else n <= score.value for n in numbers)
