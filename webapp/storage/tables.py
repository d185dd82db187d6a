"""The table of games and the statements of a move, built once.

SQLAlchemy caches what it compiles, so using the same statement again takes a fifth of the time. The
tables of tasks and of boards are defined where they are used.
"""

from __future__ import annotations

from functools import lru_cache

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
    String,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    false,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

metadata = MetaData()

#: What the player of a deleted game begins with: no id in a cookie does.
DELETED = ":"

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
    Column("board", String(120), nullable=False, server_default=""),
    Column("day", String(10), nullable=False, server_default=""),
    Column("result", String(8), nullable=False, server_default=""),
    Column("guesses", Integer, nullable=False, server_default="0"),
    Column("hints_used", Integer, nullable=False, server_default="0"),
    Column("counts", Boolean, nullable=False, server_default=false()),
    Column("took", Float, nullable=False, server_default="0"),
    Column("ended", DateTime(timezone=True)),
    Column("skill", Integer),
    Column("luck", Integer),
    Index("games_by_player", "player", "kind", "changed"),
)

#: One daily game for each day, kind and player.
Index(
    "games_of_a_day",
    *(games.c.player, games.c.kind, games.c.day),
    unique=True,
    sqlite_where=games.c.day != "",
    postgresql_where=games.c.day != "",
)

#: Games with guesses that count, and that haven't been reviewed yet.
NOT_REVIEWED = and_(games.c.counts, games.c.guesses > 0, games.c.skill.is_(None))
Index(
    "games_to_review",
    games.c.ended,
    sqlite_where=NOT_REVIEWED,
    postgresql_where=NOT_REVIEWED,
)


#: The columns that a game is loaded with; when it was created is kept for the operator.
COLUMNS = tuple(column for column in games.c if column.name != "created")
OF_KIND = select(*COLUMNS).where(games.c.id == bindparam("id_"), games.c.kind == bindparam("kind_"))
INSERT = insert(games)
OF_DAY = select(*COLUMNS).where(
    games.c.player == bindparam("player_"),
    games.c.kind == bindparam("kind_"),
    games.c.day == bindparam("day_"),
)
UNFINISHED = (
    select(*COLUMNS)
    .where(games.c.player == bindparam("player_"), games.c.kind == bindparam("kind_"))
    .where(~games.c.finished)
    .order_by(games.c.changed.desc())
    .limit(bindparam("most_"))
)


@lru_cache(maxsize=64)
def update_of(names: tuple[str, ...]) -> Update:
    """Return the statement that updates these columns of a game, if the version is the newest."""
    is_newest = (games.c.id == bindparam("id_"), games.c.version == bindparam("version_"))
    return update(games).where(*is_newest).values({name: bindparam(name) for name in names})


def insert_into(table: Table, bind: Connection | Engine) -> sqlite.Insert | postgresql.Insert:
    """Begin an insert that may use ``on_conflict_do_…``, which each database has of its own."""
    is_sqlite = bind.dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)
