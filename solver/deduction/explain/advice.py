"""Hints in three steps, each with its reason, as data; ``text.advice`` puts them into words.

Step 1, a nudge: how many codes are left, and whether the row being built contradicts a turn.
Step 2, reasons: what is proved about holes and colours, and by which turns; or which turns can't
all be true. Step 3, a move: the best guess and how it splits what is left.

Each step is computed on its own, so a nudge costs no search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from types import MappingProxyType
from typing import NamedTuple

from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.choice import FactGroup, choose
from solver.deduction.knowledge.code_table import prove_facts, table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, grouped
from solver.deduction.knowledge.verifier import Verifier
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy


@dataclass(frozen=True, kw_only=True)
class Nudge:
    """Step 1: the number of codes left, and the turns that a draft row contradicts.

    ``turns`` counts those that a draft could contradict. ``code_feedback`` is what the first of
    ``contradicts`` would have scored, and ``row_feedback`` what it scored. If the draft can't be
    the code whatever the feedback, ``barred_by`` is the rule that says so.
    """

    candidates: int
    draft: Code | None = None
    contradicts: Proof = ()
    turns: int = 0
    barred_by: str = ""
    code_feedback: Feedback | None = None
    row_feedback: Feedback | None = None


@dataclass(frozen=True)
class Reasons:
    """Step 2: what is proved, the most useful first, or why nothing is.

    ``facts`` are in the order to show them. If no candidate is left, ``contradiction`` holds turns
    whose feedback can't all be true, all of them needed. ``arguments`` say what each row adds, for
    sentences that rest on several rows; the others are found by listing the codes.
    """

    candidates: int
    turns: int
    facts: tuple[Fact, ...] = ()
    contradiction: Proof = ()
    arguments: tuple[Argument, ...] = ()

    def argument_for(self, facts: tuple[Fact, ...]) -> Argument | None:
        return next((argument for argument in self.arguments if argument.facts == facts), None)


def nudge(game: Game, turns: Sequence[Turn], draft: Code | None = None) -> Nudge:
    """Return step 1, for a complete draft row or none. Raises CodeError for an invalid draft."""
    count = candidates(game, turns).count
    if draft is None:
        return Nudge(candidates=count, turns=len(turns))
    game.index_of(draft)
    wrong = contradicted(game, draft, turns)
    draft_feedback = game.feedback(turns[wrong[0]].code, draft) if wrong else None
    turn_feedback = turns[wrong[0]].feedback if wrong else None
    barred_by = "" if game.is_secret(draft) else game.secret_rule
    return Nudge(
        candidates=count,
        draft=draft,
        contradicts=wrong,
        turns=len(turns),
        barred_by=barred_by,
        code_feedback=draft_feedback,
        row_feedback=turn_feedback,
    )


def reasons(game: Game, turns: Sequence[Turn], shown_facts: Sequence[Fact] = ()) -> Reasons:
    """Return step 2.

    Facts seen in the feedback itself (``shown_facts``, as :meth:`Face.shown_facts` finds them)
    come first; what else is proved needs the list of codes as well.
    """
    table = table_of(game, turns)
    count = int(table.left.sum())
    if not count:
        return Reasons(0, len(turns), contradiction=smallest_conflict(game, turns))
    verifier = Verifier(game, turns)
    shown_facts = tuple(fact for fact in shown_facts if verifier.passes((fact,)))
    is_simple = shown_facts or count == 1
    sentences = tuple(grouped(prove_facts(table))) if is_simple else choose(table, turns)
    sentences = tuple(filter(verifier.passes, sentences))
    if shown_facts:
        sentences = _put_seen_first(shown_facts, sentences)
    arguments = Arguments(game, turns)
    shortest = sorted(sentences, key=lambda group: len(group[0].proof))  # more of them in the time
    arguments_found = (arguments.find(group, group[0].proof) for group in shortest)
    return Reasons(
        count,
        len(turns),
        tuple(chain.from_iterable(sentences)),
        arguments=tuple(filter(verifier.passes_argument, filter(None, arguments_found))),
    )


def _put_seen_first(shown: Sequence[Fact], sentences: Sequence[FactGroup]) -> tuple[FactGroup, ...]:
    shown_singles = frozenset(chain.from_iterable(map(_single, shown)))
    rest = []
    for fact in chain.from_iterable(sentences):
        single = {colour: _single(replace(fact, colours=(colour,))) for colour in fact.colours}
        new = tuple(colour for colour in single if not shown_singles.issuperset(single[colour]))
        if new:
            rest.append(replace(fact, colours=new, by_list=True))
    return (*grouped(shown), *grouped(rest))


def _single(fact: Fact) -> Iterator[tuple[object, ...]]:
    for colour, hole in product(fact.colours, fact.holes or (None,)):
        yield fact.kind, colour, hole, fact.count


class LikelyPeg(NamedTuple):
    """A hole where a guess has the likeliest colour: ``codes`` of the candidates have it there."""

    hole: int
    codes: int


def likely_peg(
    guess: Code, codes: Candidates, settled: Mapping[int, int] = MappingProxyType({})
) -> LikelyPeg | None:
    """Return where most candidates agree with a guess, if it has the likeliest colour of its hole.

    Left out are holes that are ``settled`` with this colour.
    """
    pegs = []
    for hole, (colour, tally) in enumerate(zip(guess, codes.tally().tolist(), strict=True)):
        is_likeliest = tally.count(max(tally)) == 1 and tally[colour] == max(tally)
        if is_likeliest and settled.get(hole) != colour:
            pegs.append(LikelyPeg(hole, tally[colour]))
    return max(pegs, key=lambda peg: peg.codes, default=None)


def move(
    game: Game, turns: Sequence[Turn], strategy: Strategy = STRATEGIES["perfect"]
) -> Choice | None:
    """Return step 3, the guess of a strategy; None if no code is left.

    The default one goes by the same figure as a review: the fewest guesses on average.
    """
    codes = candidates(game, turns)
    return strategy.choose(game, codes, turns) if codes.count else None
