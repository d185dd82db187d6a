"""The thread of a position: everything that is sure, in lines of one look each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.deduction.knowledge.code_table import CodeTable, table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.thread_lines import FEW_CODES, Open, Thread
from solver.deduction.knowledge.thread_search import find_lines
from solver.deduction.rules.game import Game, Turn


def find_thread(game: Game, turns: Sequence[Turn], goals: Sequence[Fact] = ()) -> Thread:
    """Return the thread of a position, to all that is sure, or to these goals."""
    table = table_of(game, turns)
    count = int(table.left.sum())
    if not count:
        conflict = smallest_conflict(game, turns)
        return Thread(codes=0, turns=len(turns), contradiction=conflict)
    if not turns:
        return Thread(codes=count, turns=0)
    lines = find_lines(game, turns, table, goals or sure_facts(table))
    return Thread(codes=count, turns=len(turns), lines=lines, open=_open(table))


def sure_facts(table: CodeTable) -> tuple[Fact, ...]:
    """Return which holes are sure, then which colours are in the code, then which aren't."""
    codes, counts = table.codes[table.left], table.counts[table.left]
    holes = [
        Fact(FactKind.HOLE, (int(column[0]),), (hole,), 1)
        for hole, column in enumerate(codes.T)
        if (column == column[0]).all()
    ]
    least, most = counts.min(axis=0), counts.max(axis=0)
    inside = [Fact(FactKind.IN, (int(c),), count=1) for c in np.flatnonzero(least)]
    outside = [Fact(FactKind.OUT, (int(c),)) for c in np.flatnonzero(most == 0)]
    return (*holes, *inside, *outside)


def opposite(fact: Fact, pegs: int) -> Fact | None:
    """Return what is so if a fact isn't, if that can be said in a fact."""
    match fact.kind:
        case FactKind.HOLE:
            return replace(fact, kind=FactKind.NOT_HERE, count=0)
        case FactKind.IN | FactKind.SOME if fact.count > 1:
            return replace(fact, kind=FactKind.MOST, count=fact.count - 1)
        case FactKind.IN | FactKind.SOME:
            return replace(fact, kind=FactKind.OUT, count=0)
        case FactKind.OUT:
            return replace(fact, kind=FactKind.SOME if fact.colours[1:] else FactKind.IN, count=1)
        case FactKind.MOST if fact.count < pegs:
            return replace(fact, kind=FactKind.SOME, count=fact.count + 1)
    return None


def _open(table: CodeTable) -> Open:
    codes = table.codes[table.left]
    values = [tuple(np.unique(column).tolist()) for column in codes.T]
    holes = tuple((hole, some) for hole, some in enumerate(values) if len(some) > 1)
    few = tuple(map(tuple, codes.tolist())) if len(codes) <= FEW_CODES else ()
    counts = table.counts[table.left]
    colours = np.flatnonzero((counts.min(axis=0) == 0) & (counts.max(axis=0) > 0))
    settled = {some[0] for some in values if len(some) == 1}
    inside = [int(c) for c in np.flatnonzero(counts.min(axis=0)) if c not in settled]
    places = tuple(
        (colour, tuple(hole for hole, some in enumerate(values) if colour in some))
        for colour in inside
    )
    return Open(holes=holes, places=places, colours=tuple(colours.tolist()), codes=few)
