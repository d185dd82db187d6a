"""Old addresses: each leads to a page of today's, with what the old one carried."""

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
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda match: MEANT[match[1]], address)


def endpoints(app: Flask, path: str) -> list[str]:
    """Return what answers at an address, by whichever method."""
    names = []
    for method in ("GET", "POST"):
        try:
            names.append(app.url_map.bind("").match(path, method)[0])
        except MethodNotAllowed:
            continue
    return names


@cases("old", MOVED)
def test_an_old_address_leads_to_todays(app: Flask, player: Player, old: str) -> None:
    answer = player.client.get(f"{filled_in(old)}?a=1%262&b")
    assert (answer.status_code, answer.location) == (301, f"{filled_in(MOVED[old])}?a=1%262&b")
    post_answer = player.post(filled_in(old))
    names = endpoints(app, filled_in(MOVED[old]))
    assert names
    assert "moved" not in names
    takes_posts = app.url_map.bind("").test(filled_in(MOVED[old]), "POST")
    code = 308 if takes_posts else 303
    assert (post_answer.status_code, post_answer.location) == (code, filled_in(MOVED[old]))


def test_a_game_is_shown_at_its_old_link_and_a_move_of_its_old_page_carried_out(
    player: Player,
) -> None:
    url = player.new("mastermind/setter", game="mini", way="draw")
    old = url.replace("setter", "watch")
    page = player.client.get(old, follow_redirects=True)
    assert (page.status_code, page.request.path) == (200, url)
    form = {"version": player.version(url)}
    answer = player.post(f"{old}/answers", **form)
    assert (answer.status_code, answer.location) == (308, f"{url}/answers")
    player.post(answer.location, **form)
    assert player.version(url) != form["version"]


@cases("suffix", ["//example.org", "..%2f..%2fx", "%0d%0aa:%20b", "é"])
def test_no_old_address_leads_elsewhere(player: Player, suffix: str) -> None:
    answer = player.client.get(f"/mastermind/watch/{suffix}")
    assert answer.status_code in {301, 308, 404}
    target = urlsplit(answer.location or "")
    assert target.netloc in {"", "localhost"}
    if answer.location is not None:
        assert target.path.startswith(("/mastermind/sett", "/mastermind/watch/"))
