"""A copy of the database while the server runs: whole, for its owner alone, never over another."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from stat import S_IMODE
from threading import Event
from typing import Any

import pytest
from sqlalchemy import create_engine

from webapp.storage import backup
from webapp.storage.backup import DatabaseError, back_up
from webapp.storage.games import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}")
    store.migrate()
    yield store
    store.engine.dispose()


def games_in(file: Path) -> dict[Any, Any]:
    with closing(sqlite3.connect(file)) as connection:
        return dict(connection.execute("SELECT id, moves FROM games"))


def test_the_copy_has_every_game_and_stands_alone(store: Store, tmp_path: Path) -> None:
    plays = [store.create("ann", "play", "r", "s", str(number)) for number in range(50)]
    file = tmp_path / "copies" / "today.sqlite3"
    file.parent.mkdir()
    size = back_up(store.engine, file)
    assert (file.stat().st_size, S_IMODE(file.stat().st_mode)) == (size, 0o600)
    assert games_in(file) == {game.id: game.moves for game in plays}
    assert [path.name for path in file.parent.iterdir()] == ["today.sqlite3"]
    copy_store = Store(f"sqlite:///{file}")
    copy_store.migrate()
    assert copy_store.load(plays[0].id, "ann", "play") == plays[0]
    copy_store.engine.dispose()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_players_write_on_meanwhile(tmp_path: Path, mode: str) -> None:
    """Each copy is whole, with all that was acknowledged before it began, whatever the journal."""
    database, is_over, written = tmp_path / "games", Event(), [0] * 3
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute("CREATE TABLE games (id, moves)")
        connection.executemany("INSERT INTO games VALUES (?, 0)", [(0,), (1,), (2,)])
        connection.commit()

    def play(game: int) -> None:
        with closing(sqlite3.connect(database, timeout=300)) as connection:
            connection.execute("PRAGMA synchronous=OFF")  # no disk fails here
            while not is_over.is_set():
                connection.execute("UPDATE games SET moves = moves + 1 WHERE id = ?", (game,))
                connection.commit()
                written[game] += 1

    engine = create_engine(f"sqlite:///{database}")
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, game) for game in range(3)]
        try:
            for number in range(4):
                before, copy = list(written), tmp_path / f"{number}.copy"
                back_up(engine, copy)
                counts = games_in(copy)
                assert all(counts[game] >= moves for game, moves in enumerate(before))
        finally:
            is_over.set()
        assert [future.result() for future in playing] == [None] * 3
    assert sum(written)
    assert [path.name for path in tmp_path.glob("*.copy*")] == [
        copy.name for copy in tmp_path.glob("?.copy")
    ]
    engine.dispose()


def test_a_file_is_overwritten_only_with_the_option(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    file.write_text("precious")
    with pytest.raises(DatabaseError, match="copy is there already"):
        back_up(store.engine, file)
    assert file.read_text() == "precious"
    back_up(store.engine, file, replace=True)
    assert games_in(file) == {}
    assert S_IMODE(file.stat().st_mode) == 0o600


def test_not_over_a_file_that_came_meanwhile(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, file = backup._copy, tmp_path / "copy"

    def slow(*arguments: object) -> None:
        copy(*arguments)
        file.write_text("precious")

    monkeypatch.setattr(backup, "_copy", slow)
    with pytest.raises(DatabaseError, match="is there already"):
        back_up(store.engine, file)
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pegs.sqlite3", "is the database itself"),
        ("nowhere/copy", "can’t be written: No such file or directory"),
    ],
)
def test_places_that_are_none(store: Store, tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(DatabaseError, match=sentence):
        back_up(store.engine, tmp_path / name, replace=True)
    assert store.create("ann", "play", "r", "s")


def test_a_copy_that_is_not_whole_is_not_kept(store: Store, tmp_path: Path) -> None:
    for number in range(300):
        store.create("ann", "play", "r" * 500, str(number))
    store.engine.dispose()
    database = tmp_path / "pegs.sqlite3"
    content = bytearray(database.read_bytes())
    for page in range(20, 30):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    database.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"incomplete and was discarded|can’t be copied"):
        back_up(store.engine, tmp_path / "copy", replace=True)
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == []


def test_postgresql_is_saved_by_its_own_tool(tmp_path: Path) -> None:
    engine = create_engine("postgresql+psycopg://pegs:hidden@db.example/games")
    with pytest.raises(DatabaseError) as error:
        back_up(engine, tmp_path / "copy")
    assert "pg_dump" in str(error.value)
    assert "postgresql://pegs@db.example/games" in str(error.value)
    assert "hidden" not in str(error.value)
