"""The analysis to other rooms, and analyses from when it stored games of its own, as the helper.

No more are stored. Those that are stay in their owner's lists, and open at their rows.
"""

from __future__ import annotations

from typing import Final

from solver.wording import counted
from webapp.mastermind.feedback_sheet import Sheet, parse_sheet
from webapp.mastermind.finished import ENTERED, Finished
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup, board_named
from webapp.storage.games import StoredGame


def sheet_of(stored: StoredGame) -> Sheet:
    return parse_sheet(board_named(stored.rules), stored.moves)


def how_far(stored: StoredGame) -> str:
    return counted(len(sheet_of(stored).turns), "row")


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return rows that leave only one code, as a finished game, or None."""
    sheet = sheet_of(stored)
    if sheet.only is None:
        return None
    turns = sheet.turns[: sheet.found]
    return Finished(
        game=sheet.game, display=setup.keys, secret=sheet.only, turns=turns, voice=ENTERED
    )


ANALYSIS: Final = RoleEntry(
    name="analysis",
    title="Analysis",
    sentence="Any position, also from a real board: what’s possible, and the best guesses",
    begin="analysis.begin",
    kind="helper",
    page="analysis.stored",
    how_far=how_far,
    ending=ending,
)
ANALYSIS_KIND: Final = role_kind(ANALYSIS)
