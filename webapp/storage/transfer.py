"""All that a SQLite file keeps, copied into an empty PostgreSQL database.

No game changes while its rows are read. The copy is one transaction: all of it is there, or none.
Ids are text, made by us, so no sequence has to go on from somewhere.
"""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import Final

import sqlalchemy as sa

from webapp.storage.backup import DatabaseError
from webapp.storage.engine.migration import DEFINING
from webapp.storage.games import Store, in_utc
from webapp.storage.tables import metadata

ROWS: Final = 1000  # at a time


def transfer(source: Store, target: Store) -> dict[str, int]:
    """Copy every row, and return how many each table has. Raises DatabaseError, saying why not."""
    if target.is_sqlite or not source.is_sqlite:
        raise DatabaseError("Games go from a SQLite file to a PostgreSQL database, nowhere else.")
    source.migrate()
    target.check()
    for name in DEFINING:
        import_module(name)
    with source.changing() as rows, target.changing(migrates=True) as copy:
        for table in metadata.sorted_tables:
            if copy.execute(sa.select(table).limit(1)).first():
                raise DatabaseError(
                    f"The other database has rows in its table {table.name} already, so nothing "
                    "was copied. Name one that is empty."
                )
        return {table.name: _copy(table, rows, copy) for table in metadata.sorted_tables}


def _copy(table: sa.Table, source: sa.Connection, target: sa.Connection) -> int:
    for rows in source.execute(sa.select(table)).mappings().partitions(ROWS):
        target.execute(sa.insert(table), list(map(_row, rows)))
    number = sa.select(sa.func.count()).select_from(table)
    expected, count = (int(side.execute(number).scalar_one()) for side in (source, target))
    if count != expected:
        raise DatabaseError(
            f"{count:,} of {expected:,} rows of {table.name} arrived: none is kept."
        )
    return count


def _row(row: sa.RowMapping) -> dict[str, object]:
    values = row.items()
    return {name: in_utc(value) if isinstance(value, datetime) else value for name, value in values}
