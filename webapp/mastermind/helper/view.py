"""What the helper's page shows: a notebook of rows played elsewhere, and the best next guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of
from solver.wording import counted
from webapp.mastermind.analysis.position import address_of, format_rows
from webapp.mastermind.answer_sheet import MOST_ROWS, Sheet, given_fields
from webapp.mastermind.board_view import (
    EMPTY,
    BoardRow,
    RowDraft,
    ShownGame,
    answer_fields,
    draft_of,
    played_rows,
    with_open_row,
)
from webapp.mastermind.candidates_view import show_candidates
from webapp.mastermind.correction_view import show_conflict
from webapp.mastermind.finished import choice_after
from webapp.mastermind.hint_view import show_move
from webapp.mastermind.setup import Setup
from webapp.storage.games import StoredGame


def show_helping(
    stored: StoredGame,
    setup: Setup,
    sheet: Sheet,
    *,
    form: Mapping[str, str],
    args: Mapping[str, str] | None = None,
    row: int = 0,
    problem: str = "",
) -> dict[str, Any]:
    """Return the page; ``form`` holds a row being built, or what was refused with a problem."""
    game, face = sheet.game, face_of(sheet.game, setup.keys)
    row = row if 1 <= row <= len(sheet.turns) else 0
    draft = _draft(sheet, face, form, row)
    is_on = sheet.found is None and not sheet.is_contradiction
    choice = choice_after(game.name, sheet.turns, setup) if is_on else None
    only = sheet.only or ()
    return {
        "table": ShownGame(face, stored.id, stored.version),
        "rows": _rows(sheet, face, draft, row),
        "edited": row,
        "is_full": len(sheet.turns) >= MOST_ROWS,
        "draft": draft,
        "fields": _fields(sheet, face, form, row),
        "strategy": setup.strategy,
        "move": show_move(face, choice) if choice else None,
        "conflict": show_conflict(sheet, face),
        "left": show_candidates(game, sheet.turns, args),
        "only": face.pegs(only),
        "only_words": face.code_words(only),
        "found": sheet.found,
        "analysis": address_of(game, sheet.turns),
        "link_rows": format_rows(game, sheet.turns),
        "status": _status(sheet, row),
        "problem": problem,
        "typed": form.get("typed", "")[:20],
    }


def _rows(sheet: Sheet, face: Face, draft: RowDraft, row: int) -> tuple[BoardRow, ...]:
    """Return the rows; once the code is found, the only open row is one being changed."""
    is_over = sheet.found is not None and not row
    played = played_rows(face, sheet.turns, sheet.counts)
    return tuple(played if is_over else with_open_row(sheet, face, draft, row))


def _draft(sheet: Sheet, face: Face, form: Mapping[str, str], row: int) -> RowDraft:
    text = form.get("draft", "") or form.get("code", "")
    if row and not text.replace(EMPTY, ""):
        text = face.draft_of(sheet.turn(row).code)
    return draft_of(face, text)


def _fields(sheet: Sheet, face: Face, form: Mapping[str, str], row: int) -> dict[str, Any]:
    key = f"edit-{row}" if row else f"row-{len(sheet.turns) + 1}"
    chosen = sheet.turn(row).feedback if row else None
    return answer_fields(face, key, chosen, given_fields(form, face))


def _status(sheet: Sheet, row: int) -> str:
    if sheet.is_contradiction:
        return "No code fits all this feedback."
    if row:
        return f"Change row {row} and save it, or cancel."
    if not sheet.turns:
        return f"{counted(sheet.left, 'possible code')}. Enter your first guess and its feedback."
    if sheet.found is not None:
        return f"Row {sheet.found} was the code."
    if sheet.left == 1:
        return "Only one code is left."
    return f"{counted(sheet.left, 'possible code')}."
