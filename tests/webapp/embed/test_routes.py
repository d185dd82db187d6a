"""What other sites may frame, and that they may frame nothing else."""

import html
import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.webapp.http.visits import path_of, rules_of, valid_values
from tests.webapp.player import Player
from tests.webapp.work.executors import NONE, HeldExecutor, behind
from webapp.hidoku import embedded as embed
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import daily_name
from webapp.hidoku.puzzles import keep_own
from webapp.storage.boards import keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today

GRID = BOARDS["findling"].grid


@pytest.fixture(autouse=True)
def _daily(app: Flask) -> None:
    with app.app_context():
        keep_board(store(), daily_name(today()), format_board(BOARDS["small"].grid))


def test_a_game_that_is_begun_there_is_played_here(app: Flask) -> None:
    visitor = Player(app.test_client())
    assert 'value="findling"' in visitor.get("/embed/board/findling").text
    url = visitor.new("hidoku/play", board="findling")
    assert visitor.get(url).status_code == 200


def test_no_other_page_may_be_framed(app: Flask) -> None:
    player = Player(app.test_client())
    valid = valid_values(player)
    count = 0
    for rule in rules_of(app, "GET"):
        if rule.endpoint.startswith("embed."):
            continue
        values = valid.get(rule.endpoint.partition(".")[0], valid[""])
        answer = player.client.get(path_of(rule, values))
        policies = answer.headers.getlist("Content-Security-Policy")
        assert [policy.count("frame-ancestors 'none'") for policy in policies] == [1], rule.rule
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        count += 1
    assert count > 60


@cases(
    "address",
    [
        *("board/own-aaaaaaaaaaaaaaaa", "board/nothing", "watch/nothing", "analysis/nothing"),
        *("watch/findling?by=magic", "analysis/classic/9:9", "board/daily-2999-01-01"),
        *("lesson/mastermind/feedback/9", "lesson/mastermind/nothing/1", "lesson/chess/x/1"),
        *("exercise/truth/easy/v1-7", "exercise/liar/harder/v1-7", "exercise/liar/easy/7"),
    ],
)
def test_what_is_not_there_says_so_in_its_frame(app: Flask, address: str) -> None:
    answer = app.test_client().get(f"/embed/{address}")
    assert answer.status_code == 404
    assert "There’s nothing at this address." in answer.text
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]


def test_a_board_that_is_not_made_leads_to_its_page(app: Flask) -> None:
    page = app.test_client().get("/embed/board/v7-5x5-4711").text
    assert "Open this board to see it." in page
    assert 'href="http://localhost/hidoku/boards/v7-5x5-4711"' in page


def test_a_solve_that_takes_long_asks_again(app: Flask) -> None:
    app.config["PATIENCE"] = NONE
    with app.app_context():  # a board that no test before has had solved
        name = keep_own(generate(BoardRequest(10, 10), 4242).grid)
    with behind(app, HeldExecutor()):
        answer = app.test_client().get(f"/embed/watch/{name}?by=search")
    assert answer.headers["Cache-Control"] == "no-store"
    assert 'http-equiv="refresh"' in answer.text


def test_of_todays_board_no_solve_is_shown(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed, "secret_of", lambda grid: grid)
    page = app.test_client().get("/embed/watch/findling?step=60").text
    assert f"{len(GRID.given)} of {GRID.last} numbers placed" in page


def test_each_page_has_a_snippet_that_shows_it(app: Flask) -> None:
    client = app.test_client()
    for page in (
        "/hidoku/boards/findling",
        "/hidoku/watch/findling?step=9",
        "/mastermind/analysis/classic/1122:1,0",
        "/learn/exercises/liar/easy/v1-7",
        "/learn/hidoku/the-path/print",
    ):
        text = html.unescape(client.get(page).text)
        (source,) = re.findall(r'<iframe src="([^"]*)" title="[^"<]+" width="\d+"', text)
        url = urlsplit(html.unescape(source))
        assert url.netloc == "localhost"
        assert client.get(f"{url.path}?{url.query}").status_code == 200


def test_the_snippet_of_todays_board_shows_that_of_each_day(app: Flask) -> None:
    page = app.test_client().get(f"/hidoku/boards/{daily_name(today())}").text
    assert 'src="http://localhost/embed/daily"' in html.unescape(page)
