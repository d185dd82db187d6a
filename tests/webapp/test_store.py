"""No acknowledged move is lost: versions, threads, processes, and a kill in the middle."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from webapp.store import StaleGameError, Store


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}")
    store.migrate()
    yield store
    store.engine.dispose()


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    store.migrate()
    yield store
    store.engine.dispose()


def test_what_is_stored_is_loaded(store: Store) -> None:
    game = store.create("ann", "mastermind", "4x6/10", "1122")
    assert store.load(game.id, "ann", "mastermind") == game
    assert game.version == 1
    changed = store.change(game, moves="3344", hints="0:1")
    assert store.load(game.id, "ann", "mastermind") == changed
    assert (changed.version, changed.moves, changed.start) == (2, "3344", "1122")


def test_a_game_may_begin_in_its_midst(store: Store) -> None:
    game = store.create("ann", "mastermind", "4x6/10", "1122", "3344", finished=True)
    assert store.load(game.id, "ann", "mastermind") == game
    assert (game.version, game.moves, game.finished) == (1, "3344", True)


@pytest.mark.parametrize(
    ("player", "kind"), [("bob", "mastermind"), ("ann", "hidoku"), (None, "mastermind")]
)
def test_a_game_is_its_players_alone(store: Store, player: str | None, kind: str) -> None:
    game = store.create("ann", "mastermind", "4x6/10", "1122")
    assert store.load(game.id, player, kind) is None


def test_a_change_of_an_old_version_is_refused(store: Store) -> None:
    game = store.create("ann", "mastermind", "4x6/10", "1122")
    newest = store.change(game, moves="1111")
    with pytest.raises(StaleGameError) as refused:
        store.change(game, moves="2222")
    assert refused.value.game == newest
    assert store.load(game.id, "ann", "mastermind") == newest


def test_the_latest_unfinished_game_is_found(store: Store) -> None:
    ann, bob = f"ann {id(store)}", f"bob {id(store)}"
    first = store.create(ann, "hidoku", "r", "s")
    second = store.create(ann, "hidoku", "r", "s")
    assert store.unfinished(ann, "hidoku") == (second, first)
    assert store.unfinished(bob, "hidoku") == ()
    touched = store.change(first, moves="x")
    assert store.unfinished(ann, "hidoku") == (touched, second)
    assert store.unfinished(ann, "hidoku", most=1) == (touched,)
    store.change(touched, finished=True)
    assert store.unfinished(ann, "hidoku") == (second,)


def test_of_simultaneous_changes_one_wins(store: Store) -> None:
    game = store.create("ann", "mastermind", "r", "s")

    def attempt(number: int) -> bool:
        try:
            store.change(game, moves=str(number))
        except StaleGameError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(attempt, range(24)))
    assert won.count(True) == 1
    loaded = store.load(game.id, "ann", "mastermind")
    assert loaded is not None
    assert loaded.moves == str(won.index(True))


def test_threads_write_side_by_side(store: Store) -> None:
    def play(number: int) -> str:
        game = store.create(f"{number} of {id(store)}", "mastermind", "r", "s")
        for turn in range(10):
            game = store.change(game, moves=f"{game.moves}{turn}")
        return game.id

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(play, range(16)))
    for number, game_id in enumerate(ids):
        game = store.load(game_id, f"{number} of {id(store)}", "mastermind")
        assert game is not None
        assert game.moves == "0123456789"


def test_migrating_twice_is_harmless(store: Store) -> None:
    game = store.create("ann", "mastermind", "r", "s")
    store.migrate()
    assert store.load(game.id, "ann", "mastermind") == game


def test_sqlite_is_set_up_as_the_store_says(sqlite_store: Store, tmp_path: Path) -> None:
    with sqlite_store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "truncate"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    assert not (tmp_path / "pegs.sqlite3-wal").exists()


WRITER = """
import sys, time
from webapp.store import Store
store = Store(sys.argv[1])
game = store.create("ann", "mastermind", "r", sys.argv[2])
print(game.id, flush=True)
while True:
    game = store.change(game, moves=game.moves + "x")
    print(game.version, flush=True)
    time.sleep(0.02)  # as players do, let others write, on a slow disk too
"""


def test_a_killed_server_has_lost_no_acknowledged_move(sqlite_store: Store) -> None:
    """Two processes write to one file; both are killed; each last word is in the file."""
    store, url = sqlite_store, str(sqlite_store.engine.url)
    command = [sys.executable, "-c", WRITER, url]
    writers = [
        subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "ab"
    ]
    acknowledged = []
    for writer in writers:
        assert writer.stdout is not None
        game_id = writer.stdout.readline().strip()
        for _ in range(40):
            last = int(writer.stdout.readline())
        acknowledged.append((game_id, last))
    for writer in writers:
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()
    for game_id, last in acknowledged:
        game = store.load(game_id, "ann", "mastermind")
        assert game is not None
        assert game.version >= last
        assert len(game.moves) == game.version - 1
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
