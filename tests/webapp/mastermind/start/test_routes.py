"""The first page of Mastermind."""

from __future__ import annotations

import html
import re

import pytest

from solver.deduction.games import game_named, title_of
from tests.webapp.player import Player
from webapp.mastermind.new_game_form import offered_for

ROLES = ("setter", "helper", "watch", "challenge")


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_one_click_away(player: Player, role: str) -> None:
    assert f'href="/mastermind/{role}/"' in player.client.get("/mastermind/").text
    assert player.client.get(f"/mastermind/{role}/").status_code == 200


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("mastermind/breaker", practice="1")
    assert "not yet begun" in player.client.get("/mastermind/").text
    player.move(url, "guesses", code="1122")
    page = player.client.get("/mastermind/").text
    assert f'href="{url}"' in page
    assert "1 row played" in page


def test_the_codes_of_a_board_are_counted(player: Player) -> None:
    answer = player.client.get("/mastermind/count", query_string={"game": "mini"})
    assert "64 codes" in answer.text


def test_every_board_is_one_button(player: Player) -> None:
    page = html.unescape(player.client.get("/mastermind/").text)
    for preset in offered_for("breaker"):
        card = re.search(rf'name="game" value="{preset.name}">(.*?)</button>', page)
        assert card
        assert preset.title in card[1]
        url = player.new("mastermind/breaker", game=preset.name)
        assert title_of(game_named(preset.name)) in html.unescape(player.client.get(url).text)


def test_what_is_ticked_holds_for_the_board_that_is_tapped(player: Player) -> None:
    url = player.new("mastermind/breaker", game="mini", role="evil", practice="1")
    page = player.client.get(url).text
    assert "No code is chosen" in page
    assert "rows can be taken back" in page
