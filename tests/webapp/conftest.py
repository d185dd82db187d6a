"""An application on a fresh database for each test, and a player who uses it.

A test that asks a ``player`` asks without script or by htmx, which the seed draws; in both ways if
it is marked ``both_ways``, as are those of whole games and those of how the two differ.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from tests.sampling import sample
from tests.webapp.clock import Clock
from tests.webapp.player import Player, visitor
from tests.webapp.reuse import reuse
from tests.webapp.work.dask_cluster import RunningCluster, running_cluster
from tests.webapp.work.executors import ENDLESS, ThreadExecutor
from tests.webapp.work.fork_servers import fork_server_in
from webapp.application import create_app
from webapp.config import Settings, read_settings
from webapp.game_type import GameTypes
from webapp.registry import GAME_TYPES
from webapp.storage.games import Store
from webapp.work.limits import Allowance

OTHERS = tuple(filter(None, [os.environ.get("PEGS_TEST_DATABASE_URL")]))


@pytest.fixture(scope="session", autouse=True)
def _reused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    own = tmp_path_factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        reuse(patch, folder)
        yield


@pytest.fixture(scope="session", autouse=True)
def _unhurried() -> Iterator[None]:
    """Have no computing cut short where a busy machine is slow, but where a test allows none."""
    with pytest.MonkeyPatch.context() as patch:
        later = property(lambda allowance: monotonic() + 60 * allowance.seconds)
        patch.setattr(Allowance, "deadline", later)
        yield


@pytest.fixture(params=[None, *OTHERS], ids=lambda url: "other" if url else "sqlite")
def database_url(request: pytest.FixtureRequest, tmp_path: Path, empty_database: bytes) -> str:
    """A SQLite file with all tables, and what ``PEGS_TEST_DATABASE_URL`` says where that is set."""
    file = tmp_path / "pegs.sqlite3"
    file.touch(mode=0o600)
    file.write_bytes(empty_database)
    return request.param or f"sqlite:///{file}"


@pytest.fixture
def long_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no run taken for lost, though a busy machine may let none report for a while."""
    monkeypatch.setattr("webapp.storage.tasks.SILENCE", 600.0)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return read_settings({"PEGS_DATA": str(tmp_path)})


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database with all tables and nothing in them, made once."""
    path = tmp_path_factory.mktemp("empty") / "pegs.sqlite3"
    store = Store(f"sqlite:///{path}")
    store.migrate()
    store.close()
    return path.read_bytes()


def hurry(store: Store) -> None:
    """Have nothing flushed: no test fails the disk, and a flush takes longer than most answers."""

    def forgo_flushes(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    if store.is_sqlite:
        event.listen(store.engine, "connect", forgo_flushes)
        store.engine.dispose()


@contextmanager
def application(
    settings: Settings, database: bytes, game_types: GameTypes = GAME_TYPES
) -> Iterator[Flask]:
    file = settings.data / "pegs.sqlite3"
    file.touch(mode=0o600)
    file.write_bytes(database)
    with pytest.MonkeyPatch.context() as patch:  # to ask for its revision takes a quarter of this
        patch.setattr(Store, "migrate", lambda store: None)
        app = create_app(settings, game_types, ThreadExecutor())
    app.config["PATIENCE"] = ENDLESS
    hurry(app.extensions["store"])
    yield app
    app.extensions["tasks"].close()
    app.extensions["store"].engine.dispose()


@pytest.fixture
def app(settings: Settings, empty_database: bytes) -> Iterator[Flask]:
    with application(settings, empty_database) as app:
        yield app


@pytest.fixture(scope="module")
def one_app(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[Flask]:
    """The application of a whole module, for tests that change nothing that others see."""
    settings = read_settings({"PEGS_DATA": str(tmp_path_factory.mktemp("data"))})
    with application(settings, empty_database) as app:
        yield app


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have a player ask without script or by htmx; in both ways where a test is marked so."""
    test, ways = metafunc.definition, ["plain", "htmx"]
    has_its_own = any("player" in mark.args[0] for mark in test.iter_markers("parametrize"))
    if "player" not in metafunc.fixturenames or has_its_own:
        return
    if not test.get_closest_marker("both_ways"):
        ways = sample(ways, 1, test.nodeid)
    metafunc.parametrize("player", ways, indirect=True)


@pytest.fixture
def player(app: Flask, request: pytest.FixtureRequest) -> Player:
    return Player(app.test_client(), by_htmx=request.param == "htmx")


@pytest.fixture
def stranger(app: Flask) -> Player:
    return visitor(app)


@pytest.fixture
def setter(app: Flask) -> Player:
    return visitor(app)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It is a Monday, nine o'clock."""
    return Clock(monkeypatch, datetime(2026, 11, 23, 9))


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RunningCluster]:
    with running_cluster(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def fork_server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fork")
    with fork_server_in(folder, request.module.__name__) as (_, address):
        yield address
