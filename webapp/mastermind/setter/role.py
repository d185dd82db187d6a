"""The role of the setter."""

from __future__ import annotations

from functools import partial
from typing import Final

from solver.deduction.games import game_named, title_of
from solver.deduction.matches import Outcome
from solver.wording import counted
from webapp.mastermind.answer_sheet import corrected_words, parse_sheet
from webapp.mastermind.finished import COMPUTER, Finished, PastGuess
from webapp.mastermind.records import RoleEntry, role_kind, sheet_text
from webapp.mastermind.setter.game import SetterGame
from webapp.mastermind.setup import Setup
from webapp.storage.games import StoredGame


def how_far(stored: StoredGame) -> str:
    sheet = parse_sheet(game_named(stored.rules), stored.moves)
    return f"{title_of(sheet.game)}, {counted(len(sheet.turns), 'row')} answered"


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a finished game in which the computer had to break the player's code, if that is
    known.
    """
    made = SetterGame(setup, parse_sheet(game_named(stored.rules), stored.moves))
    if made.outcome is Outcome.PLAYING or made.known_code is None:
        return None
    sheet = made.sheet
    turns = sheet.turns[: sheet.found]
    past = (PastGuess(sheet.turns_before(n), sheet.first_turn(n)) for n in range(len(turns)))
    return Finished(
        made.game,
        setup.keys,
        made.known_code,
        turns,
        voice=COMPUTER,
        past=tuple(past) if sheet.earlier else (),
        corrected=tuple(corrected_words(made.face, sheet)),
    )


SETTER: Final = RoleEntry(
    "setter",
    "Set a code",
    "The computer tries to break it",
    begin="setter.begin",
    kind="setter",
    page="setter.game",
    how_far=how_far,
    ending=ending,
)
SETTER_KIND: Final = role_kind(
    SETTER, text=partial(sheet_text, is_own_code=True), whose="The computer"
)
