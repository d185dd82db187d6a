"""What a fact says, plainly."""

from __future__ import annotations

from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.rules.game import Code


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
