"""Players whose moves go to a disk that fails: a process of its own, for ``test_power_cut.py``."""

import errno
import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from tests.webapp.storage.engine.disk import Disk, Plan
from webapp.storage.engine.faults import StorageError
from webapp.storage.engine.sqlite import JOURNAL, Library, best_library
from webapp.storage.games import Store, StoredGame

CUTS: Final = 12
PAUSE: Final = 0.2  # seconds between power cuts
FAILS, HANGS = 0.01, 0.02  # how often a flush does
DATABASE: Final = "pegs.sqlite3"
#: A move that fits into a page, and one that takes several.
MOVES: Final = ("x", "x" * 30_000)


def library_of(mode: str) -> Library:
    best = best_library()
    return best if mode == "best" else Library(best.driver, JOURNAL)


def open_store(folder: Path, mode: str) -> Store:
    return Store(f"sqlite:///{folder / DATABASE}", library=library_of(mode))


def insert_disk(folder: Path, mode: str, plan: Plan) -> tuple[Store, Disk]:
    """Return a store with its tables, on a disk that does as planned from now on."""
    store = open_store(folder, mode)
    store.migrate()
    disk = Disk(folder, plan)
    disk.insert()
    return store, disk


def cut_power(folder: Path, images: Path, mode: str) -> None:
    """Have four play at two servers; cut the power now and then, and note what they were told."""
    chance = Random(mode)

    def plan(call: str) -> int:
        luck = chance.random() if call == "flush" else 1.0
        if FAILS < luck < FAILS + HANGS:
            time.sleep(0.02)
        return errno.EIO if luck < FAILS else 0

    store, disk = insert_disk(folder, mode, plan)
    versions: dict[str, int] = {}
    for player, player_store in enumerate((store, store, *(2 * [open_store(folder, mode)]))):
        play = (player_store, f"player {player}", versions)
        threading.Thread(target=play_for_ever, args=play, daemon=True).start()
    for number in range(CUTS):
        time.sleep(PAUSE)
        promises = dict(versions)
        disk.cut_power(images / str(number), Random(number))
        (images / f"{number}.json").write_text(json.dumps(promises))


def play_for_ever(store: Store, player: str, versions: dict[str, int]) -> None:
    game: StoredGame | None = None
    while True:
        with suppress(StorageError):
            game = store.load(game.id, player, "play") if game else None
            game = game or store.create(player, "play", "r", "s")
            for _ in range(20):
                game = store.change(game, moves=game.moves[-300:] + "x")
                versions[game.id] = game.version


def try_every_fault(folder: Path, copies: Path, mode: str) -> None:
    """Let each call of a move fail in turn.

    Print the error that the move ends with, if any, and by how many versions the game has gone on:
    as the server reads it, and as one reads it that starts after a crash.
    """
    calls: list[str] = []
    failing = [-1, 0]  # which call, and with which error

    def plan(call: str) -> int:
        calls.append(call)
        return failing[1] if len(calls) - 1 == failing[0] else 0

    store, _ = insert_disk(folder, mode, plan)
    game = store.create("ann", "play", "r", "s")
    for moves in MOVES:
        for error in (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            for number in count():
                calls.clear()
                failing[:] = (number, error)
                kind = error_of(lambda game=game, moves=moves: store.change(game, moves=moves))
                if number >= len(calls):
                    game = store.newest(game)
                    break
                call = calls[number]
                failing[0] = -1
                copy = copies / "copy"
                shutil.copytree(folder, copy)
                (copy / f"{DATABASE}-shm").unlink(missing_ok=True)
                later = version_in(copy / DATABASE, game.id, mode)
                shutil.rmtree(copy)
                now = store.newest(game)
                line = (call, error, kind, now.version - game.version, later - game.version)
                print(json.dumps(line))
                game = now


def error_of(act: Callable[[], object]) -> str:
    try:
        act()
    except StorageError as error:
        return type(error).__name__
    return ""


def version_in(file: Path, game: str, mode: str) -> int:
    with closing(library_of(mode).driver.connect(file)) as copy:
        [version] = copy.execute("SELECT version FROM games WHERE id = ?", (game,)).fetchone()
        return int(version)


if __name__ == "__main__":
    _, what, folder, images, mode = sys.argv
    {"cuts": cut_power, "faults": try_every_fault}[what](Path(folder), Path(images), mode)
    sys.stdout.flush()
    os._exit(0)
