"""What the analysis shows: a position, its best guesses, a guess tried, rows that contradict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urljoin

from flask import request, url_for

from solver.deduction.explain.analysis import Ranking, TriedGuess, WeighedGuess
from solver.deduction.explain.needs import Need
from solver.deduction.faces.face import Face
from solver.deduction.rules.game import Code, Turn
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.text.analysis import least_words, need_words, ranking_words, tried_words
from solver.wording import counted, decimal
from webapp.http.pending import result_or_none
from webapp.mastermind.analysis.position import (
    OpenedPosition,
    format_position,
    format_rows,
    ranking_of,
    tried_of,
)
from webapp.mastermind.answer_sheet import MOST_ROWS, Sheet
from webapp.mastermind.board_view import (
    BoardRow,
    RowDraft,
    ShownGame,
    answer_fields,
    draft_of,
    played_rows,
    with_open_row,
)
from webapp.mastermind.correction_view import ShownConflict, show_conflict
from webapp.mastermind.hint_view import show_split


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
class ShownPosition:
    """A position as its page shows it.

    ``url`` is its address and ``back`` that without its last row. ``edited`` is the row being
    changed, and ``without`` the address without it. ``asked`` is the address to ask again while
    something is worked out.
    """

    table: ShownGame
    rows: tuple[BoardRow, ...]
    headline: str
    problem: str
    draft: RowDraft
    edited: int
    can_write: bool
    fields: dict[str, Any]
    found: int | None
    url: str
    back: str
    without: str
    chosen_options: tuple[tuple[str, str], ...]
    rows_text: str
    link: str
    embed: str
    needed: str = ""
    status: str = ""
    ranking: dict[str, Any] | None = None
    tried: dict[str, Any] | None = None
    conflict: ShownConflict | None = None
    ways: Mapping[int, tuple[dict[str, Any], ...]] = field(default_factory=dict)
    asked: str = ""


NO_ENTRY: Final = RowEntry()


def show_position(place: OpenedPosition, entry: RowEntry = NO_ENTRY) -> ShownPosition:
    page = _show_rows(place, entry)
    if place.sheet.is_contradiction:
        return _show_conflict(page, place)
    return page if place.sheet.found else _show_guesses(page, place, entry)


def _show_rows(place: OpenedPosition, entry: RowEntry) -> ShownPosition:
    sheet, face, turns = place.sheet, place.face, place.turns
    written = draft_of(face, entry.text)
    can_write = entry.row > 0 or not (sheet.found or len(turns) >= MOST_ROWS)
    played = played_rows(face, turns, sheet.counts)
    name = format_position(place.game, turns)
    return ShownPosition(
        table=ShownGame(face),
        rows=tuple(with_open_row(sheet, face, written, entry.row)) if can_write else played,
        headline=_headline(sheet),
        problem=entry.problem,
        draft=written,
        edited=entry.row,
        can_write=can_write,
        fields=_show_fields(place, entry),
        found=sheet.found,
        url=place.address(),
        back=_last_row_tried(place),
        without=place.address(sheet.removed(entry.row).turns) if entry.row else "",
        chosen_options=tuple(place.choices.items()),
        rows_text=format_rows(place.game, turns).replace(";", "\n"),
        link=urljoin(request.host_url, replace(place, measure=NEED.name).address()),
        embed=url_for("embed.analysis", position=name, _external=True),
    )


def _show_fields(place: OpenedPosition, entry: RowEntry) -> dict[str, Any]:
    key = f"edit-{entry.row}" if entry.row else f"row-{len(place.turns) + 1}"
    feedback = place.sheet.turn(entry.row).feedback if entry.row else None
    return answer_fields(place.face, key, feedback, entry.feedback)


def _last_row_tried(place: OpenedPosition) -> str:
    *before, last = place.turns or (None,)
    return place.address(before, guess=place.game.format_code(last.code)) if last else ""


def _headline(sheet: Sheet) -> str:
    if sheet.is_contradiction:
        return "No code fits all this feedback."
    if sheet.found:
        return f"Row {sheet.found} was the code."
    return f"{counted(sheet.left, 'possible code')}."


def _show_conflict(page: ShownPosition, place: OpenedPosition) -> ShownPosition:
    """Add the rows that contradict each other, and the positions with another answer to one."""
    conflict = show_conflict(place.sheet, place.face)
    corrections = conflict.corrections if conflict else ()
    ways = {
        one["row"]: tuple(
            {**way, "url": place.address(_with_answer(place, one["row"], way["value"]))}
            for way in (*one["ways"], *one["more"])
        )
        for one in corrections
    }
    return replace(page, conflict=conflict, ways=ways)


def _with_answer(place: OpenedPosition, row: int, text: str) -> tuple[Turn, ...]:
    return place.sheet.corrected(row, place.game.parse_answer(text)).turns


def _show_guesses(page: ShownPosition, place: OpenedPosition, entry: RowEntry) -> ShownPosition:
    """Add the best guesses and the one that is tried, as far as they are worked out."""
    game, turns, guess = place.game, place.turns, entry.guess
    ranking = result_or_none(lambda: ranking_of(game.name, turns, place.measure))
    tried = None if guess is None else tried_of(game.name, turns, guess)
    least = ranking.least if ranking else None
    text = "" if guess is None else game.format_code(guess)
    row = f"{entry.row}" if entry.row else ""
    return replace(
        page,
        needed=least_words(least) if ranking and place.sheet.left > 1 else "",
        status=status_words(place.face, tried),
        ranking=show_ranking(place, ranking, guess) if ranking else None,
        tried=show_tried(place, tried, least) if tried else None,
        asked="" if ranking else place.address(guess=text, row=row, waiting="1"),
    )


# The table of the best guesses at a position, by the chosen measure.


def show_ranking(place: OpenedPosition, ranking: Ranking, guess: Code | None) -> dict[str, Any]:
    game, face = place.game, place.face
    has_needs = any(one.need for one in ranking.best)
    tried = "" if guess is None else game.format_code(guess)
    columns = tuple(
        {
            "name": one.name,
            "title": one.title,
            "url": replace(place, measure=one.name).address(guess=tried),
            "is_chosen": one.name == ranking.measure,
        }
        for one in MEASURES.values()
        if one.name != NEED.name or has_needs
    )
    best = tuple(
        {
            "pegs": face.pegs(one.guess),
            "words": face.code_words(one.guess),
            "url": place.address(guess=game.format_code(one.guess)),
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


def show_tried(place: OpenedPosition, tried: TriedGuess, least: Need | None) -> dict[str, Any]:
    guess, sizes = tried.weighed.guess, tried.weighed.split.sizes
    game, face, turns = place.game, place.face, place.turns
    urls = tuple(place.address((*turns, Turn(guess, answer))) for answer in game.feedbacks)
    steps = tuple(_steps(face, tried, urls))
    return {
        "pegs": face.pegs(guess),
        "words": face.code_words(guess),
        "text": game.format_code(guess),
        "sentences": tried_words(game, tried, least),
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
