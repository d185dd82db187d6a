"""Players that no other test has: a database may be shared by all of them."""

from uuid import uuid4

import pytest


@pytest.fixture
def ann() -> str:
    return f"ann-{uuid4().hex[:20]}"


@pytest.fixture
def bob() -> str:
    return f"bob-{uuid4().hex[:20]}"
