"""A copy of the database while the server runs, checked for being whole; or in PostgreSQL.

SQLite's VACUUM INTO copies the rows that were committed at one moment, and nothing erased. While it
reads, players read too. With a write-ahead log they also write; with a rollback journal their
changes wait until it ends. The copy is made beside its final place and moved there once it has been
checked, so a file of that name is always whole.

Rejected: SQLite's online backup, which copies pages along with what was deleted in them.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from solver.wording import InputError
from webapp.storage.engine.faults import StorageError, reason_of
from webapp.storage.engine.migration import NOTED
from webapp.storage.games import Store, in_utc
from webapp.storage.tables import attempts, boards, devices, games, lesson_steps, metadata

#: How long to wait for a moment without a writer, which a rollback journal needs, seconds.
PATIENCE: Final = 60.0
DUMP: Final = (
    "This is no SQLite database, so its own tool saves it, for example: "
    "pg_dump --format=custom --file={file} {url}"
)


class DatabaseError(InputError):
    """There is no copy, or the database can't be used; the message says why."""


def back_up(engine: sa.Engine, file: Path, *, replace: bool = False) -> int:
    """Copy a SQLite database into a file that only its owner can read; return its size in bytes.

    Raises DatabaseError, also if the file exists and may not be replaced.
    """
    if engine.dialect.name != "sqlite":
        # the tool knows no driver, and asks for the password by itself
        url = engine.url.set(drivername=engine.dialect.name, query={})._replace(password=None)
        raise DatabaseError(DUMP.format(file=file, url=url.render_as_string()))
    if file.exists() and file.samefile(str(engine.url.database)):
        raise DatabaseError(f"{file} is the database itself.")
    if file.exists() and not replace:
        raise DatabaseError(f"{file} is there already. Choose another name, or say --replace.")
    try:
        return _put_in_place(engine, file, replace)
    except FileExistsError as error:  # created in the meantime
        raise DatabaseError(f"{file} is there already.") from error
    except OSError as error:
        raise DatabaseError(f"{file} can’t be written: {error.strerror}.") from error


def _put_in_place(engine: sa.Engine, file: Path, replace: bool) -> int:
    folder = file.absolute().parent
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=f".{file.name}.")  # mode 0600
    try:
        _copy(engine, name)
        os.fsync(descriptor)
        size = os.fstat(descriptor).st_size
        if replace:
            Path(name).replace(file)
        else:
            os.link(name, file)  # which never overwrites, unlike a rename
    finally:
        os.close(descriptor)
        with suppress(FileNotFoundError):
            Path(name).unlink()
    _sync(folder)
    return size


def _copy(engine: sa.Engine, name: str) -> None:
    module: Any = engine.dialect.loaded_dbapi
    try:
        with closing(module.connect(engine.url.database, timeout=PATIENCE)) as source:
            source.execute("VACUUM INTO ?", (name,))
        with closing(module.connect(name)) as copy:
            [report] = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except module.Error as error:
        raise DatabaseError(f"The database can’t be copied: {error}.") from error
    if report != "ok":
        raise DatabaseError(f"The copy is incomplete and was discarded: {report}.")


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def open_store(url: str) -> Iterator[Store]:
    """Open a database that already exists. Raises StartError, or DatabaseError for the rest."""
    try:
        parts = sa.make_url(url)
        if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
            raise DatabaseError(f"The database file {parts.database} isn’t there.")
        store = Store(url)
        try:
            yield store
        finally:
            store.engine.dispose()
    except (StorageError, SQLAlchemyError) as error:
        fault = reason_of(error).rstrip(".")
        raise DatabaseError(f"The database can’t be used: {fault}.") from error


# All that a SQLite file keeps, copied into a PostgreSQL database.
#
# No game changes while its rows are read. The copy is one transaction: all of it is there, or none.
# Ids are text, made by us, so no sequence has to go on from somewhere. Each row that was written is
# read again, and compared column by column.
#
# It can be run again after a transfer that left something. A table that has rows in the other
# database then stays as it is there: games go on in it, and what was erased in it stays erased.
# Only of :data:`LEFT` a row may be missing beside others.


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
        return {table.name: _copy_table(table, rows, copy) for table in metadata.sorted_tables}


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


def _copy_table(table: sa.Table, source: sa.Connection, target: sa.Connection) -> int | None:
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
