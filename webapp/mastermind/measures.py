"""The page that explains the measures of guesses, and the scales of a review.

Its example is a position at which each measure has a different best guess.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import log2
from typing import Any, Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from solver.deduction.explain.analysis import WeighedGuess, rank, try_guess
from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import Split
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.strategies.registry import OFFERED
from solver.wording import decimal
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.mastermind.hint_view import show_split

GAME: Final = "classic"
ROWS: Final = ("1122:0,1", "3345:1,2")


@cache
def show_example() -> dict[str, Any]:
    game = game_named(GAME)
    face, turns = face_of(game), tuple(map(game.parse_turn, ROWS))
    best = {name: rank(game, turns, name, most=1).best[0] for name in MEASURES}
    least = {name: _value(name, one) for name, one in best.items()}
    return {
        "url": address_of(game, turns),
        "rows": tuple(_row(face, turn) for turn in turns),
        "left": best["guesses"].split.total,
        "most_bits": f"{log2(best['guesses'].split.total):.2f}",
        "titles": tuple(measure.title for measure in MEASURES.values()),
        "guesses": {name: _guess(face, turns, name, one, least) for name, one in best.items()},
    }


def _row(face: Face, turn: Turn) -> dict[str, Any]:
    answer = face.show(turn.feedback)
    return {
        "pegs": face.pegs(turn.code),
        "answer": answer,
        "words": f"{face.code_words(turn.code)}: {answer.words}",
    }


def _guess(
    face: Face,
    turns: tuple[Turn, ...],
    measure: str,
    best: WeighedGuess,
    least: dict[str, Fraction | float],
) -> dict[str, Any]:
    one = try_guess(face.game, turns, best.guess).weighed
    text = face.game.format_code(one.guess)
    return {
        "title": MEASURES[measure].title,
        "pegs": face.pegs(one.guess),
        "words": face.code_words(one.guess),
        "can_be_code": one.can_be_code,
        "url": address_of(face.game, turns, guess=text, by=by_query(measure)),
        "figures": tuple(
            {"text": _text(name, one), "is_best": _value(name, one) == least[name]}
            for name in MEASURES
        ),
        "split": show_split(face, one.split.sizes),
        "urls": tuple(
            address_of(face.game, (*turns, Turn(one.guess, answer)))
            for answer in face.game.feedbacks
        ),
        "sum": _sum_words(measure, one.split),
        "figure": _text(measure, one),
    }


def _value(measure: str, one: WeighedGuess) -> Fraction | float:
    if measure == "guesses" and one.need:
        return one.need.mean
    return MEASURES[measure].of(one.split)


def _text(measure: str, one: WeighedGuess) -> str:
    value = abs(float(_value(measure, one)))
    return f"{value:.0f}" if measure in ("worst", "answers") else decimal(value)


def _sum_words(measure: str, split: Split) -> str:
    """Write out the calculation of a split's figure if that is a sum over its groups."""
    of = Counter(size for size in split.sizes if size)
    sizes = sorted(of.items(), reverse=True)
    if measure == "average":
        terms = (_product(count, f"{size} × {size}") for size, count in sizes)
        return f"({' + '.join(terms)}) ÷ {split.total} = {decimal(split.expected_size)}"
    if measure == "bits":
        terms = (
            _product(count, f"{size}/{split.total} × {log2(split.total / size):.2f}")
            for size, count in sizes
        )
        return f"{' + '.join(terms)} = {split.bits:.2f}"
    return ""


def _product(count: int, term: str) -> str:
    return term if count == 1 else f"{count} × {term}"


blueprint = Blueprint("measures", __name__, url_prefix="/mastermind/measures")


@blueprint.get("/")
def measures() -> ResponseReturnValue:
    return render_template(
        "mastermind/measures/measures.html", shown=show_example(), strategies=OFFERED
    )
