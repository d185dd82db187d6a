"""A kind of game that no room names is in all of them: it needs its own folder, and one line."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask

from tests.webapp.coin import kind
from tests.webapp.conftest import application
from tests.webapp.player import Player
from webapp.config import Settings
from webapp.contest import page_view
from webapp.registry import GAME_TYPES
from webapp.storage.records.dailies import today
from webapp.storage.tables import races


@pytest.fixture
def app(settings: Settings, empty_database: bytes) -> Iterator[Flask]:
    with application(settings, empty_database, {**GAME_TYPES, kind.KIND: kind.Coin()}) as app:
        app.register_blueprint(kind.blueprint)
        yield app


@pytest.fixture
def player(app: Flask) -> Player:
    return Player(app.test_client())


def play(player: Player, url: str) -> str:
    """Guess wrong, then right; return the id of the game."""
    for side in "TH":
        assert player.post(f"{url}/guesses", side=side).status_code == 303
    return url.rsplit("/", 1)[1]


def is_picture(player: Player, url: str) -> bool:
    answer = player.get(url)
    return answer.status_code == 200 and answer.content_type == "image/png"


def test_lists_the_file_and_learning_have_it(player: Player) -> None:
    url = player.new("coin")
    player.post(f"{url}/guesses", side="T")
    assert "Under its cup" in player.get("/you").text
    assert f'href="{url}"' in player.get(f"/learn?game={url.rsplit('/', 1)[1]}").text
    player.post(f"{url}/guesses", side="H")
    for page in ("/you", "/you?game=coin", "/you?board=penny&result=won"):
        text = player.get(page).text
        assert "Seen in 2 tries" in text, page
        assert '<b class="coin">TH</b>' in text, page
    assert "Seen in" not in player.get("/you?game=mastermind").text
    assert [game["sides"] for game in player.get("/you/data/games.json").get_json()["games"]] == [
        "TH"
    ]


def test_it_is_raced_for(app: Flask, player: Player, stranger: Player) -> None:
    game_id = play(player, player.new("coin"))
    contest = player.post("/friends/games", game=game_id).location
    race = player.post(f"{contest}/race", minutes=2).location
    for name, visitor in (("Ann", player), ("Bob", stranger)):
        visitor.post(f"{race}/games", nickname=name)
    player.post(f"{race}/start")
    with app.extensions["store"].changing() as connection:
        connection.execute(races.update().values(starts=datetime.now(UTC)))
    play(player, player.post(f"{race}/games").location)
    coin = stranger.post(f"{race}/games").location
    stranger.post(f"{coin}/guesses", side="T")
    page_view.fresh_scoreboard.cache_clear()
    scoreboard = player.client.get(f"{race}/scoreboard").text
    assert "1 of 2 players finished." in scoreboard
    assert "1 of 2 tries" in scoreboard


def test_it_is_shown_by_a_link_with_a_card(player: Player, stranger: Player) -> None:
    game_id = play(player, player.new("coin"))
    address = player.post("/g/", game=game_id).location
    own_page, strange_page = player.get(address).text, stranger.get(address).text
    assert "A penny in 2 tries" in own_page
    assert "T, H" in own_page
    assert "T, H" not in strange_page
    assert "T, H" in stranger.get(f"{address}?step=2").text
    assert is_picture(stranger, f"/cards/game/{address.rsplit('/', 1)[1]}.png")
    assert stranger.get(f"{address}/review").status_code == 404
    assert stranger.post(f"{address}/games").location.startswith("/coin/")


def test_many_play_it(player: Player, stranger: Player) -> None:
    assert "Toss a coin for many." in player.get("/friends/").text
    contest = player.post("/friends/games", game=play(player, player.new("coin"))).location
    assert "Two sides." in stranger.get(contest).text
    game_url = stranger.post(f"{contest}/games", nickname="Ann").location
    play(stranger, game_url)
    table = stranger.get(contest).text
    assert "Your result: 2 tries" in table
    assert "Sorted by tries" in table
    assert is_picture(stranger, f"/cards/group-challenge/{contest.rsplit('/', 1)[1]}.png")


def test_there_is_one_a_day_and_statistics_count_it(player: Player) -> None:
    day = today().isoformat()
    assert "Play<span" in player.get("/daily/coin").text
    assert f"/daily/coin/{day}" in player.get("/feed.atom").text
    url = player.post(f"/daily/coin/{day}/games").location
    play(player, url)
    assert player.post(f"/daily/coin/{day}/games").location == url
    assert "Daily coin" in player.get("/").text  # the third, shown to who has played
    assert "Today: 2 tries" in player.get("/daily/coin").text
    text = player.get("/you/statistics?game=coin").text
    assert "Games on A penny" in text
    assert "Perfect play needs 1.50" in text
