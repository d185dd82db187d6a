"""PostgreSQL: connections that are tested before use, and limits so that nothing waits long.

Reads and single changes take one trip to the server: they run without BEGIN and COMMIT, as
transactions of one statement.
"""

from __future__ import annotations

import select
from time import monotonic
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import InvalidatePoolError

#: A connection idle for this long is tested by a query, seconds. One that was closed shows it at
#: once; one whose network was cut doesn't.
LONG_IDLE: Final = 30.0
CONNECTIONS: Final = 10  # per process; a statement takes about a millisecond

#: Together with the wait for a free connection, these stay within ten seconds.
LIMITS: Final = (
    "-c statement_timeout=8s -c lock_timeout=8s -c idle_in_transaction_session_timeout=10s"
)
POOL_WAIT: Final = 2.0
#: When to close a connection whose server doesn't even keep these limits.
LONGEST_WAIT: Final = 9.0
SOCKET: Final = {
    "connect_timeout": 4,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
}


def open_postgresql(url: sa.URL, connections: int | None = None) -> sa.Engine:
    """Return the engine for a server, without contacting it yet."""
    given = dict(url.query)
    options = " ".join(filter(None, (LIMITS, str(given.pop("options", "")))))
    engine = sa.create_engine(
        url.set(query=given),
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_size=connections or CONNECTIONS,
        max_overflow=0,
        pool_timeout=POOL_WAIT,
        pool_use_lifo=True,
        connect_args={**SOCKET, **given, "options": options},
    )
    sa.event.listen(engine, "checkout", _Test(engine.dialect))
    return engine


class _Test:
    """Keep anybody from getting a connection that has been closed in the meantime."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect = dialect

    def __call__(self, connection: Any, record: Any, _proxy: object) -> None:
        now = monotonic()
        idle = now - record.info.get("used", now)
        record.info["used"] = now
        if idle < LONG_IDLE and not _has_news(connection.fileno()):
            return
        try:
            self._dialect.do_ping(connection)
        except self._dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error


def _has_news(descriptor: int) -> bool:
    """Say whether the server has sent something unasked: usually that it closes the connection."""
    if not hasattr(select, "poll"):  # Windows
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
