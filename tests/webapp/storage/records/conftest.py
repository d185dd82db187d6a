"""A store, and players that no other test has: a database may be shared by all of them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from webapp.storage.games import Store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    store.migrate()
    yield store
    store.close()


@pytest.fixture
def ann() -> str:
    return f"ann-{uuid4().hex[:20]}"


@pytest.fixture
def bob() -> str:
    return f"bob-{uuid4().hex[:20]}"
