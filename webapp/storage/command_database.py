"""The database as a command finds it: one that is there, or a sentence that says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from webapp.storage.engine.errors import StartError, StorageError
from webapp.storage.games import Store


class DatabaseError(Exception):
    """The database can't be used; the message says why."""


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """Open a database that is there already. Raises DatabaseError for whatever it can't do."""
    try:
        parts = make_url(url)
        if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
            raise DatabaseError(f"There is no database {parts.database}: nobody has played here.")
        store = Store(url)
        try:
            yield store
        finally:
            store.engine.dispose()
    except StartError as error:
        raise DatabaseError(str(error)) from error
    except StorageError as error:
        raise DatabaseError(f"The database can’t be used: {str(error).rstrip('.')}.") from error
    except SQLAlchemyError as error:
        reason, *_ = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()
        raise DatabaseError(f"The database can’t be used: {reason.rstrip('.')}.") from error
