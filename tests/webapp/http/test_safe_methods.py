"""To look changes nothing: no GET or HEAD writes a row, whatever state its game is in.

Limits of visits (``counts``) and the day's chores (``daily``) are written by any request, and say
nothing of a game. The cookie is set by looking too; it is the visitor's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from sqlalchemy import select, text
from werkzeug.routing import Rule

from tests.sampling import sample
from tests.webapp.conftest import application
from tests.webapp.http.fuzz import FIELDS, MEANT
from tests.webapp.http.visits import (
    NAMED,
    Answer,
    Visitor,
    circle_of,
    class_of,
    contest_of,
    path_of,
    rules_of,
    share_of,
    visitor_of,
)
from tests.webapp.player import Player
from tests.webapp.work.patience import until
from webapp.config import read_settings
from webapp.mastermind.breaker import kind as breaker
from webapp.storage.tables import metadata

OF_REQUESTS = {"counts", "daily"}
WATCHED = [table for table in metadata.sorted_tables if table.name not in OF_REQUESTS]
CODE = "344"  # of three pegs, found by no guess made below
BOARD = "1 2\n3 _"  # one cell short of a solution
#: One value for every field of every form: what a form sends by POST may be in an address as well.
EVERY_FIELD = {name: MEANT.get(name, ("1",))[0] for name in FIELDS} | {"text": "1 _\n_ 4"}
#: A value of the program’s on a page, where nothing should stand or a word.
VALUE = re.compile(r"[>\"](None|True|False)[<\"]")
QUERIES = (
    "",
    "text=1+_%0A_+4",
    urlencode(EVERY_FIELD),
    "row=2&seen=x&code=shown&waiting=1&draft=12_&page=2&step=3&by=search&tier=2&cell=1,1&board=findling&guess=123&by=worst"
    "&node=2&check=empty&choice=1&number=4&right=1&other=0",
)


@dataclass(frozen=True)
class House:
    """An application with games of each kind in each state, and who looks at them."""

    app: Flask
    visitors: tuple[Visitor, ...]
    games: Mapping[str, str]
    job: str
    boards: tuple[str, ...]

    def values(self, rule: Rule) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield what a rule's arguments may be, with a name for the state."""
        pools = {**NAMED, "job_id": (self.job,), "name": (*NAMED["name"], *self.boards)}
        is_of_game = "game_id" in rule.arguments
        games = list(self.games.items()) if is_of_game else [("", "")]
        for state, game_id in games[:1] if rule.endpoint == "moved" else games:
            names = sorted(rule.arguments - {"game_id"} - {*(rule.defaults or ())})
            for chosen in product(*(pools[name] for name in names)):
                yield state, {**dict(zip(names, chosen, strict=True)), "game_id": game_id}

    def rows(self) -> dict[str, Any]:
        """Return all that is stored, by table and in order."""
        with self.app.extensions["store"].reading() as connection:
            return {
                table.name: sorted(map(repr, connection.execute(select(table))))
                for table in WATCHED
            }

    def written(self) -> int:
        """Return how many rows have been written, put down by the database's own triggers."""
        with self.app.extensions["store"].reading() as connection:
            return int(connection.execute(text("SELECT count(*) FROM written")).scalar_one())


def breaker_games(player: Player) -> Iterator[tuple[str, str]]:
    for role, practice in product(("breaker", "evil"), ("", "1")):
        for state, rows in (("begun", 0), ("midway", 2), ("over", 10)):
            url = player.new("mastermind/breaker", game="mini", role=role, practice=practice)
            for row in range(rows):
                player.move(url, "guesses", code=("112", "213", "341")[row % 3])
            yield f"breaker {role}{practice} {state}", url
    url = player.new("mastermind/breaker", game="mini")
    player.move(url, "hints", tier=3, code="")
    yield "breaker hint", url


def setter_games(player: Player) -> Iterator[tuple[str, str]]:
    yield "setter without a code", player.new("mastermind/setter", game="mini")
    yield "setter begun", player.new("mastermind/setter", game="mini", way="head")
    for setter, code in (("fair", {"code": CODE}), ("evil", {"way": "draw"})):
        form = {"setter": setter, "strategy": "first", **code}
        url = player.new("mastermind/setter", game="mini", **form)
        player.move(url, "answers")
        yield f"setter {setter}", url
    yield (
        "setter thinking",
        player.new("mastermind/setter", game="super", strategy="knuth", way="draw"),
    )
    for state, answers in (("midway", ("0,0",)), ("over", ("3,0",))):
        url = player.new("mastermind/setter", game="mini", way="head")
        for answer in answers:
            player.move(url, "answers", answer=answer, sure=answer)
        yield f"setter {state}", url


def helper_games(player: Player) -> Iterator[tuple[str, str]]:
    for state, rows in (
        ("begun", ""),
        ("midway", "1122:0,0"),
        ("over", "1122:0,0;3434:2,0;3456:4,0"),
        ("in conflict", "1122:0,0;1122:1,0"),
    ):
        yield f"helper {state}", player.old_helper(rows)


def challenges(player: Player, guest: Player) -> Iterator[tuple[str, str]]:
    for state in ("setting", "waiting", "withdrawn", "playing", "over"):
        url = player.new("mastermind/challenge", game="mini")
        if state != "setting":
            player.move(url, "code", code=CODE)
        if state == "withdrawn":
            player.move(url, "withdrawal")
        if state in ("playing", "over"):
            board = guest.post(f"{url}/games", version=2).location
            guest.move(board, "guesses", code="112" if state == "playing" else CODE)
            yield f"guest {state}", board
        yield f"challenge {state}", url


