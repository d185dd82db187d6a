"""All tables there are, and the statements of a move, built once.

Whoever has ``metadata`` has every table, whatever else is imported: what is copied, erased or made
is complete. SQLAlchemy caches what it compiles, so using the same statement again takes a fifth of
the time.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

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

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
)

counts = sa.Table(
    "counts",
    metadata,
    sa.Column("key", sa.String(120), primary_key=True),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("ends", sa.Float, nullable=False),  # seconds, of time.time
)

daily = sa.Table(
    "daily",
    metadata,
    sa.Column("work", sa.String(32), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
)

daily_codes = sa.Table(
    "daily_codes",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
)

daily_totals = sa.Table(
    "daily_totals",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("result", sa.String(8), primary_key=True),
    sa.Column("amount", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("players", sa.Integer, nullable=False),
)

shares = sa.Table(
    "shares",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=True, unique=True),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
)

contests = sa.Table(
    "contests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("is_hidden", sa.Boolean, nullable=False),
    sa.Column("is_closed", sa.Boolean, nullable=False),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    sa.Column("successor", sa.String(32), nullable=False, server_default=""),
    sa.Index("contests_by_player", "player"),
)

entries = sa.Table(
    "contest_entries",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("contest", sa.String(32), nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("nickname", sa.String(20), nullable=False),
    sa.Column("is_removed", sa.Boolean, nullable=False),
    sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    sa.Column("until", sa.DateTime(timezone=True)),
    sa.Column("seat", sa.String(32), nullable=False, server_default=""),
    sa.Index("entry_of_a_player", "contest", "player", unique=True),
    sa.Index("entries_by_player", "player"),
    sa.Index("entries_by_game", "game"),
)

#: What the pupils of classes answered (``records.classes``), each an entry of its class.
class_answers = sa.Table(
    "class_answers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("contest", sa.String(32), nullable=False),
    sa.Column("entry", sa.String(32), nullable=False),
    sa.Column("path", sa.String(200), nullable=False),
    sa.Column("words", sa.String(120), nullable=False),
    sa.Column("is_right", sa.Boolean, nullable=False),
    sa.Column("given", sa.DateTime(timezone=True), nullable=False),
    sa.Index("answers_of_a_pupil", "entry"),
)

#: The rounds of races (``records.races``): each is a contest that starts at the same time for all.
races = sa.Table(
    "races",
    metadata,
    sa.Column("contest", sa.String(32), primary_key=True),
    sa.Column("race", sa.String(32), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("starts", sa.DateTime(timezone=True)),
    sa.Index("round_of_a_race", "race", "number", unique=True),
)

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("skill", sa.String(64), primary_key=True),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("last", sa.String(120), nullable=False),
    sa.Column("earlier", sa.Text, nullable=False, server_default=""),
)

runs = sa.Table(
    "runs",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("idea", sa.String(64), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("exercise", sa.String(120), nullable=False),
    sa.Column("entered", sa.Text, nullable=False),
    sa.Column("outcomes", sa.Text, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("day_best", sa.Integer, nullable=False),
    sa.Column("missed", sa.Text, nullable=False, server_default=""),
    sa.Index("runs_of_a_day", "idea", "day"),
)

lesson_steps = sa.Table(
    "lesson_steps",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("lesson", sa.String(80), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("done", sa.DateTime(timezone=True), nullable=False),
)

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    sa.Index("devices_by_player", "player"),
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


Row = dict[str, Any]


def own_rows(connection: sa.Connection, table: sa.Table, player: str) -> dict[tuple[Any, ...], Row]:
    """Return a player's rows of a table without the player, each by the rest of its key."""
    names = [column.name for column in table.columns if column.name != "player"]
    key = [name for name in names if table.c[name].primary_key]
    query = sa.select(*(table.c[name] for name in names)).where(table.c.player == player)
    rows = map(Row, connection.execute(query).mappings())
    return {tuple(row[name] for name in key): row for row in rows}


def move_rows(
    connection: sa.Connection,
    table: sa.Table,
    player: str,
    to: str,
    join: Callable[[Row, Row], Row] = lambda _, second: second,
) -> None:
    """Give a player's rows to another, who keeps their own, or what ``join`` makes of both."""
    rows, second_rows = (own_rows(connection, table, name) for name in (player, to))
    doubles = {key: join(rows[key], second_rows[key]) for key in rows.keys() & second_rows}
    erase_rows(connection, player, table)
    erase_rows(connection, to, table)
    for row in (rows | second_rows | doubles).values():
        connection.execute(sa.insert(table).values(player=to, **row))


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
