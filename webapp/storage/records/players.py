"""Players in the database: the settings of each, their browsers, and all that is theirs.

A row is created with a player's first setting. It is read once a page, by the id in the cookie, and
is never dropped: a cookie may come back after a year.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, TypedDict

import sqlalchemy as sa

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import Store
from webapp.storage.tables import games, insert_into, players

ROW: Final = 300  # bytes that a player takes, roughly, and less for a browser

#: All games, and the players of those that changed since some moment.
_COUNTS: Final = sa.select(
    sa.func.count(),
    sa.func.count(sa.case((games.c.changed > sa.bindparam("since"), games.c.player)).distinct()),
)
_OF_PLAYER: Final = sa.select(players.c.settings).where(players.c.id == sa.bindparam("id_"))


def count_players(store: Store, since: datetime) -> tuple[int, int]:
    """Return how many games there are, and how many players have changed one since."""
    with store.reading() as connection:
        count, players_since = connection.execute(_COUNTS, {"since": since}).one()
    return int(count), int(players_since)


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


def room_settings(settings: SettingsDocument, room: str) -> Mapping[str, Any]:
    """Return how a game is played; empty if nothing is set, or what is set makes no sense.

    >>> room_settings(with_room_settings(no_settings(), "hidoku", {"clock": False}), "hidoku")
    {'clock': False}
    """
    values = settings["games"].get(room)
    return values if isinstance(values, dict) else {}


def with_room_settings(
    settings: SettingsDocument, room: str, room_values: dict[str, Any]
) -> SettingsDocument:
    return {**settings, "games": {**settings["games"], room: room_values}}


def settings_of(store: Store, player: str) -> SettingsDocument:
    """Return a player's settings. Raises DocumentError if they can't be read."""
    rows = store.rows(_OF_PLAYER, {"id_": player})
    return parse_settings(rows[0]["settings"] if rows else None)


def parse_settings(text: str | None) -> SettingsDocument:
    return SETTINGS.read(text) if text else no_settings()


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
        insert = insert_into(players, connection).values(
            id=player, settings=SETTINGS.write(no_settings())
        )
        connection.execute(insert.on_conflict_do_nothing())
        query = _OF_PLAYER.with_for_update()
        before = no_settings()
        with suppress(DocumentError):
            before = SETTINGS.read(connection.execute(query, {"id_": player}).scalar_one())
        new_settings = alter(before)
        is_theirs = players.c.id == player
        connection.execute(
            sa.update(players).where(is_theirs).values(settings=SETTINGS.write(new_settings))
        )
    return new_settings
