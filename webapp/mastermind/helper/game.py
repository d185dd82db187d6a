"""A notebook of rows played elsewhere, and what it is to other rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.deduction.faces.face import Face
from solver.deduction.games import face_of, title_of
from solver.wording import counted
from webapp.http.forms import Opened
from webapp.mastermind.answer_sheet import Sheet, parse_sheet
from webapp.mastermind.finished import NOTEBOOK, Finished
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup, board_named, setup_of
from webapp.storage.games import StoredGame


@dataclass(frozen=True)
class Notebook(Opened):
    setup: Setup
    sheet: Sheet

    @property
    def face(self) -> Face:
        return face_of(self.sheet.game, self.setup.keys)


def open_notebook(stored: StoredGame) -> Notebook:
    sheet = parse_sheet(board_named(stored.rules), stored.moves)
    return Notebook(stored, setup_of(stored), sheet)


def how_far(stored: StoredGame) -> str:
    sheet = open_notebook(stored).sheet
    return f"{title_of(sheet.game)}, {counted(len(sheet.turns), 'row')}"


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a notebook with only one code left, as a finished game, or None."""
    sheet = open_notebook(stored).sheet
    if sheet.only is None:
        return None
    turns = sheet.turns[: sheet.found]
    return Finished(sheet.game, setup.keys, sheet.only, turns, voice=NOTEBOOK)


HELPER: Final = RoleEntry(
    "helper",
    "Helper",
    "Play elsewhere; see what’s possible here",
    begin="helper.begin",
    kind="helper",
    page="helper.game",
    how_far=how_far,
    ending=ending,
)
HELPER_KIND: Final = role_kind(HELPER)
