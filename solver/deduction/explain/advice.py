"""Hints in three steps, each with its reason, as data; ``text.advice`` puts them into words.

Step 1, a nudge: how many codes are left, and whether the row being built contradicts a turn.
Step 2, the reason, is one thread through the position: :func:`~solver.deduction.knowledge.thread.
find_thread` says what its data are. Step 3, a move: the best guess and how it splits what is left.

Each step is computed on its own, so a nudge costs no search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.knowledge.exclusions import Proof
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


def move(
    game: Game, turns: Sequence[Turn], strategy: Strategy = STRATEGIES["perfect"]
) -> Choice | None:
    """Return step 3, the guess of a strategy; None if no code is left.

    The default one goes by the same figure as a review: the fewest guesses on average.
    """
    codes = candidates(game, turns)
    return strategy.choose(game, codes, turns) if codes.count else None
