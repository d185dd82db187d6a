import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from webapp.storage.engine.faults import StartError
from webapp.storage.engine.folder import load_secret_key, make_folder
from webapp.storage.games import Store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    make_folder(tmp_path / "data")
    assert mode(tmp_path / "data") == 0o700


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o750)
    make_folder(tmp_path / "data")
    assert mode(tmp_path / "data") == 0o750


@pytest.mark.parametrize("umask", [0o022, 0o002, 0o077])
def test_what_an_older_release_left_open_is_for_its_owner_after_a_start(
    tmp_path: Path, umask: int
) -> None:
    data = tmp_path / "data"
    with closing(sqlite3.connect(tmp_path / "pegs.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=wal")
        connection.execute("CREATE TABLE t (x)")
        shutil.copytree(tmp_path, data)  # as a server leaves it that is killed
    (data / "secret_key").write_text("1" * 64)
    data.chmod(0o777 & ~umask)
    paths = list(data.iterdir())
    for path in paths:
        path.chmod(0o666 & ~umask)
    make_folder(data)
    load_secret_key(data)
    store = Store(f"sqlite:///{data / 'pegs.sqlite3'}")
    with store.reading():
        assert {path.name: mode(path) for path in data.iterdir()} == dict.fromkeys(
            ("pegs.sqlite3", "pegs.sqlite3-wal", "pegs.sqlite3-shm", "secret_key"), 0o600
        )
    store.close()
    assert mode(data) == 0o700


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartError, match="file/data can’t be made: Not a directory"):
        make_folder(tmp_path / "file" / "data")


def test_the_key_is_made_once(tmp_path: Path) -> None:
    key = load_secret_key(tmp_path)
    assert len(key) == 64
    assert load_secret_key(tmp_path) == key
    assert mode(tmp_path / "secret_key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_two_servers_that_start_at_once_agree_on_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second makes its key while the first is making one: between its look and its link."""
    keys: Iterator[str] = iter(["1" * 64, "2" * 64])
    keys_read: list[str] = []

    def make_key(_: int) -> str:
        assert not (tmp_path / "secret_key").exists()  # nobody reads half a key
        mine = next(keys)
        if not keys_read:
            keys_read.append("")
            keys_read.append(load_secret_key(tmp_path))
        return mine

    monkeypatch.setattr("secrets.token_hex", make_key)
    assert load_secret_key(tmp_path) == "2" * 64 == keys_read[-1]
    assert mode(tmp_path / "secret_key") == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"short", bytes(range(256)), b"\x00" * 64, "ключ".encode() * 9],
    ids=["empty", "line", "short", "binary", "zeros", "letters"],
)
def test_what_is_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    with pytest.raises(StartError, match="holds no key of 16 or more printable signs"):
        load_secret_key(tmp_path)
    assert (tmp_path / "secret_key").read_bytes() == content


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(StartError, match="secret_key can’t be read or made: Is a directory"):
        load_secret_key(tmp_path)
