"""Hints in three steps, each with its reason, as data; ``text.advice`` puts them into words.

Step 1, a nudge: how many codes are left, and whether the row being built contradicts an answer.
Step 2, reasons: what is proved about holes and colours, and by which turns; or which turns can't
all be true. Step 3, a move: the best guess and how it splits what is left.

Each step is computed on its own, so a nudge costs no search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import log
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, grouped, prove
from solver.deduction.knowledge.sums import CodeTable, sums, table_of
from solver.deduction.knowledge.verifier import Verifier
from solver.deduction.rules.game import Answer, Code, Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy

AT_FIRST: Final = 5  # sentences
STANDS_OUT: Final = 1.25

FactGroup = tuple[Fact, ...]  # the facts of one sentence


def in_order(game: Game, sentences: Sequence[FactGroup]) -> tuple[tuple[FactGroup, ...], int]:
    """Return the sentences in the best order, and how many of them to show at first.

    Those shown at first imply all the others, unless more than :data:`AT_FIRST` are needed, and the
    strongest comes first.
    """
    chosen = _chosen(table_of(game, ()), sentences)
    rest = [group for group in sentences if group not in chosen]
    return (*chosen, *rest), min(AT_FIRST, len(chosen))


def _chosen(table: CodeTable, sentences: Sequence[FactGroup]) -> list[FactGroup]:
    """Return sentences that imply all of them, none implied by the others.

    They are chosen one by one, each time the one that excludes the most codes for its length.
    """
    masks = {
        group: np.packbits(np.logical_and.reduce([table.holds(fact) for fact in group]))
        for group in sentences
    }
    known = np.packbits(np.ones(len(table.codes), np.bool_))
    chosen: list[FactGroup] = []
    while True:
        before = _count(known)
        worth = {
            group: _worth(group, before, _count(known & mask)) for group, mask in masks.items()
        }
        best = max(worth, key=lambda group: worth[group], default=None)
        if best is None or worth[best] <= 0:
            return sorted(_needed(chosen, masks), key=lambda group: _count(masks[group]))
        known &= masks[best]
        chosen.append(best)


def _count(codes: NDArray[np.uint8]) -> int:
    return int(np.bitwise_count(codes).sum())


def _worth(group: FactGroup, before: int, after: int) -> float:
    """Return how often a sentence halves the codes still possible, in relation to its length."""
    length = sum(len(fact.colours) + len(fact.holes) + len(fact.proof) for fact in group)
    return log(before / after) / (2 + length) if after else 0.0


def _needed(chosen: list[FactGroup], masks: dict[FactGroup, NDArray[np.uint8]]) -> list[FactGroup]:
    """Drop sentences that the others imply, starting with the last chosen."""
    for group in reversed(list(chosen)):
        others = [other for other in chosen if other is not group]
        implied = np.bitwise_and.reduce([masks[other] for other in others]) if others else None
        if implied is not None and not (implied & ~masks[group]).any():
            chosen = others
    return chosen


@dataclass(frozen=True)
class Nudge:
    """Step 1: the number of codes left, and the turns that a draft row contradicts.

    ``turns`` counts the answers that a draft could contradict. ``instead`` is what the first
    contradicted answer would have been, and ``given`` what it was. If the draft can't
    be the code whatever the answers, ``barred_by`` is the rule that says so.
    """

    candidates: int
    draft: Code | None = None
    contradicts: Proof = ()
    turns: int = 0
    barred_by: str = ""
    instead: Answer | None = None
    given: Answer | None = None


@dataclass(frozen=True)
class LikeliestPeg:
    """The likeliest colour of any hole: ``codes`` of the candidates have it there.

    It stands out if no other is as likely, and it is so much likelier than its hole's second.
    """

    hole: int
    colour: int
    codes: int


@dataclass(frozen=True)
class Reasons:
    """Step 2: what is proved, the most useful first, or why nothing is.

    ``facts`` are in the order to show them, and ``at_first`` is how many sentences are enough to
    begin with. If next to nothing is proved despite an answer, ``counts`` holds the fewest and most
    pegs possible of each colour, and ``likeliest`` what is likeliest. If no candidate is left,
    ``contradiction`` holds turns whose answers can't all be true, all of them needed. ``complete``
    says whether every fact is here; on the largest boards the search is bounded. ``arguments`` say
    what each row adds, for sentences that rest on three rows or more; not all have one.
    """

    candidates: int
    turns: int
    facts: tuple[Fact, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    likeliest: LikeliestPeg | None = None
    at_first: int = 0
    contradiction: Proof = ()
    complete: bool = True
    arguments: tuple[Argument, ...] = ()

    def argument_for(self, facts: tuple[Fact, ...]) -> Argument | None:
        return next((each for each in self.arguments if each.facts == facts), None)


def nudge(game: Game, turns: Sequence[Turn], draft: Code | None = None) -> Nudge:
    """Return step 1, for a complete draft row or none. Raises CodeError for an invalid draft."""
    left = candidates(game, turns).count
    if draft is None:
        return Nudge(left, turns=len(turns))
    game.index_of(draft)
    wrong = contradicted(game, draft, turns)
    instead = game.feedback(turns[wrong[0]].code, draft) if wrong else None
    given = turns[wrong[0]].feedback if wrong else None
    barred_by = "" if game.is_secret(draft) else game.secret_rule
    return Nudge(left, draft, wrong, len(turns), barred_by, instead, given)


def reasons(game: Game, turns: Sequence[Turn], shown: Sequence[Fact] = ()) -> Reasons:
    """Return step 2. Raises ValueError above 60 turns.

    If some facts are ``shown`` by the answers themselves (see ``Face.shown_facts``), they come
    first; what else is proved needs the list of codes as well.
    """
    left = candidates(game, turns)
    if not left.count:
        return Reasons(0, len(turns), contradiction=smallest_conflict(game, turns))
    known, verifier = prove(game, turns), Verifier(game, turns)
    proved = filter(verifier.passes, grouped((*known.facts, *sums(game, turns))))
    sentences, at_first = in_order(game, tuple(proved))
    if shown := tuple(fact for fact in shown if verifier.passes((fact,))):
        sentences, at_first = _beside(shown, sentences)
    facts = tuple(chain.from_iterable(sentences))
    arguments = Arguments(game, turns)
    shortest = sorted(sentences, key=lambda group: len(group[0].proof))  # more of them in the time
    argued = (arguments.find(group, group[0].proof) for group in shortest)
    found = Reasons(
        left.count,
        len(turns),
        facts,
        at_first=at_first,
        complete=known.complete,
        arguments=tuple(one for one in argued if one and verifier.passes_argument(one)),
    )
    if at_first > 1 or left.count == 1 or not turns:
        return found
    return replace(found, counts=left.count_ranges(), likeliest=likeliest_peg(left))


def _beside(
    shown: Sequence[Fact], sentences: Sequence[FactGroup]
) -> tuple[tuple[FactGroup, ...], int]:
    known = frozenset(chain.from_iterable(map(_single, shown)))
    first, rest = tuple(grouped(shown)), []
    for fact in chain.from_iterable(sentences):
        single = {colour: _single(replace(fact, colours=(colour,))) for colour in fact.colours}
        if new := tuple(colour for colour, said in single.items() if not known.issuperset(said)):
            rest.append(replace(fact, colours=new, by_list=True))
    return (*first, *grouped(rest)), len(first)


def _single(fact: Fact) -> Iterator[tuple[object, ...]]:
    for colour, hole in product(fact.colours, fact.holes or (None,)):
        yield fact.kind, colour, hole, fact.count


def likeliest_peg(
    left: Candidates,
    row: Mapping[int, int] = MappingProxyType({}),
    alone: Iterable[Candidates] = (),
) -> LikeliestPeg | None:
    """Return where the candidates agree most, if that stands out; there must be at least one.

    Left out are holes that a player has filled so in a ``row``, by hole, and those that one turn
    settles: ``alone`` are the candidates after each.
    """
    tallies = left.tally()
    for one in alone:
        tallies[(one.tally() == one.count).any(axis=1)] = 0
    for hole, colour in row.items():
        if tallies[hole, colour] == tallies[hole].max():
            tallies[hole] = 0
    hole, colour = (int(i) for i in np.unravel_index(tallies.argmax(), tallies.shape))
    codes = int(tallies[hole, colour])
    *_, second = sorted(tallies[hole].tolist())[:-1]
    is_alone = (tallies == codes).sum() == 1 and codes >= STANDS_OUT * second
    return (
        LikeliestPeg(hole, colour, codes) if codes and (is_alone or codes == left.count) else None
    )


def move(
    game: Game, turns: Sequence[Turn], strategy: Strategy = STRATEGIES["perfect"]
) -> Choice | None:
    """Return step 3, the guess of a strategy; None if no code is left.

    The default one goes by the same figure as a review: the fewest guesses on average.
    """
    left = candidates(game, turns)
    return strategy.choose(game, left, turns) if left.count else None
