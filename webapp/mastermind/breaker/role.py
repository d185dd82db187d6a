"""The role of the breaker, whoever set the code."""

from __future__ import annotations

from typing import Final

from solver.deduction.games import game_named, title_of
from solver.deduction.matches import Outcome
from solver.wording import counted
from webapp.mastermind.breaker.game import open_match, parse_guesses
from webapp.mastermind.finished import Finished
from webapp.mastermind.records import RoleEntry
from webapp.mastermind.setup import Role, Setup
from webapp.storage.games import StoredGame


def how_far(stored: StoredGame) -> str:
    game = game_named(stored.rules)
    rows, title = len(parse_guesses(game, stored.moves)), title_of(game)
    return f"{title}, {counted(rows, 'row')} played" if rows else f"{title}, not started"


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a finished game in which the player broke a code, or None."""
    match = open_match(stored).match
    if match.outcome is Outcome.PLAYING or match.secret is None:
        return None
    is_evil = setup.role is Role.EVIL
    return Finished(
        match.game, setup.keys, match.secret, match.turns, stored.hints, is_evil=is_evil
    )


BREAKER: Final = RoleEntry(
    "breaker",
    "Break a code",
    "The computer hides a code, and you find it",
    begin="mastermind.start",
    kind="breaker",
    page="breaker.game",
    how_far=how_far,
    ending=ending,
)
