"""The thread of a position: everything that is sure, in lines of one look each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    colours, counts = table.occurrences(table.left)
    holes = ((hole, *options) for hole, options in enumerate(colours) if len(options) == 1)
    return (
        *(Fact(FactKind.HOLE, (colour,), (hole,), 1) for hole, colour in holes),
        *(Fact(FactKind.IN, (c,), count=1) for c, (low, _) in enumerate(counts) if low),
        *(Fact(FactKind.OUT, (c,)) for c, (_, high) in enumerate(counts) if not high),
    )


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
    colours, counts = table.occurrences(table.left)
    codes = table.codes[table.left]
    values = [tuple(sorted(fits)) for fits in colours]
    sure_colours = {fits[0] for fits in values if len(fits) == 1}
    members = (c for c, (low, _) in enumerate(counts) if low and c not in sure_colours)
    return Open(
        holes=tuple((hole, fits) for hole, fits in enumerate(values) if len(fits) > 1),
        colours=tuple(c for c, (low, high) in enumerate(counts) if not low and high),
        places=tuple((c, tuple(h for h, fits in enumerate(values) if c in fits)) for c in members),
        codes=tuple(map(tuple, codes.tolist())) if len(codes) <= FEW_CODES else (),
    )
