"""What the analysis shows: a position, its best guesses, a guess tried, rows that contradict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from urllib.parse import urljoin

from flask import request

from solver.deduction.explain.analysis import Ranking, TriedGuess, WeighedGuess
from solver.deduction.faces.face import Face, ShownFeedback
from solver.deduction.rules.game import Code, Terms, Turn
from solver.deduction.strategies.measures import MEASURES, NEED, Measure
from solver.deduction.strategies.perfect import Need
from solver.deduction.text.analysis import guess_words, least_words, need_words, ranking_words
from solver.wording import decimal, plural
from webapp.http.pending import result_or_none
from webapp.mastermind import board_view, correction_view, feedback_sheet, pile_table
from webapp.mastermind.analysis import position
from webapp.mastermind.analysis.position import OpenedPosition
from webapp.mastermind.correction_view import ShownAlternative, ShownConflict


@dataclass(frozen=True)
class RowEntry:
    """What a page's address says of a row being written.

    ``row`` is the row that it changes, 0 for a new one; ``guess`` is tried; ``feedback`` are the
    fields chosen; ``problem`` says why it isn't a row.
    """

    text: str = ""
    row: int = 0
    guess: Code | None = None
    feedback: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class ShownPosition(board_view.ShownBoard):
    """A position as its page shows it.

    ``back`` is its address without its last row. ``edited`` is the row being changed. ``asked`` is
    the address to ask again while something is worked out. ``untrue`` says what is possible if one
    row is wrong, ``notation`` how the rows were read.
    """

    place: OpenedPosition
    headline: str
    edited: int
    can_write: bool
    fields: board_view.FeedbackFields
    back: str
    chosen_options: tuple[tuple[str, str], ...]
    link: str
    notation: str
    needed: str = ""
    untrue: str = ""
    ranking: ShownRanking | None = None
    tried: ShownTrial | None = None
    conflict: ShownConflict | None = None
    ways: Mapping[int, tuple[tuple[ShownAlternative, str], ...]] = field(default_factory=dict)
    asked: str = ""


NO_ENTRY: Final = RowEntry()


def show_position(place: OpenedPosition, entry: RowEntry = NO_ENTRY) -> ShownPosition:
    page = _show_rows(place, entry)
    if place.sheet.is_contradiction:
        return _show_conflict(page, place)
    return page if place.sheet.found else _show_guesses(page, place, entry)


def _show_rows(place: OpenedPosition, entry: RowEntry) -> ShownPosition:
    sheet = place.sheet
    face = place.face
    turns = place.turns
    row_draft = board_view.draft_of(face, entry.text)
    can_write = entry.row > 0 or not (sheet.found or len(turns) >= feedback_sheet.MOST_ROWS)
    turn_rows = board_view.played_rows(face, turns, sheet.counts)
    key = f"edit-{entry.row}" if entry.row else f"row-{len(turns) + 1}"
    feedback = sheet.turn(entry.row).feedback if entry.row else None
    *before, last = turns or (None,)
    return ShownPosition(
        place=place,
        table=board_view.ShownGame(face),
        rows=tuple(board_view.with_open_row(sheet, face, row_draft, entry.row))
        if can_write
        else turn_rows,
        headline=_headline(sheet),
        status="",
        problem=entry.problem,
        draft=row_draft,
        edited=entry.row,
        can_write=can_write,
        fields=board_view.feedback_fields(face, key, feedback, entry.feedback),
        back=place.address(before, guess=place.game.format_code(last.code)) if last else "",
        chosen_options=tuple(place.choices.items()),
        link=urljoin(request.host_url, replace(place, measure=NEED.name).address()),
        notation=sheet.notation or place.game.notation_words,
    )


def _headline(sheet: feedback_sheet.Sheet) -> str:
    code = sheet.game.terms.code
    if sheet.is_contradiction:
        return f"No {code} fits all this feedback."
    if sheet.found:
        return f"Row {sheet.found} was the {code}."
    return f"{plural(sheet.left, f'possible {code}')}."


def _show_conflict(page: ShownPosition, place: OpenedPosition) -> ShownPosition:
    """Add the rows that contradict each other, and the positions with other feedback to one."""
    conflict = correction_view.show_conflict(place.sheet, place.face)
    corrections = conflict.corrections if conflict else ()
    ways = {}
    for correction in corrections:
        row = correction.row
        every_way = (*correction.ways, *correction.more)
        turns = (
            place.sheet.corrected(row, place.game.parse_feedback(way.value)).turns
            for way in every_way
        )
        ways[row] = tuple(zip(every_way, map(place.address, turns), strict=True))
    return replace(page, conflict=conflict, ways=ways)


def _show_guesses(page: ShownPosition, place: OpenedPosition, entry: RowEntry) -> ShownPosition:
    """Add the best guesses and the one that is tried, as far as they are worked out."""
    game = place.game
    turns = place.turns
    guess = entry.guess
    ranking = result_or_none(lambda: position.ranking_of(game.name, turns, place.measure))
    trial = None if guess is None else position.tried_of(game.name, turns, guess)
    need = ranking.least if ranking else None
    text = "" if guess is None else game.format_code(guess)
    row = f"{entry.row}" if entry.row else ""
    return replace(
        page,
        untrue=correction_view.one_lie_words(game.name, turns),
        needed=least_words(need) if ranking and place.sheet.left > 1 else "",
        status=status_words(place.face, trial),
        ranking=show_ranking(ranking, place.face.terms) if ranking else None,
        tried=show_tried(place, trial, need) if trial else None,
        asked="" if ranking else place.address(guess=text, row=row, waiting="1"),
    )


def status_words(face: Face, trial: TriedGuess | None) -> str:
    if trial is None:
        return ""
    split = trial.weighed.split
    code = face.code_words(trial.weighed.guess)
    outcomes, codes = plural(split.outcomes, "outcome"), plural(split.largest, face.terms.code)
    return f"{code}: {outcomes}, at most {codes} left."


class ShownRanking(NamedTuple):
    """The best guesses, with their figures in all these columns."""

    ranking: Ranking
    columns: tuple[Measure, ...]
    sentences: tuple[str, ...]

    def figures(self, guess: WeighedGuess) -> Iterator[str]:
        """Yield what a guess has in each column."""
        split = guess.split
        if NEED in self.columns:
            yield decimal(guess.need.mean) if guess.need else "?"
        mean = float(split.expected_size)
        yield f"{mean:,.1f}" if mean < 1000 else f"{mean:,.0f}"
        yield f"{split.largest:,}"
        yield f"{split.outcomes}"
        yield f"{split.bits:.2f}"


class OutcomeStep(NamedTuple):
    """What a guess leaves after one outcome."""

    url: str
    feedback: ShownFeedback
    codes: str
    need: str
    words: str


@dataclass(frozen=True, kw_only=True)
class ShownTrial:
    guess: Code
    sentences: tuple[str, ...]
    piles: pile_table.PileTable
    steps: tuple[OutcomeStep, ...]
    urls: tuple[str, ...]

    @property
    def has_needs(self) -> bool:
        return any(step.need for step in self.steps)


def show_ranking(ranking: Ranking, terms: Terms) -> ShownRanking:
    has_needs = any(guess.need for guess in ranking.best)
    columns = tuple(measure for measure in MEASURES.values() if measure != NEED or has_needs)
    return ShownRanking(ranking, columns, ranking_words(ranking, terms))


def show_tried(place: OpenedPosition, trial: TriedGuess, need: Need | None) -> ShownTrial:
    guess = trial.weighed.guess
    game = place.game
    face = place.face
    turns = place.turns
    urls = tuple(place.address((*turns, Turn(guess, feedback))) for feedback in game.feedbacks)
    return ShownTrial(
        guess=guess,
        sentences=guess_words(game, trial, need),
        piles=pile_table.show_piles(face, trial.weighed.split),
        steps=tuple(_steps(face, trial, urls)),
        urls=urls,
    )


def _steps(face: Face, trial: TriedGuess, urls: Sequence[str]) -> Iterator[OutcomeStep]:
    for number, size in enumerate(trial.weighed.split.sizes):
        if size:
            feedback = face.show(face.game.feedbacks[number])
            codes = plural(size, face.terms.code)
            need = trial.needs.get(number)
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
