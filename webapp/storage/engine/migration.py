"""Bringing the tables up to date; the first process to start does it.

Alembic takes 0.2 s and 10 MB to import, so it is imported only if a migration is missing.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from webapp.storage.engine.database import Database
from webapp.storage.engine.faults import StartError

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"

#: On PostgreSQL one process migrates and the others wait, however long it takes.
ONE_AT_A_TIME: Final = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SELECT pg_advisory_xact_lock(7368749)",
)
#: Where Alembic records the last migration carried out, and how to read it.
NOTED: Final = "alembic_version"
OLDEST: Final = "0016"  # that of version 1.0.0
TOO_OLD: Final = (
    "The database is older than version 1.0.0 of this program. Start that version once, which "
    "brings it up to date; then start this one."
)
REVISION: Final = "SELECT version_num FROM alembic_version"


def bring_up_to_date(database: Database) -> None:
    """Carry out the missing migrations; if there are none, nothing is locked.

    Raises StartError if the database was written by a newer program, or by one before 1.0.0.
    """
    with database.reading() as connection:
        revision = current_revision(connection)
    if revision == newest_revision():
        return
    if revision and revision < OLDEST:
        raise StartError(TOO_OLD)
    with database.changing(migrates=True) as connection:
        if not database.is_sqlite:
            for statement in ONE_AT_A_TIME:
                connection.exec_driver_sql(statement)
        import_module("webapp.storage.engine.upgrade").upgrade(connection)


def current_revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(NOTED):
        return None
    revision: str | None = connection.exec_driver_sql(REVISION).scalar()
    return revision


def newest_revision() -> str:
    """Return the newest migration: each file's name begins with its number.

    >>> newest_revision() >= "0015"
    True
    """
    return max(file.name for file in MIGRATIONS.glob("versions/[0-9]*.py")).partition("_")[0]
