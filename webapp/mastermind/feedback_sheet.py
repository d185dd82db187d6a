"""Rows whose feedback a person gives: how they are stored, and how they are changed.

Feedback is taken as given: rows may contradict each other until corrected. Earlier feedback is
kept, each with the number of rows there were when it was corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, NotRequired, TypedDict

from solver.deduction.faces.face import Face
from solver.deduction.games import DISPLAYS, face_of
from solver.deduction.knowledge.candidates import candidates, contradicted
from solver.deduction.matches import MatchError
from solver.deduction.rules.game import Code, Feedback, Game, Turn
from webapp.http.forms import FormError, parse_step
from webapp.mastermind.candidates_view import counts_of
from webapp.mastermind.setup import Setup
from webapp.storage.documents import DocumentForm, refuse_damage

MOST_ROWS: Final = 40


class EarlierFeedback(NamedTuple):
    """Feedback that was corrected: its row's place, the feedback, and how many rows there were."""

    place: int
    feedback: Feedback
    rows: int


@dataclass(frozen=True)
class Sheet:
    """Rows with feedback, and perhaps a guess without it yet.

    ``earlier`` is the corrected feedback by place, and for each place in the order it was given.
    ``notation`` says as what rows were read, if that isn't seen at once.
    """

    game: Game
    turns: tuple[Turn, ...] = ()
    pending: Code | None = None
    earlier: tuple[EarlierFeedback, ...] = ()
    notation: str = ""

    @property
    def counts(self) -> tuple[int, ...]:
        return counts_of(self.game, self.turns)

    @property
    def left(self) -> int:
        return self.counts[-1] if self.turns else self.game.secret_count

    @property
    def is_contradiction(self) -> bool:
        return not self.left

    @property
    def found(self) -> int | None:
        """The number of the row that was the code, unless the rows contradict each other."""
        win = self.game.feedbacks[self.game.won]
        rows = (row for row, turn in enumerate(self.turns, 1) if turn.feedback == win)
        return None if self.is_contradiction else next(rows, None)

    @property
    def only(self) -> Code | None:
        """The only code that fits all feedback, if there is exactly one."""
        return next(iter(candidates(self.game, self.turns))) if self.left == 1 else None

    def turn(self, row: int) -> Turn:
        """Return a row, counted from 1. Raises MatchError if there is no such row."""
        if not 1 <= row <= len(self.turns):
            raise MatchError("That row no longer exists.")
        return self.turns[row - 1]

    def add_feedback(self, feedback: Feedback) -> Sheet:
        """Give feedback to the pending guess. Raises MatchError if there is none."""
        if self.pending is None:
            raise MatchError("There is no guess to answer.")
        return replace(self, turns=(*self.turns, Turn(self.pending, feedback)), pending=None)

    def added(self, turn: Turn) -> Sheet:
        """Return the sheet with one more row. Raises MatchError when it is full."""
        if len(self.turns) >= MOST_ROWS:
            raise MatchError(f"There is room for {MOST_ROWS} rows. Remove one first.")
        return replace(self, turns=(*self.turns, turn))

    def rewritten(self, row: int, turn: Turn) -> Sheet:
        """Return the sheet with one row replaced; a pending guess is dropped."""
        self.turn(row)
        turns = (*self.turns[: row - 1], turn, *self.turns[row:])
        return replace(self, turns=turns, pending=None, earlier=())

    def corrected(self, row: int, feedback: Feedback) -> Sheet:
        """Return the sheet with other feedback for a row; a pending guess is dropped."""
        was = self.turn(row)
        sheet = self.rewritten(row, was._replace(feedback=feedback))
        if was.feedback == feedback:
            return replace(sheet, earlier=self.earlier)
        earlier_feedback = EarlierFeedback(row - 1, was.feedback, len(self.turns))
        places = sorted((*self.earlier, earlier_feedback), key=lambda entry: entry.place)
        return replace(sheet, earlier=tuple(places))

    def row_at_the_time(self, place: int, rows: int) -> Turn:
        """Return a row with its feedback when a guess had been made on this many rows."""
        entries = (entry for entry in self.earlier if entry.place == place and entry.rows > rows)
        first = next(entries, None)
        turn = self.turns[place]
        return turn._replace(feedback=first.feedback) if first else turn

    def removed(self, row: int) -> Sheet:
        self.turn(row)
        turns = self.turns[: row - 1] + self.turns[row:]
        return replace(self, turns=turns, pending=None, earlier=())


