"""The analysis to other rooms, and analyses from when it stored games of its own, as the helper.

No more are stored. Those that are stay in their owner's lists, and open at their rows.
"""

from __future__ import annotations

from typing import Final

from solver.wording import counted
from webapp.mastermind.feedback_sheet import Sheet, parse_sheet
from webapp.mastermind.finished import ENTERED, Finished
from webapp.mastermind.role import Role
from webapp.mastermind.setup import board_named, setup_of
from webapp.storage.games import StoredGame


def sheet_of(stored: StoredGame) -> Sheet:
    return parse_sheet(board_named(stored.rules), stored.moves)


class Analysis(Role):
    """The player entered the rows of another game."""

    name = "helper"
    page = "analysis.stored"
    title = "Analysis"
    sentence = "Any position, also from a real board: what’s possible, and the best guesses"
    begin = "analysis.begin"

    def how_far(self, stored: StoredGame) -> str:
        return counted(len(self.codes(stored)), "row")

    def ending(self, stored: StoredGame) -> Finished | None:
        """Return rows that leave only one code, as a finished game, or None."""
        sheet = sheet_of(stored)
        if sheet.only is None:
            return None
        return Finished(
            game=sheet.game,
            display=setup_of(stored).keys,
            secret=sheet.only,
            turns=sheet.turns[: sheet.found],
            voice=ENTERED,
        )


ANALYSIS: Final = Analysis()
