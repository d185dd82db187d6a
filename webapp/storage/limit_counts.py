"""The counts of limits, kept in the database so that several servers count together.

A storage for the library ``limits``, whose own storages are one process's memory, or servers such
as Redis that would have to run beside the database. A count is one row, raised in one statement, so
that no two servers can both take the last place.
"""

import time
from datetime import date, timedelta
from typing import Final

import sqlalchemy as sa
from limits.storage import Storage
from sqlalchemy.exc import SQLAlchemyError

from webapp.storage.games import Store
from webapp.storage.tables import counts, daily, insert_into

#: No count is kept for longer, seconds: one that ends later was begun while a clock was wrong.
LONGEST: Final = 86_400


class CountStore(Storage):
    """Counts in the store's database, each with its own expiry; shared by threads and servers."""

    STORAGE_SCHEME = None  # created from a store, never by an address

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    @property
    def base_exceptions(self) -> type[Exception]:
        return SQLAlchemyError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Raise a count and return it; one that has expired starts again, for ``expiry`` seconds.

        The first raise sets when it expires.
        """
        now = time.time()
        insert = insert_into(counts, self._store.engine).values(
            key=key, amount=amount, ends=now + expiry
        )
        is_over = (counts.c.ends <= now) | (counts.c.ends > now + LONGEST)
        query = insert.on_conflict_do_update(
            index_elements=[counts.c.key],
            set_={
                "amount": sa.case((is_over, amount), else_=counts.c.amount + amount),
                "ends": sa.case((is_over, now + expiry), else_=counts.c.ends),
            },
        ).returning(counts.c.amount)
        with self._store.changing() as connection:
            return int(connection.execute(query).scalar_one())

    def get(self, key: str) -> int:
        amount, ends = self._row(key)
        return amount if 0 < ends - time.time() <= LONGEST else 0

    def get_expiry(self, key: str) -> float:
        """Return when a count expires; now for one that never began."""
        return max(self._row(key)[1], time.time())

    def check(self) -> bool:
        try:
            self._row("")
        except SQLAlchemyError:
            return False
        return True

    def reset(self) -> int:
        return self._store.run(sa.delete(counts))

    def clear(self, key: str) -> None:
        self._store.run(sa.delete(counts).where(counts.c.key == key))

    def drop_old(self) -> int:
        return self._store.run(sa.delete(counts).where(counts.c.ends <= time.time()))

    def _row(self, key: str) -> tuple[int, float]:
        query = sa.select(counts.c.amount, counts.c.ends).where(counts.c.key == key)
        rows = self._store.rows(query)
        return (rows[0]["amount"], rows[0]["ends"]) if rows else (0, 0.0)


NEAR: Final = timedelta(days=2)


def claim(store: Store, work: str, day: date) -> bool:
    """Say whether the caller gets this day's work; only the first to ask does.

    A clock may have been wrong, or may be now: if the day isn't near the last one, or there was
    none, it is only noted, and the work is left for the next day. So is the rest of a work in the
    middle of which a server stops.
    """
    today = day.isoformat()
    last_day = sa.select(daily.c.day).where(daily.c.work == work)
    insert = insert_into(daily, store.engine).values(work=work, day=today)
    query = insert.on_conflict_do_update(
        index_elements=[daily.c.work], set_={"day": today}, where=daily.c.day != today
    )
    with store.changing() as connection:
        last = connection.execute(last_day).scalar() or ""
        is_first = connection.execute(query.returning(daily.c.day)).first() is not None
    return is_first and bool(last) and abs(day - date.fromisoformat(last)) <= NEAR