class EarlierDocument(TypedDict):
    answer: str
    rows: int


class RowDocument(TypedDict):
    code: str
    answer: str
    earlier: NotRequired[list[EarlierDocument]]


class SheetDocument(TypedDict):
    rows: list[RowDocument]
    pending: NotRequired[str]


SHEET: Final = DocumentForm(SheetDocument, schema=1)


def format_sheet(sheet: Sheet) -> str:
    """Write a sheet; "" for one without rows.

    >>> from solver.deduction.games import game_named
    >>> format_sheet(Sheet(game_named("mini"), (Turn((0, 0, 1), (1, 0)),), (0, 1, 2)))
    '{"schema":1,"rows":[{"code":"112","answer":"1,0"}],"pending":"123"}'
    """
    game = sheet.game
    rows: list[RowDocument] = [
        {"code": game.format_code(code), "answer": game.format_feedback(feedback)}
        for code, feedback in sheet.turns
    ]
    for place, feedback, count in sheet.earlier:
        document: EarlierDocument = {"answer": game.format_feedback(feedback), "rows": count}
        rows[place]["earlier"] = [*rows[place].get("earlier", []), document]
    if sheet.pending is not None:
        return SHEET.write({"rows": rows, "pending": game.format_code(sheet.pending)})
    return SHEET.write({"rows": rows}) if rows else ""


def parse_sheet(game: Game, text: str) -> Sheet:
    if not text:
        return Sheet(game)
    with refuse_damage("the rows of a game"):
        document = SHEET.read(text)
        turns = tuple(
            Turn(game.parse_code(row["code"]), game.parse_feedback(row["answer"]))
            for row in document["rows"]
        )
        earlier = tuple(
            EarlierFeedback(place, game.parse_feedback(entry["answer"]), int(entry["rows"]))
            for place, row in enumerate(document["rows"])
            for entry in row.get("earlier", ())
        )
        pending = document.get("pending")
        return Sheet(game, turns, None if pending is None else game.parse_code(pending), earlier)


def parse_rows(game: Game, text: str) -> Sheet:
    """Parse rows typed by a person, separated by semicolons or line breaks.

    Raises InputError, which names the row that can't be read.

    >>> from solver.deduction.games import game_named
    >>> len(parse_rows(game_named("mini"), "112:1,0; 123:0,2").turns)
    2
    """
    texts = [row for row in text.replace(";", "\n").splitlines() if row.strip()]
    if len(texts) > MOST_ROWS:
        raise FormError(f"There is room for {MOST_ROWS} rows; these are {len(texts)}.")
    read = game.read_turns(texts)
    return Sheet(read.game, read.turns, notation=read.notation)


def untrue_words(face: Face, code: Code, turns: tuple[Turn, ...]) -> Iterator[str]:
    """For each row that the code would have scored otherwise, say both feedbacks."""
    for place in contradicted(face.game, code, turns):
        guess, feedback = turns[place]
        true_words = face.show(face.game.feedback(guess, code)).words
        was = face.show(feedback).words
        yield f"Row {place + 1} was given {was}; the {face.terms.code} scores {true_words}."


def corrected_words(face: Face, sheet: Sheet) -> Iterator[str]:
    """For each row whose feedback was corrected, say what it was before."""
    for place in sorted({entry.place for entry in sheet.earlier}):
        was = [face.show(entry.feedback).words for entry in sheet.earlier if entry.place == place]
        yield f"Row {place + 1}’s feedback was corrected: it was {', then '.join(was)}."


def parse_keys(form: Mapping[str, str], game: Game) -> str:
    name = form.get("keys") or face_of(game).usual_display or Setup.keys
    if name not in DISPLAYS:
        raise FormError("Choose the key pegs from the list.")
    return name


def given_fields(form: Mapping[str, str], face: Face) -> dict[str, str]:
    field_texts = {field.name: form.get(field.name, "") for field in face.feedback_fields}
    return {name: value for name, value in field_texts.items() if value}


def parse_feedback(form: Mapping[str, str], face: Face) -> Feedback:
    if form.get("answer"):
        return face.game.parse_feedback(form["answer"])
    return face.parse_feedback_fields(form)


def parse_row(form: Mapping[str, str]) -> int:
    """Return the number of the row that a form is about; 0 if it names none."""
    return parse_step(form.get("row"), 999)
