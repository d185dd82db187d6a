"""The data of a used server: every kind of row there is, made by playing."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import sqlalchemy as sa
from flask import Flask

from tests.webapp.classroom.test_routes import EXERCISE, forms, joined, opened
from tests.webapp.http.house import CODE, board_of, breaker, games_in_all_states, job_of
from tests.webapp.learn.test_routes import FIRST, RIGHT
from tests.webapp.player import Player
from tests.webapp.work.executors import ENDLESS, ThreadExecutor
from webapp.application import create_app
from webapp.config import Settings
from webapp.storage.games import Store
from webapp.storage.limit_counts import claim
from webapp.storage.records.dailies import today
from webapp.storage.tables import daily_codes

#: A cookie is good wherever the key is.
KEY: Final = "secret_key"

Rows = Mapping[str, list[dict[str, Any]]]


def use(settings: Settings) -> str:
    """Play on a new server with these settings; return the cookie of who has played most."""
    app = create_app(settings, executor=ThreadExecutor())
    app.config["PATIENCE"] = ENDLESS
    try:
        with patch.object(breaker, "random_code", lambda game: game.parse_code(CODE)):
            return _play(app)
    finally:
        app.extensions["tasks"].close()
        app.extensions["store"].close()


def _play(app: Flask) -> str:
    player, guest = Player(app.test_client()), Player(app.test_client())
    list(games_in_all_states(player, guest, board_of(player)))
    player.post("/hidoku/editor/givens", cell="0,0", number="7")
    game_to_delete = player.new("mastermind/breaker", game="mini")
    player.move(game_to_delete, "guesses", code=CODE)
    player.post(f"/you/games/{game_to_delete.rsplit('/', 1)[1]}/deletion")
    job_of(player)
    _play_day(app.extensions["store"], player)
    _learn(app, player)
    player.post("/you/settings", theme="dark")
    code = re.search(r'<p class="join-code">([^<]+)<', player.post("/you/data/codes").text)
    assert code
    guest.post("/you/data/join", code=code[1])
    claim(app.extensions["store"], "sweep", today())
    cookie = player.client.get_cookie("pegs")
    assert cookie
    return str(cookie.value)


def _play_day(store: Store, player: Player) -> None:
    """Find today's code, and begin today's board."""
    url = player.post(f"/daily/mastermind/{today()}/games").location
    player.move(url, "guesses", code=store.value(sa.select(daily_codes.c.code)))
    player.post(f"/daily/hidoku/{today()}/games")


def _learn(app: Flask, player: Player) -> None:
    """Answer in a class, in a lesson and in a run."""
    teacher = Player(app.test_client())
    school_class = opened(teacher, EXERCISE)
    teacher.post(f"{school_class}/place", place="all")
    pupil = joined(app, school_class, "Zoë")
    for form in forms(app):
        pupil.post(EXERCISE, **form)
        player.post(EXERCISE, **form)
    player.post(FIRST, **RIGHT)
    player.post("/learn/runs/all/next")


def rows_of(url: str) -> Rows:
    """Return every row of every table that a database has, read without our program's tables."""
    engine = sa.create_engine(url)
    tables = sa.MetaData()
    with engine.connect() as connection:
        tables.reflect(connection)
        rows = {
            table.name: sorted(
                (
                    {name: _plain(value) for name, value in row.items()}
                    for row in connection.execute(sa.select(table)).mappings()
                ),
                key=repr,
            )
            for table in tables.sorted_tables
        }
    engine.dispose()
    return rows


def _plain(value: Any) -> Any:
    if not isinstance(value, datetime):
        return value
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC)


def execute(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