def contests(player: Player, guest: Player) -> Iterator[tuple[str, str]]:
    for state in ("begun", "over"):
        url = f"/group-challenge/{contest_of(player)}"
        board = guest.post(f"{url}/games", nickname="Ann").location
        guest.move(board, "guesses", code="112" if state == "begun" else CODE)
        yield f"contest {state}", url
    race = player.post(f"/group-challenge/{contest_of(player)}/race").location
    guest.post(f"{race}/games", nickname="Ann")
    yield "contest as a race", race
    code = class_of(player)
    guest.post("/class/pupils", code=code, nickname="Ann")
    yield "contest as a class", f"/class/{code}"
    circle, key = circle_of(player)
    yield "contest as a circle", f"/circle/{circle}"
    yield "contest as a circle to join", f"/circle/join/{circle_of(guest)[1]}"
    guest.post(f"/circle/join/{key}", nickname="Bob")


def hidoku_games(player: Player, board: str) -> Iterator[tuple[str, str]]:
    for name, end in ((board, "4"), ("findling", "")):
        yield f"hidoku begun {name}", player.new("hidoku/play", board=name)
        url = player.new("hidoku/play", board=name)
        player.move(url, "hints", tier=3)
        yield f"hidoku hint {name}", url
        if end:
            url = player.new("hidoku/play", board=name)
            player.move(url, "placements", cell="1,1", number=end)
            yield "hidoku over", url
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    player.move(url, "notes", cell="9,2", number="3")
    player.move(url, "undo")
    yield "hidoku midway", url


def job_of(player: Player) -> str:
    url = player.post("/lab/jobs", game="mini", strategy="first").location
    until(lambda: "under-way" not in player.client.get(url).text)
    return url.rsplit("/", 1)[1]


def board_of(player: Player) -> str:
    url = player.post("/hidoku/exchange/import", text=BOARD).location
    return url.rsplit("/", 1)[1]


def have_writing_noted(app: Flask) -> None:
    """Have each row that is written noted: to read all of them after each request takes long."""
    with app.extensions["store"].changing() as connection:
        connection.execute(text("CREATE TABLE written (what TEXT)"))
        for table, verb in product(WATCHED, ("INSERT", "UPDATE", "DELETE")):
            statement = f"INSERT INTO written VALUES ('{verb} {table.name}')"
            name = f"{table.name}_{verb}"
            trigger = f"CREATE TRIGGER {name} AFTER {verb} ON {table.name} BEGIN {statement}; END"
            connection.execute(text(trigger))


@contextmanager
def open_house(data: Path, database: bytes) -> Iterator[House]:
    settings = read_settings({"PEGS_DATA": str(data), "PEGS_NEW_A_DAY": "10000"})
    with (
        application(settings, database) as app,
        pytest.MonkeyPatch.context() as patch,
    ):
        player, guest = Player(app.test_client()), Player(app.test_client())
        patch.setattr(breaker, "random_code", lambda game: game.parse_code(CODE))
        board = board_of(player)
        player.post("/hidoku/editor/givens", cell="0,0", number="7")
        player.post("/learn/runs/all/next")
        state_games = [
            *breaker_games(player),
            *setter_games(player),
            *helper_games(player),
            *challenges(player, guest),
            *hidoku_games(player, board),
            ("shared", f"/g/{share_of(player)}"),
            *contests(player, guest),
        ]
        games = {state: url.rsplit("/", 1)[1] for state, url in state_games}
        visitor = visitor_of(player)
        visitors = (visitor, visitor.by_htmx(), visitor_of(guest), Visitor(app))
        yield House(app, visitors, games, job_of(player), (board,))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, empty_database: bytes) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("data"), empty_database) as home:
        have_writing_noted(home.app)
        yield home


def test_the_games_are_in_the_states_they_are_named_for(house: House) -> None:
    with house.app.extensions["store"].reading() as connection:
        rows = connection.execute(select(metadata.tables["games"])).mappings()
        is_finished = {row["id"]: row["finished"] for row in rows}
    assert len(set(house.games.values())) == len(house.games)
    for state, game_id in house.games.items():
        if not state.startswith(("challenge", "helper", "shared", "contest")):
            assert is_finished[game_id] == state.endswith("over"), state


def asked(house: House, method: str) -> Iterator[tuple[str, Answer]]:
    """Yield every address by a method, and what it answered: by GET with every query, and of a game
    in each state with one of them.

    HEAD answers as GET does, so that two games, their owner and an empty query are enough for it.
    """
    ways = list(product(house.visitors, QUERIES))

    def few_ways(rule: Rule, state: str) -> list[tuple[Visitor, str]]:
        if state:
            return sample(ways, 1, f"{rule.rule} {state}")
        return [(sample(house.visitors, 1, f"{rule.rule} {q}")[0], q) for q in QUERIES]

    for rule in rules_of(house.app, method):
        addresses = list(house.values(rule))
        for state, values in addresses if method == "GET" else sample(addresses, 2, rule.rule):
            for visitor, query in few_ways(rule, state) if method == "GET" else ways[:1]:
                label = f"{method} {rule.rule} {values} {query} ({state})"
                yield label, visitor.ask(method, path_of(rule, values), query)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_to_look_changes_nothing(house: House, method: str) -> None:
    before, written, count, changing = house.rows(), house.written(), 0, []
    for label, answer in asked(house, method):
        count += answer.status == 200
        assert not VALUE.search(answer.text), label
        if house.written() != written:
            written, after = house.written(), house.rows()
            changing += [label] if after != before else []
            before = after
    assert house.rows() == before
    assert not changing, "\n".join(changing)
    assert count >= 60


def test_what_is_written_is_noted(house: House) -> None:
    before = house.written()
    Player(house.app.test_client()).new("mastermind/breaker", game="mini")
    assert house.written() > before
