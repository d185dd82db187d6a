"""The benchmark asks for what the program has: its games, its attacks, and what it looks for.

A measuring script that is answered 404 measures that, and nobody sees it. Here each is played for a
moment, on the application itself, and every answer must be one that its work gets.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from solver.hidoku.generate.generate import BoardRequest
from tests.bench import hidoku_rounds, probe, rounds, visit
from tests.bench.attacks import ATTACKS
from tests.bench.load import HTMX, Answer, Request, Script, guesses, probes
from tests.cases import cases
from webapp.http.server.front import Front
from webapp.mastermind.breaker import kind as breaker
from webapp.work.tasks import Patience

MODULES = sorted(path.stem for path in Path(rounds.__file__).parent.glob("*.py"))
FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
BY_HTMX = dict(line.split(": ") for line in HTMX.splitlines())
SMALL = BoardRequest(4, 4)


class Visitor:
    """What :class:`tests.bench.visitor.Visitor` is to a port, to an application."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.location = ""
        self.milliseconds = 1.0
        self.size = 0

    def request(self, method: str, path: str, **form: object) -> int:
        answer = self.client.open(path, method=method, data=form, headers={**FROM_HERE, **BY_HTMX})
        self.size = len(answer.data)
        self.location = answer.headers.get("Location", self.location)
        return answer.status_code


@pytest.fixture
def _visited(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (rounds, hidoku_rounds):
        monkeypatch.setattr(module, "Visitor", lambda port: Visitor(app.test_client()))
    monkeypatch.setattr(rounds, "GAMES", 1)
    monkeypatch.setattr(rounds, "ROWS", 2)
    monkeypatch.setattr(hidoku_rounds, "BOARDS", 1)
    monkeypatch.setattr(hidoku_rounds, "MOST_MOVES", 20)
    monkeypatch.setattr(hidoku_rounds, "KINDS", (("small", SMALL),))


@cases("module", MODULES)
def test_every_module_can_be_imported(module: str) -> None:
    import_module(f"tests.bench.{module}")


@pytest.mark.usefixtures("_visited")
@pytest.mark.parametrize("game", ["classic", "pair", "words"])
def test_a_round_of_mastermind_is_measured_in_each_role(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "PRESETS", [game])
    figures = list(rounds.round_figures(0))
    names = [figure.what for figure in figures if "p95" in figure.what]
    kinds = [
        "hint 1",
        "hint 2",
        "hint 3",
        "move",
        "move (evil)",
        "move (setter)",
        "move (analysis)",
    ]
    assert [name.partition(": ")[2].partition(",")[0] for name in names] == kinds
    assert all(figure.value > 0 for figure in figures)


@pytest.mark.usefixtures("_visited")
def test_a_round_of_hidoku_is_measured() -> None:
    figures = list(hidoku_rounds.hidoku_round_figures(0))
    assert {"hint", "move", "last move"} <= {f.what.split(", ")[-1] for f in figures}
    assert all(figure.value > 0 for figure in figures)


def answers(client: FlaskClient, script: Script) -> Iterator[tuple[Request, TestResponse]]:
    """Yield what a script asks for, and what it is answered."""
    request = next(script)
    while True:
        answer = client.open(
            request.path,
            method=request.method,
            data=request.form if request.method == "POST" else None,
            headers={**FROM_HERE, **(BY_HTMX if request.by_htmx else {})},
        )
        yield request, answer
        head = "".join(f"\r\n{name}: {value}" for name, value in answer.headers)
        request = script.send(Answer(answer.status_code, f"{head}\r\n".encode(), 1.0))


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_is_work(app: Flask, attack: Callable[[random.Random], Script]) -> None:
    app.config["PATIENCE"] = Patience(0.01)
    for request, answer in islice(answers(app.test_client(), attack(random.Random(1))), 3):
        if request.path.endswith(("/games", "/import", "/sizes", "/boards")):
            assert answer.status_code == 303, request
        else:  # done, begun and to be asked for again, or asked of a draft that is not so far yet
            is_thought_about = answer.status_code == 503 and "Retry-After" in answer.headers
            is_early = answer.status_code == 409 and request.path.endswith("/thinnings")
            assert answer.status_code == 200 or is_thought_about or is_early, request


def test_players_of_a_load_store_their_guesses(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda rules: (0, 0, 0, 0))  # none of its rows
    milliseconds: list[float] = []
    for request, answer in islice(answers(app.test_client(), guesses(1, milliseconds)), 4):
        assert answer.status_code == (303 if request.path.endswith("/games") else 200)
    assert len(milliseconds) == 2


def test_the_plain_probe_stores_a_row(app: Flask) -> None:
    store = app.extensions["store"]
    probe.make_table(store)
    client = probe.probe_app(store).test_client()
    for _, answer in islice(answers(client, probes(1, [])), 2):
        assert answer.text == "1122"
    with store.reading() as connection:
        assert connection.exec_driver_sql("SELECT moves FROM probe").scalar() == "1122"


def test_the_plain_probe_ends_without_a_fault(app: Flask) -> None:
    front = Front(probe.probe_app(app.extensions["store"]), 1, 0, None)
    with closing(asyncio.new_event_loop()) as loop:
        front.__rsgi_del__(loop)


def test_what_a_browser_is_to_press_is_there(app: Flask) -> None:
    client = app.test_client()
    home = client.get("/").text
    assert f">{visit.GUESS}</button>" in home
    assert home.count("data-symbol") >= visit.ROW
