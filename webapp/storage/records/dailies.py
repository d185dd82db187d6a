"""The daily games in the database: their codes, who plays them, and totals of all results.

A day's code is stored when it is first needed, and then never changes. A visitor has one game a day
and kind (a unique index ensures it). If it ends on its day and counts, one total of that day is
raised in the transaction that stores the end, so nothing is counted twice.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

from webapp.storage.engine.database import Database
from webapp.storage.tables import daily_codes, daily_totals, insert_into

#: Times are kept in steps of this many seconds, up to the longest; longer ones count as that.
STEP = 10
LONGEST = 7200
SEED_BYTES: Final = 6
#: The first day with a daily game, of each kind.
FIRST_DAY: Final = date(2026, 1, 1)


class Total(NamedTuple):
    """How many players ended a day's game with this result.

    ``amount`` is the number of guesses, or the time in seconds, rounded down to a step.
    """

    result: str
    amount: int
    players: int


def now() -> datetime:
    return datetime.now(UTC)


def today() -> date:
    return now().date()


def day_seed(key: str, part: str, day: date) -> int:
    """Return the seed of a day's game, which nobody can know without the server's key.

    >>> day_seed("a", "code", date(2026, 1, 1)) == day_seed("b", "code", date(2026, 1, 1))
    False
    """
    digest = hmac.digest(key.encode(), f"daily {part} {day.isoformat()}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:SEED_BYTES], "big")


def time_step(seconds: float) -> int:
    """Return a time in the steps of the totals.

    >>> time_step(87.4), time_step(100_000)
    (80, 7200)
    """
    return min(int(seconds) // STEP * STEP, LONGEST)


def raise_total(connection: sa.Connection, day: str, kind: str, result: str, amount: int) -> None:
    """Count one more player with this result."""
    result_key = {"day": day, "kind": kind, "result": result, "amount": amount}
    insert = insert_into(daily_totals, connection).values(**result_key, players=1)
    step = {"players": daily_totals.c.players + 1}
    connection.execute(insert.on_conflict_do_update(index_elements=list(result_key), set_=step))


def totals_of(database: Database, day: str, kind: str) -> Sequence[Total]:
    """Return how all players of a day ended, by rising amount."""
    columns = (daily_totals.c[name] for name in Total._fields)
    is_it = (daily_totals.c.day == day, daily_totals.c.kind == kind)
    query = sa.select(*columns).where(*is_it).order_by(daily_totals.c.amount)
    return [Total(**row) for row in database.rows(query)]


def keep_code(connection: sa.Connection, day: str, rules: str, code: str) -> tuple[str, str]:
    """Store a day's code unless it has one; return the day's game and code."""
    insert = insert_into(daily_codes, connection).values(day=day, rules=rules, code=code)
    connection.execute(insert.on_conflict_do_nothing(index_elements=[daily_codes.c.day]))
    return find_code(connection, day) or (rules, code)


def find_code(connection: sa.Connection, day: str) -> tuple[str, str] | None:
    query = sa.select(daily_codes.c.rules, daily_codes.c.code).where(daily_codes.c.day == day)
    row = connection.execute(query).first()
    return (row.rules, row.code) if row else None
