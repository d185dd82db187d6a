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
from types import MappingProxyType
from typing import Final

import numpy as np

from solver.deduction.knowledge.arguments import Argument, Arguments
from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.choice import FactGroup, choose
from solver.deduction.knowledge.code_table import table_of
from solver.deduction.knowledge.contradictions import smallest_conflict
from solver.deduction.knowledge.exclusions import Proof
from solver.deduction.knowledge.facts import Fact, grouped, prove
from solver.deduction.knowledge.verifier import Verifier
from solver.deduction.rules.game import Answer, Code, Game, Turn
from solver.deduction.strategies.registry import STRATEGIES
from solver.deduction.strategies.strategy import Choice, Strategy

STANDS_OUT: Final = 1.25


@dataclass(frozen=True, kw_only=True)
class Nudge:
    """Step 1: the number of codes left, and the turns that a draft row contradicts.

    ``turns`` counts the answers that a draft could contradict. ``code_feedback`` is what the first
    contradicted answer would have been, and ``row_feedback`` what it was. If the draft can't
    be the code whatever the answers, ``barred_by`` is the rule that says so.
    """

    candidates: int
    draft: Code | None = None
    contradicts: Proof = ()
    turns: int = 0
    barred_by: str = ""
    code_feedback: Answer | None = None
    row_feedback: Answer | None = None


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

    ``facts`` are in the order to show them. If next to nothing is proved despite an answer,
    ``counts`` holds the fewest and most pegs possible of each colour, and ``likeliest`` what is
    likeliest. If no candidate is left, ``contradiction`` holds turns whose answers can't all be
    true, all of them needed. ``complete`` says whether every simple fact was looked for; on the
    largest boards the search is bounded. ``arguments`` say what each row adds, for sentences that
    rest on several rows; the others are found by listing the codes.
    """

    candidates: int
    turns: int
    facts: tuple[Fact, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    likeliest: LikeliestPeg | None = None
    contradiction: Proof = ()
    complete: bool = True
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
    """Return step 2. Raises ValueError above 60 turns.

    Facts seen in the feedback itself (``shown_facts``, as :meth:`Face.shown_facts` finds them)
    come first; what else is proved needs the list of codes as well.
    """
    codes = candidates(game, turns)
    if not codes.count:
        return Reasons(0, len(turns), contradiction=smallest_conflict(game, turns))
    proof, verifier = prove(game, turns), Verifier(game, turns)
    simple = tuple(filter(verifier.passes, grouped(proof.facts)))
    if shown_facts := tuple(fact for fact in shown_facts if verifier.passes((fact,))):
        sentences = _put_seen_first(shown_facts, simple)
    elif codes.count > 1:
        sentences = tuple(filter(verifier.passes, choose(table_of(game, turns), turns, simple)))
    else:
        sentences = simple
    arguments = Arguments(game, turns)
    shortest = sorted(sentences, key=lambda group: len(group[0].proof))  # more of them in the time
    arguments_found = (arguments.find(group, group[0].proof) for group in shortest)
    full_reasons = Reasons(
        codes.count,
        len(turns),
        tuple(chain.from_iterable(sentences)),
        complete=proof.complete,
        arguments=tuple(filter(verifier.passes_argument, filter(None, arguments_found))),
    )
    if len(sentences) > 1 or codes.count == 1 or not turns:
        return full_reasons
    return replace(full_reasons, counts=codes.count_ranges(), likeliest=likeliest_peg(codes))


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


def likeliest_peg(
    codes: Candidates,
    row: Mapping[int, int] = MappingProxyType({}),
    codes_after_turns: Iterable[Candidates] = (),
) -> LikeliestPeg | None:
    """Return where the candidates agree most, if that stands out; there must be at least one.

    Left out are holes that a player has filled so in a ``row``, by hole, and those that one turn
    settles: ``codes_after_turns`` are the candidates after each.
    """
    tallies = codes.tally()
    for turn_codes in codes_after_turns:
        tallies[(turn_codes.tally() == turn_codes.count).any(axis=1)] = 0
    for hole, colour in row.items():
        if tallies[hole, colour] == tallies[hole].max():
            tallies[hole] = 0
    hole, colour = (int(i) for i in np.unravel_index(tallies.argmax(), tallies.shape))
    votes = int(tallies[hole, colour])
    *_, second = sorted(tallies[hole].tolist())[:-1]
    is_alone = (tallies == votes).sum() == 1 and votes >= STANDS_OUT * second
    return (
        LikeliestPeg(hole, colour, votes) if votes and (is_alone or votes == codes.count) else None
    )


def move(
    game: Game, turns: Sequence[Turn], strategy: Strategy = STRATEGIES["perfect"]
) -> Choice | None:
    """Return step 3, the guess of a strategy; None if no code is left.

    The default one goes by the same figure as a review: the fewest guesses on average.
    """
    codes = candidates(game, turns)
    return strategy.choose(game, codes, turns) if codes.count else None
