"""What can go wrong with the database, and which errors of the drivers mean it.

SQLite gives a result code, PostgreSQL the five characters of SQLSTATE. An error of the program (a
wrong statement), or one it asked for (a name that already exists), is left as it is.

No driver is known here. None of these errors is raised once a change is acknowledged, so whoever
catches one must say that the change was not, or may not have been, stored.
"""

from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

from solver.wording import InputError


class StorageError(Exception):
    """The database didn't do what it was asked. Each subclass has its own status on a page."""


class StoreBusyError(StorageError):
    """Something else held the database for too long; nothing was changed."""


class StoreGoneError(StorageError):
    """The database can't be reached; the last change may or may not be stored."""


class StoreDiskError(StorageError):
    """The disk reported an error; the last change may or may not be stored.

    What SQLite has written when a flush fails can be found again at the next start.
    """


class StoreFullError(StorageError):
    """There is no room to write; nothing was changed."""


class StoreBrokenError(StorageError):
    """The database can't be read or written as it is; it needs its operator."""


class StartError(InputError):
    """Why the server can't start with the data it was given, in one sentence."""


Kind = type[StorageError]

#: By SQLite's primary result code, the lowest eight bits of the full code.
OF_SQLITE: Final[dict[int, Kind]] = {
    3: StoreBrokenError,  # PERM
    5: StoreBusyError,  # BUSY
    6: StoreBusyError,  # LOCKED
    8: StoreBrokenError,  # READONLY
    10: StoreDiskError,  # IOERR: also a quota, or a limit on file sizes
    11: StoreBrokenError,  # CORRUPT
    13: StoreFullError,  # FULL
    14: StoreBrokenError,  # CANTOPEN
    15: StoreBusyError,  # PROTOCOL: many began at the same instant
    26: StoreBrokenError,  # NOTADB
}

#: By SQLSTATE, whole or by its first two characters.
OF_POSTGRESQL: Final[dict[str, Kind]] = {
    "08": StoreGoneError,  # connection
    "25006": StoreGoneError,  # a read-only server, such as one that has just taken over
    "25P03": StoreBusyError,  # a transaction that was idle too long
    "28": StoreGoneError,  # access denied
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


def name_faults(engine: sa.Engine) -> None:
    """Raise every error of an engine that a page can explain as a StorageError."""
    sa.event.listen(engine, "handle_error", _rename_error)


def _rename_error(context: ExceptionContext) -> StorageError | None:
    """Return what SQLAlchemy shall raise instead; None leaves the error as it is."""
    kind = kind_of(context.original_exception, is_lost=context.is_disconnect)
    return kind(reason_of(context.original_exception)) if kind else None


def kind_of(error: BaseException, is_lost: bool = False) -> Kind | None:
    """Return what a driver's error means; None if a page can't explain it.

    ``is_lost`` says that the connection is gone with it.
    """
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        return OF_SQLITE.get(code & 0xFF)
    state: str | None = getattr(error, "sqlstate", None)
    if state is not None:
        kind_by_state = OF_POSTGRESQL.get(state) or OF_POSTGRESQL.get(state[:2])
        return kind_by_state or (StoreGoneError if is_lost else None)
    names = {kind.__name__ for kind in type(error).__mro__}
    is_operational = "OperationalError" in names  # such as: connection refused
    return StoreGoneError if is_lost or is_operational else None


def reason_of(error: BaseException) -> str:
    """Return the first line of a driver's message.

    >>> reason_of(ValueError("disk I/O error\\nsecond line"))
    'disk I/O error'
    """
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return next(iter(str(cause).strip().splitlines()), type(cause).__name__)


def lock(connection: sa.Connection, table: sa.Table) -> None:
    """Make all other changes of the table wait until this transaction ends.

    So of two servers that count before they add, the second sees what the first has added.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
