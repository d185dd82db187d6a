"""Players in the database: the settings of each, as a document.

A row is there from the first setting on that a player chose. It is read once for a page, by the
id that the cookie holds, and stays for good: a cookie may come back after a year.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypedDict

from sqlalchemy import Column, String, Table, Text, bindparam, select, update

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import ROW, Store
from webapp.storage.tables import insert_into, metadata

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


def settings_of(store: Store, player: str) -> SettingsDocument:
    """Return what a player has set. Raises DocumentError for what can't be read."""
    rows = store.rows(_OF_PLAYER, {"id_": player})
    return SETTINGS.read(rows[0]["settings"]) if rows else no_settings()


def alter_settings(
    store: Store, player: str, alter: Callable[[SettingsDocument], SettingsDocument]
) -> SettingsDocument:
    """Store what ``alter`` makes of a player's settings, and return it.

    Nobody changes them in between, so that two tabs lose nothing of each other's. What limits
    what is stored may refuse a player's first (``Store.admit``). Settings that can't be read
    are written over: else nothing could be set any more.
    """
    if not store.rows(_OF_PLAYER, {"id_": player}):
        store.admit(ROW)
    with store.changing() as connection:
        fresh = insert_into(players, connection).values(
            id=player, settings=SETTINGS.write(no_settings())
        )
        connection.execute(fresh.on_conflict_do_nothing())
        query = _OF_PLAYER.with_for_update()
        changed = alter(_readable(connection.execute(query, {"id_": player}).scalar_one()))
        is_theirs = players.c.id == player
        connection.execute(
            update(players).where(is_theirs).values(settings=SETTINGS.write(changed))
        )
    return changed


def _readable(text: str) -> SettingsDocument:
    try:
        return SETTINGS.read(text)
    except DocumentError:
        return no_settings()
