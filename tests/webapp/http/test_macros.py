"""What is drawn once is drawn for its arguments alone: no page shows another game's parts."""

import re

from flask import Flask

from tests.webapp.player import HTMX, Player
from webapp.http.templates import KEPT

ADDRESS = re.compile(r"/(?:hidoku/play|mastermind/breaker)/([\w-]{20,})")


def test_no_page_shows_the_address_of_another_game(app: Flask) -> None:
    player = Player(app.test_client())
    urls = [
        player.new(kind)
        for kind in ("hidoku/play", "hidoku/play", "mastermind/breaker", "mastermind/breaker") * 2
    ]
    for url in urls * 2:
        for headers in ({}, HTMX):
            page = player.client.get(url, headers=headers).text
            assert set(ADDRESS.findall(page)) == {url.rpartition("/")[2]}


def test_what_is_kept_looks_as_if_drawn_again(app: Flask) -> None:
    """Each part is drawn once, whatever the game is, and a second time the same."""
    player = Player(app.test_client())
    for url in (player.new("hidoku/play"), player.new("mastermind/breaker", practice="1")):
        first = player.client.get(url).text
        macros = {name: app.jinja_env.globals[name] for name in KEPT}
        for macro in macros.values():
            macro.cache_clear()
        assert player.client.get(url).text == first
