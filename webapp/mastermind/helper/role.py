"""The role of somebody who plays elsewhere."""

from __future__ import annotations

from typing import Final

from solver.deduction.games import game_named, title_of
from solver.wording import counted
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.finished import NOTEBOOK, Finished
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup
from webapp.storage.games import StoredGame


def how_far(stored: StoredGame) -> str:
    sheet = parse_sheet(game_named(stored.rules), stored.moves)
    return f"{title_of(sheet.game)}, {counted(len(sheet.turns), 'row')}"


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a notebook with only one code left, as a finished game, or None."""
    sheet = parse_sheet(game_named(stored.rules), stored.moves)
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
