"""Which facts a hint tells: few sentences that together leave as few codes as they can.

They are chosen one by one, each time the one that excludes most for the effort of reading it. Those
that the others imply are dropped, the hardest to read first, and the strongest come first. On a
board of many codes the choice is made on a sample; each fact is judged on all codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import Bits, CodeTable, packed
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.relations import relations
from solver.deduction.rules.game import Turn

MOST_LINES: Final = 7
MOST_CODES: Final = 6_000  # of a board that is looked at as a whole
SAMPLED: Final = 1_000  # codes of a larger board, and of some of its parts
STILL_LEFT: Final = 0.9  # a sentence that leaves more of the codes isn't worth reading

FactGroup = tuple[Fact, ...]  # the facts of one sentence

#: What it takes to read a kind of fact, besides its colours, holes and rows.
EFFORTS: Final = {
    FactKind.HOLE: 0,
    FactKind.OUT: 0,
    FactKind.SUM: 2,
    FactKind.SOME: 3,
    FactKind.MOST: 2,
    FactKind.AT_LEAST: 2,
    FactKind.AT_MOST: 3,
    FactKind.IF: 3,
    FactKind.SAME: 3,
}
RESTATED: Final = 3  # for what a row says itself, so that what follows from it comes first


def effort(fact: Fact) -> int:
    """Return how hard a fact is to read."""
    named = len(fact.holes) + (len(fact.colours) if fact.row is None else 0)
    return 2 + EFFORTS.get(fact.kind, 1) + named + RESTATED * fact.is_whole_row


def choose(
    table: CodeTable, turns: Sequence[Turn], simple: Sequence[FactGroup]
) -> tuple[FactGroup, ...]:
    """Return the sentences to tell: some of the simple facts, and others with their proofs."""
    some = table if len(table.codes) <= MOST_CODES else table.taken(_sample(table, simple))
    pool = [(group, some.all_hold(group)) for group in simple]
    pool += [((fact,), mask) for fact, mask in relations(some, turns, some.left)]
    if not pool:
        return ()
    groups, masks = zip(*pool, strict=True)
    bits = packed(np.stack(masks))
    efforts = np.array([sum(map(effort, group)) for group in groups]) + _rows(bits, some)
    chosen = _drop_implied(bits, _pick(bits, efforts), efforts)
    strongest = _pick(bits[chosen], np.zeros(len(chosen), np.intp))[:MOST_LINES]
    told = sorted((chosen[place] for place in strongest), key=lambda place: masks[place].sum())
    return tuple(filter(None, (_proved(table, groups[place]) for place in told)))


def _sample(table: CodeTable, simple: Sequence[FactGroup]) -> NDArray[np.intp]:
    """Return where some codes are: of all, of those that the simple facts leave, and possible."""
    known = np.logical_and.reduce([table.all_hold(group) for group in simple])
    draw, every = np.random.default_rng(0), np.arange(len(table.codes))
    few = [every, np.flatnonzero(known & ~table.left), np.flatnonzero(table.left)]
    return np.unique(np.concatenate([draw.choice(part, min(len(part), SAMPLED)) for part in few]))


def _rows(facts: Bits, table: CodeTable) -> NDArray[np.intp]:
    """Return for each fact how many rows prove it; for more than two, three."""
    rows = np.full(len(facts), 3)
    fits = packed(np.array(table.fits))
    for size in (2, 1):
        for few in combinations(range(len(fits)), size):
            left = np.bitwise_and.reduce(fits[list(few)])
            rows[~(left & ~facts).any(axis=1)] = size
    return rows


def _pick(facts: Bits, efforts: NDArray[np.intp]) -> list[int]:
    """Return facts that leave what all of them leave, each the best after those before it."""
    known: Bits = ~np.zeros(facts.shape[1], np.uint64)
    picked: list[int] = []
    while True:
        after = np.bitwise_count(facts & known).sum(axis=1, dtype=np.int64)
        before = int(np.bitwise_count(known).sum())
        worth = np.log(before / np.maximum(after, 1)) / (2 + efforts)
        worth[after > STILL_LEFT * before] = 0
        best = int(worth.argmax())
        if not worth[best]:
            return picked
        picked.append(best)
        known &= facts[best]


def _drop_implied(facts: Bits, chosen: list[int], efforts: NDArray[np.intp]) -> list[int]:
    """Drop facts that the others imply, starting with the hardest to read."""
    for place in sorted(chosen, key=lambda place: -efforts[place]):
        rest = [other for other in chosen if other != place]
        implied = np.bitwise_and.reduce(facts[rest])
        if rest and not (implied & ~facts[place]).any():
            chosen = rest
    return chosen


def _proved(table: CodeTable, group: FactGroup) -> FactGroup:
    """Return facts with their proof; none if a code disproves them that was not in the sample."""
    (fact, *others) = group
    if fact.proof or others:
        return group
    holds = table.holds(fact)
    return () if (table.left & ~holds).any() else (replace(fact, proof=table.proof(~holds)),)
