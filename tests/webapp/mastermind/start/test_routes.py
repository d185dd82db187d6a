"""The first page of Mastermind."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from flask import Blueprint, url_for

from solver.deduction.games import NAMES, PRESETS, game_named, title_of
from tests.cases import cases
from tests.webapp.player import Player
from webapp.mastermind.breaker.routes import PAGES
from webapp.mastermind.roles import OTHERS


def test_every_role_is_one_click_away(player: Player) -> None:
    page = player.client.get("/mastermind/").text
    for role in OTHERS:
        with player.client.application.test_request_context():
            begin = url_for(role.begin)
        assert f'href="{begin}"' in page, role.name
        assert player.client.get(begin).status_code == 200, role.name


@cases("lacking", [{"page": ""}, {"kind": ""}, {"page": "setter.game"}])
def test_a_role_without_a_page_of_its_own_is_refused_at_the_start(lacking: dict[str, str]) -> None:
    pages = replace(PAGES, role=replace(PAGES.role, **lacking))
    with pytest.raises(ValueError, match="The role breaker needs a kind, and a page"):
        pages.add_to(Blueprint("breaker", __name__))


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("mastermind/breaker", practice="1")
    assert "not started" in player.client.get("/mastermind/").text
    player.move(url, "guesses", code="1122")
    page = player.client.get("/mastermind/").text
    assert f'href="{url}"' in page
    assert "1 row played" in page


def test_the_codes_of_a_board_are_counted(player: Player) -> None:
    answer = player.client.get("/mastermind/count", query_string={"game": "mini"})
    assert "64 possible codes" in answer.text


def test_every_board_is_one_button(player: Player) -> None:
    page = html.unescape(player.client.get("/mastermind/").text)
    for preset in map(PRESETS.__getitem__, NAMES):
        card = re.search(rf'name="game" value="{preset.name}">(.*?)</button>', page)
        assert card
        assert preset.title in card[1]
        url = player.new("mastermind/breaker", game=preset.name)
        assert title_of(game_named(preset.name)) in html.unescape(player.client.get(url).text)


def test_what_is_ticked_holds_for_the_board_that_is_tapped(player: Player) -> None:
    url = player.new("mastermind/breaker", game="mini", role="evil", practice="1")
    page = player.client.get(url).text
    assert "Evil setter" in page
    assert "you can undo guesses" in page
