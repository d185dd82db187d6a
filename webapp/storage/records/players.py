"""Players in the database: the settings of each, as a document.

A row is there from the first setting on that a player chose. It is read once for a page, by the
id that the cookie holds, and stays for good: a cookie may come back after a year.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypedDict

from flask import current_app
from sqlalchemy import Column, String, Table, Text, bindparam, select, update

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import ROW, Store
from webapp.storage.tables import metadata
from webapp.storage.upserts import INSERT

players: Final = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("settings", Text, nullable=False),
)

_OF_PLAYER: Final = select(players.c.settings).where(players.c.id == bindparam("id_"))


class SettingsDocument(TypedDict):
    """What a player has set: how all pages look, and how each game is played, by its room.

    What both hold is known where it is used; what is not set is left out.
    """

    look: dict[str, Any]
    games: dict[str, dict[str, Any]]


SETTINGS: Final = DocumentForm(SettingsDocument, 1)


def no_settings() -> SettingsDocument:
    """Return the settings of somebody who has set nothing.

    >>> no_settings()
    {'look': {}, 'games': {}}
    """
    return {"look": {}, "games": {}}


class PlayerStore:
    """All players, in the store's database. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._insert = INSERT[store.engine.dialect.name]

    def settings_of(self, player: str) -> SettingsDocument:
        """Return what a player has set. Raises DocumentError for what can't be read."""
        rows = self._store.database.rows(_OF_PLAYER, {"id_": player})
        return SETTINGS.read(rows[0]["settings"]) if rows else no_settings()

    def change(
        self, player: str, alter: Callable[[SettingsDocument], SettingsDocument]
    ) -> SettingsDocument:
        """Store what ``alter`` makes of a player's settings, and return it.

        Nobody changes them in between, so that two tabs lose nothing of each other's. What limits
        what is stored may refuse a player's first (``Store.admit``). Settings that can't be read
        are written over: else nothing could be set any more.
        """
        if not self._store.database.rows(_OF_PLAYER, {"id_": player}):
            self._store.admit(ROW)
            self._begin(player)
        with self._store.changing() as connection:
            query = _OF_PLAYER.with_for_update()
            changed = alter(_readable(connection.execute(query, {"id_": player}).scalar_one()))
            is_theirs = players.c.id == player
            connection.execute(
                update(players).where(is_theirs).values(settings=SETTINGS.write(changed))
            )
        return changed

    def _begin(self, player: str) -> None:
        """Make a player's row, unless another request was faster."""
        fresh = self._insert(players).values(id=player, settings=SETTINGS.write(no_settings()))
        with self._store.changing() as connection:
            connection.execute(fresh.on_conflict_do_nothing())


def _readable(text: str) -> SettingsDocument:
    try:
        return SETTINGS.read(text)
    except DocumentError:
        return no_settings()


def player_store() -> PlayerStore:
    """Return the running application's players."""
    found: PlayerStore = current_app.extensions["players"]
    return found
