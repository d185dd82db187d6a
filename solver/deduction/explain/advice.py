"""Hints in three steps, each with its reason, as data; ``text.advice`` puts them into words.

Step 1, a nudge: how many codes are left, and whether the row being built contradicts a turn.
Step 2, the reason, is one thread through the position: :func:`~solver.deduction.knowledge.thread.
find_thread` says what its data are. Step 3, a move: the best guess and how it splits what is left.

Each step is computed on its own, so a nudge costs no search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.deduction.knowledge.candidates import Candidates, candidates, contradicted
from solver.deduction.knowledge.facts import Proof
from solver.deduction.rules.game import Code, Feedback, Game, Turn, frozen
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


def nudge(game: Game, turns: Sequence[Turn], draft: Code | None = None) -> Nudge:
    """Return step 1, for a complete draft row or none. Raises CodeError for an invalid draft."""
    count = candidates(game, turns).count
    if draft is None:
        return Nudge(candidates=count, turns=len(turns))
    game.index_of(draft)
    clashes = contradicted(game, draft, turns)
    first = turns[clashes[0]] if clashes else None
    return Nudge(
        candidates=count,
        draft=draft,
        contradicts=clashes,
        turns=len(turns),
        barred_by="" if game.is_secret(draft) else game.secret_rule,
        code_feedback=game.feedback(first.code, draft) if first else None,
        row_feedback=first.feedback if first else None,
    )


def move(
    game: Game, turns: Sequence[Turn], strategy: Strategy = STRATEGIES["perfect"]
) -> Choice | None:
    """Return step 3, the guess of a strategy; None if no code is left.

    The default one goes by the same figure as a review: the fewest guesses on average.
    """
    codes = candidates(game, turns)
    return strategy.choose(game, codes, turns) if codes.count else None


MOST_QUESTIONS: Final = 2
LEAST_SHARED: Final = 0.2  # of what is open
MOST_CODES: Final = 50_000
CERTAIN: Final = 1e-9

ANYWHERE: Final = -1  # the hole of a claim that a colour is in the code

Claims = tuple[tuple[int, int], ...]  # hole (or anywhere) and colour


@dataclass(frozen=True)
class OpenQuestion:
    """A claim, or which colours not yet tried are in the code; whether any feedback settles it."""

    claims: Claims
    is_settled: bool
    is_new: bool = False


def questions(
    codes: Candidates, guess: Code, turns: Sequence[Turn] = ()
) -> tuple[OpenQuestion, ...]:
    """Return up to two questions of which the feedback to a guess shows most, and something.

    Asked is whether each peg of the guess is in place, or in the code, and of colours that no turn
    has which are in the code. They share no colour.
    """
    if not 1 < codes.count <= MOST_CODES:
        return ()
    game = codes.game
    table = codes.game.codes_at(codes.indices)
    guesses = frozen(np.array([game.index_of(guess)], np.int32))
    feedbacks = game.feedback_table(guesses, codes.indices)[0].astype(np.int64)
    feedback_bits = _bits(feedbacks)
    colours = {colour for turn in turns for colour in turn.code}
    news = tuple((ANYWHERE, colour) for colour in dict.fromkeys(guess) if colour not in colours)
    worth: dict[Claims, tuple[float, float]] = {}
    pegs = (
        ((hole, colour),) for peg in enumerate(guess) for hole, colour in (peg, (ANYWHERE, peg[1]))
    )
    for claims in dict.fromkeys((news, *pegs)):
        answers = np.zeros(len(table), np.int64)
        for hole, colour in claims:
            is_peg = table == colour
            answers = 2 * answers + (is_peg.any(axis=1) if hole == ANYWHERE else is_peg[:, hole])
        open_bits = _bits(answers)
        shared_bits = open_bits + feedback_bits - _bits((feedbacks << len(claims)) + answers)
        if shared_bits > max(LEAST_SHARED * open_bits, CERTAIN):
            worth[claims] = (shared_bits, open_bits)
    chosen: list[OpenQuestion] = []
    for claims, (shared_bits, open_bits) in sorted(worth.items(), key=lambda item: -item[1][0]):
        named_colours = {colour for question in chosen for _, colour in question.claims}
        if len(chosen) < MOST_QUESTIONS and named_colours.isdisjoint(
            colour for _, colour in claims
        ):
            is_settled = shared_bits > open_bits - CERTAIN
            chosen.append(OpenQuestion(claims, is_settled, claims == news))
    return tuple(chosen)


def _bits(values: NDArray[np.int64]) -> float:
    shares = np.unique(values, return_counts=True)[1] / len(values)
    return float(-(shares * np.log2(shares)).sum())
