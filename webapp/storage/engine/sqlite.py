"""SQLite: which library opens the file, and in which mode no acknowledged move is lost.

With WAL readers never wait for a writer and a commit is one flush. But SQLite before 3.51.3 (by
back-port also 3.44.6 and 3.50.7) can lose a commit in WAL mode when connections write and
checkpoint at the same instant (https://sqlite.org/wal.html, "The WAL-Reset Bug"). So WAL is used
only with a library in which this is fixed: Python's own, or else that of the package ``pysqlite3``,
whose wheels carry a newer one. Any other library gets the rollback journal, which has no
checkpoints. A commit is flushed before it returns: in WAL mode ``synchronous=FULL`` is enough; a
deleted journal is gone for good only once the folder is flushed, too (``EXTRA``).

Rejected: ``synchronous=NORMAL`` and a flush of our own, while others write already. If it fails,
Linux doesn't write those pages again, and the next flush succeeds: after a power cut, all moves
since were lost (``tests/webapp/storage/engine/test_power_cut.py``: 4,391 in 15 of 20 cuts).

WAL is a property of the file. A library without the fix switches such a file back, for which nobody
else may have it open, and refuses to write if it finds it switched again.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Any, Final

import sqlalchemy as sa

from webapp.storage.engine.faults import StartError, StoreBrokenError, reason_of
from webapp.storage.engine.folder import make_private
from webapp.storage.engine.writers import PATIENCE

Version = tuple[int, int, int]

#: The first version with the fix, and the end of each series that a back-port fixed.
FIXED: Final[tuple[tuple[Version, Version], ...]] = (
    ((3, 44, 6), (3, 45, 0)),
    ((3, 50, 7), (3, 51, 0)),
    ((3, 51, 3), (99, 0, 0)),
)
#: What a file's folder may lack for now; the server starts, and saves when there is room again.
FOR_NOW: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE})
#: Rejected: TRUNCATE. If the flush of a truncated journal fails, the next transaction writes over
#: parts of it, and a power cut then can have a start roll back half of the transaction before.
WAL = "wal"
JOURNAL = "delete"


def is_fixed(version: Version) -> bool:
    """Say whether a version of SQLite loses no commit in WAL mode.

    >>> [is_fixed(v) for v in ((3, 40, 1), (3, 44, 6), (3, 45, 0), (3, 51, 2), (3, 51, 3))]
    [False, True, False, False, True]
    """
    return any(first <= version < end for first, end in FIXED)


@dataclass(frozen=True)
class Library:
    """A driver with its SQLite, and the mode in which it may write."""

    driver: ModuleType
    mode: str

    @classmethod
    def of(cls, driver: ModuleType) -> Library:
        """Return a driver with the fastest mode that is safe for it."""
        return cls(driver, WAL if is_fixed(driver.sqlite_version_info) else JOURNAL)

    @property
    def version(self) -> str:
        return str(self.driver.sqlite_version)


def best_library() -> Library:
    standard = Library.of(sqlite3)
    if standard.mode == WAL:
        return standard
    try:
        package = Library.of(import_module("pysqlite3.dbapi2"))
    except ImportError:  # no wheel for this machine
        return standard
    return package if package.mode == WAL else standard


def file_of(url: sa.URL) -> Path:
    """Return the file that a database's address names; StartError if it names none."""
    name = url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        raise StartError("DATABASE_URL names no file; write sqlite:////folder/pegs.sqlite3.")
    return Path(name).absolute()


def open_sqlite(url: sa.URL, library: Library) -> tuple[sa.Engine, str]:
    """Return the engine for a file (created with mode 0600 if missing), and the file's mode.

    Raises StartError if the file can't be used.
    """
    path = file_of(url)
    _make_file(path)
    try:
        mode = _switch_mode(path, library)
    except library.driver.Error as error:
        raise StartError(f"{cannot_use(path)}: {reason_of(error)}.") from error
    engine = sa.create_engine(url.set(query={}), module=library.driver, max_overflow=-1)
    sa.event.listen(engine, "connect", partial(_set_up, mode))
    return engine, mode


def cannot_use(path: Path) -> str:
    """Return the beginning of the sentence that says why a file can't be used."""
    return f"The database file {path} can’t be used"


def _make_file(path: Path) -> None:
    """Create an empty file, or make an existing one private.

    SQLite gives the same mode to the files it puts beside it; those left by an older release get it
    here. The folder has to accept new files: SQLite puts its journal there.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        if error.errno not in FOR_NOW:
            raise StartError(f"{cannot_use(path)}: {error.strerror}.") from error
    for end in ("", "-wal", "-shm", "-journal"):
        make_private(path.with_name(path.name + end))


def _switch_mode(path: Path, library: Library) -> str:
    """Switch the file to the library's mode if need be; return the mode it then has.

    Some file systems don't support WAL: there the file keeps its journal.
    """
    with closing(library.driver.connect(path, timeout=PATIENCE, isolation_level=None)) as file:
        until = monotonic() + PATIENCE
        while True:
            (file_mode,) = file.execute("PRAGMA journal_mode").fetchone()
            if (file_mode == WAL) == (library.mode == WAL):
                return library.mode
            try:
                (file_mode,) = file.execute(f"PRAGMA journal_mode={library.mode}").fetchone()
            except library.driver.OperationalError as error:
                if monotonic() > until:  # SQLite doesn't wait until others close the file
                    raise StartError(
                        f"{cannot_use(path)}: another program has it open, and SQLite "
                        f"{library.version} would need it alone for a moment. Stop that program "
                        "first."
                    ) from error
                sleep(0.05)
            else:
                return WAL if file_mode == WAL else JOURNAL


def _set_up(mode: str, connection: Any, _record: object) -> None:
    """Set up a new connection. How long to wait comes first, before any lock is taken."""
    connection.isolation_level = None  # the driver must not open transactions behind our back
    wait_at_most(connection, PATIENCE)
    connection.execute(f"PRAGMA synchronous={'FULL' if mode == WAL else 'EXTRA'}")
    connection.execute("PRAGMA secure_delete=ON").fetchall()
    if mode == JOURNAL:  # set per connection, whereas WAL belongs to the file
        connection.execute(f"PRAGMA journal_mode={JOURNAL}").fetchall()


def wait_at_most(connection: Any, seconds: float) -> None:
    """Let a driver's connection wait no longer than this for a lock."""
    connection.execute(f"PRAGMA busy_timeout={int(1000 * seconds)}").fetchall()


def begin_to_write(connection: sa.Connection, mode: str) -> None:
    """Take the write lock at once, so that no read lock is ever upgraded; reads need no BEGIN."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    file_mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    if (mode == WAL) != (file_mode == WAL):
        raise StoreBrokenError(f"another program has switched the file to {file_mode} mode")
