"""A store on a database with all tables; that of a server may have rows of other tests."""

from collections.abc import Iterator
from itertools import count

import pytest
import sqlalchemy as sa

from tests.webapp.conftest import hurry
from tests.webapp.storage.postgresql_server import find_programs, running_postgresql
from webapp.storage.games import Store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    hurry(store)
    store.migrate()
    yield store
    store.close()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    programs = find_programs()
    if not programs:
        pytest.skip("PostgreSQL is not installed")
    with running_postgresql(programs) as address:
        yield address


numbers = count()


@pytest.fixture
def address(server: str) -> str:
    """An empty database of the server."""
    name = f"pegs{next(numbers)}"
    engine = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        # as a server far from UTC would have it
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET timezone = 'Asia/Kolkata'")
    engine.dispose()
    return server.replace("/postgres?", f"/{name}?")
