"""The table of the best guesses at a position, by the measure that was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.deduction.explain.analysis import Ranking, WeighedGuess
from solver.deduction.explain.needs import Need
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.rules.game import Code
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.text.analysis import ranking_words
from webapp.mastermind.analysis.position import address_of, by_query
from webapp.mastermind.answer_sheet import Sheet


@dataclass(frozen=True)
class MeasureLink:
    """A column of the table, and the address that sorts by it."""

    name: str
    title: str
    url: str
    is_chosen: bool


@dataclass(frozen=True)
class ListedGuess:
    """A guess of the table: what it is, the address that tries it, and its figures by measure."""

    pegs: Pegs
    words: str
    url: str
    can_be_code: bool
    is_tried: bool
    figures: tuple[str, ...]
    most: str


@dataclass(frozen=True)
class ShownRanking:
    """The best guesses."""

    columns: tuple[MeasureLink, ...]
    best: tuple[ListedGuess, ...]
    sentences: tuple[str, ...]


def show_ranking(
    sheet: Sheet, face: Face, ranking: Ranking, measure: str, guess: Code | None
) -> ShownRanking:
    game, turns = sheet.game, sheet.turns
    has_needs = any(one.need for one in ranking.best)
    tried = "" if guess is None else game.format_code(guess)
    columns = tuple(
        MeasureLink(
            one.name,
            one.title,
            address_of(game, turns, guess=tried, by=by_query(one.name)),
            one.name == ranking.measure,
        )
        for one in MEASURES.values()
        if one.name != NEED.name or has_needs
    )
    best = tuple(
        ListedGuess(
            face.pegs(one.guess),
            face.code_words(one.guess),
            address_of(game, turns, guess=game.format_code(one.guess), by=by_query(measure)),
            one.can_be_code,
            one.guess == guess,
            tuple(_figures(one, has_needs)),
            _most(one.need),
        )
        for one in ranking.best
    )
    return ShownRanking(columns, best, ranking_words(ranking))


def _figures(one: WeighedGuess, has_needs: bool) -> Iterator[str]:
    """Yield the figures of a guess in the order of the measures."""
    split = one.split
    if has_needs:
        yield f"{float(one.need.mean):.2f}" if one.need else "?"
    mean = float(split.expected_size)
    yield f"{mean:,.1f}" if mean < 1000 else f"{mean:,.0f}"
    yield f"{split.largest:,}"
    yield f"{split.parts}"
    yield f"{split.bits:.2f}"


def _most(need: Need | None) -> str:
    return f"{need.most}" if need else ""
