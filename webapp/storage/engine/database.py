"""The database that games are kept in: opened by its address, read, changed, and checked.

A single statement is a transaction by itself: :meth:`Database.rows` and :meth:`Database.run` need
no BEGIN and COMMIT. :meth:`Database.reading` and :meth:`Database.changing` are for several. What
goes wrong is raised under the names in ``webapp.storage.engine.faults``.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from math import inf
from threading import Lock
from time import monotonic, sleep
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakSet

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.sql import Executable

from webapp.storage.engine import faults, folder, postgresql, sqlite, writers

Values = Mapping[str, Any]

About = ParamSpec("About")
Answer = TypeVar("Answer")

SOON: Final = 1.0  # seconds within which a broken connection is worth a second try
UNREADABLE: Final = (
    "DATABASE_URL must be an address such as sqlite:////folder/pegs.sqlite3 "
    "or postgresql://user@host/pegs."
)
#: By the scheme of an address. Hosts hand out ``postgres``, which SQLAlchemy doesn't know.
DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
NO_DRIVER: Final = "PostgreSQL needs its driver: pip install 'psycopg[binary]'."


def parse_url(text: str) -> sa.URL:
    """Parse the address of a database; StartError, which reveals no password, if it can't be used.

    >>> parse_url("sqlite:////data/pegs.sqlite3").database
    '/data/pegs.sqlite3'
    """
    try:
        url = sa.make_url(text)
        return url.set(drivername=DRIVERS[url.get_backend_name()])
    except (ArgumentError, ValueError, KeyError) as error:
        raise faults.StartError(UNREADABLE) from error


class Database:
    """One database, shared by threads; a forked process gets connections of its own.

    Raises StartError if the address or the file can't be used; a database server is contacted only
    when first needed.
    """

    def __init__(self, address: str, library: sqlite.Library | None = None) -> None:
        self.url = parse_url(address)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._library = library or sqlite.best_library()
        self._mode = ""
        if self.is_sqlite:
            self.engine, self._mode = sqlite.open_sqlite(self.url, self._library)
            self._aside = self.engine
        else:
            try:
                self.engine = postgresql.open_postgresql(self.url)
            except ImportError as error:
                raise faults.StartError(NO_DRIVER) from error
            # so that it answers even if every connection waits for a lock
            self._aside = postgresql.open_postgresql(self.url, connections=1)
            faults.name_faults(self._aside)
        faults.name_faults(self.engine)
        self._begin_anew()
        _databases.add(self)

    def _begin_anew(self) -> None:
        self._lock = Lock()
        self._pulse = writers.BackgroundCheck(self._answer)
        self._watch = writers.Watch(postgresql.LONGEST_WAIT)

    @property
    def allows_many_processes(self) -> bool:
        """Whether several processes can use it without one's writes holding up another's reads."""
        return self._mode != sqlite.JOURNAL

    @property
    def notice(self) -> str:
        """What the person who starts the server should know, in one line; normally empty."""
        if self.allows_many_processes:
            return ""
        return (
            "Games are stored with SQLite’s rollback journal, as safely but more slowly than with "
            f"its write-ahead log: here is SQLite {self._library.version}, which is not trusted "
            "with one, or a disk that allows none."
        )

    def rows(self, query: Executable, values: Values | None = None) -> Sequence[sa.RowMapping]:
        """Return what a query finds. If the connection breaks, the query is sent once more."""
        return self.twice(self._read_rows, query, values)

    def _read_rows(self, query: Executable, values: Values | None) -> Sequence[sa.RowMapping]:
        with self.reading() as connection:
            return connection.execute(query, values).mappings().all()

    def value(self, query: Executable) -> Any:
        return next((value for row in self.rows(query) for value in row.values()), None)

    def twice(
        self, ask: Callable[About, Answer], *args: About.args, **kwargs: About.kwargs
    ) -> Answer:
        """Call once more if the connection breaks, unless that took long.

        The first call may have been carried out, so this is only for what can safely be done twice.
        """
        began = monotonic()
        try:
            return ask(*args, **kwargs)
        except faults.StoreGoneError:
            if monotonic() - began > SOON:
                raise
            return ask(*args, **kwargs)

    def run(self, statement: Executable, values: Values | None = None) -> int:
        """Change rows by one statement and commit; return how many there were.

        It isn't tried again: the server may have carried it out before the connection broke.
        """
        if self._mode == sqlite.JOURNAL:  # the mode is checked once the lock is held
            with self.changing() as connection:
                return connection.execute(statement, values).rowcount
        with self._writing() as connection:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def reading(self, is_watched: bool = True) -> Iterator[sa.Connection]:
        """Give a connection on which each statement is its own transaction.

        If a server keeps a watched connection waiting too long, the connection is closed.
        """
        try:
            connection = self.engine.connect()
        except PoolTimeoutError as error:
            raise faults.StoreBusyError("every connection is in use") from error
        watch: AbstractContextManager[None] = nullcontext()
        is_watched &= not self.is_sqlite
        if is_watched and (driver := connection.connection.driver_connection):
            watch = self._watch.over(driver.fileno())
        with connection, watch:
            yield connection

    @contextmanager
    def changing(self, migrates: bool = False) -> Iterator[sa.Connection]:
        """Open a transaction that writes, and commit it at the end; migrations may take long."""
        with self._writing(is_watched=not migrates) as connection:
            if not self.is_sqlite:
                connection.execution_options(isolation_level="READ COMMITTED")
            with connection.begin():
                if self.is_sqlite:
                    sqlite.begin_to_write(connection, self._mode)
                yield connection

    @contextmanager
    def _writing(self, is_watched: bool = True) -> Iterator[sa.Connection]:
        """Give a connection when it is this writer's turn: a server takes many at a time."""
        turn = writers.turn_of(self._lock) if self.is_sqlite else nullcontext()
        with turn, self.reading(is_watched) as connection:
            yield connection

    def rewrite_file(self, largest: float = inf) -> None:
        """Rewrite a SQLite file, unless it is larger than this, so that nothing deleted stays in
        it.

        ``secure_delete`` leaves copies of rows behind where pages were split: two to seven of a
        player's 100 games. Raises StoreBusyError if another program reads the log for long.
        """
        if not self.is_sqlite or sqlite.file_of(self.url).stat().st_size > largest:
            return
        with self._writing() as connection:
            connection.exec_driver_sql("VACUUM")
            until = monotonic() + writers.PATIENCE
            while connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar():
                if monotonic() > until:
                    raise faults.StoreBusyError("another program reads the log of the file")
                sleep(0.05)  # it waits for readers, but not for another process that empties it

    def check_disk(self) -> None:
        """Write beside a SQLite file, then commit a change to it that changes nothing.

        The second is left out while somebody else writes. Raises OSError or StorageError.
        """
        folder.write_beside(sqlite.file_of(self.url))
        with suppress(faults.StoreBusyError), self.reading() as connection:
            driver = connection.connection.driver_connection
            sqlite.wait_at_most(driver, 0)
            try:
                connection.exec_driver_sql("PRAGMA user_version=0")
            finally:
                sqlite.wait_at_most(driver, writers.PATIENCE)

    def answers(self, within: float) -> bool:
        return self._pulse.answers(within)

    def _answer(self) -> None:
        question = "PRAGMA schema_version" if self.is_sqlite else "SELECT 1"
        with self._aside.connect() as connection:
            connection.exec_driver_sql(question).scalar()

    def close(self) -> None:
        self.engine.dispose()
        self._aside.dispose()

    def leave_to_parent(self) -> None:
        """In a process just forked: drop the parent's connections without closing them."""
        for engine in (self.engine, self._aside):
            _of_parents.append(engine.pool)  # or they would be closed for the parent too
            engine.dispose(close=False)
        self._begin_anew()


_databases: WeakSet[Database] = WeakSet()
_of_parents: list[sa.Pool] = []


def _leave_to_parent() -> None:
    for database in tuple(_databases):
        database.leave_to_parent()


if hasattr(os, "register_at_fork"):  # Windows does not fork
    os.register_at_fork(after_in_child=_leave_to_parent)
