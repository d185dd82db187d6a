"""Which facts a hint tells: few sentences that together leave as few codes as they can.

They are chosen one by one, each time the one that excludes most for the effort of reading it. Those
that the others imply are dropped, the hardest to read first, and the strongest come first. On a
board of many codes the choice is made on a sample; each fact is judged on all codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import Bits, CodeTable, packed, prove_facts
from solver.deduction.knowledge.facts import Fact, FactKind, grouped
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


def choose(table: CodeTable, turns: Sequence[Turn]) -> tuple[FactGroup, ...]:
    """Return the sentences to tell, with their proofs."""
    if not turns:
        return tuple(grouped(prove_facts(table)))
    is_small = len(table.codes) <= MOST_CODES
    possible = np.flatnonzero(table.left)
    if not is_small and len(possible) > SAMPLED:
        possible = np.random.default_rng(0).choice(possible, SAMPLED, replace=False, shuffle=False)
    known = [(fact,) for fact in relations(table.taken(possible), turns)]
    chosen: list[FactGroup] = []
    for _ in range(1 if is_small else ROUNDS):
        some = table if is_small else table.taken(_sample(table, possible, chosen))
        groups = [*chosen, *grouped(prove_facts(some)), *known]
        holding = [some.all_hold(group) for group in groups]
        rows = map(len, some.proofs([~codes for codes in holding], most_rows=2))
        efforts = [
            sum(map(effort, group)) + min(3, row) for group, row in zip(groups, rows, strict=True)
        ]
        bits = packed(holding, len(some.codes))
        places = _pick(bits, np.array(efforts), [*range(len(chosen))])
        chosen = [groups[place] for place in places]
    return _told(table, chosen)


def _sample(
    table: CodeTable, possible: NDArray[np.intp], chosen: Sequence[FactGroup]
) -> NDArray[np.intp]:
    """Return where some codes are: of all, of those that chosen facts leave, and possible ones."""
    draw = np.random.default_rng(0)
    known = np.flatnonzero(table.all_hold(chain.from_iterable(chosen)) & ~table.left)
    few = draw.choice(known, min(len(known), SAMPLED), replace=False, shuffle=False)
    return np.unique(np.concatenate([draw.integers(len(table.codes), size=SAMPLED), few, possible]))


def _told(table: CodeTable, chosen: Sequence[FactGroup]) -> tuple[FactGroup, ...]:
    """Return the strongest of groups of facts with their proofs, as judged on all codes."""
    known = {group: table.all_hold(group) for group in chosen}
    true = [group for group in chosen if known[group][table.left].all()]
    bits = packed([known[group] for group in true], len(table.codes))
    places = _strongest(bits, _drop_implied(bits, [sum(map(effort, group)) for group in true]))
    told = sorted((true[place] for place in places), key=lambda group: known[group].sum())
    proofs = table.proofs([~known[group] for group in told])
    return tuple(
        tuple(replace(fact, proof=proof) for fact in group)
        for group, proof in zip(told, proofs, strict=True)
    )


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
