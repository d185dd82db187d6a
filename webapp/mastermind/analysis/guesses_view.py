"""Guesses at a position: the best ones by the chosen measure, and one that is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from solver.deduction.explain.analysis import Ranking, TriedGuess, WeighedGuess
from solver.deduction.explain.needs import Need
from solver.deduction.faces.face import Face, Pegs, ShownFeedback
from solver.deduction.rules.game import Code, Turn
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.text.analysis import guess_words, need_words, ranking_words
from solver.wording import counted, decimal
from webapp.mastermind.analysis.position import OpenedPosition
from webapp.mastermind.pile_table import PileTable, show_piles


class MeasureColumn(NamedTuple):
    name: str
    title: str
    url: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class RankedGuess:
    pegs: Pegs
    words: str
    url: str
    can_be_code: bool
    is_tried: bool
    figures: tuple[str, ...]
    most: str


class ShownRanking(NamedTuple):
    columns: tuple[MeasureColumn, ...]
    best: tuple[RankedGuess, ...]
    sentences: tuple[str, ...]


class OutcomeStep(NamedTuple):
    """What a guess leaves after one outcome."""

    url: str
    feedback: ShownFeedback
    codes: str
    need: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ShownTrial:
    pegs: Pegs
    words: str
    text: str
    sentences: tuple[str, ...]
    piles: PileTable
    steps: tuple[OutcomeStep, ...]
    urls: tuple[str, ...]

    @property
    def has_needs(self) -> bool:
        return any(step.need for step in self.steps)


def show_ranking(place: OpenedPosition, ranking: Ranking, guess: Code | None) -> ShownRanking:
    game = place.game
    face = place.face
    has_needs = any(guess.need for guess in ranking.best)
    tried = "" if guess is None else game.format_code(guess)
    columns = tuple(
        MeasureColumn(
            name=measure.name,
            title=measure.title,
            url=replace(place, measure=measure.name).address(guess=tried),
            is_chosen=measure.name == ranking.measure,
        )
        for measure in MEASURES.values()
        if measure.name != NEED.name or has_needs
    )
    best = tuple(
        RankedGuess(
            pegs=face.pegs(best_guess.guess),
            words=face.code_words(best_guess.guess),
            url=place.address(guess=game.format_code(best_guess.guess)),
            can_be_code=best_guess.can_be_code,
            is_tried=best_guess.guess == guess,
            figures=tuple(_figures(best_guess, has_needs)),
            most=f"{best_guess.need.most}" if best_guess.need else "",
        )
        for best_guess in ranking.best
    )
    return ShownRanking(columns, best, ranking_words(ranking, face.terms))


def _figures(guess: WeighedGuess, has_needs: bool) -> Iterator[str]:
    split = guess.split
    if has_needs:
        yield decimal(guess.need.mean) if guess.need else "?"
    mean = float(split.expected_size)
    yield f"{mean:,.1f}" if mean < 1000 else f"{mean:,.0f}"
    yield f"{split.largest:,}"
    yield f"{split.outcomes}"
    yield f"{split.bits:.2f}"


def show_tried(place: OpenedPosition, tried: TriedGuess, least: Need | None) -> ShownTrial:
    guess = tried.weighed.guess
    game = place.game
    face = place.face
    turns = place.turns
    urls = tuple(place.address((*turns, Turn(guess, feedback))) for feedback in game.feedbacks)
    return ShownTrial(
        pegs=face.pegs(guess),
        words=face.code_words(guess),
        text=game.format_code(guess),
        sentences=guess_words(game, tried, least),
        piles=show_piles(face, tried.weighed.split),
        steps=tuple(_steps(face, tried, urls)),
        urls=urls,
    )


def _steps(face: Face, tried: TriedGuess, urls: Sequence[str]) -> Iterator[OutcomeStep]:
    for number, size in enumerate(tried.weighed.split.sizes):
        if size:
            feedback = face.show(face.game.feedbacks[number])
            codes = counted(size, face.terms.code)
            need = tried.needs.get(number)
            if number == face.game.won:
                short = long = "found"
            else:
                short, long = _short_words(need), need_words(need, "more guess") if need else ""
            words = ", ".join(filter(None, [f"{feedback.words}: {codes}", long]))
            yield OutcomeStep(urls[number], feedback, codes, short, words)


def _short_words(need: Need | None) -> str:
    """Say what is needed, for narrow places.

    >>> _short_words(Need(4, 8, 3)), _short_words(Need(1, 1, 1))
    ('2.00, at most 3', '1 more')
    """
    if need is None:
        return ""
    return f"{decimal(need.mean)}, at most {need.most}" if need.codes > 1 else "1 more"
