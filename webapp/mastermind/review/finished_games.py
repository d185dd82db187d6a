"""Games of every kind that are over, as their review sees them: what was hidden, and who broke it.

A game of the codemaker's or a notebook is reviewed only if its code is known: set here, or the
only one that the answers leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import url_for

from webapp.http.game_access import find_game
from webapp.mastermind.finished import Finished
from webapp.mastermind.roles import REVIEWED
from webapp.mastermind.setup import GUESSED, Role, Setup, setup_of
from webapp.storage.games import StoredGame

OWN: Final = "review"  # the room of a player's own reviews


class UnfinishedError(Exception):
    """A review was asked for before there is one; ``page`` is the endpoint of the game's page."""

    def __init__(self, page: str) -> None:
        super().__init__(page)
        self.page = page


@dataclass(frozen=True)
class OverGame:
    """A stored game that is over, and what is reviewed of it.

    ``room`` is the blueprint that has the addresses of its review, ``id`` what they name it by.
    """

    stored: StoredGame
    setup: Setup
    finished: Finished
    room: str
    id: str

    @property
    def page(self) -> str:
        """The address of its board."""
        own = REVIEWED[self.stored.kind].page
        return url_for(own if self.room == OWN else f"{self.room}.page", game_id=self.id)

    def attempt(self) -> Setup:
        """Return the setup of another try: the same code, or the same setter without one."""
        finished = self.finished
        return Setup(
            Role.EVIL if finished.is_evil else Role.BREAKER,
            keys=self.setup.keys,
            secret="" if finished.is_evil else finished.game.format_code(finished.secret),
            strategy=Setup.strategy if self.setup.role in GUESSED else self.setup.strategy,
            practice=True,
            seed=self.setup.seed,
        )


def over_game(stored: StoredGame, room: str = OWN, known_as: str = "") -> OverGame:
    """Return a stored game with what is reviewed of it.

    Raises UnfinishedError for one that is not over, or whose code nobody knows.
    """
    setup, role = setup_of(stored), REVIEWED[stored.kind]
    finished = role.ending(stored, setup) if role.ending else None
    if finished is None or not finished.turns:
        raise UnfinishedError(role.page)
    return OverGame(stored, setup, finished, room, known_as or stored.id)


def find_over(game_id: str) -> OverGame:
    """Return this player's game of whatever kind; 404 for any other.

    Raises UnfinishedError for one that is not over, or whose code nobody knows.
    """
    return over_game(find_game(game_id, *REVIEWED))
