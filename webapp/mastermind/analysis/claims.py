"""Questions about the code: a claim as its form sends it, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.faces.claims import read_claim
from solver.deduction.faces.face import Face
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text.analysis import CLAIM_HEADINGS, reply_words
from solver.deduction.text.arguments import argument_words
from webapp.http.forms import FormError

ROW: Final = "row"  # asks about the row being built
MOST_TEXT: Final = 200
LOOKS: Final = {ClaimState.IMPOSSIBLE: "no", ClaimState.NO_CODE: "no", ClaimState.CERTAIN: "yes"}


def claim_in(form: Mapping[str, str], face: Face) -> Code | Fact:
    """Return what a form asks about: a claim in words, or its row. Raises CodeError, FormError."""
    text = form.get("note") or form.get("ask")
    if not text:
        raise FormError("Choose what to ask about.")
    if text == ROW:
        return face.game.parse_code(form.get("code") or form.get("guess", ""))
    return read_claim(face, text[:MOST_TEXT])


@dataclass(frozen=True, kw_only=True)
class ShownReply:
    """The answer to a question about the code, by ``rows``.

    ``steps`` say what each of three rows or more adds.
    """

    heading: str
    look: str
    words: str
    rows: frozenset[int]
    steps: tuple[str, ...]
    is_known: bool


def answer_claim(form: Mapping[str, str], face: Face, turns: tuple[Turn, ...]) -> ShownReply:
    """Answer a form's question about the code after the turns. Raises CodeError and FormError."""
    reply = ask_about(face.game, turns, claim_in(form, face))
    return ShownReply(
        heading=CLAIM_HEADINGS[reply.state],
        look=LOOKS.get(reply.state, ""),
        words=reply_words(reply, face.name_of, face.terms, lambda keys: face.show(keys).words),
        rows=frozenset(row + 1 for row in reply.proof),
        steps=tuple(argument_words(reply.argument, face.name_of, face.terms)),
        is_known=reply.state is not ClaimState.NO_CODE,
    )
