"""Having a table to oneself, for a change that depends on how it stands.

With SQLite a transaction that writes is alone from its beginning, so nothing is to be done.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, text


def lock(connection: Connection, table: Table) -> None:
    """Keep every other change of the table waiting until this transaction ends.

    So that of two servers that count before they add, the second sees what the first has added.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {table.name} IN SHARE ROW EXCLUSIVE MODE"))
