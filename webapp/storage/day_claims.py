"""What is done once a day by whichever server gets there first: a row says for which day it is."""

from __future__ import annotations

from datetime import date
from typing import Final

from sqlalchemy import Column, String, Table

from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.storage.upserts import INSERT

daily: Final = Table(
    "daily",
    metadata,
    Column("work", String(32), primary_key=True),
    Column("day", String(10), nullable=False),
)


def claim(store: Store, work: str, day: date) -> bool:
    """Say whether a work is the caller's for a day: of all that ask, for the first alone.

    A server that ends in the midst of it leaves the rest for the next day.
    """
    today = day.isoformat()
    fresh = INSERT[store.engine.dialect.name](daily).values(work=work, day=today)
    query = fresh.on_conflict_do_update(
        index_elements=[daily.c.work], set_={"day": today}, where=daily.c.day < today
    )
    with store.changing() as connection:
        return connection.execute(query.returning(daily.c.day)).first() is not None
