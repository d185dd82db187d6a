"""Browsers that play as one player, and moving or erasing everything a player has.

A browser that was joined has its own key in its cookie, so that it can be disconnected: without
its row the key is worthless. The key of a player's first browser is derived from the player, and
needs no row until another one is joined. Rows of disconnected browsers stay, with a changed
owner, so that a first browser isn't mistaken for the only one again.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

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
