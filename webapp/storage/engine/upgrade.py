"""Carrying out migrations; a module of its own, since checking whether any is missing needs no
Alembic.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError

from webapp.storage.engine.faults import StartError
from webapp.storage.engine.migration import MIGRATIONS


def upgrade(connection: sa.Connection) -> None:
    """Carry out the missing migrations.

    Raises StartError if a newer program has written the database.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        message = f"The database was written by a newer version of this program ({error})."
        raise StartError(message) from error
