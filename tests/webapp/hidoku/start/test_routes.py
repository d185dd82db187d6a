"""The first page of Hidoku."""

from __future__ import annotations

import re

from tests.webapp.player import Player


def test_boards_are_one_click_away(player: Player) -> None:
    page = player.client.get("/hidoku/").text
    offers = re.findall(r'action="(/hidoku/[a-z]+(?:/games)?)"', page)
    assert {"/hidoku/boards", "/hidoku/play/games"} <= set(offers)


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    page = player.client.get("/hidoku/").text
    assert f'href="{url}"' in page
    assert "1 number placed" in page
