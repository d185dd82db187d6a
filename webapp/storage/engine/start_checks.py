"""Checks before the server starts, so that it never serves what it can't keep."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from webapp.storage.engine.database import Database
from webapp.storage.engine.faults import StartError, StorageError, StoreBusyError, reason_of
from webapp.storage.engine.migration import bring_up_to_date
from webapp.storage.engine.sqlite import cannot_use, file_of

#: A file up to this size is checked completely, which takes a second at most.
LARGEST_CHECKED: Final = 100_000_000


def check_usable(database: Database) -> None:
    """Bring the tables up to date, and check that they can be read and written.

    Raises StartError, which says in one sentence why they can't.
    """
    where = cannot_use(file_of(database.url)) if database.is_sqlite else "PostgreSQL can’t be used"
    try:
        fault = _fault_of_file(database) if database.is_sqlite else _fault_of_server(database)
        if not fault:
            bring_up_to_date(database)
    except StorageError as error:
        fault = str(error)
    except SQLAlchemyError as error:  # such as an unknown option in the address
        fault = reason_of(error)
    if fault:
        raise StartError(f"{where}: {fault.rstrip('.')}.")


def _fault_of_file(database: Database) -> str:
    """Check that the file is whole and takes the lock that a change begins with."""
    if file_of(database.url).stat().st_size <= LARGEST_CHECKED:
        with database.reading() as connection:
            found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        if found != "ok":
            return f"it is damaged ({found.splitlines()[-1]})"
    with suppress(StoreBusyError), database.changing():  # others may write for a while
        pass
    return ""


def _fault_of_server(database: Database) -> str:
    with database.reading() as connection:
        is_read_only = connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"
    return "this server takes no changes" if is_read_only else ""
