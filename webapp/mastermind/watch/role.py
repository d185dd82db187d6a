"""The role of somebody who watches."""

from __future__ import annotations

from typing import Final

from solver.deduction.games import game_named
from webapp.mastermind.finished import COMPUTER, Finished
from webapp.mastermind.records import RoleEntry, role_kind
from webapp.mastermind.setup import Setup
from webapp.mastermind.watch.game import parse_duel, played_beyond
from webapp.storage.games import StoredGame
from webapp.storage.records.results import GameEnd, GameFacts, Result
from webapp.work.tasks import ask_again


def ending(stored: StoredGame, setup: Setup) -> Finished | None:
    game = game_named(stored.rules)
    duel, is_thinking = played_beyond(parse_duel(game, setup, stored.moves), game.rows)
    if is_thinking:
        ask_again()
    secret = duel.secret if duel.is_over else None
    if secret is None:
        return None
    return Finished(duel.game, setup.keys, secret, duel.turns, voice=COMPUTER, is_evil=duel.is_evil)


def facts_of(stored: StoredGame) -> GameFacts:
    """Return what is known of a game; it counts as over from its start, and isn't played to its
    end.
    """
    return GameFacts(stored.rules, Result(GameEnd.OVER) if stored.finished else None)


WATCH: Final = RoleEntry(
    "watch",
    "Watch",
    "The computer against itself, guess by guess",
    begin="watch.begin",
    kind="watch",
    page="watch.frame",
    ending=ending,
)
WATCH_KIND: Final = role_kind(WATCH, facts=facts_of)
