"""What a page shows of a board with pegs: rows, key pegs, palette. No secret before the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import Final, NamedTuple

from solver.deduction.faces.face import Face, Field, Pegs, ShownFeedback, Value
from solver.deduction.games import title_of
from solver.deduction.matches import EvilMatch, Match
from solver.deduction.rules.game import Feedback, Game, Turn
from solver.wording import capitalised, plural
from webapp.mastermind.feedback_sheet import Sheet

EMPTY = "_"
AnyMatch = Match[Game] | EvilMatch


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """One row: played, current, empty or covered; ``draft`` is its code as a form sends it."""

    number: int
    state: str
    pegs: Pegs
    feedback: ShownFeedback | None = None
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


@dataclass(frozen=True)
class ShownGame:
    """A board as templates read it: its face, and the game played on it, if any."""

    face: Face
    id: str = ""
    version: int = 0

    @property
    def title(self) -> str:
        return title_of(self.face.game)


#: What feedback says of a letter by the look of its pegs, from the least on.
LETTER_LOOKS: Final = ("absent", "present", "placed")


@dataclass(frozen=True, kw_only=True)
class ShownBoard:
    """What every page of a board shows: its rows, the one being built, and what is said."""

    table: ShownGame
    rows: tuple[BoardRow, ...]
    draft: RowDraft
    status: str
    problem: str = ""
    typed: str = ""

    @property
    def letter_looks(self) -> Mapping[str, str]:
        """The most that the feedback so far says of each letter, by its symbol."""
        pegs = [peg for row in self.rows if row.state == "played" for peg in row.pegs if peg]
        return {peg.symbol: look for look in LETTER_LOOKS for peg in pegs if peg.style == look}

    @property
    def look_words(self) -> Mapping[str, str]:
        code = self.table.face.terms.code
        words = (f", not in the {code}", f", elsewhere in the {code}", ", right place")
        return dict(zip(LETTER_LOOKS, words, strict=True))

    @property
    def draft_pegs(self) -> Pegs:
        return draft_pegs(self.table.face, self.draft.text)


def draft_of(face: Face, text: str) -> RowDraft:
    """Return a row being built, from any text: what can't be read is empty.

    >>> from solver.deduction.games import face_of, game_named
    >>> [draft_of(face_of(game_named("classic")), text).text for text in ("13x", "RyYr")]
    ['13__', '1331']
    """
    pegs = face.game.pegs
    signs = {sign: value.symbol for value in face.values for sign in (value.letter, value.symbol)}
    symbols = (signs.get(face.spell(sign), EMPTY) for sign in text[:pegs])
    return RowDraft("".join(symbols).ljust(pegs, EMPTY))


def played_rows(
    face: Face, turns: Iterable[Turn], counts: Iterable[int | None]
) -> tuple[BoardRow, ...]:
    return tuple(map(_played_row, repeat(face), count(1), turns, counts))


def open_row(face: Face, number: int, draft: str | None = None) -> BoardRow:
    pegs = draft_pegs(face, draft) if draft and draft.strip(EMPTY) else (None,) * face.game.pegs
    return BoardRow(number=number, state="empty" if draft is None else "current", pegs=pegs)


def every_row(
    face: Face, turns: Sequence[Turn], counts: Sequence[int], draft: str | None = None
) -> tuple[BoardRow, ...]:
    """Return the answered rows, the one being built if there is a draft, and empty ones."""
    first = len(turns) + 1
    numbers = range(first, face.game.rows + 1)
    open_rows = (open_row(face, number, draft if number == first else None) for number in numbers)
    return (*played_rows(face, turns, counts), *open_rows)


def _played_row(face: Face, number: int, turn: Turn, codes: int | None) -> BoardRow:
    game = face.game
    feedback = face.show(turn.feedback)
    pegs = face.turn_pegs(turn)
    words = f"{face.code_words(turn.code)}. {capitalised(feedback.words)}."
    draft = face.draft_of(turn.code)
    is_found = codes and turn.feedback == game.feedbacks[game.won]  # no code is left to find
    count_shown = None if is_found else codes
    if count_shown is not None:
        words = f"{words} {plural(count_shown, face.terms.code)} left."
    return BoardRow(
        number=number,
        state="played",
        pegs=pegs,
        feedback=feedback,
        left=count_shown,
        words=words,
        draft=draft,
    )


def draft_pegs(face: Face, draft: str) -> Pegs:
    values = {value.symbol: value for value in face.values}
    return tuple(values.get(symbol) for symbol in draft)


class FeedbackFields(NamedTuple):
    """The fields for the feedback of a row, and what is chosen in each.

    ``key`` distinguishes the fields of one row from those of the next.
    """

    key: str
    pegs: int
    fields: tuple[Field, ...]
    chosen: Mapping[str, str]


def feedback_fields(
    face: Face, key: str, feedback: Feedback | None, entries: Mapping[str, str]
) -> FeedbackFields:
    values = {} if feedback is None else face.format_feedback_fields(feedback)
    return FeedbackFields(key, face.game.pegs, face.feedback_fields, entries or values)


def with_open_row(sheet: Sheet, face: Face, draft: RowDraft, row: int) -> Iterator[BoardRow]:
    """Yield the rows of a sheet, with the one being written in its place or at the end."""
    for entry in played_rows(face, sheet.turns, sheet.counts):
        yield open_row(face, row, draft.text) if entry.number == row else entry
    if not row:
        yield open_row(face, len(sheet.turns) + 1, draft.text)
