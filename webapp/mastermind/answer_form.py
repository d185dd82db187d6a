"""What a page shows of rows whose answers a person gives: rows, answer fields, a row in the making.

``setting_board`` and ``helping_board`` put their pages together from this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.deduction.rules.game import Answer, Game, Turn
from solver.deduction.rules.mastermind_game import Board
from solver.deduction.text.advice import terms_of
from webapp.mastermind.answer_sheet import Sheet
from webapp.mastermind.board_view import EMPTY, Row, draft_pegs, rows, tidy_draft
from webapp.mastermind.correction_view import Way
from webapp.mastermind.face import Face, Keys, show_answer


@dataclass(frozen=True)
class Count:
    """One number of keys to choose."""

    number: int
    is_chosen: bool


@dataclass(frozen=True)
class Group:
    """How many keys of one kind a row gets: the form's name for it, words, and the choice."""

    name: str
    word: str
    meaning: str
    style: str
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class AnswerFields:
    """The fields by which a row is answered: two groups of keys, or signs.

    ``key`` tells the fields of one row from those of the next.
    """

    key: str
    pegs: int
    groups: tuple[Group, ...]
    signs: tuple[Way, ...]
    chosen: str


def answer_fields(
    game: Game,
    keys: Keys,
    key: str,
    chosen: Answer | None = None,
    typed: tuple[str, str] = ("", ""),
) -> AnswerFields:
    """Return the fields of a row, with an answer chosen, or with what a refused form held."""
    written = "" if chosen is None else game.format_answer(chosen)
    if not isinstance(game, Board):
        ways = (
            Way(game.format_answer(one), show_answer(game, one, keys)) for one in game.feedbacks
        )
        return AnswerFields(key, game.pegs, (), tuple(ways), written)
    right, other = typed if chosen is None else (str(chosen[0]), str(chosen[1]))
    thing, numbers = terms_of(game).colour, range(game.pegs + 1)
    groups = (
        Group(
            "right",
            keys.right,
            f"right {thing}, right place",
            keys.right_style,
            tuple(Count(number, right == str(number)) for number in numbers),
        ),
        Group(
            "other",
            keys.other,
            f"right {thing}, other place",
            keys.other_style,
            tuple(Count(number, other == str(number)) for number in numbers),
        ),
    )
    return AnswerFields(key, game.pegs, groups, (), written)


@dataclass(frozen=True)
class Draft:
    """A row being built: one character a hole, ``_`` where it is open."""

    text: str

    def draft_with(self, face: Face) -> str:
        """Return the draft with a value in its first open hole (for pages without script)."""
        return self.text.replace(EMPTY, face.symbol, 1)

    @property
    def draft_without_last(self) -> str:
        """Return the draft without its last peg."""
        return self.text.rstrip(EMPTY)[:-1].ljust(len(self.text), EMPTY)


def draft_of(game: Game, text: str) -> Draft:
    """Return a row being built from text of any kind."""
    return Draft(tidy_draft(text, game))


def played_rows(sheet: Sheet, keys: Keys) -> Iterator[Row]:
    """Yield the answered rows."""
    played = (row for row in rows(sheet.game, sheet.turns, sheet.counts, keys, None))
    yield from (row for row in played if row.state == "played")


def with_open_row(sheet: Sheet, keys: Keys, draft: Draft, row: int) -> Iterator[Row]:
    """Yield the rows of a notebook: the one being written stands in its place, or at the end."""
    pegs = draft_pegs(sheet.game, draft.text)
    for played in played_rows(sheet, keys):
        yield Row(row, "current", pegs) if played.number == row else played
    if not row:
        yield Row(len(sheet.turns) + 1, "current", pegs)


def rows_of_setter(sheet: Sheet, keys: Keys) -> Iterator[Row]:
    """Yield the rows of a board: answered ones, the guess that waits, and those still free."""
    game = sheet.game
    waiting = None if sheet.pending is None else "".join(game.format_code(sheet.pending).split())
    yield from rows(game, sheet.turns, sheet.counts, keys, waiting)


def written_row(game: Game, turn: Turn) -> str:
    """Return a row's code as a draft."""
    return "".join(game.format_code(turn.code).split())
