"""Browsers that play as one: codes that join another one, and the list of those that are joined.

A code is good once and for ten minutes; only its digest is stored. A browser that was joined shows
its own key in its cookie, so that it can be ended: without its row the key is worth nothing.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Column, DateTime, Index, String, Table, delete, insert, select, update

from webapp.storage.games import Store, in_utc
from webapp.storage.records.attempts import erase_attempts, move_attempts
from webapp.storage.records.contests import erase_contests, move_contests
from webapp.storage.records.exercise_days import erase_days, move_days
from webapp.storage.records.lessons import erase_steps, move_steps
from webapp.storage.records.players import players
from webapp.storage.tables import DELETED, games, metadata

#: No letters or digits that look alike; ten of them are 49 bits.
SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH: Final = 10
GOOD_FOR: Final = timedelta(minutes=10)

device_codes = Table(
    "device_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("ends", DateTime(timezone=True), nullable=False),
)
devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("joined", DateTime(timezone=True), nullable=False),
    Index("devices_by_player", "player"),
)


class Device(NamedTuple):
    """A browser that plays as a player, and since when."""

    id: str
    joined: datetime


def make_code(store: Store, player: str) -> str:
    """Return a fresh code that joins another browser to a player; an earlier one is over."""
    code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    row = {"digest": _digest(code), "player": player, "ends": datetime.now(UTC) + GOOD_FOR}
    with store.changing() as connection:
        is_old = (device_codes.c.player == player) | (device_codes.c.ends < datetime.now(UTC))
        connection.execute(delete(device_codes).where(is_old))
        connection.execute(insert(device_codes).values(**row))
    return code


def use_code(store: Store, code: str) -> str | None:
    """Return the player whose code this is, which is used up by that; None for any other."""
    is_it = device_codes.c.digest == _digest(code)
    with store.changing() as connection:
        row = connection.execute(select(device_codes).where(is_it)).first()
        used = connection.execute(delete(device_codes).where(is_it))
        if row is None or used.rowcount != 1 or in_utc(row.ends) < datetime.now(UTC):
            return None
        return str(row.player)


def add_device(store: Store, player: str) -> str:
    """Store a browser as one of a player's, and return its key."""
    key = secrets.token_urlsafe(16)
    with store.changing() as connection:
        row = {"id": key, "player": player, "joined": datetime.now(UTC)}
        connection.execute(insert(devices).values(**row))
    return key


def devices_of(store: Store, player: str) -> Sequence[Device]:
    """Return the browsers of a player that have keys, the first joined first."""
    query = select(devices.c.id, devices.c.joined).where(devices.c.player == player)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(devices.c.joined))
        return [Device(row.id, in_utc(row.joined)) for row in rows]


def is_device_of(store: Store, key: str, player: str) -> bool:
    """Say whether a key is that of one of a player's browsers."""
    query = select(devices.c.id).where(devices.c.id == key, devices.c.player == player)
    with store.reading() as connection:
        return connection.execute(query).first() is not None


def end_device(store: Store, key: str, player: str) -> bool:
    """End a browser of a player's; say whether there was one."""
    with store.changing() as connection:
        is_it = (devices.c.id == key, devices.c.player == player)
        return connection.execute(delete(devices).where(*is_it)).rowcount == 1


def move_games(store: Store, player: str, to: str) -> None:
    """Give a player's games and lessons to another, who keeps their own daily games."""
    query = select(games.c.kind, games.c.day)
    with store.changing() as connection:
        theirs = connection.execute(query.where(games.c.player == to, games.c.day != "")).all()
        mine = games.c.player == player
        for kind, day in theirs:
            is_double = (mine, games.c.kind == kind, games.c.day == day)
            connection.execute(update(games).where(*is_double).values(day=""))
        connection.execute(update(games).where(mine).values(player=to))
        move_contests(connection, player, to)
        move_attempts(connection, player, to)
        move_days(connection, player, to)
        deleted = games.c.player == DELETED + player
        connection.execute(update(games).where(deleted).values(player=DELETED + to, day=""))
        move_steps(store, connection, player, to)


def erase_player(store: Store, player: str) -> int:
    """Erase all games of a player and what else names them; return how many games there were."""
    with store.changing() as connection:
        connection.execute(delete(device_codes).where(device_codes.c.player == player))
        connection.execute(delete(devices).where(devices.c.player == player))
        connection.execute(delete(players).where(players.c.id == player))
        erase_contests(connection, player)
        erase_steps(connection, player)
        erase_attempts(connection, player)
        erase_days(connection, player)
        connection.execute(delete(games).where(games.c.player == DELETED + player))
        return connection.execute(delete(games).where(games.c.player == player)).rowcount


def _digest(code: str) -> str:
    """Return what is stored of a code, however it is typed.

    >>> _digest("abcde-23456") == _digest(" ABCDE23456")
    True
    """
    plain = "".join(sign for sign in code.upper() if sign in SIGNS)
    return hashlib.sha256(plain.encode()).hexdigest()
