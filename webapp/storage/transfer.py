"""All that a SQLite file keeps, copied into a PostgreSQL database.

No game changes while its rows are read. The copy is one transaction: all of it is there, or none.
Ids are text, made by us, so no sequence has to go on from somewhere. Each row that was written is
read again, and compared column by column.

It can be run again after a transfer that left something. A table that has rows in the other
database then stays as it is there: games go on in it, and what was erased in it stays erased. Only
of :data:`LEFT` a row may be missing beside others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from webapp.storage.backup import DatabaseError
from webapp.storage.engine.faults import reason_of
from webapp.storage.engine.migration import NOTED
from webapp.storage.games import Store, in_utc
from webapp.storage.tables import attempts, boards, devices, games, lesson_steps, metadata

ROWS: Final = 1000  # at a time
#: What the transfer of version 1.1.0 left, and a start has made since.
LEFT: Final = frozenset({attempts, boards, devices, lesson_steps})

Row = dict[str, Any]


def transfer(source: Store, target: Store) -> dict[str, int | None]:
    """Copy every row; return how many each table got, or None if it had rows and was left alone.

    Raises DatabaseError, saying why not.
    """
    if target.is_sqlite or not source.is_sqlite:
        raise DatabaseError("Games go from a SQLite file to a PostgreSQL database, nowhere else.")
    source.migrate()
    target.check()
    with source.changing() as rows, target.changing(migrates=True) as copy:
        for connection, place in ((rows, "file"), (copy, "other database")):
            _check_columns(connection, place)
        _check_games(rows, copy)
        return {table.name: _copy(table, rows, copy) for table in metadata.sorted_tables}


def _check_columns(connection: sa.Connection, place: str) -> None:
    """Raise DatabaseError if a table isn't as we know it, or isn't known at all."""
    inspector = sa.inspect(connection)
    is_file = connection.dialect.name == "sqlite"
    names = {*inspector.get_table_names()} if is_file else {*metadata.tables}
    if tables := sorted(names - {NOTED} - metadata.tables.keys()):
        raise DatabaseError(
            f"The {place} has a table {tables[0]} that this version doesn’t know, so nothing was "
            "copied."
        )
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        if wrong_columns := sorted(columns ^ {*table.columns.keys()}):
            raise DatabaseError(
                f"The {place}’s table {table.name} differs from this version’s in its column "
                f"{wrong_columns[0]}, so nothing was copied."
            )


def _check_games(source: sa.Connection, target: sa.Connection) -> None:
    """Raise DatabaseError if the other database has games, but none of the file's."""
    if not target.execute(sa.select(games.c.id).limit(1)).first():
        return
    for batch in source.execute(sa.select(games)).mappings().partitions(ROWS):
        if _rows_there(games, target, [_key(games, row) for row in batch]):
            return
    raise DatabaseError(
        "The other database has games already, and none of them is from this file, so nothing was "
        "copied. Name one that is empty."
    )


def _copy(table: sa.Table, source: sa.Connection, target: sa.Connection) -> int | None:
    if table not in LEFT and target.execute(sa.select(table).limit(1)).first():
        return None
    count = 0
    for batch in source.execute(sa.select(table)).mappings().partitions(ROWS):
        rows = {_key(table, row): _row(row) for row in batch}
        for key in _rows_there(table, target, list(rows)):
            del rows[key]
        if not rows:
            continue
        try:
            target.execute(sa.insert(table), list(rows.values()))
        except sa.exc.DBAPIError as error:
            fault = f"A row of {table.name} can’t be stored there: {reason_of(error)}"
            raise DatabaseError(f"{fault.rstrip('.')}. Nothing was copied.") from error
        if _rows_there(table, target, list(rows)) != rows:
            raise DatabaseError(f"A row of {table.name} arrived changed. Nothing was copied.")
        count += len(rows)
    return count


def _rows_there(
    table: sa.Table, target: sa.Connection, keys: Sequence[tuple[Any, ...]]
) -> dict[tuple[Any, ...], Row]:
    query = sa.select(table).where(sa.tuple_(*table.primary_key).in_(keys))
    return {_key(table, row): _row(row) for row in target.execute(query).mappings()}


def _key(table: sa.Table, row: sa.RowMapping) -> tuple[Any, ...]:
    return tuple(row[column.name] for column in table.primary_key)


def _row(row: sa.RowMapping) -> Row:
    values = row.items()
    return {name: in_utc(value) if isinstance(value, datetime) else value for name, value in values}
