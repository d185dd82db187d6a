"""Who erases everything leaves no byte in the file, its log, a copy or what the server logs."""

import random
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Table, insert

from tests.webapp.conftest import hurry
from tests.webapp.player import Player, find_part
from webapp.storage.backup import back_up
from webapp.storage.engine.sqlite import JOURNAL, Library, best_library
from webapp.storage.games import Store
from webapp.storage.records.players import LARGEST, erase_player, join_device, rewrite_after_erasure
from webapp.storage.sweep import Retention, sweep
from webapp.storage.tables import metadata

NICKNAME = "Zaubernuss"
KEEP_ALL = Retention(untouched=99, unfinished=99)


def bytes_of(store: Store, folder: Path) -> bytes:
    """Return all that is on the disk of a database, and of a copy that is made now."""
    file = Path(str(store.engine.url.database))
    copy = folder / "copy"
    back_up(store.engine, copy, replace=True)
    files = [copy, *file.parent.glob(f"{file.name}*")]
    return b"".join(part.read_bytes() for part in files)


@pytest.fixture(params=[best_library().mode, JOURNAL])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    library = Library(best_library().driver, request.param)
    store = Store(f"sqlite:///{tmp_path / 'pegs.sqlite3'}", library=library)
    hurry(store)
    store.migrate()
    yield store
    store.close()


def crowded(store: Store) -> str:
    """Have thirty play at once, so that pages are split and rows move; return one of them."""
    chance = random.Random(5)
    players = [secrets.token_urlsafe(16) for _ in range(30)]
    games = []
    for _ in range(600):
        games.append(store.create(chance.choice(players), "breaker", "classic", "", "1122"))
        at = chance.randrange(len(games))
        games[at] = store.change(games[at], moves=games[at].moves + " 3344" * chance.randrange(99))
    for player in players:
        join_device(store, player)
        with store.changing() as connection:
            for table in metadata.sorted_tables:
                if any(column.name == "player" for column in table.c):
                    connection.execute(insert(table).values(row_of(table, player)))
    return players[0]


def row_of(table: Table, player: str) -> dict[str, object]:
    """Return any row of a player's, whatever the table is for."""
    usual = {
        int: 1,
        str: secrets.token_hex(4),
        float: 1.0,
        bool: False,
        datetime: datetime.now(UTC),
    }
    row = {column.name: usual[column.type.python_type] for column in table.c}
    return {**row, "player": player}


@pytest.mark.parametrize("is_large", [False, True])
def test_no_byte_of_somebody_who_is_erased_stays(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_large: bool
) -> None:
    """Of a large file when it is swept, since to write it anew takes long."""
    player = crowded(store)
    assert player.encode() in bytes_of(store, tmp_path)
    limit = 0 if is_large else LARGEST
    monkeypatch.setattr("webapp.storage.records.players.LARGEST", limit)
    assert erase_player(store, player)
    rewrite_after_erasure(store)
    if is_large:
        sweep(store, KEEP_ALL, pause=0)
    content = bytes_of(store, tmp_path)
    assert not [part for part in (player[:9], player[9:]) if part.encode() in content]


def test_the_file_is_rewritten_once_for_all_who_were_erased(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewritten: list[float] = []
    monkeypatch.setattr(store, "rewrite_file", rewritten.append)
    for player in ("ann", "bob"):
        erase_player(store, player)
    for _ in range(2):
        rewrite_after_erasure(store)
    assert rewritten == [LARGEST]


def test_what_somebody_did_everywhere_is_erased_to_the_last_byte(
    app: Flask, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = Player(app.test_client()), Player(app.test_client())
    with ann.client.session_transaction() as session:
        session["player"] = player = secrets.token_urlsafe(16)
    for contest in (
        bob.post("/friends/codes/black-white/mini", code="123").location,
        ann.post("/friends/codes/black-white/mini", way="draw").location,
    ):
        game = ann.post(f"{contest}/games", nickname=f"{NICKNAME}!").location
        ann.post(f"{contest}/nickname", nickname=NICKNAME)
        ann.move(game, "guesses", code="123")
        bob.client.get(contest)
    ann.post("/g/", game=game.rsplit("/", 1)[1])
    ann.post("/you/settings", theme="dark")
    ann.post("/lab/jobs", game="mini", strategy="first")
    ann.post("/learn/mastermind/feedback/1", black="1", white="1")
    board = ann.new("hidoku/play", board="small")
    ann.move(board, "placements", cell="0,2", number=5)
    bin_game = ann.new("mastermind/setter", code="1234").rsplit("/", 1)[1]
    ann.post(f"/you/games/{bin_game}/deletion")
    part = find_part(ann.post("/you/data/codes").text, r"code=([2-9A-Z]+)")
    Player(app.test_client()).post("/you/data/join", code=part)
    store: Store = app.extensions["store"]
    content = bytes_of(store, tmp_path)
    assert all(text.encode() in content for text in (player, NICKNAME))
    ann.post("/you/data/erasure", sure="1")
    app.extensions["upkeep"]._works["rewriting"]()
    content = bytes_of(store, tmp_path) + caplog.text.encode()
    assert not [text for text in (player, NICKNAME) if text.encode() in content]
