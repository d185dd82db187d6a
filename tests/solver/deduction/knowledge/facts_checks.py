"""What facts say, plainly: code by code, with nothing of the engine’s."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from solver.deduction.knowledge.facts import JOINED, Fact, FactKind
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
            number = sum((Counter(fact.colours) & Counter(code)).values())
            if fact.holes:
                cells = zip(fact.holes, fact.colours, strict=True)
                number = sum(code[hole] == colour for hole, colour in cells)
            return {
                FactKind.EXACTLY: number == count,
                FactKind.AT_LEAST: number >= count,
                FactKind.AT_MOST: number <= count,
            }[fact.kind]


def all_hold(facts: Iterable[Fact], code: Code) -> bool:
    return all(holds(fact, code) for fact in facts)


def placed(guess: Code, code: Code) -> int:
    return sum(mine == peg for mine, peg in zip(guess, code, strict=True))


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
    codes = [tuple(code) for code in game.codes_at(game.secrets).tolist()]
    fit = [{c for c in codes if game.feedback(t.code, c) == t.feedback} for t in turns]
    return [*fit, set(codes)]
