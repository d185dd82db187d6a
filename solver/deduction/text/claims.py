"""What is known of a claim about the code, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from solver.deduction.explain.claims import ClaimReply, ClaimState
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Answer, Terms
from solver.deduction.text.diagnosis import conflict_words
from solver.deduction.text.facts import TERMS, Names, claim_words, plain_name, rows_words
from solver.wording import counted

#: The answer in a few words, above its reason.
CLAIM_HEADINGS: Final = {
    ClaimState.IMPOSSIBLE: "Impossible",
    ClaimState.POSSIBLE: "Possible so far",
    ClaimState.CERTAIN: "Certain",
    ClaimState.NO_CODE: "The rows conflict",
}


def reply_words(
    reply: ClaimReply,
    names: Names = plain_name,
    terms: Terms = TERMS,
    answers: Callable[[Answer], str] = str,
) -> str:
    """Say what is known of a claim, with the rows that show it; ``answers`` words an answer.

    >>> from solver.deduction.explain.claims import ask_about
    >>> from solver.deduction.games import game_named
    >>> game = game_named("classic")
    >>> turns = (game.parse_turn("1122:0,1"), game.parse_turn("3344:2,0"))
    >>> reply_words(ask_about(game, turns, (0, 0, 2, 2)), answers=game.format_answer)
    'If it were the code, row 1 would have scored 2,0, not 0,1.'
    """
    if reply.state is ClaimState.NO_CODE:
        return conflict_words(reply.proof)
    if not isinstance(reply.claim, Fact):
        return _code_words(reply, answers)
    claim = f"“{claim_words((reply.claim,), names, terms)}”"
    every = {ClaimState.IMPOSSIBLE: "No code", ClaimState.CERTAIN: "Every code"}
    if reply.state in every:
        which = f"that fits {rows_words(reply.proof)}" if reply.proof else "of this game"
        return f"{every[reply.state]} {which} matches {claim}."
    match = "matches" if reply.holding == 1 else "match"
    return f"{reply.holding:,} of the {counted(reply.total, 'possible code')} {match} {claim}."


def _code_words(reply: ClaimReply, answers: Callable[[Answer], str]) -> str:
    if reply.state is ClaimState.CERTAIN:
        return "It’s the only possible code left."
    if reply.state is ClaimState.POSSIBLE:
        return f"It’s one of the {counted(reply.total, 'possible code')}."
    if reply.instead is None or reply.given is None:
        return "The rules of this game don’t allow it as the code."
    would, was = answers(reply.instead), answers(reply.given)
    return f"If it were the code, {rows_words(reply.proof)} would have scored {would}, not {was}."
