"""An exercise of Mastermind as its template draws it: rows, and the parts of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Final

from solver.deduction.exercises.positions import board
from solver.deduction.faces.face import Face, Pegs
from solver.deduction.games import face_of
from solver.deduction.rules.game import Answer, Code, Turn
from solver.deduction.text.exercises import RowsLine, VerdictWords
from webapp.learn.exercises.entry import JudgedAnswer, ShownLine
from webapp.mastermind.board_view import (
    BoardRow,
    RowDraft,
    ShownGame,
    draft_of,
    draft_pegs,
    played_rows,
)

#: How an answer is given: a row of pegs, ticked claims, or one of the rows.
CODE: Final = "code"
CLAIMS: Final = "claims"
ROW: Final = "row"
NO_DRAFT: Final = RowDraft("")


@dataclass(frozen=True)
class ShownClaim:
    number: int
    sentence: str
    pegs: Pegs
    is_ticked: bool


@dataclass(frozen=True, kw_only=True)
class PegsBody:
    """An exercise, perhaps with an answer; ``form`` says how it is given."""

    task: str
    form: str
    rows: tuple[BoardRow, ...]
    codes: tuple[Pegs, ...] = ()
    claims: tuple[ShownClaim, ...] = ()
    draft: RowDraft = NO_DRAFT
    chosen: int = 0

    @property
    def board(self) -> ShownGame:
        return ShownGame(face())

    @property
    def built(self) -> Pegs:
        return draft_pegs(face(), self.draft.text)


def face() -> Face:
    return face_of(board())


def draft_row(text: str) -> RowDraft:
    return draft_of(face(), "".join(text.split()))


def show_rows(turns: Iterable[Turn]) -> tuple[BoardRow, ...]:
    return played_rows(face(), turns, repeat(None))


def answer_words(answer: Answer) -> str:
    return face().show(answer).words


def format_code(code: Code) -> str:
    """Write a code with the letters that its pegs show.

    >>> format_code((5, 5, 1, 5))
    'PPOP'
    """
    return "".join(face().values[value].letter for value in code)


def name_of(value: int) -> str:
    return face().name_of(value)


def right(lines: Sequence[RowsLine]) -> JudgedAnswer:
    return JudgedAnswer(True, "", tuple(map(_line, lines)), _rows(lines))


def wrong(words: VerdictWords) -> JudgedAnswer:
    lines = (words.nudge, *words.reasons)
    return JudgedAnswer(False, words.nudge.sentence, tuple(map(_line, words.reasons)), _rows(lines))


def _rows(lines: Iterable[RowsLine]) -> frozenset[int]:
    return frozenset(row + 1 for line in lines for row in line.rows)


def _line(line: RowsLine) -> ShownLine:
    look = face()
    pictures = tuple((look.pegs(code), look.code_words(code)) for code in line.codes)
    return ShownLine(line.sentence, pictures)
