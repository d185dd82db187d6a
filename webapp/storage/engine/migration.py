"""Before a server starts: its database is checked, and its tables are brought up to date.

Alembic takes 0.2 s and 10 MB to import, so it is imported only if a migration is missing.
"""

import logging
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from webapp.storage.engine.database import Database
from webapp.storage.engine.faults import StartError, StorageError, StoreBusyError, reason_of
from webapp.storage.engine.sqlite import cannot_use, file_of
from webapp.storage.tables import metadata

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"

#: On PostgreSQL one process migrates and the others wait, however long it takes.
ONE_AT_A_TIME: Final = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SELECT pg_advisory_xact_lock(7368749)",
)
#: Where Alembic records the last migration carried out, and how to read it.
NOTED: Final = "alembic_version"
OLDEST: Final = "0026"  # that of version 1.1.0
TOO_OLD: Final = (
    "The database is older than version 1.1.0 of this program. Start that version once, which "
    "brings it up to date; then start this one."
)
REVISION: Final = "SELECT version_num FROM alembic_version"

log = logging.getLogger(__name__)


def bring_up_to_date(database: Database) -> None:
    """Carry out the missing migrations and make missing tables; without either, nothing is locked.

    Raises StartError if the database was written by a newer program, or by one before 1.1.0.
    """
    with database.reading() as connection:
        revision = current_revision(connection)
        names = missing_tables(connection)
    if revision == newest_revision() and not names:
        return
    if revision and revision < OLDEST:
        raise StartError(TOO_OLD)
    with database.changing(migrates=True) as connection:
        if not database.is_sqlite:
            for statement in ONE_AT_A_TIME:
                connection.exec_driver_sql(statement)
        _upgrade(connection)
        if revision and (names := missing_tables(connection)):
            log.warning("the database lacked tables, which are now empty: %s", ", ".join(names))
        metadata.create_all(connection)


def missing_tables(connection: sa.Connection) -> list[str]:
    """Return the names of the tables that this program needs and the database lacks."""
    return sorted(metadata.tables.keys() - sa.inspect(connection).get_table_names())


def current_revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(NOTED):
        return None
    revision: str | None = connection.exec_driver_sql(REVISION).scalar()
    return revision


def newest_revision() -> str:
    """Return the newest migration: each file's name begins with its number.

    >>> newest_revision() >= "0026"
    True
    """
    return max(file.name for file in MIGRATIONS.glob("versions/[0-9]*.py")).partition("_")[0]


def _upgrade(connection: sa.Connection) -> None:
    """Change the tables of an older database; those of a new one will be made as they are now.

    Raises StartError if a newer program has written the database.
    """
    config = import_module("alembic.config").Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command = import_module("alembic.command")
    if current_revision(connection) is None:
        command.stamp(config, "head")
        return
    try:
        command.upgrade(config, "head")
    except import_module("alembic.util").CommandError as error:
        message = f"The database was written by a newer version of this program ({error})."
        raise StartError(message) from error


#: A file up to this size is checked completely, which takes a second at most.
LARGEST_CHECKED: Final = 100_000_000


def check_usable(database: Database) -> None:
    """Bring the tables up to date, and check that they can be read and written.

    Raises StartError, which says in one sentence why they can't.
    """
    lead = cannot_use(file_of(database.url)) if database.is_sqlite else "PostgreSQL can’t be used"
    try:
        fault = _fault_of(database)
        if not fault:
            bring_up_to_date(database)
    except (StorageError, SQLAlchemyError) as error:  # also an unknown option in the address
        fault = reason_of(error)
    if fault:
        raise StartError(f"{lead}: {fault.rstrip('.')}.")


def _fault_of(database: Database) -> str:
    """Check that changes are taken: of a file also the lock that they begin with, and all of it."""
    if not database.is_sqlite:
        with database.reading() as connection:
            is_read_only = connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"
        return "this server takes no changes" if is_read_only else ""
    if file_of(database.url).stat().st_size <= LARGEST_CHECKED:
        with database.reading() as connection:
            report = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        if report != "ok":
            return f"it is damaged ({report.splitlines()[-1]})"
    with suppress(StoreBusyError), database.changing():  # others may write for a while
        pass
    return ""
