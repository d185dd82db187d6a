"""What supervisors and researchers ask."""

import errno
import os
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from flask import Flask
from sqlalchemy import update

from tests.cases import cases
from tests.webapp.player import Player
from tests.webapp.work.executors import ThreadExecutor
from webapp.application import create_app
from webapp.config import SettingError, read_settings
from webapp.storage.games import Store
from webapp.storage.tables import boards, games, lesson_steps
from webapp.work.executor import LostError


def test_a_well_server_says_so_to_anybody(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


def no_process(*_: object) -> NoReturn:
    raise LostError


def no_room(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("owner", "name", "broken", "sentence"),
    [
        (Store, "answers", lambda _, within: False, "The database doesn’t answer."),
        (os, "fsync", no_room, "The disk with the database can’t be written to."),
        (ThreadExecutor, "begin", no_process, "No process starts for long work."),
    ],
)
def test_a_server_says_what_it_lacks(
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    name: str,
    broken: object,
    sentence: str,
) -> None:
    monkeypatch.setattr(owner, name, broken)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.text) == (503, f"{sentence}\n")


def test_a_missing_table_is_noticed(app: Flask) -> None:
    with app.extensions["store"].changing() as connection:
        boards.drop(connection)
        lesson_steps.drop(connection)
    answer = app.test_client().get("/healthz")
    sentence = "The database lacks boards, lesson_steps. A new start makes missing tables.\n"
    assert (answer.status_code, answer.text) == (503, sentence)
    app.extensions["store"].check()
    assert app.test_client().get("/healthz").text == "ok\n"


def test_the_contact_for_a_hole_is_shown_where_it_is_known(app: Flask, tmp_path: Path) -> None:
    address = "/.well-known/security.txt"
    assert app.test_client().get(address).status_code == 404
    names = {"PEGS_DATA": str(tmp_path), "PEGS_CONTACT": "security@pegs.example"}
    lines = create_app(read_settings(names)).test_client().get(address).text.splitlines()
    assert lines[0] == "Contact: mailto:security@pegs.example"
    expires = datetime.fromisoformat(lines[1].removeprefix("Expires: "))
    assert 0 < (expires - datetime.now(UTC)).days < 365


KEY = "letmein-" * 3
FIGURE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)+)\})? (\d+)')


def figures_of(text: str) -> dict[tuple[str, str], int]:
    """Read Prometheus' text format, strictly: a name has its help and type before its figures."""
    figures = {}
    for block in re.split(r"^(?=# HELP )", text, flags=re.MULTILINE)[1:]:
        meaning, kind, *lines = block.splitlines()
        name = meaning.split()[2]
        assert re.fullmatch(rf"# TYPE {name} (counter|gauge)", kind)
        assert name.endswith("_total") is kind.endswith("counter")
        for line in lines:
            figure = FIGURE.fullmatch(line)
            assert figure, line
            assert figure[1] == name
            figures[name, figure[2] or ""] = int(figure[3])
    return figures


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Player]:
    names = {"PEGS_DATA": str(tmp_path), "PEGS_METRICS_KEY": KEY}
    app = create_app(read_settings(names), executor=ThreadExecutor())
    yield Player(app.test_client())
    app.extensions["store"].close()


def test_figures_are_for_whoever_has_the_key_alone(measured: Player, app: Flask) -> None:
    for client, key in (
        (measured.client, None),
        (measured.client, ""),
        (measured.client, f"Bearer {KEY[1:]}"),
        (measured.client, f"Basic {KEY}"),
        (measured.client, "Bearer é"),
        (app.test_client(), "Bearer "),
        (app.test_client(), "Bearer None"),
    ):
        assert (
            client.get("/metrics", headers={"Authorization": key} if key else {}).status_code == 404
        )
    headers = {"Authorization": f"Bearer {KEY}", "Host": "10.0.0.7:8000"}
    answer = measured.client.get("/metrics", headers=headers)
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert figures_of(answer.text)["pegs_games", ""] == 0


def test_figures_count_games_players_and_work(
    measured: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def figures() -> dict[tuple[str, str], int]:
        answer = measured.client.get("/metrics", headers={"Authorization": f"Bearer {KEY}"})
        return figures_of(answer.text)

    store: Store = measured.client.application.extensions["store"]
    for player in ("ann", "ann", "bob"):
        store.create(player, "play", "r", "s")
    with store.changing() as connection:
        last_week = datetime.now(UTC) - timedelta(days=7)
        connection.execute(update(games).where(games.c.player == "bob").values(changed=last_week))
    assert figures()["pegs_games", ""] == 3
    assert figures()["pegs_players", ""] == 1
    assert figures()["pegs_work", 'lane="pages",state="waiting"'] == 0
    monkeypatch.setattr(ThreadExecutor, "counts", lambda _: Counter({("pages", "waiting"): 7}))
    assert figures()["pegs_work", 'lane="pages",state="waiting"'] == 7
    monkeypatch.setattr(ThreadExecutor, "counts", no_process)
    assert {name for name, _ in figures()} >= {"pegs_games", "pegs_players", "pegs_moves_total"}


@cases(
    "wrong",
    [
        {"PEGS_METRICS_KEY": "short"},
        {"PEGS_METRICS_KEY": "é" * 20},
        {"PEGS_CONTACT": "a\nb"},
        {"PEGS_LOG": "xml"},
        {"PEGS_PROXIES": "-1"},
        {"PEGS_WORKERS": "x"},
    ],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingError, match=next(iter(wrong))):
        read_settings(wrong)
