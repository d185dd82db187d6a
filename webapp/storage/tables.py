"""The tables of games, players and tasks, and the statements of a move, built once.

SQLAlchemy caches what it compiles, so using the same statement again takes a fifth of the time. The
table of boards is defined where it is used.
"""

from __future__ import annotations

from functools import lru_cache

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

metadata = sa.MetaData()

#: What the player of a deleted game begins with: no id in a cookie does.
DELETED = ":"

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("hints", sa.Text, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
    sa.Column("board", sa.String(120), nullable=False, server_default=""),
    sa.Column("day", sa.String(10), nullable=False, server_default=""),
    sa.Column("result", sa.String(8), nullable=False, server_default=""),
    sa.Column("guesses", sa.Integer, nullable=False, server_default="0"),
    sa.Column("hints_used", sa.Integer, nullable=False, server_default="0"),
    sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("took", sa.Float, nullable=False, server_default="0"),
    sa.Column("ended", sa.DateTime(timezone=True)),
    sa.Column("skill", sa.Integer),
    sa.Column("luck", sa.Integer),
    sa.Index("games_by_player", "player", "kind", "changed"),
)

#: One daily game for each day, kind and player.
sa.Index(
    "games_of_a_day",
    games.c.player,
    games.c.kind,
    games.c.day,
    unique=True,
    sqlite_where=games.c.day != "",
    postgresql_where=games.c.day != "",
)

#: Games with guesses that count, and that haven't been reviewed yet.
NOT_REVIEWED = sa.and_(games.c.counts, games.c.guesses > 0, games.c.skill.is_(None))
sa.Index(
    "games_to_review",
    games.c.ended,
    sqlite_where=NOT_REVIEWED,
    postgresql_where=NOT_REVIEWED,
)


players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("settings", sa.Text, nullable=False),
)

tasks = sa.Table(
    "tasks",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("key", sa.String(200), nullable=False, unique=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("network", sa.String(64), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("pieces", sa.Integer, nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("ends", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("finding", sa.Text, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
)

#: The columns that a game is loaded with; when it was created is kept for the operator.
COLUMNS = tuple(column for column in games.c if column.name != "created")
OF_KIND = sa.select(*COLUMNS).where(
    games.c.id == sa.bindparam("id_"), games.c.kind == sa.bindparam("kind_")
)
#: A player's own game, with the settings by which its page is shown: a second query would take a
#: twentieth of a move's time.
OWN = (
    OF_KIND.add_columns(players.c.settings)
    .outerjoin(players, players.c.id == games.c.player)
    .where(games.c.player == sa.bindparam("player_"))
)
INSERT = sa.insert(games)


def erase_rows(connection: sa.Connection, player: str, *tables: sa.Table) -> None:
    for table in tables:
        connection.execute(sa.delete(table).where(table.c.player == player))


@lru_cache(maxsize=64)
def update_of(names: tuple[str, ...]) -> sa.Update:
    """Return the statement that updates these columns of a game, if the version is the newest."""
    is_newest = (games.c.id == sa.bindparam("id_"), games.c.version == sa.bindparam("version_"))
    return sa.update(games).where(*is_newest).values({name: sa.bindparam(name) for name in names})


def insert_into(
    table: sa.Table, bind: sa.Connection | sa.Engine
) -> sqlite.Insert | postgresql.Insert:
    """Begin an insert that may use ``on_conflict_do_…``, which each database has of its own."""
    is_sqlite = bind.dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)
