"""Old addresses: each leads to a page of today's, with what the old one carried."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed

from tests.cases import cases
from tests.webapp.player import Player
from webapp.site.old_addresses import MOVED, POSTED

ID = "a" * 22
MEANT = {"game_id": ID, "rest": "hints", "row": "1", "step": "1", "name": "findling", "form": "txt"}
MEANT |= {"keys": "black-white", "rules": "mini"}


def filled_in(address: str) -> str:
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda found: MEANT[found[1]], address)


def endpoints(app: Flask, path: str) -> list[str]:
    """Return what answers at an address, by whichever method."""
    found = []
    for method in ("GET", "POST"):
        try:
            found.append(app.url_map.bind("").match(path, method)[0])
        except MethodNotAllowed:
            continue
    return found


@cases("old", MOVED)
def test_an_old_address_leads_to_todays(app: Flask, player: Player, old: str) -> None:
    answer = player.client.get(f"{filled_in(old)}?a=1%262&b")
    assert (answer.status_code, answer.location) == (301, f"{filled_in(MOVED[old])}?a=1%262&b")
    posted = player.post(filled_in(old))
    assert (posted.status_code, posted.location) == (308, filled_in(MOVED[old]))
    found = endpoints(app, filled_in(MOVED[old]))
    assert found
    assert "moved" not in found


@cases("old", POSTED)
def test_what_is_posted_to_an_old_address_is_posted_on(player: Player, old: str) -> None:
    posted = player.post(filled_in(old))
    assert (posted.status_code, posted.location) == (308, filled_in(POSTED[old]))


def test_a_game_of_an_old_link_is_shown(player: Player) -> None:
    game_id = player.new("mastermind/breaker", game="mini").rsplit("/", 1)[1]
    page = player.client.get(f"/mastermind/{game_id}", follow_redirects=True)
    assert page.status_code == 200
    assert page.request.path == f"/mastermind/breaker/{game_id}"


def test_a_move_of_an_old_page_is_carried_out(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    old = url.replace("/play", "")
    form = {"version": player.version(url), "cell": "9,1", "number": "2"}
    answer = player.post(f"{old}/placements", **form)
    assert (answer.status_code, answer.location) == (308, f"{url}/placements")
    player.post(answer.location, **form)
    assert player.version(url) != form["version"]


@cases("rest", ["//example.org", "..%2f..%2fx", "%0d%0aa:%20b", "é"])
def test_no_old_address_leads_elsewhere(player: Player, rest: str) -> None:
    answer = player.client.get(f"/mastermind/setting/{rest}")
    assert answer.status_code in {301, 308, 404}
    there = urlsplit(answer.location or "")
    assert there.netloc in {"", "localhost"}
    if answer.location is not None:
        assert there.path.startswith("/mastermind/sett")
