"""What facts say of quantities: which limits make them true, and which make them false."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from solver.deduction.knowledge.bounds import Limit
from solver.deduction.knowledge.facts import ANYWHERE, Fact, FactKind
from solver.deduction.knowledge.quantities import (
    CountKind,
    Equation,
    Quantity,
    cell,
    pegs_of,
    sum_equation,
)
from solver.deduction.knowledge.relations import AT_LEAST, AT_MOST, CLAIM_KINDS, EXACTLY, PEG_KINDS
from solver.deduction.rules.game import Game, Turn

Limits = tuple[Limit, ...]


class Goal(NamedTuple):
    """Limits that together make a fact true, and the cases in which it is false.

    There may be none of either. Their quantities need some equations.
    """

    limits: Limits
    cases: tuple[Limits, ...] = ()
    equations: tuple[Equation, ...] = ()


def goal_of(fact: Fact, game: Game, turns: Sequence[Turn]) -> Goal:
    if fact.kind in (FactKind.IF, FactKind.SAME):
        first, second = (_claimed(claim) for claim in fact.claims)
        cases = ((first, True, 1), (second, False, 0)), ((first, False, 0), (second, True, 1))
        return Goal((), cases[:1] if fact.kind is FactKind.IF else cases)
    if fact.kind in CLAIM_KINDS:
        return _claims_goal(fact, game, turns)
    if fact.kind is FactKind.HOLE:
        return _bounded(cell(fact.holes[0], fact.colours[0]), AT_LEAST, 1)
    if fact.kind in PEG_KINDS:
        equation = sum_equation(frozenset(fact.colours))
        return _bounded(equation.whole, PEG_KINDS.index(fact.kind), fact.count, equation)
    if fact.kind is FactKind.NOT_HERE:
        goals = [_bounded(cell(*place), AT_MOST, 0) for place in fact.cells]
    else:
        bound = {FactKind.COUNT: EXACTLY, FactKind.IN: AT_LEAST}.get(fact.kind, AT_MOST)
        goals = [_bounded(pegs_of({colour}), bound, fact.count) for colour in fact.colours]
    return Goal(*(tuple(chain.from_iterable(parts)) for parts in zip(*goals, strict=True)))


def _bounded(quantity: Quantity, bound: int, count: int, *equations: Equation) -> Goal:
    """Return that a quantity is exactly, at least or at most so much."""
    least, most = (quantity, True, count), (quantity, False, count)
    less, more = ((quantity, False, count - 1),), ((quantity, True, count + 1),)
    if bound == EXACTLY:
        return Goal((least, most), (less, more) if count else (more,), equations)
    return Goal(*(((least,), (less,)) if bound == AT_LEAST else ((most,), (more,))), equations)


def _claims_goal(fact: Fact, game: Game, turns: Sequence[Turn]) -> Goal:
    bound = CLAIM_KINDS.index(fact.kind)
    count = fact.count
    parts = [_claimed(claim) for claim in fact.claims]
    if fact.row is not None:
        holes = frozenset(fact.holes)
        whole = Quantity(CountKind.PLACED, holes=holes, number=fact.row)
        row = Quantity(CountKind.PLACED, holes=frozenset(range(game.pegs)), number=fact.row)
        others = enumerate(turns[fact.row].code)
        rest = tuple(cell(hole, colour) for hole, colour in others if hole not in holes)
        more = Equation(row, (whole, *rest), fact.row)
    elif fact.holes[0] == ANYWHERE == fact.holes[-1]:
        whole = Quantity(CountKind.KINDS, frozenset(fact.colours))
        parts = [Quantity(CountKind.CAPPED, part.colours, number=1) for part in parts]
        return _bounded(whole, bound, count, Equation(whole, tuple(parts)))
    elif len(set(fact.holes)) == 1:
        hole = fact.holes[0]
        whole = Quantity(CountKind.CELL, frozenset(fact.colours), frozenset({hole}))
        rest = tuple(cell(hole, c) for c in range(game.choices) if c not in fact.colours)
        more = Equation(Quantity(CountKind.HOLE, holes=frozenset({hole})), (whole, *rest))
    else:
        none, both = (tuple((part, so, int(so)) for part in parts) for so in (False, True))
        cases = {FactKind.AT_MOST: (both,), FactKind.AT_LEAST: (none,)}
        return Goal((), cases.get(fact.kind, (none, both)))
    return _bounded(whole, bound, count, Equation(whole, tuple(parts)), more)


def _claimed(claim: tuple[int, int]) -> Quantity:
    hole, colour = claim
    return pegs_of({colour}) if hole == ANYWHERE else cell(hole, colour)
