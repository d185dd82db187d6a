"""A copy of the database while the server runs, checked for being whole.

SQLite's VACUUM INTO copies the rows that were committed at one moment, and nothing erased. While it
reads, players read too. With a write-ahead log they also write; with a rollback journal their
changes wait until it ends. The copy is made beside its final place and moved there once it has been
checked, so a file of that name is always whole.

Rejected: SQLite's online backup, which copies pages along with what was deleted in them.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from solver.wording import InputError
from webapp.storage.engine.faults import StorageError
from webapp.storage.games import Store

#: How long to wait for a moment without a writer, which a rollback journal needs, seconds.
PATIENCE: Final = 60.0
DUMP: Final = (
    "This is no SQLite database, so its own tool saves it, for example: "
    "pg_dump --format=custom --file={file} {url}"
)


class BackupError(InputError):
    """There is no copy; the message says why."""


def back_up(engine: sa.Engine, file: Path, *, replace: bool = False) -> int:
    """Copy a SQLite database into a file that only its owner can read; return its size in bytes.

    Raises BackupError, also if the file exists and may not be replaced.
    """
    if engine.dialect.name != "sqlite":
        # the tool knows no driver, and asks for the password by itself
        url = engine.url.set(drivername=engine.dialect.name, query={})._replace(password=None)
        raise BackupError(DUMP.format(file=file, url=url.render_as_string()))
    if file.exists() and file.samefile(str(engine.url.database)):
        raise BackupError(f"{file} is the database itself.")
    if file.exists() and not replace:
        raise BackupError(f"{file} is there already. Choose another name, or say --replace.")
    try:
        return _put_in_place(engine, file, replace)
    except FileExistsError as error:  # created in the meantime
        raise BackupError(f"{file} is there already.") from error
    except OSError as error:
        raise BackupError(f"{file} can’t be written: {error.strerror}.") from error


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
        raise BackupError(f"The database can’t be copied: {error}.") from error
    if report != "ok":
        raise BackupError(f"The copy is incomplete and was discarded: {report}.")


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class DatabaseError(InputError):
    """The database can't be used; the message says why."""


@contextmanager
def open_store(url: str) -> Iterator[Store]:
    """Open a database that already exists. Raises StartError, or DatabaseError for the rest."""
    try:
        parts = sa.make_url(url)
        if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
            raise DatabaseError(f"There is no database {parts.database}: nobody has played here.")
        store = Store(url)
        try:
            yield store
        finally:
            store.engine.dispose()
    except StorageError as error:
        raise DatabaseError(f"The database can’t be used: {str(error).rstrip('.')}.") from error
    except SQLAlchemyError as error:
        reason, *_ = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()
        raise DatabaseError(f"The database can’t be used: {reason.rstrip('.')}.") from error
