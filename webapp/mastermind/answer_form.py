"""The form in which a person answers rows: the rows, the answer fields, and a row being built.

The pages of the setter and of the helper share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from solver.deduction.faces.face import Face, Field
from solver.deduction.rules.game import Answer
from webapp.mastermind.answer_sheet import Sheet
from webapp.mastermind.board_view import BoardRow, RowDraft, draft_pegs, played_rows


@dataclass(frozen=True)
class AnswerFields:
    """The fields for the answer to a row, and what is chosen in each.

    ``key`` distinguishes the fields of one row from those of the next.
    """

    key: str
    pegs: int
    fields: tuple[Field, ...]
    chosen: Mapping[str, str]


def answer_fields(
    face: Face, key: str, chosen: Answer | None, typed: Mapping[str, str]
) -> AnswerFields:
    known = {} if chosen is None else face.format_answer_fields(chosen)
    return AnswerFields(key, face.game.pegs, face.answer_fields, typed or known)


def with_open_row(sheet: Sheet, face: Face, draft: RowDraft, row: int) -> Iterator[BoardRow]:
    """Yield the rows of a notebook, with the one being written in its place or at the end."""
    pegs = draft_pegs(face, draft.text)
    for played in played_rows(face, sheet.turns, sheet.counts):
        yield BoardRow(row, "current", pegs) if played.number == row else played
    if not row:
        yield BoardRow(len(sheet.turns) + 1, "current", pegs)
