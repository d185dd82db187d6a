"""Having a table to oneself, or all of them, for a change that depends on how they stand.

With SQLite a transaction that writes is alone from its beginning, so nothing is to be done.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Table, text

#: A number that nobody else uses in this database: “pegs” in ASCII.
ALL_TABLES: Final = 0x70656773


def lock(connection: Connection, table: Table) -> None:
    """Keep every other change of the table waiting until this transaction ends.

    So that of two servers that count before they add, the second sees what the first has added.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))


def lock_all(connection: Connection) -> None:
    """Keep every other server that calls this waiting until this transaction ends.

    So that of two that start on an empty database, one makes the tables and the other finds them.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ALL_TABLES})
