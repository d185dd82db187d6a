"""Which facts a hint tells: few sentences that together leave as few codes as they can.

They are chosen one by one, each time the one that excludes most for the effort of reading it. Those
that the others imply are dropped, the hardest to read first, and the strongest come first. On a
board of many codes the choice is made on a sample; each fact is judged on all codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import Bits, CodeTable, Mask, packed
from solver.deduction.knowledge.facts import Fact, FactKind
from solver.deduction.knowledge.relations import relations
from solver.deduction.rules.game import Turn

MOST_LINES: Final = 7
MOST_CODES: Final = 6_000  # of a board that is looked at as a whole
SAMPLED: Final = 1_000  # codes of a larger board, and of some of its parts
ROUNDS: Final = 2  # of samples; each is drawn from what the facts chosen before leave
STILL_LEFT: Final = 0.9  # a sentence that leaves more of the codes isn't worth reading

FactGroup = tuple[Fact, ...]  # the facts of one sentence

#: What it takes to read a kind of fact, besides its colours, holes and rows.
EFFORTS: Final = {
    FactKind.HOLE: -1,
    FactKind.OUT: -2,
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
    if not turns:
        return tuple(simple)
    is_small = len(table.codes) <= MOST_CODES
    chosen: list[FactGroup] = []
    for _ in range(1 if is_small else ROUNDS):
        some = table if is_small else table.taken(_sample(table, chosen))
        pool = [(group, some.all_hold(group)) for group in (*chosen, *simple)]
        pool += [((fact,), mask) for fact, mask in relations(some, turns, some.left)]
        groups, masks = [group for group, _ in pool], [mask for _, mask in pool]
        bits = packed(np.array(masks, np.bool_).reshape(len(masks), len(some.codes)))
        efforts = np.array([sum(map(effort, group)) for group in groups]) + _rows(bits, some)
        chosen = [groups[place] for place in _pick(bits, efforts, [*range(len(chosen))])]
    known = {group: table.all_hold(group) for group in chosen}
    true = [group for group in chosen if not (table.left & ~known[group]).any()]
    bits = packed(np.array([known[group] for group in true]).reshape(len(true), len(table.codes)))
    places = _strongest(bits, _drop_implied(bits, [sum(map(effort, group)) for group in true]))
    told = sorted((true[place] for place in places), key=lambda group: known[group].sum())
    return tuple(_proved(table, group, known[group]) for group in told)


def _sample(table: CodeTable, chosen: Sequence[FactGroup]) -> NDArray[np.intp]:
    """Return where some codes are: of all, of those that chosen facts leave, and possible ones."""
    left = table.left
    known = table.all_hold(chain.from_iterable(chosen)) & ~left
    draw, every = np.random.default_rng(0), np.arange(len(left))
    parts = every, np.flatnonzero(known), np.flatnonzero(left)
    few = [
        draw.choice(part, min(len(part), SAMPLED), replace=False, shuffle=False) for part in parts
    ]
    return np.unique(np.concatenate(few))


def _rows(facts: Bits, table: CodeTable) -> NDArray[np.intp]:
    """Return for each fact how many rows prove it; for more than two, three."""
    rows = np.full(len(facts), 3)
    fits = packed(np.array(table.fits))
    for size in (2, 1):
        for few in combinations(range(len(fits)), size):
            left = np.bitwise_and.reduce(fits[list(few)])
            rows[~(left & ~facts).any(axis=1)] = size
    return rows


def _pick(facts: Bits, efforts: NDArray[np.intp], picked: list[int]) -> list[int]:
    """Return some facts and more that leave what all of them leave, each the best after them."""
    known = np.bitwise_and.reduce(facts[picked])
    while True:
        after = np.bitwise_count(facts & known).sum(axis=1, dtype=np.int64)
        before = int(np.bitwise_count(known).sum())
        worth = np.log(before / np.maximum(after, 1)) / (2 + efforts)
        worth[after > STILL_LEFT * before] = 0
        best = int(worth.argmax()) if len(worth) else 0
        if not worth.any():
            return picked
        picked = [*picked, best]
        known = known & facts[best]


def _strongest(facts: Bits, chosen: list[int]) -> list[int]:
    """Return as many facts as are told: each time the one after which fewest codes are left."""
    strongest: list[int] = []
    while chosen and len(strongest) < MOST_LINES:
        known = np.bitwise_and.reduce(facts[strongest])
        left = np.bitwise_count(facts[chosen] & known).sum(axis=1)
        strongest.append(chosen[int(left.argmin())])
        chosen = [place for place in chosen if place not in strongest]
    return strongest


def _drop_implied(facts: Bits, efforts: Sequence[int]) -> list[int]:
    """Drop facts that the others imply, starting with the hardest to read."""
    chosen = [*range(len(facts))]
    for place in sorted(chosen, key=lambda place: -efforts[place]):
        rest = [other for other in chosen if other != place]
        if rest and not (np.bitwise_and.reduce(facts[rest]) & ~facts[place]).any():
            chosen = rest
    return chosen


def _proved(table: CodeTable, group: FactGroup, known: Mask) -> FactGroup:
    """Return facts with their proof, which simple ones have."""
    (fact, *others) = group
    return group if fact.proof or others else (replace(fact, proof=table.proof(~known)),)
