"""Bringing the tables up to date, by whichever process comes first."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from webapp.storage.engine.database import Database
from webapp.storage.engine.errors import StartError

MIGRATIONS: Final = Path(__file__).parent.parent / "migrations"

#: On PostgreSQL one process migrates and the others wait, each for as long as it takes.
ONE_AT_A_TIME: Final = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SELECT pg_advisory_xact_lock(7368749)",
)


def bring_up_to_date(database: Database) -> None:
    """Carry out the migrations that are missing; when none is, nothing is locked.

    Raises StartError if a newer program has written the database.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    newest = ScriptDirectory.from_config(config).get_current_head()
    with database.reading() as connection:
        if MigrationContext.configure(connection).get_current_revision() == newest:
            return
    with database.changing(migrates=True) as connection:
        if not database.is_sqlite:
            for statement in ONE_AT_A_TIME:
                connection.exec_driver_sql(statement)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            message = f"The database was written by a newer version of this program ({error})."
            raise StartError(message) from error
