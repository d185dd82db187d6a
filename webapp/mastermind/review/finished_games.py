"""Games of every kind that are over, as their review sees them: what was hidden, and who broke it.

A game of the codemaker's or a notebook is reviewed only if its code is known: set here, or the
only one that the answers leave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import url_for

from solver.deduction.games import game_named
from solver.deduction.matches.match import Outcome
from solver.deduction.rules.game import Code
from webapp.http.game_access import find_game
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker import routes as breaker
from webapp.mastermind.breaker.game import replayed
from webapp.mastermind.challenge import routes as challenge
from webapp.mastermind.challenge.view import Stage
from webapp.mastermind.face import KEYS
from webapp.mastermind.helper import routes as helper
from webapp.mastermind.review.timed_review import BREAKER, COMPUTER, NOTEBOOK, Finished
from webapp.mastermind.setter import routes as setter
from webapp.mastermind.setter.game import Setting
from webapp.mastermind.setup import Role, Setup, parse_setup
from webapp.mastermind.watch import routes as watch
from webapp.mastermind.watch.game import parse_duel
from webapp.storage.games import StoredGame


class UnfinishedError(Exception):
    """A review was asked for before there is one; ``page`` is the endpoint of the game's page."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.page = page


@dataclass(frozen=True)
class OverGame:
    """A stored game that is over, and what is reviewed of it."""

    stored: StoredGame
    setup: Setup
    finished: Finished

    @property
    def page(self) -> str:
        """The address of its board."""
        return url_for(PAGES[self.stored.kind], game_id=self.stored.id)

    def attempt(self) -> Setup:
        """Return the setup of another try: the same code, or the same setter without one."""
        finished = self.finished
        return Setup(
            Role.EVIL if finished.is_evil else Role.BREAKER,
            keys=finished.keys.name,
            secret="" if finished.is_evil else finished.game.format_code(finished.secret),
            strategy=self.setup.strategy,
            practice=True,
            seed=self.setup.seed,
        )


def find_over(game_id: str) -> OverGame:
    """Return this player's game of whatever kind; 404 for any other.

    Raises UnfinishedError for one that is not over, or whose code nobody knows.
    """
    stored = find_game(game_id, *ENDINGS)
    setup = parse_setup(stored.start)
    finished = ENDINGS[stored.kind](stored, setup)
    if finished is None or not finished.turns:
        raise UnfinishedError(PAGES[stored.kind])
    return OverGame(stored, setup, finished)


def _broken(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a game in which the player broke a code."""
    match = replayed(stored, setup)
    if match.outcome is Outcome.PLAYING or match.secret is None:
        return None
    is_evil = setup.role is Role.EVIL
    keys = KEYS[setup.keys]
    return Finished(match.game, keys, match.secret, match.turns, stored.hints, is_evil=is_evil)


def _set(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a game in which the computer broke the player's code."""
    made = Setting(setup, parse_sheet(game_named(stored.rules), stored.moves))
    if made.outcome is Outcome.PLAYING or made.settled is None:
        return None
    turns = made.sheet.turns[: made.sheet.found]
    return Finished(made.game, KEYS[setup.keys], made.settled, turns, voice=COMPUTER)


def _noted(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a notebook in which one code is left."""
    sheet = parse_sheet(game_named(stored.rules), stored.moves)
    if sheet.only is None:
        return None
    turns = sheet.turns[: sheet.found]
    return Finished(sheet.game, KEYS[setup.keys], sheet.only, turns, voice=NOTEBOOK)


def _watched(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return a game of the computer against itself."""
    duel = parse_duel(game_named(stored.rules), setup, stored.moves)
    secret: Code | None = duel.secret if duel.is_over else None
    if secret is None:
        return None
    keys = KEYS[setup.keys]
    return Finished(duel.game, keys, secret, duel.turns, voice=COMPUTER, is_evil=duel.is_evil)


def _challenged(stored: StoredGame, setup: Setup) -> Finished | None:
    """Return the game of the one who broke the player's code from its link."""
    found = challenge.opened(stored)
    if found.stage is not Stage.OVER or found.match is None:
        return None
    match, keys = found.match, KEYS[setup.keys]
    return Finished(match.game, keys, match.secret, match.turns, found.hints, BREAKER)


ENDINGS: Final[Mapping[str, Callable[[StoredGame, Setup], Finished | None]]] = MappingProxyType(
    {
        breaker.KIND: _broken,
        setter.KIND: _set,
        helper.KIND: _noted,
        watch.KIND: _watched,
        challenge.KIND: _challenged,
    }
)
PAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        breaker.KIND: "breaker.game",
        setter.KIND: "setter.game",
        helper.KIND: "helper.game",
        watch.KIND: "watch.frame",
        challenge.KIND: "challenge.challenge",
    }
)
