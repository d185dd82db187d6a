import html
import re
from itertools import product

import pytest
from flask import Flask, url_for

from solver.deduction.games import NAMES, OWN_GAMES, PRESETS, face_of, game_named, title_of
from tests.cases import cases
from tests.webapp.player import Player, find_part
from webapp.mastermind.breaker.game import KIND
from webapp.mastermind.role import roles_among
from webapp.mastermind.setup import setup_of
from webapp.registry import GAME_TYPES


def test_every_role_is_one_click_away(player: Player) -> None:
    page = html.unescape(player.client.get("/mastermind/").text)
    roles = [role for role in roles_among(GAME_TYPES).values() if role.is_offered]
    assert len(roles) > 1
    for role in roles:
        with player.client.application.test_request_context():
            begin = url_for(role.begin)
        assert f'href="{begin}"' in page, role.name
        assert role.title in page
        assert role.sentence in page
        assert player.client.get(begin).status_code == 200, role.name


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("mastermind/breaker", practice="1")
    assert "not started" in player.client.get("/mastermind/").text
    player.move(url, "guesses", code="1122")
    page = player.client.get("/mastermind/").text
    assert f'href="{url}"' in page
    assert "1 row played" in page


def test_the_rules_are_one_page_with_a_colour_played_twice_and_every_board(player: Player) -> None:
    assert 'href="/mastermind/rules"' in player.client.get("/mastermind/").text
    page = html.unescape(player.client.get("/mastermind/rules").text)
    game = game_named("classic")
    answer = game.feedback(game.parse_code("RROY"), game.parse_code("GYRB"))
    assert "green, yellow, red, blue" in page
    assert f"red, red, orange, yellow. {face_of(game).show(answer).words}." in page
    assert "the two reds of the first guess earn one white key peg. Yellow earns the other." in page
    assert answer == (0, 2)
    assert [name for name in NAMES if PRESETS[name].title not in page] == []


def test_the_codes_of_a_board_are_counted(player: Player) -> None:
    answer = player.client.get("/mastermind/count", query_string={"game": "mini"})
    assert answer.text == "64 possible codes."  # the form's field keeps what it asks by


def test_every_board_is_one_button(player: Player) -> None:
    page = html.unescape(player.client.get("/mastermind/").text)
    assert "<legend>Set the numbers below</legend>" in page.partition("Your own board")[2]
    for preset in map(PRESETS.__getitem__, NAMES):
        assert preset.title in find_part(page, rf'name="game" value="{preset.name}">(.*?)</button>')
        url = player.new("mastermind/breaker", game=preset.name)
        assert title_of(game_named(preset.name)) in html.unescape(player.client.get(url).text)


BUTTONS = re.compile(r'<button[^>]*name="game"\s+value="([^"]+)"')
TICKED = [
    dict(filter(None, chosen))
    for chosen in product(
        (None, ("role", "evil")), (None, ("practice", "1")), (None, ("keys", "red-white"))
    )
]


@cases("ticks", TICKED)
def test_what_is_ticked_holds_for_every_button_that_begins_a_game(
    app: Flask, player: Player, ticks: dict[str, str]
) -> None:
    page = player.client.get("/mastermind/").text
    assert [name for name in ("role", "practice", "keys") if f'name="{name}"' not in page] == []
    buttons = BUTTONS.findall(page)
    assert buttons[0] == "classic"
    assert set(buttons) == {*NAMES, *OWN_GAMES}
    for game in buttons:
        numbers = OWN_GAMES[game].numbers if game in OWN_GAMES else ()
        form = {
            "game": game,
            "words": "cat dog cow",
            **{number.name: str(number.usual) for number in numbers},
            **ticks,
        }
        url = player.new("mastermind/breaker", **form)
        page = player.client.get(url).text
        assert ("Evil setter" in page) == ("role" in ticks), game
        assert ("Practice:" in page) == ("practice" in ticks), game
        if "keys" in ticks:
            record = app.extensions["store"].load_any(url.rpartition("/")[2], KIND)
            assert setup_of(record).keys == "red-white", game
    again = player.client.get("/mastermind/").text  # beside a game to continue
    assert BUTTONS.findall(again) == buttons


def test_a_board_says_in_how_few_guesses_its_code_was_found(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Found in" not in player.client.get("/mastermind/").text
    monkeypatch.setattr("webapp.mastermind.breaker.kind.random_code", lambda game: (0, 1, 2))
    for guesses in (["111", "112", "123"], ["112", "123"], ["111", "112", "222", "123"]):
        url = player.new("mastermind/breaker", game="mini")
        for guess in guesses:
            player.move(url, "guesses", code=guess)
    card = find_part(
        player.client.get("/mastermind/").text, r'name="game" value="mini"(.*?)</button>'
    )
    assert "Found in 2<" in card
