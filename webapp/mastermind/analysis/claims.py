"""Questions about the code: a claim as its form sends it, and what is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.faces.claims import read_claim
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text.analysis import CLAIM_HEADINGS, reply_words
from solver.deduction.text.thread import steps_words
from webapp.http.forms import FormError

ROW: Final = "row"  # asks about the row being built
MOST_TEXT: Final = 200
LOOKS: Final = {ClaimState.IMPOSSIBLE: "no", ClaimState.NO_CODE: "no", ClaimState.CERTAIN: "yes"}


def claim_in(form: Mapping[str, str], face: Face) -> Code | Fact:
    """Return what a form asks about: a claim in words, or its row. Raises CodeError, FormError."""
    text = form.get("example") or form.get("note") or form.get("ask")
    if not text:
        raise FormError("Choose what to ask about.")
    if text == ROW:
        return face.game.parse_code(form.get("code") or form.get("guess", ""))
    return read_claim(face, text[:MOST_TEXT])


@dataclass(frozen=True, kw_only=True)
class ShownReply:
    """The answer to a question about the code.

    It names ``rows``, and has an ``example`` for which the claim holds once it is asked for;
    ``steps`` are the lines of a thread to it.
    """

    ask: str
    heading: str
    look: str
    words: str
    rows: frozenset[int]
    has_example: bool
    example: Pegs
    example_words: str
    draft: str
    steps: tuple[str, ...]
    is_known: bool


def answer_claim(form: Mapping[str, str], face: Face, turns: tuple[Turn, ...]) -> ShownReply:
    """Answer a form's question about the code after the turns. Raises CodeError and FormError."""
    reply = ask_about(face.game, turns, claim_in(form, face))
    with_example = "example" in form
    is_code = not isinstance(reply.claim, Fact)
    example = () if is_code or reply.example is None else reply.example
    has_shown_example = with_example and bool(example)
    return ShownReply(
        ask=form.get("example") or form["ask"],
        heading=CLAIM_HEADINGS[reply.state],
        look=LOOKS.get(reply.state, ""),
        words=reply_words(face.game, reply, face.name_of, lambda keys: face.show(keys).words),
        rows=frozenset(row + 1 for row in reply.proof),
        has_example=bool(example) and not with_example,
        example=face.pegs(example) if has_shown_example else (),
        example_words=face.code_words(example) if has_shown_example else "",
        draft=face.draft_of(example) if has_shown_example else "",
        steps=steps_words(reply.thread, turns, face.name_of, face.terms),
        is_known=reply.state is not ClaimState.NO_CODE,
    )
