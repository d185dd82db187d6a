"""The first page: both boards are played from it, and nothing is stored before a move."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.webapp.player import Player
from webapp.mastermind.breaker import routes as breaker


def games(app: Flask) -> int:
    with app.extensions["store"].engine.connect() as connection:
        return int(connection.exec_driver_sql("select count(*) from games").scalar() or 0)


def test_who_is_new_finds_two_boards_and_four_doors(player: Player) -> None:
    page = player.client.get("/").text
    assert re.findall(r'class="card go"[^>]*><b>([^<]*)</b>', page) == [
        *("Daily Mastermind", "Daily Hidoku"),
        *("Learn", "With friends"),
    ]


def test_who_returns_continues_first(player: Player) -> None:
    begun = player.post("/mastermind/breaker/games", code="1122").location
    main = player.client.get("/").text.partition('id="main"')[2]
    first_link = re.search(r'<a [^>]*href="([^"]*)"', main)
    assert first_link
    assert begun.endswith(first_link[1])
    assert main.index("Continue") < main.index("Daily Mastermind") < main.index("With friends")


def test_to_look_and_to_build_a_row_stores_nothing(app: Flask, player: Player) -> None:
    page = player.client.get("/").text
    for symbol in "1122":
        following = re.search(rf'value="([^"]*)"\s+data-symbol="{symbol}"', page)
        assert following
        page = player.client.get("/", query_string={"draft": following[1]}).text
    assert 'id="code" value="1122"' in page
    assert games(app) == 0


def test_the_first_guess_begins_its_game(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    begun = player.post("/mastermind/breaker/games", code="1122")
    assert begun.status_code == 303
    page = player.client.get(begun.location).text
    assert "Row 1: 1 white. 256 possible codes. 9 guesses left." in page
    assert games(app) == 1
    assert f'href="{begun.location}"' in player.client.get("/").text


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"code": "3641"}, "Found in 1 guess"),
        ({"code": "1122", "game": "4x6/1"}, "Not found this time"),
    ],
    ids=["won", "lost"],
)
def test_a_first_row_can_be_the_last(
    player: Player, monkeypatch: pytest.MonkeyPatch, how: dict[str, str], told: str
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    begun = player.post("/mastermind/breaker/games", **how)
    assert told in player.client.get(begun.location).text
    page = player.client.get("/").text
    assert "Welcome back" in page
    assert "Continue" not in page
    assert re.search(rf'last-game" href="{begun.location}"', page)


def test_a_row_that_is_not_full_begins_none(app: Flask, player: Player) -> None:
    refused = player.post("/mastermind/breaker/games", code="11__")
    assert refused.status_code == 422
    assert "still empty" in refused.text
    assert games(app) == 0


def test_the_first_number_begins_its_game(app: Flask, player: Player) -> None:
    form = player.client.get("/").text.partition('class="small-board"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    cells = re.findall(r'name="cell" value="([^"]*)"', form)
    assert cells
    begun = player.post("/hidoku/play/games", **fields, cell=cells[0])
    assert begun.status_code == 303
    assert games(app) == 1
    assert player.client.get(begun.location).status_code == 200
    assert f'href="{begun.location}"' in player.client.get("/").text
