"""Games in the database; ``jobstore``, ``boardstore`` and ``storage`` alone know there is one too.

A game is stored as text (rules, start, moves); loading replays it. Each change names the version
it was made from: if another tab was faster, nothing is written and :class:`StaleGameError` says so.

Why no acknowledged move is lost with SQLite: the journal is a rollback journal, not WAL. SQLite
before 3.51.3 (as Debian and many Pythons ship it) can lose a commit in WAL mode when connections
write and checkpoint at the same instant; without a WAL there is no checkpoint, so this cannot
happen, whichever processes open the file. ``synchronous=FULL`` flushes journal and file before a
commit returns. A change takes the write lock at its first statement (``BEGIN IMMEDIATE``), so
that it never has to upgrade a read lock that another holds; within this process a lock queues
the writers, who would otherwise poll. Refused: WAL with a lock of our own, since that lock would
end at the process.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from flask import current_app
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    select,
    update,
)

from webapp.storage.locks import lock_all

LONGEST_PAUSE = 300  # seconds between two moves that count as played; more is a game laid aside
MIGRATIONS = Path(__file__).parent / "migrations"

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("rules", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("hints", Text, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("seconds", Float, nullable=False, server_default="0"),
    Index("games_by_player", "player", "kind", "changed"),
)


@dataclass(frozen=True)
class StoredGame:
    """One row: everything about a game that outlives a request.

    ``rules``, ``start`` and ``moves`` are the text forms of their game; ``hints`` is one word for
    each hint asked for; ``version`` counts the changes. ``seconds`` is the time played up to
    ``changed``: from change to change, where a longer pause counts as :data:`LONGEST_PAUSE`.
    """

    id: str
    player: str
    kind: str
    rules: str
    start: str
    moves: str
    hints: str
    finished: bool
    version: int
    seconds: float = 0.0
    changed: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False)

    def played(self, until: datetime) -> float:
        """Return the seconds played at some time after the last change."""
        is_bare = self.changed.tzinfo is None  # SQLite forgets that it is UTC
        changed = self.changed.replace(tzinfo=UTC) if is_bare else self.changed
        pause = (until - changed).total_seconds()
        return self.seconds + min(max(pause, 0.0), LONGEST_PAUSE)


STALE = (
    "The game has gone on since this page was loaded, perhaps in another tab. "
    "Here it is as it stands now."
)


class StaleGameError(Exception):
    """A change was made from a version that is not the newest; ``game`` is the newest."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(STALE)
        self.game = game


class Store:
    """All games behind one database URL. Threads share it."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        self._writer = self.engine.execution_options(pegs_writes=True)
        self._writing = threading.Lock()
        if self.engine.dialect.name == "sqlite":
            _make_sqlite_safe(self.engine)

    def migrate(self) -> None:
        """Bring the tables up to date; harmless when they are, or when another server does so."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.changing() as connection:
            lock_all(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def create(
        self,
        player: str,
        kind: str,
        rules: str,
        start: str,
        moves: str = "",
        *,
        finished: bool = False,
    ) -> StoredGame:
        """Store a new game of ``player`` under an id of 128 random bits and return it."""
        game = StoredGame(_new_id(), player, kind, rules, start, moves, "", finished, 1)
        with self.changing() as connection:
            _insert(connection, game)
        return game

    def create_linked(self, game: StoredGame, player: str, kind: str, start: str) -> StoredGame:
        """Store a new game of ``player`` on the rules of another, whose ``moves`` become its id.

        Both happen or neither. Raises :class:`StaleGameError` if ``game`` is not the newest
        version, so that of two who come at the same moment one gets the game.
        """
        made = StoredGame(_new_id(), player, kind, game.rules, start, "", "", False, 1)
        with self.changing() as connection:
            _insert(connection, made)
            _changed(connection, game, {"moves": made.id})
        return made

    def load(self, game_id: str, player: str | None, kind: str) -> StoredGame | None:
        """Return the game if it exists and is this player's; another's game does not exist."""
        game = self.load_any(game_id, kind)
        return game if game and game.player == player else None

    def load_any(self, game_id: str, kind: str) -> StoredGame | None:
        """Return the game if it exists, whoever's it is.

        For games that more than one person has a part in; who asks decides what a page shows of
        them.
        """
        wanted = (games.c.id == game_id, games.c.kind == kind)
        with self.engine.connect() as connection:
            row = connection.execute(select(games).where(*wanted)).mappings().first()
        return _game(row) if row else None

    def unfinished(self, player: str, kind: str, most: int = 5) -> tuple[StoredGame, ...]:
        """Return the player's games of this kind that are not over, the last played first."""
        query = (
            select(games)
            .where(games.c.player == player, games.c.kind == kind, ~games.c.finished)
            .order_by(games.c.changed.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            return tuple(map(_game, connection.execute(query).mappings()))

    def drop_oldest(self, player: str, kind: str, most: int) -> None:
        """Drop the player's games of this kind beyond ``most``: those changed longest ago."""
        mine = (games.c.player == player, games.c.kind == kind)
        newest_first = select(games.c.id).where(*mine).order_by(games.c.changed.desc(), games.c.id)
        with self.changing() as connection:
            connection.execute(delete(games).where(games.c.id.in_(newest_first.offset(most))))

    def change(self, game: StoredGame, **values: Any) -> StoredGame:
        """Store new values of a game and return it with its next version.

        Raises :class:`StaleGameError` and changes nothing if ``game`` is not the newest version.
        """
        with self.changing() as connection:
            return _changed(connection, game, values)

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """Open a transaction that writes, and commit it at the end."""
        with self._writing, self._writer.begin() as connection:
            yield connection


def store() -> Store:
    """Return the running application's store."""
    found: Store = current_app.extensions["store"]
    return found


def _game(row: RowMapping) -> StoredGame:
    return StoredGame(**{name: row[name] for name in StoredGame.__dataclass_fields__})


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _insert(connection: Connection, game: StoredGame) -> None:
    connection.execute(insert(games).values(**vars(game), created=game.changed))


def _changed(connection: Connection, game: StoredGame, values: dict[str, Any]) -> StoredGame:
    now = datetime.now(UTC)
    seconds = game.seconds if game.finished else game.played(now)
    values = {**values, "version": game.version + 1, "seconds": seconds, "changed": now}
    newest = (games.c.id == game.id, games.c.version == game.version)
    query = update(games).where(*newest).values(**values)
    if connection.execute(query).rowcount == 1:
        return StoredGame(**{**vars(game), **values})
    current = connection.execute(select(games).where(games.c.id == game.id)).mappings()
    raise StaleGameError(_game(current.one()))


def _make_sqlite_safe(engine: Engine) -> None:
    """Set up every connection as the module's docstring says."""
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # sqlite3 must not open transactions behind our back
    for pragma in ("journal_mode=TRUNCATE", "synchronous=FULL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("pegs_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
