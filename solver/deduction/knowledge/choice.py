"""Which facts a hint tells: few sentences that together leave as few codes as they can.

They are chosen one by one, each time the one that excludes most for the effort of reading it; if
those leave too much, effort counts less. What one row shows by itself is one sentence. Those that
the others imply are dropped, the hardest to read first, and the strongest come first. On a board of
many codes the choice is made on a sample; each fact is judged on all codes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.code_table import MOST_CODES, Bits, CodeTable, packed, prove_facts
from solver.deduction.knowledge.facts import OF_ROWS, Fact, FactKind, grouped, sentence_of
from solver.deduction.knowledge.relations import relations
from solver.deduction.rules.game import Turn

MOST_LINES: Final = 7
SAMPLED: Final = 1_000  # codes of a larger board, and of some of its parts
ROUNDS: Final = 2  # of samples; each adds codes that the sentences chosen before leave
STILL_LEFT: Final = 0.95  # a sentence that leaves more of the codes isn't worth reading
EASES: Final = 2, 10, 50  # the higher, the less effort counts
ENOUGH: Final = 1.1  # times the possible codes may be left by easy facts

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
    named = len(fact.holes) + (len(fact.colours) if fact.row is None else 0)
    return 2 + EFFORTS.get(fact.kind, 1) + named + RESTATED * fact.is_whole_row


class Sentences(NamedTuple):
    """Sentences to choose from, the effort of reading each, and the codes for which it holds."""

    groups: tuple[FactGroup, ...]
    efforts: NDArray[np.intp]
    facts: Bits

    def taken(self, places: Iterable[int]) -> Sentences:
        few = [*places]
        groups = tuple(self.groups[place] for place in few)
        return Sentences(groups, self.efforts[few], self.facts[few])


def choose(table: CodeTable, turns: Sequence[Turn]) -> tuple[FactGroup, ...]:
    if not turns:
        return tuple(grouped(prove_facts(table)))
    is_small = len(table.codes) <= MOST_CODES
    possible = np.flatnonzero(table.left)
    if not is_small and len(possible) > SAMPLED:
        possible = np.random.default_rng(0).choice(possible, SAMPLED, replace=False, shuffle=False)
    known = [(fact,) for fact in relations(table.taken(possible), turns)]
    every = _sentences(table, known) if is_small else _promising(table, possible, known)
    best = every.taken(_picks(every, len(possible))[0])
    return _proved(table, best.taken(_drop_implied(best.facts, best.efforts)).groups)


def _promising(
    table: CodeTable, possible: NDArray[np.intp], known: Sequence[FactGroup]
) -> Sentences:
    """Return the sentences that are chosen on samples of codes, as judged on all codes."""
    places = _sample(table, possible)
    efforts = dict[FactGroup, int]()
    facts = dict[FactGroup, Bits]()
    for _ in range(ROUNDS):
        some = _sentences(table.taken(places), known)
        picked = some.taken(dict.fromkeys(chain.from_iterable(_picks(some, len(possible)))))
        for group, effort_of in zip(picked.groups, picked.efforts.tolist(), strict=True):
            holding = table.all_hold(group)
            if group not in efforts and holding[table.left].all():
                efforts[group] = effort_of
                facts[group] = packed([holding], len(table.codes))[0]
        every = Sentences(
            tuple(efforts), np.array([*efforts.values()]), np.array([*facts.values()])
        )
        left = np.bitwise_and.reduce(every.facts[_picks(every, len(possible))[0]])
        others = np.flatnonzero(np.unpackbits(left.view(np.uint8)))
        places = np.union1d(places, others[:: 1 + len(others) // SAMPLED])
    return every


def _sentences(table: CodeTable, known: Sequence[FactGroup]) -> Sentences:
    """Return what can be told, and for each row a sentence with most of what it shows alone."""
    groups = [*known, *grouped(prove_facts(table))]
    facts = packed([table.all_hold(group) for group in groups], len(table.codes))
    efforts = np.array([sum(map(effort, group)) for group in groups])
    rows = np.array([min(5, len(proof)) for proof in table.proofs(~facts, most_rows=3)])
    alone = np.array([group[0].kind in OF_ROWS for group in groups]) & (rows == 1)
    pairs = [*_pairs(facts, np.flatnonzero(alone), packed(table.fits, len(table.codes)))]
    told = [*np.flatnonzero(~alone).tolist(), *dict.fromkeys(chain.from_iterable(pairs))]
    every = Sentences(tuple(groups), efforts + rows, facts)
    return Sentences(
        (*every.taken(told).groups, *(groups[one] + groups[other] for one, other in pairs)),
        np.array([*every.efforts[told], *(efforts[[*pair]].sum() + 1 for pair in pairs)]),
        np.array([*facts[told], *(facts[one] & facts[other] for one, other in pairs)]),
    )


def _pairs(facts: Bits, alone: NDArray[np.intp], fits: Bits) -> Iterator[tuple[int, int]]:
    """Yield for each row the two facts that say most of what it shows alone."""
    for row in fits:
        places = alone[~(row & ~facts[alone]).any(axis=1)]
        if len(places) > 1:
            shown = facts[places]
            first = np.bitwise_count(shown).sum(axis=1).argmin()
            second = np.bitwise_count(shown & shown[first]).sum(axis=1).argmin()
            yield int(places[first]), int(places[second])


def _picks(sentences: Sentences, possible: int) -> list[list[int]]:
    """Return places of sentences, first those that leave the fewest codes.

    They are easy to read if that leaves few codes more than are possible.
    """
    picks = []
    for ease in EASES:
        picks.append(_pick(sentences.facts, sentences.efforts + ease))
        if picks[-1][0] <= ENOUGH * possible:
            break
    return [places for _, places in sorted(picks)]


def _sample(table: CodeTable, possible: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return where possible codes are, and some of those that one row excludes, two, and so on."""
    draw = np.random.default_rng(0)
    places = [possible]
    excluding = len(table.fits) - np.add.reduce(np.array(table.fits).view(np.int8), dtype=np.int8)
    for rows in range(1, len(table.fits) + 1):
        some = np.flatnonzero(excluding == rows)
        places.append(draw.choice(some, min(len(some), SAMPLED // 2), replace=False, shuffle=False))
    return np.unique(np.concatenate(places))


def _proved(table: CodeTable, groups: Sequence[FactGroup]) -> tuple[FactGroup, ...]:
    """Return the sentences of facts with their proofs, the strongest first."""
    broken = packed([~table.all_hold(group) for group in groups], len(table.codes))
    told = defaultdict[object, list[Fact]](list)
    for group, proof in zip(groups, table.proofs(broken), strict=True):
        for fact in group:
            proved = replace(fact, proof=proof)
            told[sentence_of(proved)].append(proved)
    sentences = [tuple(sorted(facts, key=_names_no_row)) for facts in told.values()]
    return tuple(sorted(sentences, key=lambda group: table.all_hold(group).sum()))


def _names_no_row(fact: Fact) -> bool:
    """Say what comes second: pegs in place are said first."""
    return fact.row is None


def _pick(facts: Bits, efforts: NDArray[np.intp]) -> tuple[int, list[int]]:
    """Return how many codes some facts leave, each the best after those before, and these."""
    picked: list[int] = []
    known = np.bitwise_or.reduce(facts)
    before = int(np.bitwise_count(known).sum())
    while len(picked) < MOST_LINES and len(facts):
        after = np.bitwise_count(facts & known).sum(axis=1, dtype=np.int64)
        worth = np.log(before / np.maximum(after, 1)) / efforts
        worth[after > STILL_LEFT * before] = 0
        best = int(worth.argmax())
        if not worth[best]:
            break
        picked.append(best)
        known = known & facts[best]
        before = int(after[best])
    return before, picked


def _drop_implied(facts: Bits, efforts: NDArray[np.intp]) -> list[int]:
    """Drop facts that the others imply, starting with the hardest to read."""
    chosen = [*range(len(facts))]
    for place in sorted(chosen, key=lambda place: -efforts[place]):
        rest = [other for other in chosen if other != place]
        if rest and not (np.bitwise_and.reduce(facts[rest]) & ~facts[place]).any():
            chosen = rest
    return chosen
