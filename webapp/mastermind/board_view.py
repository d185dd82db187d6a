"""What a page shows of a board with pegs: rows, key pegs, palette. No secret before the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, repeat
from typing import Any

from solver.deduction.faces.face import Face, Pegs, ShownAnswer, Value
from solver.deduction.games import face_of, game_named, title_of
from solver.deduction.matches import EvilMatch, Match
from solver.deduction.rules.game import Answer, Game, Turn
from solver.wording import counted
from webapp.mastermind.answer_sheet import Sheet

EMPTY = "_"
AnyMatch = Match[Game] | EvilMatch


@dataclass(frozen=True)
class BoardRow:
    """One row: played, current, empty or covered; ``draft`` is its code as a form sends it."""

    number: int
    state: str
    pegs: Pegs
    answer: ShownAnswer | None = None
    left: int | None = None
    words: str = ""
    draft: str = ""


@dataclass(frozen=True)
class RowDraft:
    """A row being built: one character per hole, ``_`` where it is empty."""

    text: str

    def draft_with(self, value: Value) -> str:
        """Return the draft with a value in its first empty hole (for pages without script)."""
        return self.text.replace(EMPTY, value.symbol, 1)

    @property
    def draft_without_last(self) -> str:
        return self.text.rstrip(EMPTY)[:-1].ljust(len(self.text), EMPTY)


def draft_of(face: Face, text: str) -> RowDraft:
    return RowDraft(tidy_draft(text, face))


@dataclass(frozen=True)
class ShownGame:
    """A board as templates read it: its face, and the game played on it, if any."""

    face: Face
    id: str = ""
    version: int = 0

    @property
    def title(self) -> str:
        return title_of(self.face.game)


def tidy_draft(text: str, face: Face) -> str:
    """Return a row being built with one character per hole, ``_`` if it is empty or unreadable.

    >>> [tidy_draft(text, face_of(game_named("classic"))) for text in ("13x", "RyYr")]
    ['13__', '1331']
    """
    pegs = face.game.pegs
    if not text:
        return EMPTY * pegs
    signs = {sign: value.symbol for value in face.values for sign in (value.letter, value.symbol)}
    tidied = (signs.get(sign.upper(), EMPTY) for sign in text[:pegs])
    return "".join(tidied).ljust(pegs, EMPTY)


def played_rows(
    face: Face, turns: Iterable[Turn], left: Iterable[int | None]
) -> tuple[BoardRow, ...]:
    of_game = repeat(face.game.name), repeat(face.display)
    return tuple(map(_played_row, *of_game, count(1), turns, left))


def open_row(face: Face, number: int, draft: str | None = None) -> BoardRow:
    pegs = draft_pegs(face, draft) if draft and draft.strip(EMPTY) else (None,) * face.game.pegs
    return BoardRow(number, "empty" if draft is None else "current", pegs)


def every_row(
    face: Face, turns: Sequence[Turn], left: Sequence[int], draft: str | None = None
) -> tuple[BoardRow, ...]:
    """Return the answered rows, the one being built if there is a draft, and empty ones."""
    first = len(turns) + 1
    rest = range(first, face.game.rows + 1)
    free = (open_row(face, number, draft if number == first else None) for number in rest)
    return (*played_rows(face, turns, left), *free)


@lru_cache(maxsize=4096)  # each response shows all rows before the one just played
def _played_row(name: str, display: str, number: int, turn: Turn, left: int | None) -> BoardRow:
    game = game_named(name)
    face = face_of(game, display)
    answer, pegs = face.show(turn.feedback), face.answered_pegs(turn)
    words, draft = f"{face.code_words(turn.code)}. {answer.words}.", face.draft_of(turn.code)
    is_found = left and turn.feedback == game.feedbacks[game.won]  # no code is left to find
    if is_found or left is None:
        return BoardRow(number, "played", pegs, answer, None, words, draft)
    words = f"{words} {counted(left, face.terms.code)} left."
    return BoardRow(number, "played", pegs, answer, left, words, draft)


def draft_pegs(face: Face, draft: str) -> Pegs:
    values = {value.symbol: value for value in face.values}
    return tuple(values.get(symbol) for symbol in draft)


def answer_fields(
    face: Face, key: str, chosen: Answer | None, typed: Mapping[str, str]
) -> dict[str, Any]:
    """Return the fields for the answer to a row, and what is chosen in each.

    ``key`` distinguishes the fields of one row from those of the next.
    """
    known = {} if chosen is None else face.format_answer_fields(chosen)
    return {
        "key": key,
        "pegs": face.game.pegs,
        "fields": face.answer_fields,
        "chosen": typed or known,
    }


def with_open_row(sheet: Sheet, face: Face, draft: RowDraft, row: int) -> Iterator[BoardRow]:
    """Yield the rows of a sheet, with the one being written in its place or at the end."""
    pegs = draft_pegs(face, draft.text)
    for played in played_rows(face, sheet.turns, sheet.counts):
        yield BoardRow(row, "current", pegs) if played.number == row else played
    if not row:
        yield BoardRow(len(sheet.turns) + 1, "current", pegs)
