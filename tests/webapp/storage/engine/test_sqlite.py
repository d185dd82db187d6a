"""SQLite: library and mode, a file of the other mode, and what a file can do to a server."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from webapp.storage.engine import faults, sqlite
from webapp.storage.engine.sqlite import JOURNAL, WAL, Library, best_library
from webapp.storage.games import Store

BEST = best_library()
#: As if the fault were not fixed in it. Two libraries in one process see no locks of each other.
OLD = Library(BEST.driver, JOURNAL)

#: Holds for a moment the lock of whoever empties a log.
EMPTIES = """
import fcntl, sys, time
with open(sys.argv[1], "r+b") as index:
    fcntl.lockf(index, fcntl.LOCK_EX, 1, 121)
    print(flush=True)
    time.sleep(0.3)
"""


def driver_of(version: str, name: str = "driver") -> ModuleType:
    driver = ModuleType(name)
    driver.__dict__["sqlite_version"] = version
    driver.__dict__["sqlite_version_info"] = tuple(map(int, version.split(".")))
    return driver


@pytest.mark.parametrize(
    ("stdlib", "wheel", "version", "mode"),
    [
        ("3.40.1", "3.53.4", "3.53.4", WAL),
        ("3.51.3", "3.53.4", "3.51.3", WAL),
        ("3.50.7", None, "3.50.7", WAL),
        ("3.50.6", None, "3.50.6", JOURNAL),
        ("3.40.1", "3.45.0", "3.40.1", JOURNAL),
    ],
)
def test_the_library_is_the_first_that_is_fixed(
    monkeypatch: pytest.MonkeyPatch, stdlib: str, wheel: str | None, version: str, mode: str
) -> None:
    def load(name: str) -> ModuleType:
        if wheel is None:
            raise ModuleNotFoundError(name)
        return driver_of(wheel)

    monkeypatch.setattr(sqlite, "sqlite3", driver_of(stdlib))
    monkeypatch.setattr(sqlite, "import_module", load)
    library = best_library()
    assert (library.version, library.mode) == (version, mode)


@contextmanager
def opened(folder: Path, library: Library = BEST) -> Iterator[Store]:
    with closing(Store(f"sqlite:///{folder / 'pegs.sqlite3'}", library=library)) as store:
        store.migrate()
        yield store


def pragma(store: Store, name: str) -> Any:
    with store.reading() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


@pytest.mark.parametrize(
    ("library", "mode"), [(OLD, JOURNAL), (BEST, BEST.mode)], ids=["old", "best"]
)
def test_a_file_is_opened_so_that_nothing_is_lost(
    tmp_path: Path, library: Library, mode: str
) -> None:
    with opened(tmp_path, library) as store:
        assert pragma(store, "journal_mode") == mode
        assert pragma(store, "synchronous") == (2 if mode == WAL else 3)
        assert pragma(store, "busy_timeout") == 8_000
        assert store.allows_many_processes is (mode == WAL)
        assert ("rollback journal" in store.notice) is (mode == JOURNAL)
        store.create("ann", "play", "r", "s")
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {0o600}


def test_a_file_is_rewritten_though_another_process_empties_its_log(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.create("ann", "play", "r", "s")
        command = [sys.executable, "-c", EMPTIES, str(tmp_path / "pegs.sqlite3-shm")]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            store.rewrite_file()
        assert (tmp_path / "pegs.sqlite3-wal").stat().st_size == 0


@pytest.mark.skipif(BEST.mode == JOURNAL, reason="no library here may write ahead")
class TestSwitching:
    def test_a_file_goes_from_one_mode_to_the_other_and_back(self, tmp_path: Path) -> None:
        for library in (OLD, BEST, OLD, BEST):
            with opened(tmp_path, library) as store:
                assert pragma(store, "journal_mode") == library.mode
                store.create("ann", "play", "r", "s")
        with opened(tmp_path, OLD) as store:
            assert len(store.unfinished("ann", "play")) == 4

    def test_an_old_library_leaves_a_file_alone_that_others_write_ahead(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite, "PATIENCE", 0.1)
        with opened(tmp_path) as store:
            store.create("ann", "play", "r", "s")
            with pytest.raises(faults.StartError, match="another program has it open"):
                Store(str(store.engine.url), library=OLD)
            assert pragma(store, "journal_mode") == WAL

    def test_an_old_library_notices_that_a_file_was_switched(self, tmp_path: Path) -> None:
        with opened(tmp_path, OLD) as old:
            game = old.create("ann", "play", "r", "s")
            with opened(tmp_path) as new:
                for attempt in (lambda: old.change(game, moves="x"), lambda: drop_all(old)):
                    with pytest.raises(faults.StorageError):
                        attempt()
                assert new.load(game.id, "ann", "play") == game

    def test_a_disk_without_shared_memory_gets_the_journal(self, tmp_path: Path) -> None:
        def connect(path: object, **options: Any) -> Any:
            return BEST.driver.connect(f"file:{path}?vfs=unix-dotfile", uri=True, **options)

        driver = ModuleType("dotfile")
        driver.__dict__.update({**vars(BEST.driver), "connect": connect})
        with opened(tmp_path, Library(driver, WAL)) as store:
            assert pragma(store, "journal_mode") == JOURNAL
            assert not store.allows_many_processes


def drop_all(store: Store) -> None:
    store.drop_oldest("ann", "play", 0)


@contextmanager
def locked(store: Store) -> Iterator[None]:
    """Let another program hold the lock to write."""
    assert store.engine.url.database
    with closing(BEST.driver.connect(store.engine.url.database, isolation_level=None)) as program:
        program.execute("BEGIN IMMEDIATE")
        yield
        program.execute("ROLLBACK")


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for longer than a moment."""
    for module in ("sqlite", "writers"):
        monkeypatch.setattr(f"webapp.storage.engine.{module}.PATIENCE", 0.2)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("library", [OLD, BEST], ids=["old", "best"])
