"""PostgreSQL: connections that end, tables that are locked, several processes at the start."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import inspect
from sqlalchemy.engine import make_url

from tests.webapp.conftest import OTHERS
from tests.webapp.storage.postgresql_server import find_programs, running_postgresql
from webapp.storage.engine import postgresql
from webapp.storage.engine.faults import StartError, StoreBusyError, StoreGoneError
from webapp.storage.engine.postgresql import CONNECTIONS
from webapp.storage.games import Store
from webapp.storage.tables import games

END_ALL = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The server that ``PEGS_TEST_DATABASE_URL`` names, else one of the tests' own."""
    if OTHERS:
        yield OTHERS[0]
    elif programs := find_programs():
        with running_postgresql(programs) as address:
            yield address
    else:
        pytest.skip("PostgreSQL is not installed, and PEGS_TEST_DATABASE_URL names no server")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    store.migrate()
    yield store
    store.close()


@pytest.fixture
def second_store(address: str) -> Iterator[Store]:
    """The database as somebody else uses it."""
    store = Store(address)
    yield store
    store.close()


def end_all(second_store: Store) -> None:
    with second_store.reading() as connection:
        connection.exec_driver_sql(END_ALL)


def test_ended_connections_are_found_out_before_use(store: Store, second_store: Store) -> None:
    game = store.create(f"ann {id(store)}", "play", "r", "s")
    for _ in range(3):
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            loads = [pool.submit(store.load_any, game.id, "play") for _ in range(4 * CONNECTIONS)]
            assert all(load.result() for load in loads)
        end_all(second_store)
        assert store.load_any(game.id, "play") == game
        end_all(second_store)
        game = store.change(game, moves=f"{game.moves}x")
    assert game.moves == "xxx"


def test_what_breaks_under_way_is_tried_once_more(
    store: Store, second_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.engine.dialect, "do_ping", lambda _: True)  # it ends right after
    game = store.create("ann", "play", "r", "s")
    end_all(second_store)
    assert store.load_any(game.id, "play") == game
    end_all(second_store)
    game = store.change(game, moves="x")
    end_all(second_store)
    assert store.create("ann", "play", "r", "s")
    end_all(second_store)
    with pytest.raises(StoreGoneError):
        store.create_linked(game, "bob", "play", "s")
    assert store.load_any(game.id, "play") == game


def test_nothing_outlasts_the_limits(
    address: str, store: Store, second_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.create("ann", "play", "r", "s")
    limits = postgresql.LIMITS.replace("8s", "200ms")
    monkeypatch.setattr(postgresql, "LIMITS", limits)
    impatient = Store(address)
    with second_store.changing() as connection:
        connection.exec_driver_sql(f"SELECT 1 FROM games WHERE id = '{game.id}' FOR UPDATE")
        assert impatient.load_any(game.id, "play") == game
        with pytest.raises(StoreBusyError):
            impatient.change(game, moves="x")
        connection.exec_driver_sql("LOCK TABLE games")
        with pytest.raises(StoreBusyError):
            impatient.load_any(game.id, "play")
        assert impatient.answers(10)
    assert impatient.change(game, moves="x").version == 2
    impatient.close()


def test_a_full_pool_of_connections_is_reported(
    address: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "POOL_WAIT", 0.1)
    monkeypatch.setattr(postgresql, "CONNECTIONS", 1)
    small = Store(address)
    with small.reading(), pytest.raises(StoreBusyError), small.reading():
        pass
    assert small.answers(10)
    small.close()


def test_limits_of_the_address_go_before_ours(address: str) -> None:
    url = make_url(address).update_query_dict({"options": "-c statement_timeout=3s"})
    store = Store(url.render_as_string(hide_password=False))
    with store.reading() as connection:
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "3s"
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "8s"
    store.close()


def test_several_processes_may_start_at_once(address: str, store: Store) -> None:
    """In a schema of its own, so that there is something to do for each of them."""
    name = f"start{os.getpid()}"
    url = make_url(address).update_query_dict({"options": f"-c search_path={name}"})
    with store.changing() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    stores = [Store(url.render_as_string(hide_password=False)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(Store.migrate, stores))
    assert games.name in inspect(stores[0].engine).get_table_names(schema=name)
    for server_store in stores:
        server_store.close()
    with store.changing() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")


def test_a_server_that_takes_no_changes_is_refused_at_the_start(address: str) -> None:
    url = make_url(address).update_query_dict({"options": "-c default_transaction_read_only=on"})
    store = Store(url.render_as_string(hide_password=False))
    with pytest.raises(StartError, match="takes no changes"):
        store.check()
    store.close()
