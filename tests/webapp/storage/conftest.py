"""A store on a database with all tables; that of a server may have rows of other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.webapp.conftest import hurry
from webapp.storage.games import Store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    hurry(store)
    store.migrate()
    yield store
    store.close()