def test_while_another_program_writes_pages_are_read(tmp_path: Path, library: Library) -> None:
    with opened(tmp_path, library) as store:
        game = store.create("ann", "play", "r", "s")
        with locked(store):
            assert store.load(game.id, "ann", "play") == game
            for attempt in (lambda: store.change(game, moves="x"), lambda: drop_all(store)):
                with pytest.raises(faults.StoreBusyError):
                    attempt()
            assert store.answers(10)
            store.check_disk()  # it isn't the disk that is at fault
            with opened(tmp_path, library) as another:  # a server may even be started
                assert another.load(game.id, "ann", "play") == game
        assert store.change(game, moves="x").version == 2


@pytest.mark.parametrize("library", [OLD, BEST], ids=["old", "best"])
def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(
    tmp_path: Path, library: Library
) -> None:
    with opened(tmp_path, library) as store:
        game = store.create("ann", "play", "r", "s")
        with store.changing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with pytest.raises(faults.StoreFullError):
            store.change(game, moves="x" * 100_000)
        with pytest.raises(faults.StoreFullError):
            store.create("ann", "play", "r" * 100_000, "s")
        assert store.load(game.id, "ann", "play") == game
        pragma(store, "max_page_count=100000")
        assert store.change(game, moves="x" * 100_000).version == 2


def garbage(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 200)


def damage(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name='games'"
        place = 4096 * (connection.execute(query).fetchone()[0] - 1)
    content = path.read_bytes()
    path.write_bytes(content[:place] + bytes(4096) + content[place + 4096 :])


def from_the_future(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num='9999'")
        connection.commit()


def into_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (garbage, "file is not a database"),
        (damage, "it is damaged"),
        (from_the_future, "written by a newer version"),
        (into_a_folder, "Is a directory"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_at_the_start(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    with opened(tmp_path, OLD) as store:
        store.check()
    path = tmp_path / "pegs.sqlite3"
    spoil(path)
    with pytest.raises(faults.StartError, match=sentence) as error:
        start(path)
    assert str(error.value).endswith(".")
    assert len(str(error.value).splitlines()) == 1


def start(path: Path) -> None:
    with closing(Store(f"sqlite:///{path}", library=OLD)) as store:
        store.check()


def test_a_file_that_was_damaged_meanwhile_is_no_riddle(tmp_path: Path) -> None:
    with opened(tmp_path, OLD) as store:
        game = store.create("ann", "play", "r", "s")
    damage(tmp_path / "pegs.sqlite3")
    with (
        closing(Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}", library=OLD)) as store,
        pytest.raises(faults.StoreBrokenError),
    ):
        store.load(game.id, "ann", "play")


@pytest.mark.parametrize("state", ["made", "read"])
def test_a_folder_without_room_for_a_journal_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    if state == "read":
        with opened(tmp_path):
            pass
        monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    else:
        monkeypatch.setattr("os.open", refuse)
    with pytest.raises(
        faults.StartError, match=r"pegs\.sqlite3 can’t be used: Permission denied\."
    ):
        Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}")
