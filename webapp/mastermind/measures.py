"""The page that explains the measures of guesses, and the scales of a review.

Its example is a position at which each measure has a different best guess.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log2
from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from solver.deduction.explain.analysis import WeighedGuess, rank, try_guess
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import Split
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.strategies.registry import OFFERED
from solver.wording import decimal
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.mastermind.board_view import BoardRow, played_rows
from webapp.mastermind.hint_view import ShownSplit, show_split

GAME: Final = "classic"
ROWS: Final = ("1122:0,1", "3345:1,2")


@dataclass(frozen=True, kw_only=True)
class MeasuredGuess:
    title: str
    pegs: Pegs
    words: str
    url: str
    figures: tuple[tuple[str, bool], ...]
    split: ShownSplit
    urls: tuple[str, ...]
    sum: str
    figure: str


@dataclass(frozen=True, kw_only=True)
class ShownExample:
    url: str
    rows: tuple[BoardRow, ...]
    codes: int
    most_bits: str
    guesses: dict[str, MeasuredGuess]


@cache
def show_example() -> ShownExample:
    game = game_named(GAME)
    face, turns = face_of(game), tuple(map(game.parse_turn, ROWS))
    best = {name: rank(game, turns, name, most=1).best[0] for name in MEASURES}
    least = {name: _value(name, guess) for name, guess in best.items()}
    return ShownExample(
        url=address_of(game, turns),
        rows=played_rows(face, turns, (None,) * len(turns)),
        codes=best["guesses"].split.total,
        most_bits=f"{log2(best['guesses'].split.total):.2f}",
        guesses={name: _guess(face, turns, name, guess, least) for name, guess in best.items()},
    )


def _guess(
    face: Face,
    turns: tuple[Turn, ...],
    measure: str,
    best: WeighedGuess,
    least: dict[str, Fraction | float],
) -> MeasuredGuess:
    guess = try_guess(face.game, turns, best.guess).weighed
    text = face.game.format_code(guess.guess)
    return MeasuredGuess(
        title=MEASURES[measure].title,
        pegs=face.pegs(guess.guess),
        words=face.code_words(guess.guess),
        url=address_of(face.game, turns, guess=text, by=by_query(measure)),
        figures=tuple(
            (_text(name, guess), _value(name, guess) == least[name]) for name in MEASURES
        ),
        split=show_split(face, guess.split.sizes),
        urls=tuple(
            address_of(face.game, (*turns, Turn(guess.guess, feedback)))
            for feedback in face.game.feedbacks
        ),
        sum=_sum_words(measure, guess.split),
        figure=_text(measure, guess),
    )


def _value(measure: str, guess: WeighedGuess) -> Fraction | float:
    if measure == "guesses" and guess.need:
        return guess.need.mean
    return MEASURES[measure].of(guess.split)


def _text(measure: str, guess: WeighedGuess) -> str:
    value = abs(float(_value(measure, guess)))
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
