"""Players in the database: the settings of each, their browsers, and all that is theirs.

A row is created with a player's first setting. It is read once a page, by the id in the cookie, and
is never dropped: a cookie may come back after a year.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypedDict

import sqlalchemy as sa

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.engine.faults import StorageError
from webapp.storage.games import Store, in_utc
from webapp.storage.records.attempts import attempts, move_attempts
from webapp.storage.records.contests import erase_contests, move_contests
from webapp.storage.records.exercise_days import exercise_days, lesson_steps, move_days, move_steps
from webapp.storage.records.shares import erase_shares
from webapp.storage.tables import DELETED, erase_rows, games, insert_into, metadata, players
from webapp.storage.tasks import jobs, makings

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
    kept = settings["games"].get(room)
    return kept if isinstance(kept, dict) else {}


def with_room_settings(
    settings: SettingsDocument, room: str, kept: dict[str, Any]
) -> SettingsDocument:
    return {**settings, "games": {**settings["games"], room: kept}}


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


# Browsers that play as one player, and moving or erasing everything a player has.
#
# A browser that was joined has its own key in its cookie, so that it can be disconnected: without
# its row the key is worthless. The key of a player's first browser is derived from the player, and
# needs no row until another one is joined. Rows of disconnected browsers stay, with a changed
# owner, so that a first browser isn't mistaken for the only one again.


#: A file up to this size is rewritten as soon as somebody is erased, in 0.8 s; a larger one at the
#: next sweep.
ANEW_AT_ONCE: Final = 100_000_000

log = logging.getLogger(__name__)

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    sa.Index("devices_by_player", "player"),
)


class Device(NamedTuple):
    """A browser that plays as a player, and when it was joined."""

    id: str
    joined: datetime


def first_key(player: str) -> str:
    digest = hashlib.sha256(f"first browser of {player}".encode()).digest()
    return urlsafe_b64encode(digest)[:22].decode()


def join_device(store: Store, player: str) -> str:
    """Store a browser as one of a player's, and the first if it has no row; return its key."""
    key, now = secrets.token_urlsafe(16), datetime.now(UTC)
    known = sa.select(devices.c.id).where(_is_of(player))
    with store.changing() as connection:
        if connection.execute(known).first() is None:
            first = insert_into(devices, connection).on_conflict_do_nothing()
            connection.execute(first, {"id": first_key(player), "player": player, "joined": now})
        connection.execute(sa.insert(devices).values(id=key, player=player, joined=now))
    return key


def _is_of(player: str) -> sa.ColumnElement[bool]:
    """The condition for browsers that are a player's, or were until they were disconnected."""
    return devices.c.player.in_((player, DELETED + player))


def devices_of(store: Store, player: str) -> Sequence[Device]:
    """Return the browsers of a player that have keys, in the order in which they were joined."""
    query = sa.select(devices.c.id, devices.c.joined).where(devices.c.player == player)
    found = [Device(row["id"], in_utc(row["joined"])) for row in store.rows(query)]
    return sorted(found, key=lambda each: (each.joined, each.id != first_key(player)))


def is_device_of(store: Store, key: str, player: str) -> bool:
    query = sa.select(devices.c.id, devices.c.player).where(_is_of(player))
    found = {row["id"]: row["player"] for row in store.rows(query)}
    return found.get(key) == player if found else key == first_key(player)


def end_device(store: Store, key: str, player: str) -> bool:
    is_it = (devices.c.id == key, devices.c.player == player)
    return store.run(sa.update(devices).where(*is_it).values(player=DELETED + player)) == 1


def move_games(store: Store, player: str, to: str) -> None:
    """Move a player's games and lessons to another, who keeps their own daily games."""
    query = sa.select(games.c.kind, games.c.day)
    with store.changing() as connection:
        theirs = connection.execute(query.where(games.c.player == to, games.c.day != "")).all()
        mine = games.c.player == player
        for kind, day in theirs:
            is_double = (mine, games.c.kind == kind, games.c.day == day)
            connection.execute(sa.update(games).where(*is_double).values(day=""))
        connection.execute(sa.update(games).where(mine).values(player=to))
        move_contests(connection, player, to)
        move_attempts(connection, player, to)
        move_days(connection, player, to)
        deleted = games.c.player == DELETED + player
        connection.execute(sa.update(games).where(deleted).values(player=DELETED + to, day=""))
        move_steps(connection, player, to)


def erase_player(store: Store, player: str) -> int:
    """Erase all games of a player and everything else that names them; return how many games.

    No byte of it then stays in a SQLite file, in its log, or in later copies.
    """
    count = _rows_erased(store, player)
    try:
        store.rewrite_file(ANEW_AT_ONCE)
    except StorageError as error:  # busy, or no room; the next sweep does it
        log.warning("erased, but the file still has to be rewritten: %s", error)
    return count


def _rows_erased(store: Store, player: str) -> int:
    with store.changing() as connection:
        connection.execute(sa.delete(devices).where(_is_of(player)))
        for work in (jobs, makings):  # these belong to everybody
            connection.execute(sa.update(work).where(work.c.player == player).values(player=""))
        connection.execute(sa.delete(players).where(players.c.id == player))
        erase_contests(connection, player)
        erase_rows(connection, player, lesson_steps, attempts, exercise_days)
        erase_shares(connection, (player, DELETED + player))
        connection.execute(sa.delete(games).where(games.c.player == DELETED + player))
        return connection.execute(sa.delete(games).where(games.c.player == player)).rowcount
