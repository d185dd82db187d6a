"""Games that were stored on boards above today's bound, and links to such boards."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import insert, update

from tests.cases import cases
from tests.webapp.player import Player
from tests.webapp.shared.test_routes import shared
from webapp.cli.exported import games_command
from webapp.mastermind.finished_games import keep_reviews
from webapp.storage.games import Store
from webapp.storage.tables import games, tasks
from webapp.storage.tasks import JOBS

RULES, CODES = "8x12/12", "429,981,696 codes"
BOUND = "A board can have up to 600,000."
GUESSES = '{"schema":1,"guesses":["11223344"]}'
ROWS = '{"schema":1,"rows":[{"code":"11223344","answer":"1,3"}]}'
SECRET = ',"secret":"1234567N"'


@pytest.fixture
def store(app: Flask) -> Store:
    game_store: Store = app.extensions["store"]
    return game_store


def large(store: Store, url: str, role: str, moves: str, *, finished: bool = False) -> str:
    """Turn a game into one on a large board, as it was stored before there was a bound."""
    secret = "" if role == "evil" else SECRET
    values = {"rules": RULES, "start": f'{{"schema":1,"role":"{role}"{secret}}}', "moves": moves}
    with store.changing() as connection:
        chosen = games.c.id == url.rsplit("/", 1)[1]
        connection.execute(update(games).where(chosen).values(**values, finished=finished))
    return url


@pytest.fixture
def breaker(player: Player, store: Store) -> str:
    return large(store, player.new("mastermind/breaker"), "breaker", GUESSES)


@pytest.fixture
def finished(player: Player, store: Store) -> str:
    return large(store, player.new("mastermind/breaker"), "breaker", GUESSES, finished=True)


@cases(
    ("kind", "role", "moves", "turns"),
    [
        ("breaker", "breaker", GUESSES, "11223344:1,3"),
        ("breaker", "guest", GUESSES, "11223344:1,3"),
        ("breaker", "evil", GUESSES, "11223344"),  # its feedback wasn't stored
        ("setter", "setter", ROWS, "11223344:1,3"),
        ("helper", "helper", ROWS, "11223344:1,3"),
        ("challenge", "friend", "", ""),
    ],
)
def test_a_game_of_each_role_is_shown_listed_and_exported(
    player: Player, store: Store, kind: str, role: str, moves: str, turns: str
) -> None:
    is_helper = kind == "helper"
    start = player.old_helper() if is_helper else player.new(f"mastermind/{kind}")
    url = large(store, start.replace("helper", "analysis/games"), role, moves)
    page = player.read(url)
    assert f"This board has {CODES}. We no longer play boards above 600,000, so" in page
    assert "1234567N" not in page
    assert "navy" not in page
    assert ("red, red, orange, orange, yellow" in page) == bool(moves)
    assert ("1 black and 3 white" in page) == (":" in turns)
    if moves:
        download = json.loads(player.client.get("/you/data/games.json").text)["games"]
        document = next(game for game in download if url.endswith(game["id"]))
        assert (document["game"], document["turns"], document["code"]) == (RULES, turns, "")
        list_page = player.get("/you").text
        assert "8 × 12" in list_page
        assert url in list_page


@pytest.mark.both_ways
def test_nobody_can_play_on(player: Player, breaker: str) -> None:
    for action, form in (("guesses", {"code": "11223345"}), ("hints", {"tier": "3"}), ("undo", {})):
        answer = player.send(f"{breaker}/{action}", 410, version=1, **form)
        assert "so this game can’t continue" in answer


def test_its_player_alone_sees_it(stranger: Player, breaker: str) -> None:
    assert stranger.get(breaker).status_code == 404


def test_a_finished_game_shows_its_code_and_has_no_review(
    app: Flask, player: Player, store: Store, finished: str
) -> None:
    page = player.get(finished).text
    assert "We no longer play boards above 600,000." in page
    assert "can’t continue" not in page
    assert "The code was red, orange, yellow, green, blue, purple, white, navy." in page
    assert BOUND in player.read(f"/mastermind/review/{finished.rsplit('/', 1)[1]}", 410)
    assert keep_reviews(app, store) <= 1
    assert keep_reviews(app, store) == 0
    for address in ("/you", "/you/statistics", "/mastermind/", "/"):
        assert player.get(address).status_code == 200


def test_a_shared_game_says_the_bound(player: Player, stranger: Player, store: Store) -> None:
    url = player.new("mastermind/breaker", practice="1")
    for _ in range(10):
        player.move(url, "guesses", code="1122")
    link = shared(player, url)
    large(store, url, "breaker", GUESSES, finished=True)
    for someone in (player, stranger):
        answer = someone.get(link)
        assert (answer.status_code, BOUND in answer.text) == (410, True)


@cases(
    "address",
    [
        "/mastermind/analysis/8x12/12/11223344:1,2",
        "/mastermind/analysis/?game=8x12",
        "/embed/analysis/8x12/11223344:1,2",
        "/friends/codes/black-white/8x12/10",
        "/lab/games/8x12/10",
    ],
)
def test_links_to_such_boards_say_the_bound(player: Player, address: str) -> None:
    answer = player.get(address)
    assert answer.status_code in (404, 410)
    if not address.startswith("/embed"):
        assert CODES in answer.text
        assert BOUND in answer.text


@cases("room", ["breaker", "setter", "analysis", "challenge"])
def test_forms_say_the_bound_before_and_after(player: Player, room: str) -> None:
    start = "/mastermind/" if room == "breaker" else f"/mastermind/{room}/"
    form = {"game": "own", "pegs": "8", "colours": "12", "guesses": "10"}
    assert "A board can have up to 600,000 codes" in player.client.get(f"{start}?game=own").text
    refusal = player.send(f"/mastermind/{room}/games", 422, **form)
    assert f"The board 8x12/10 has {CODES}. {BOUND}" in refusal
    assert 'value="12"' in refusal


def test_the_lab_and_contests_say_the_bound(player: Player) -> None:
    form = {"game": "own", "pegs": "8", "colours": "12", "guesses": "10", "strategy": "first"}
    for start in ("/lab/", "/friends/"):
        assert "A board can have up to 600,000 codes" in player.client.get(start).text
    query = "&".join(f"{name}={value}" for name, value in form.items())
    for refusal in (player.post("/lab/jobs", **form), player.get(f"/friends/codes?{query}")):
        assert (refusal.status_code, BOUND in refusal.text) == (422, True)


def test_what_the_lab_found_on_such_a_board_says_the_bound(player: Player, store: Store) -> None:
    job: dict[str, object] = {"id": "old", "kind": JOBS, "key": "sample first 8x12/10 20"}
    job |= {"player": "ann", "network": "", "state": "done", "run": 1, "done": 1, "pieces": 1}
    job |= {"begun": 0.0, "ends": 0.0, "finding": ""}
    job |= {"summary": '{"schema":1,"histogram":[0,2,8,10],"bound":null,"proved":false}'}
    with store.changing() as connection:
        connection.execute(insert(tasks).values(**job, changed=datetime.now(UTC)))
    assert BOUND in player.read("/lab/jobs/old", 410)


def test_a_download_with_such_a_game_is_read(player: Player, breaker: str, tmp_path: Path) -> None:
    assert player.get(breaker).status_code == 200
    file = tmp_path / "games.json"
    file.write_text(player.client.get("/you/data/games.json").text, "utf-8")
    result = CliRunner().invoke(games_command, [str(file)])
    assert result.exit_code == 0
    assert "8x12/12, unfinished: 1 row, on a board that is too large today" in result.output
