"""A database that an older version wrote: it is brought up to date, its games go on, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import column, insert, inspect, table

from solver.hidoku.rules.known_boards import FINDLING
from tests.webapp.player import Player
from webapp import create_app
from webapp.config import Settings
from webapp.storage.engine.migration import MIGRATIONS
from webapp.storage.games import Store
from webapp.storage.hint_log import LIST, has_hint, paid_tier, position_key
from webapp.storage.tables import games

BEFORE_BOARDS = "0002"  # when every Hidoku was kept in the form with commas, without its time
GAME: dict[str, Any] = {
    "id": "a",
    "player": "ann",
    "kind": "hidoku",
    "rules": "findling",
    "start": FINDLING,
    "moves": "place 10 2 2\n~place 9 1 3",
    "hints": "1:3",
    "finished": False,
    "version": 3,
    "created": datetime(2026, 1, 1, tzinfo=UTC),
    "changed": datetime(2026, 1, 1, tzinfo=UTC),
}


def migrate(store: Store, move: Any, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.changing() as connection:
        config.attributes["connection"] = connection
        move(config, version)


def test_old_games_go_on(settings: Settings) -> None:
    store = Store(settings.database_url)
    migrate(store, command.upgrade, BEFORE_BOARDS)
    then = table("games", *(column(name, games.c[name].type) for name in GAME))
    with store.changing() as connection:
        connection.execute(insert(then).values(**GAME))
    app = create_app(settings)
    player = Player(app.test_client())
    with player.client.session_transaction() as session:
        session["player"] = "ann"
    assert "72 numbers to place." in player.get("/hidoku/play/a").text
    page = player.move("/hidoku/play/a", "redo").text
    assert "71 numbers to place." in page
    assert "Hints used: 1 move." in page
    for part in ("jobs", "generations"):
        app.extensions[part].close()
    app.extensions["store"].engine.dispose()
    migrate(store, command.downgrade, BEFORE_BOARDS)
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version", "games", "jobs"}
    migrate(store, command.upgrade, "head")
    kept = store.load("a", "ann", "hidoku")
    assert kept
    assert (kept.moves, kept.version, kept.seconds) == ("place 10 2 2\nplace 9 1 3", 4, 0)
    store.engine.dispose()


BEFORE_KEYS = "0006"  # when a hint of Mastermind was kept by its row


def test_hints_are_kept_by_their_position(settings: Settings) -> None:
    store = Store(settings.database_url)
    migrate(store, command.upgrade, BEFORE_KEYS)
    played = {"kind": "mastermind", "rules": "classic", "start": "3641", "moves": "1122\n3344"}
    row = GAME | played | {"hints": "0:1 1:2 2:3 2:4", "seconds": 0.0}
    with store.changing() as connection:
        connection.execute(insert(games).values(**row))
    migrate(store, command.upgrade, "head")
    found = store.load("a", "ann", "mastermind")
    assert found
    keys = [position_key(text) for text in ("", "1122", "1122\n3344")]
    assert [paid_tier(found.hints, key) for key in keys] == [1, 2, 3]
    assert has_hint(found.hints, keys[2], LIST)
    migrate(store, command.downgrade, BEFORE_KEYS)
    again = store.load("a", "ann", "mastermind")
    assert again
    assert again.hints == row["hints"]
    store.engine.dispose()
