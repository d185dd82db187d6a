"""The helper's addresses, forms and stored games, which lead to the analysis."""

from __future__ import annotations

import html

from werkzeug.test import TestResponse

from tests.cases import cases
from tests.webapp.player import HTMX, Player, review_of

HERE = "/mastermind/analysis"
ROWS = "1122:1,1;1345:0,0"


def post(player: Player, url: str, headers: dict[str, str], **form: object) -> TestResponse:
    """Post a form as an old page does, on to where its address moved."""
    headers = {"Sec-Fetch-Site": "same-origin", **headers}
    moved = player.client.post(url, data=form, headers=headers)
    assert moved.status_code == 308
    return player.client.post(moved.location, data=form, headers=headers)


def where(player: Player, url: str) -> str:
    """Return where an address leads in the end."""
    answer = player.client.get(url, follow_redirects=True)
    assert answer.status_code == 200
    return html.unescape(answer.request.full_path).removesuffix("?").removeprefix(HERE)


@cases(
    ("link", "position"),
    [
        ("", "/"),
        ("new", "/"),
        ("games", "/games"),
        ("?game=grand&rows=112233:0,2;445566:1,2", "/grand/112233:0,2/445566:1,2"),
        ("new?game=mini&rows=112:1,0", "/mini/112:1,0"),
        ("?rows=1122:1,0&keys=red-white&strategy=knuth", "/classic/1122:1,0?keys=red-white"),
        ("?game=own&pegs=5&colours=6&guesses=12", "/5x6/12"),
    ],
)
def test_old_links_lead_to_the_analysis(player: Player, link: str, position: str) -> None:
    address = f"/mastermind/helper/{link}"
    assert player.client.get(address).status_code == 301
    assert where(player, address) == position


def test_a_stored_game_opens_at_its_rows_for_its_owner(player: Player, stranger: Player) -> None:
    url = player.old_helper(ROWS, keys="white-red")
    for address in (url, f"{url}/candidates", f"{url}/strategy"):
        assert where(player, address) == "/classic/1122:1,1/1345:0,0?keys=white-red"
    assert stranger.client.get(url, follow_redirects=True).status_code == 404
    other = player.new("mastermind/setter").replace("setter", "helper")
    assert player.client.get(other, follow_redirects=True).status_code == 404


@cases(
    ("form", "fields", "position"),
    [
        ("games", {"rows": ROWS}, "/classic/1122:1,1/1345:0,0"),
        ("games", {"game": "mini", "code": "112", "right": "1", "other": "1"}, "/mini/112:1,1"),
        ("{game}/rows", {"code": "3344", "right": "0", "other": "1"}, "{rows}/3344:0,1"),
        ("{game}/rows", {"typed": "3344", "code": "____", "answer": "0,1"}, "{rows}/3344:0,1"),
        ("{game}/rows/2", {"code": "3344", "answer": "0,1"}, "/classic/1122:1,1/3344:0,1"),
        ("{game}/corrections", {"row": "2", "answer": "0,1"}, "/classic/1122:1,1/1345:0,1"),
        ("{game}/mends", {"row": "2", "answer": "0,1"}, "/classic/1122:1,1/1345:0,1"),
        ("{game}/rows/2/removal", {}, "{rows}?row=2"),
        ("{game}/strategy", {"strategy": "entropy"}, "{rows}"),
    ],
)
def test_a_form_of_an_open_page_leads_to_the_analysis_with_its_row(
    player: Player, form: str, fields: dict[str, str], position: str
) -> None:
    game = player.old_helper(ROWS).rsplit("/", 1)[1]
    address = f"/mastermind/helper/{form.format(game=game)}"
    expected = position.format(rows="/classic/1122:1,1/1345:0,0")
    answer = post(player, address, {}, version="1", **fields)
    assert answer.status_code == 303
    assert where(player, answer.location) == expected


def test_a_page_that_asks_by_htmx_is_left_for_the_analysis(player: Player) -> None:
    url = player.old_helper(ROWS)
    answer = post(player, f"{url}/rows", HTMX, version="1", code="3344", answer="0,1")
    page = answer.headers["HX-Redirect"]
    assert where(player, page) == "/classic/1122:1,1/1345:0,0/3344:0,1"


def test_a_stored_game_stays_in_lists_and_has_its_review(player: Player) -> None:
    open_game = player.old_helper(ROWS)
    over = player.old_helper("1122:0,0;3434:2,0;3456:4,0")
    page = player.client.get("/you").text
    for url in (open_game, over):
        assert f"{HERE}/games/{url.rsplit('/', 1)[1]}" in page
    assert "Analysis" in page
    assert "solved in 3 guesses" in player.client.get(review_of(over)).text
    assert player.client.get(review_of(open_game)).status_code == 404
    assert "1122:1,1 1345:0,0" in player.client.get("/you/data/games.json").text
