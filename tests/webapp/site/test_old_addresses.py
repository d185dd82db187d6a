"""Old addresses: each leads to a page of today's, with what the old one carried."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import MethodNotAllowed

from tests.cases import cases
from tests.webapp.player import Player
from webapp.site.old_addresses import MOVED

MEANT = {"game_id": "a" * 22, "rest": "hints", "row": "1", "step": "1", "name": "findling"}
MEANT |= {"keys": "black-white", "rules": "mini", "level": "easy", "seed": "v1-7"}


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
    found = endpoints(app, filled_in(MOVED[old]))
    assert found
    assert "moved" not in found
    takes_posts = app.url_map.bind("").test(filled_in(MOVED[old]), "POST")
    code = 308 if takes_posts else 303
    assert (posted.status_code, posted.location) == (code, filled_in(MOVED[old]))


def test_a_game_is_shown_at_its_old_link_and_a_move_of_its_old_page_carried_out(
    player: Player,
) -> None:
    url = player.new("mastermind/setter", game="mini", way="draw")
    old = url.replace("setter", "watch")
    shown = player.client.get(old, follow_redirects=True)
    assert (shown.status_code, shown.request.path) == (200, url)
    form = {"version": player.version(url)}
    answer = player.post(f"{old}/answers", **form)
    assert (answer.status_code, answer.location) == (308, f"{url}/answers")
    player.post(answer.location, **form)
    assert player.version(url) != form["version"]


@cases("rest", ["//example.org", "..%2f..%2fx", "%0d%0aa:%20b", "é"])
def test_no_old_address_leads_elsewhere(player: Player, rest: str) -> None:
    answer = player.client.get(f"/mastermind/watch/{rest}")
    assert answer.status_code in {301, 308, 404}
    there = urlsplit(answer.location or "")
    assert there.netloc in {"", "localhost"}
    if answer.location is not None:
        assert there.path.startswith(("/mastermind/sett", "/mastermind/watch/"))
