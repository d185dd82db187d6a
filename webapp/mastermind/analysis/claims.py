"""Questions about the code: a claim as its form sends it, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.faces.claims import count_claim, hole_claim
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text.analysis import CLAIM_HEADINGS, reply_words
from solver.deduction.text.facts import argument_words
from webapp.http.forms import FormError

LOOKS: Final = {ClaimState.IMPOSSIBLE: "no", ClaimState.NO_CODE: "no", ClaimState.CERTAIN: "yes"}


def claim_in(form: Any, face: Face) -> Code | Fact:
    """Return the claim of a form, by what it is ``about``. Raises CodeError and FormError."""
    match form.get("example") or form.get("about"):
        case "code":
            return face.game.parse_code(form.get("code") or form.get("guess", ""))
        case "hole":
            return hole_claim(face, _number(form, "hole"), form.get("value", ""))
        case "count":
            is_exact = form.get("how") == "exactly"
            return count_claim(face, _number(form, "count"), form.getlist("of"), is_exact=is_exact)
    raise FormError("Choose what to ask about.")


def _number(form: Mapping[str, str], field: str) -> int:
    text = form.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise FormError("Choose a number.")
    return int(text)


@dataclass(frozen=True, kw_only=True)
class ShownReply:
    """The answer to a question about the code.

    It names ``rows``, and has an ``example`` for which the claim holds once it is asked for;
    ``steps`` say what each of three rows or more adds.
    """

    about: str
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


def answer_claim(form: Any, face: Face, turns: tuple[Turn, ...]) -> ShownReply:
    """Answer a form's question about the code after the turns. Raises CodeError and FormError."""
    reply = ask_about(face.game, turns, claim_in(form, face))
    about, with_example = form.get("example") or form["about"], "example" in form
    is_code = not isinstance(reply.claim, Fact)
    example = () if is_code or reply.example is None else reply.example
    has_shown_example = with_example and bool(example)
    return ShownReply(
        about=about,
        heading=CLAIM_HEADINGS[reply.state],
        look=LOOKS.get(reply.state, ""),
        words=reply_words(reply, face.name_of, face.terms, lambda keys: face.show(keys).words),
        rows=frozenset(row + 1 for row in reply.proof),
        has_example=bool(example) and not with_example,
        example=face.pegs(example) if has_shown_example else (),
        example_words=face.code_words(example) if has_shown_example else "",
        draft=face.draft_of(example) if has_shown_example else "",
        steps=tuple(argument_words(reply.argument, face.name_of, face.terms)),
        is_known=reply.state is not ClaimState.NO_CODE,
    )
