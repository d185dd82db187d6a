"""Players in the database: the settings of each, their browsers, and all that is theirs.

A row is created with a player's first setting. It is read once a page, by the id in the cookie, and
is never dropped: a cookie may come back after a year.
"""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypedDict

import sqlalchemy as sa

from webapp.storage.documents import DocumentError, DocumentForm
from webapp.storage.games import Store, in_utc
from webapp.storage.limit_counts import LONGEST, CountStore
from webapp.storage.records.attempts import join_attempts
from webapp.storage.records.contests import erase_contests, move_contests
from webapp.storage.records.runs import join_runs
from webapp.storage.records.shares import erase_shares
from webapp.storage.tables import (
    DELETED,
    attempts,
    counts,
    devices,
    erase_rows,
    games,
    insert_into,
    lesson_steps,
    move_rows,
    players,
    runs,
    tasks,
)

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


# Browsers that play as one player, and moving or erasing everything a player has.
#
# A browser that was joined has its own key in its cookie, so that it can be disconnected: without
# its row the key is worthless. The key of a player's first browser is derived from the player, and
# needs no row until another one is joined. Rows of disconnected browsers stay, with a changed
# owner, so that a first browser isn't mistaken for the only one again.


#: A file up to this size is rewritten soon after somebody is erased, in 0.8 s; a larger one at the
#: next sweep.
LARGEST = 100_000_000
#: The count that says that somebody was erased, and the file isn't rewritten yet.
ERASED: Final = "erased"


class Device(NamedTuple):
    """A browser that plays as a player, and when it was joined."""

    id: str
    joined: datetime


def first_key(player: str) -> str:
    digest = hashlib.sha256(f"first browser of {player}".encode()).digest()
    return urlsafe_b64encode(digest)[:22].decode()


def join_device(store: Store, player: str) -> str:
    """Store a browser as one of a player's, and the first if it has no row; return its key."""
    key = secrets.token_urlsafe(16)
    now = datetime.now(UTC)
    own_devices = sa.select(devices.c.id).where(_is_of(player))
    with store.changing() as connection:
        if connection.execute(own_devices).first() is None:
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
    browsers = [Device(row["id"], in_utc(row["joined"])) for row in store.rows(query)]
    return sorted(browsers, key=lambda device: (device.joined, device.id != first_key(player)))


def is_device_of(store: Store, key: str, player: str) -> bool:
    query = sa.select(devices.c.id, devices.c.player).where(_is_of(player))
    owners = {row["id"]: row["player"] for row in store.rows(query)}
    return owners.get(key) == player if owners else key == first_key(player)


def end_device(store: Store, key: str, player: str) -> bool:
    is_it = (devices.c.id == key, devices.c.player == player)
    return store.run(sa.update(devices).where(*is_it).values(player=DELETED + player)) == 1


def move_games(store: Store, player: str, to: str) -> None:
    """Move a player's games and lessons to another, who keeps their own daily games."""
    query = sa.select(games.c.kind, games.c.day)
    with store.changing() as connection:
        daily_games = connection.execute(query.where(games.c.player == to, games.c.day != "")).all()
        is_own = games.c.player == player
        for kind, day in daily_games:
            is_double = (is_own, games.c.kind == kind, games.c.day == day)
            connection.execute(sa.update(games).where(*is_double).values(day=""))
        connection.execute(sa.update(games).where(is_own).values(player=to))
        move_contests(connection, player, to)
        move_rows(connection, attempts, player, to, join_attempts)
        move_rows(connection, runs, player, to, join_runs)
        move_rows(connection, lesson_steps, player, to)
        is_deleted = games.c.player == DELETED + player
        connection.execute(sa.update(games).where(is_deleted).values(player=DELETED + to, day=""))


def erase_player(store: Store, player: str) -> int:
    """Erase all games of a player and everything else that names them; return how many games.

    No byte of it stays in a SQLite file, its log, or later copies once the file is rewritten.
    """
    with store.changing() as connection:
        connection.execute(sa.delete(devices).where(_is_of(player)))
        tasks_of_player = sa.update(tasks).where(tasks.c.player == player)
        connection.execute(tasks_of_player.values(player=""))  # these belong to everybody
        connection.execute(sa.delete(players).where(players.c.id == player))
        erase_contests(connection, player)
        erase_shares(connection, (player, DELETED + player))
        erase_rows(connection, player, lesson_steps, attempts, runs)
        erase_rows(connection, DELETED + player, games)
        count = connection.execute(sa.delete(games).where(games.c.player == player)).rowcount
    CountStore(store).incr(ERASED, LONGEST)
    return count


def rewrite_after_erasure(store: Store) -> None:
    """Rewrite the file if somebody was erased since the last time, on whichever server."""
    if store.run(sa.delete(counts).where(counts.c.key == ERASED)):
        store.rewrite_file(LARGEST)
