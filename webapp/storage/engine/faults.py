"""What can go wrong with the database, and what of it the drivers complain of.

SQLite tells by its result code, PostgreSQL by the five signs of SQLSTATE. What is a fault of the
program (a wrong statement) or an answer it asked for (a name that is there already) stays as it
is.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Engine, Table, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

# What can go wrong with the database, in words for players; nothing here knows a driver.
#
# None of these is raised once a change is acknowledged: whoever gets one has to say that the change
# was not, or may not have been, stored.


class StorageError(Exception):
    """The database did not do what it was asked for. Each kind below has its status in a page."""


class StoreBusyError(StorageError):
    """Something else held the database for too long; nothing was changed."""


class StoreGoneError(StorageError):
    """The database cannot be reached; whether the last change was stored is not known."""


class StoreFullError(StorageError):
    """There is no room to write; nothing was changed."""


class StoreBrokenError(StorageError):
    """The database cannot be read or written as it is; somebody has to look after it."""


class StartError(ValueError):
    """Why the server cannot start with the data it was given, in one sentence."""


Kind = type[StorageError]

#: By SQLite's primary result code, the lowest eight bits of the whole one.
OF_SQLITE: Final[dict[int, Kind]] = {
    3: StoreBrokenError,  # PERM
    5: StoreBusyError,  # BUSY
    6: StoreBusyError,  # LOCKED
    8: StoreBrokenError,  # READONLY
    10: StoreBrokenError,  # IOERR
    11: StoreBrokenError,  # CORRUPT
    13: StoreFullError,  # FULL
    14: StoreBrokenError,  # CANTOPEN
    15: StoreBusyError,  # PROTOCOL: many began at the same instant
    26: StoreBrokenError,  # NOTADB
}
#: By the whole code: a limit on the size of files or a quota shows itself as a write that failed.
OF_SQLITE_IN_FULL: Final[dict[int, Kind]] = {
    10: StoreFullError,  # IOERR without more: what WAL says of a file that may not grow
    10 | 3 << 8: StoreFullError,  # IOERR_WRITE
    10 | 19 << 8: StoreFullError,  # IOERR_SHMSIZE
}

#: By SQLSTATE, whole or by its first two signs.
OF_POSTGRESQL: Final[dict[str, Kind]] = {
    "08": StoreGoneError,  # connection
    "25006": StoreGoneError,  # a server that only reads, such as one that has just taken over
    "25P03": StoreBusyError,  # a transaction that lay idle for too long
    "28": StoreGoneError,  # not let in
    "3D": StoreGoneError,  # no such database
    "40": StoreBusyError,  # deadlock
    "53100": StoreFullError,
    "53": StoreBusyError,  # out of memory or of connections
    "55P03": StoreBusyError,  # lock_timeout
    "57014": StoreBusyError,  # statement_timeout
    "57": StoreGoneError,  # shut down
    "58": StoreGoneError,  # the server's disk
    "XX": StoreBrokenError,
}


def name_faults(engine: Engine) -> None:
    """Let every error of an engine that a page can explain be raised as such."""
    event.listen(engine, "handle_error", _renamed)


def _renamed(context: ExceptionContext) -> StorageError | None:
    """SQLAlchemy raises what this returns; None leaves the error as it is."""
    kind = kind_of(context.original_exception, lost=context.is_disconnect)
    return kind(reason_of(context.original_exception)) if kind else None


def kind_of(error: BaseException, lost: bool = False) -> Kind | None:
    """Return what an error of a driver means; None if it is nothing that a page can explain.

    ``lost`` says that the connection is gone with it.
    """
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return OF_SQLITE_IN_FULL.get(code) or OF_SQLITE.get(code & 0xFF)
    state: str | None = getattr(error, "sqlstate", None)
    if state is not None:
        known = OF_POSTGRESQL.get(state) or OF_POSTGRESQL.get(state[:2])
        return known or (StoreGoneError if lost else None)
    names = {kind.__name__ for kind in type(error).__mro__}
    is_operational = "OperationalError" in names  # such as: connection refused
    return StoreGoneError if lost or is_operational else None


def reason_of(error: BaseException) -> str:
    """Return the first line of what a driver said.

    >>> reason_of(ValueError("disk I/O error\\nsecond line"))
    'disk I/O error'
    """
    said = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return next(iter(str(said).strip().splitlines()), type(said).__name__)


# Having a table to oneself, for a change that depends on how it stands.
#
# With SQLite a transaction that writes is alone from its beginning, so nothing is to be done.


def lock(connection: Connection, table: Table) -> None:
    """Keep every other change of the table waiting until this transaction ends.

    So that of two servers that count before they add, the second sees what the first has added.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
