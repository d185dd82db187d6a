"""What the analysis shows: the best guesses, a guess tried, and what is known of a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from solver.deduction.explain.analysis import Ranking, TriedGuess, WeighedGuess
from solver.deduction.explain.claims import ClaimState, ask_about
from solver.deduction.explain.needs import Need
from solver.deduction.faces.claims import count_claim, hole_claim
from solver.deduction.faces.face import Face
from solver.deduction.knowledge.facts import Fact
from solver.deduction.rules.game import Code, Turn
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.text.analysis import (
    CLAIM_HEADINGS,
    need_words,
    ranking_words,
    reply_words,
    tried_words,
)
from solver.deduction.text.facts import argument_words
from solver.wording import counted, decimal
from webapp.http.forms import FormError
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.mastermind.answer_sheet import Sheet
from webapp.mastermind.hint_view import show_split

# The table of the best guesses at a position, by the chosen measure.


def show_ranking(
    sheet: Sheet, face: Face, ranking: Ranking, measure: str, guess: Code | None
) -> dict[str, Any]:
    game, turns = sheet.game, sheet.turns
    has_needs = any(one.need for one in ranking.best)
    tried = "" if guess is None else game.format_code(guess)
    columns = tuple(
        {
            "name": one.name,
            "title": one.title,
            "url": address_of(game, turns, guess=tried, by=by_query(one.name)),
            "is_chosen": one.name == ranking.measure,
        }
        for one in MEASURES.values()
        if one.name != NEED.name or has_needs
    )
    best = tuple(
        {
            "pegs": face.pegs(one.guess),
            "words": face.code_words(one.guess),
            "url": address_of(game, turns, guess=game.format_code(one.guess), by=by_query(measure)),
            "can_be_code": one.can_be_code,
            "is_tried": one.guess == guess,
            "figures": tuple(_figures(one, has_needs)),
            "most": f"{one.need.most}" if one.need else "",
        }
        for one in ranking.best
    )
    return {"columns": columns, "best": best, "sentences": ranking_words(ranking)}


def _figures(one: WeighedGuess, has_needs: bool) -> Iterator[str]:
    split = one.split
    if has_needs:
        yield decimal(one.need.mean) if one.need else "?"
    mean = float(split.expected_size)
    yield f"{mean:,.1f}" if mean < 1000 else f"{mean:,.0f}"
    yield f"{split.largest:,}"
    yield f"{split.parts}"
    yield f"{split.bits:.2f}"


def status_words(face: Face, tried: TriedGuess | None) -> str:
    if tried is None:
        return ""
    split = tried.weighed.split
    code = face.code_words(tried.weighed.guess)
    return (
        f"{code}: {counted(split.parts, 'outcome')}, at most {counted(split.largest, 'code')} left."
    )


def show_tried(
    sheet: Sheet, face: Face, tried: TriedGuess, measure: str, least: Need | None
) -> dict[str, Any]:
    guess, sizes = tried.weighed.guess, tried.weighed.split.sizes
    urls = tuple(
        address_of(sheet.game, (*sheet.turns, Turn(guess, answer)), by=by_query(measure))
        for answer in sheet.game.feedbacks
    )
    steps = tuple(_steps(face, tried, urls))
    return {
        "pegs": face.pegs(guess),
        "words": face.code_words(guess),
        "text": sheet.game.format_code(guess),
        "sentences": tried_words(sheet.game, tried, least),
        "split": show_split(face, sizes),
        "steps": steps,
        "has_needs": any(step["need"] for step in steps),
        "urls": urls,
    }


def _steps(face: Face, tried: TriedGuess, urls: Sequence[str]) -> Iterator[dict[str, Any]]:
    for number, size in enumerate(tried.weighed.split.sizes):
        if size:
            answer, left = face.show(face.game.feedbacks[number]), counted(size, "code")
            need = tried.needs.get(number)
            if number == face.game.won:
                short = long = "found"
            else:
                short, long = _short_words(need), need_words(need, "more guess") if need else ""
            words = ", ".join(filter(None, [f"{answer.words}: {left}", long]))
            yield {
                "url": urls[number],
                "answer": answer,
                "left": left,
                "need": short,
                "words": words,
            }


def _short_words(need: Need | None) -> str:
    """Say what is needed, for narrow places.

    >>> _short_words(Need(4, 8, 3)), _short_words(Need(1, 1, 1))
    ('2.00, at most 3', '1 more')
    """
    if need is None:
        return ""
    return f"{decimal(need.mean)}, at most {need.most}" if need.codes > 1 else "1 more"


# A question about the code, as its form sends it, and its answer.


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


def answer_claim(form: Any, face: Face, turns: tuple[Turn, ...]) -> dict[str, Any]:
    """Return the answer to a form's question about the code after the turns.

    It names ``rows``, and has an ``example`` for which the claim holds once it is asked for;
    ``steps`` say what each of three rows or more adds. Raises CodeError and FormError.
    """
    reply = ask_about(face.game, turns, claim_in(form, face))
    about, with_example = form.get("example") or form["about"], "example" in form
    is_code = not isinstance(reply.claim, Fact)
    example = () if is_code or reply.example is None else reply.example
    shown = with_example and bool(example)
    return {
        "about": about,
        "heading": CLAIM_HEADINGS[reply.state],
        "look": LOOKS.get(reply.state, ""),
        "words": reply_words(
            reply, face.name_of, face.terms, lambda answer: face.show(answer).words
        ),
        "rows": frozenset(row + 1 for row in reply.proof),
        "has_example": bool(example) and not with_example,
        "example": face.pegs(example) if shown else (),
        "example_words": face.code_words(example) if shown else "",
        "draft": face.draft_of(example) if shown else "",
        "steps": tuple(argument_words(reply.argument, face.name_of, face.terms)),
        "is_known": reply.state is not ClaimState.NO_CODE,
    }
