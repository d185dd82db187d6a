"""Players in the database: the settings of each, as a document.

A row is created with a player's first setting. It is read once a page, by the id in the cookie, and
is never dropped: a cookie may come back after a year.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypedDict

import sqlalchemy as sa

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import ROW, Store
from webapp.storage.tables import insert_into, metadata

players: Final = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)

_OF_PLAYER: Final = sa.select(players.c.settings).where(players.c.id == sa.bindparam("id_"))


class SettingsDocument(TypedDict):
    """A player's settings: how all pages look, and how each game is played, by its room.

    The keys in both are defined where they are used; defaults are left out.
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


def room_settings(
    settings: SettingsDocument, room: str, otherwise: object = None
) -> Mapping[str, Any]:
    """Return how a game is played; ``otherwise`` if nothing is set, empty if that makes no sense.

    >>> room_settings(with_room_settings(no_settings(), "hidoku", {"clock": False}), "hidoku")
    {'clock': False}
    """
    kept = settings["games"].get(room, otherwise)
    return kept if isinstance(kept, dict) else {}


def with_room_settings(
    settings: SettingsDocument, room: str, kept: dict[str, Any]
) -> SettingsDocument:
    """Return settings in which a game is played so."""
    return {**settings, "games": {**settings["games"], room: kept}}


def settings_of(store: Store, player: str) -> SettingsDocument:
    """Return a player's settings. Raises DocumentError if they can't be read."""
    rows = store.rows(_OF_PLAYER, {"id_": player})
    return SETTINGS.read(rows[0]["settings"]) if rows else no_settings()


def alter_settings(
    store: Store, player: str, alter: Callable[[SettingsDocument], SettingsDocument]
) -> SettingsDocument:
    """Store what ``alter`` makes of a player's settings, and return it.

    Nobody can change them in between, so two tabs lose nothing of each other's. The limit on
    storage may refuse a player's first (``Store.admit``). Settings that can't be read are
    overwritten, or nothing could be set any more.
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
            sa.update(players).where(is_theirs).values(settings=SETTINGS.write(changed))
        )
    return changed


def _readable(text: str) -> SettingsDocument:
    try:
        return SETTINGS.read(text)
    except DocumentError:
        return no_settings()
