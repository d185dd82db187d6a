"""The page that explains the measures of guesses, and the scales of a review.

Its example is a position at which each measure has a different best guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log2
from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from solver.deduction.explain.analysis import WeighedGuess, rank, try_guess
from solver.deduction.faces.face import Face, Pegs, ShownAnswer
from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.partition import Split
from solver.deduction.rules.game import Turn
from solver.deduction.strategies.measures import MEASURES
from solver.deduction.strategies.registry import OFFERED
from solver.wording import decimal
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.mastermind.hint_view import ShownSplit, show_split

GAME: Final = "classic"
ROWS: Final = ("1122:0,1", "3345:1,2")


@dataclass(frozen=True)
class ExampleRow:
    pegs: Pegs
    answer: ShownAnswer
    words: str


@dataclass(frozen=True)
class MeasureFigure:
    text: str
    is_best: bool


@dataclass(frozen=True)
class ExampleGuess:
    """The best guess by one measure, with its figures by all of them, and its split drawn.

    ``urls`` are the positions after each answer; ``sum`` shows how its figure is calculated, if it
    is a sum.
    """

    title: str
    pegs: Pegs
    words: str
    can_be_code: bool
    url: str
    figures: tuple[MeasureFigure, ...]
    split: ShownSplit
    urls: tuple[str, ...]
    sum: str
    figure: str


@dataclass(frozen=True)
class MeasureExample:
    """The position, with the best guess by each measure; ``most_bits`` is all there is to learn."""

    url: str
    rows: tuple[ExampleRow, ...]
    left: int
    most_bits: str
    titles: tuple[str, ...]
    guesses: Mapping[str, ExampleGuess]


@cache
def show_example() -> MeasureExample:
    game = game_named(GAME)
    face, turns = face_of(game), tuple(map(game.parse_turn, ROWS))
    best = {name: rank(game, turns, name, most=1).best[0] for name in MEASURES}
    least = {name: _value(name, one) for name, one in best.items()}
    return MeasureExample(
        address_of(game, turns),
        tuple(_row(face, turn) for turn in turns),
        best["guesses"].split.total,
        f"{log2(best['guesses'].split.total):.2f}",
        tuple(measure.title for measure in MEASURES.values()),
        {name: _guess(face, turns, name, one, least) for name, one in best.items()},
    )


def _row(face: Face, turn: Turn) -> ExampleRow:
    answer = face.show(turn.feedback)
    return ExampleRow(face.pegs(turn.code), answer, f"{face.code_words(turn.code)}: {answer.words}")


def _guess(
    face: Face,
    turns: tuple[Turn, ...],
    measure: str,
    best: WeighedGuess,
    least: dict[str, Fraction | float],
) -> ExampleGuess:
    one = try_guess(face.game, turns, best.guess).weighed
    text = face.game.format_code(one.guess)
    return ExampleGuess(
        MEASURES[measure].title,
        face.pegs(one.guess),
        face.code_words(one.guess),
        one.can_be_code,
        address_of(face.game, turns, guess=text, by=by_query(measure)),
        tuple(
            MeasureFigure(_text(name, one), _value(name, one) == least[name]) for name in MEASURES
        ),
        show_split(face, one.split.sizes),
        tuple(
            address_of(face.game, (*turns, Turn(one.guess, answer)))
            for answer in face.game.feedbacks
        ),
        _sum_words(measure, one.split),
        _text(measure, one),
    )


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
