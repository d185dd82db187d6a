"""The first page of Mastermind."""

from __future__ import annotations

import pytest

from tests.webapp.player import Player

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
