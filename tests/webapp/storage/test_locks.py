"""Servers that start at the same moment, and what one of them keeps to itself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

from webapp.storage.locks import lock_all
from webapp.store import Store


def test_of_two_servers_that_start_one_brings_the_tables_up_to_date(database_url: str) -> None:
    one, other = Store(database_url), Store(database_url)
    one.migrate()
    with ThreadPoolExecutor(1) as threads:
        with one.changing() as connection:
            lock_all(connection)
            second = threads.submit(other.migrate)
            wait([second], 0.5)
            assert not second.done()
        second.result()
    for store in (one, other):
        store.engine.dispose()
