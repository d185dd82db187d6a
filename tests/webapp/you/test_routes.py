"""The visitor's list of games: what stands in it, what is left out, deletion and its undo."""

import re
from datetime import datetime

import pytest
from flask import Flask

from tests.webapp.clock import Clock
from tests.webapp.player import Player, record_of, secret_of
from webapp.storage.games import Store

LINK = re.compile(r'<a class="button[^"]*" href="([^"]+)">\s*(See game|Continue)')


def listed(player: Player, query: str = "") -> list[str]:
    """Return the addresses of the games on a page of the list, in its order."""
    return [url for url, _ in LINK.findall(player.client.get(f"/you{query}").text)]


def a_row(player: Player, role: str = "breaker", **form: object) -> str:
    url = player.new(f"mastermind/{role}", **form)
    player.move(url, "guesses", code="1122")
    return url


def a_number(player: Player) -> str:
    url = player.new("hidoku/play", board="small")
    player.move(url, "placements", cell="0,2", number=5)
    return url


def finish(app: Flask, url: str, **row: object) -> None:
    """Have a game ended, as its room would."""
    app.extensions["store"].change(record_of(app, url), finished=True)


def test_whoever_has_played_nothing_is_led_on(player: Player) -> None:
    page = player.client.get("/you").text
    assert "No games yet." in page
    assert 'href="/daily/mastermind"' in page
    assert player.get("/you?result=won").status_code == 200


def test_games_are_there_from_the_first_move_on_open_ones_first(
    player: Player, clock: Clock
) -> None:
    fresh_game = player.new("mastermind/breaker")
    first = a_row(player)
    clock.pass_by(minutes=1)
    second = a_number(player)
    clock.pass_by(minutes=1)
    over = player.new("mastermind/breaker", game="mini")
    for _ in range(12):
        player.move(over, "guesses", code="112")
    assert listed(player) == [second, first, over]
    assert fresh_game not in player.client.get("/you").text


def test_every_role_is_listed_and_a_drawing_is_not(player: Player) -> None:
    setter = player.new("mastermind/setter")
    player.move(setter, "code", code="1234")
    challenge = player.new("mastermind/challenge")
    player.move(challenge, "code", code="1234")
    helper = player.old_helper("1122:1,0").replace("helper", "analysis/games")
    draw_game = player.new("mastermind/setter", way="draw")
    urls = {a_row(player), setter, challenge, helper, draw_game, a_number(player)}
    player.post("/hidoku/editor/values", cell="1,1", value="5")
    assert {url.partition("?")[0] for url in listed(player)} == urls
    for url in urls:
        assert player.client.get(url).status_code in {200, 302}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["hidoku", "open", "won"]),
        ("?game=mastermind", ["open", "won"]),
        ("?game=hidoku", ["hidoku"]),
        ("?result=open", ["hidoku", "open"]),
        ("?result=won", ["won"]),
        ("?result=lost", []),
        ("?result=over", ["won"]),
        ("?game=mastermind&result=open", ["open"]),
        ("?game=chess&result=best", ["hidoku", "open", "won"]),
    ],
)
def test_the_list_is_filtered(
    app: Flask, player: Player, query: str, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, datetime(2026, 11, 23, 9))
    won = player.new("mastermind/breaker", game="mini")
    player.move(won, "guesses", code=secret_of(app, won))
    clock.pass_by(minutes=1)
    urls = {"won": won, "open": a_row(player)}
    clock.pass_by(minutes=1)
    urls["hidoku"] = a_number(player)
    assert listed(player, query) == [urls[name] for name in names]


def test_a_page_has_thirty_games(app: Flask, player: Player) -> None:
    store: Store = app.extensions["store"]
    record = record_of(app, a_row(player))
    for _ in range(64):
        store.create(record.player, "breaker", "classic", record.start, record.moves)
    pages = [listed(player, f"?page={number}") for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [30, 30, 5]
    assert len({url for page in pages for url in page}) == 65
    assert "65 games, page 2 of 3" in " ".join(player.client.get("/you?page=2").text.split())
    for wrong in ("4", "0", "-1", "x", "9" * 30, "²"):
        assert player.get(f"/you?page={wrong}").status_code == 404


def test_a_deleted_game_is_gone_and_comes_back(player: Player, app: Flask) -> None:
    url = a_row(player)
    game = url.rsplit("/", 1)[1]
    answer = player.post(f"/you/games/{game}/deletion")
    assert answer.location == f"/you?deleted={game}"
    page = player.client.get(answer.location).text
    assert "Game deleted." in page
    assert listed(player) == []
    assert player.client.get(url).status_code == 404
    second = Player(app.test_client())
    a_row(second)
    assert second.post(f"/you/games/{game}/return").status_code == 404
    for forgery in ("x", "%00", "x" * 300, game):
        assert "Game deleted" not in second.client.get(f"/you?deleted={forgery}").text
    assert player.post(f"/you/games/{game}/return").location == "/you"
    assert "Game deleted" not in player.client.get(answer.location).text
    assert listed(player) == [url]
    assert player.client.get(url).status_code == 200
    assert "That game can’t be restored." in player.send(f"/you/games/{game}/return", 404)


@pytest.mark.parametrize("action", ["deletion", "return"])
def test_anothers_game_is_not_deleted(app: Flask, player: Player, action: str) -> None:
    url = a_row(Player(app.test_client()))
    a_row(player)
    for game in (url.rsplit("/", 1)[1], "x", "%00", "x" * 300):
        assert player.post(f"/you/games/{game}/{action}").status_code == 404
    assert player.client.get(f"/you/games/x/{action}").location == "/you"


def test_todays_daily_game_stays(player: Player, clock: Clock) -> None:
    url = player.post("/daily/mastermind/2026-11-23/games").location
    player.move(url, "guesses", code="1122")
    game = url.rsplit("/", 1)[1]
    answer = player.send(f"/you/games/{game}/deletion", 409)
    assert "only one a day" in answer
    assert "/deletion" not in player.client.get("/you").text
    assert listed(player) == [url]
    clock.pass_by(days=1)
    assert f"/you/games/{game}/deletion" in player.client.get("/you").text
    assert player.post(f"/you/games/{game}/deletion").status_code == 303
    assert listed(player) == []


def test_a_hidoku_says_how_many_of_its_missing_numbers_are_placed(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    assert "1 of 73 numbers placed" in player.client.get("/you").text
