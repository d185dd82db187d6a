"""The helper's addresses, forms and stored games, which lead to the analysis."""

import html

from werkzeug.test import TestResponse

from tests.cases import cases
from tests.webapp.player import HTMX, Player, review_of

HERE = "/mastermind/analysis"
ROWS = "1122:1,1;1345:0,0"


def post(player: Player, url: str, headers: dict[str, str], **form: object) -> TestResponse:
    """Post a form as an old page does, on to where its address moved."""
    headers = {"Sec-Fetch-Site": "same-origin", **headers}
    redirect = player.client.post(url, data=form, headers=headers)
    assert redirect.status_code == 308
    return player.client.post(redirect.location, data=form, headers=headers)


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
    foreign = player.new("mastermind/setter").replace("setter", "helper")
    assert player.client.get(foreign, follow_redirects=True).status_code == 404


@cases("headers", [{}, HTMX])
def test_a_form_of_an_open_page_leads_to_the_analysis(
    player: Player, headers: dict[str, str]
) -> None:
    url = player.old_helper(ROWS)
    for address, rows in (
        (f"{url}/rows/2", "/classic/1122:1,1/1345:0,0"),
        ("/mastermind/helper/games", "/mini"),
    ):
        answer = post(player, address, headers, game="mini", code="112", answer="0,1")
        page = answer.headers.get("HX-Redirect") or answer.location
        assert where(player, page) == rows


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
