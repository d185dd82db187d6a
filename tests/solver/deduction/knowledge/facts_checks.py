"""What facts and arguments say, plainly: code by code, with nothing of the engine’s."""

from __future__ import annotations

from solver.deduction.knowledge.arguments import Argument
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


Part = tuple[tuple[int, ...], tuple[Fact, ...]]  # the rows of a step and its claims


def proves(argument: Argument, parts: list[Part], fitting: list[set[Code]]) -> bool:
    """Say whether each part follows from its rows and the parts before, and the end is reached.

    ``fitting`` are the codes that fit each row; together they are all codes.
    """
    known = set.union(*fitting)
    if argument.supposes:
        known = {
            code
            for code in known
            if all(holds(fact, code) for fact in argument.facts) == argument.refutes
        }
    for rows, claims in parts:
        fit = known.intersection(*(fitting[row] for row in rows))
        if argument.supposes and not fit:
            return True
        if not all(holds(claim, code) for claim in claims for code in fit):
            return False
        known = {code for code in known if all(holds(claim, code) for claim in claims)}
    return not argument.supposes and parts[-1][1] == argument.facts
