"""Questions about the code where they are free: in the setter and the analysis."""

import html
import re
from urllib.parse import urlencode

import pytest

from tests.cases import cases
from tests.webapp.player import HTMX, Player

ROWS = "1122:0,1"
ABOUT_HOLE = {"ask": "hole 1 is 1"}


def begin(player: Player, room: str) -> str:
    """Begin in a room, on a position after its first row, and return the address of its page."""
    if room == "analysis":
        return f"/mastermind/analysis/classic/{ROWS}"
    url = player.new("mastermind/setter", game="classic", code="3641")
    player.move(url, "answers", answer="0,1", sure="0,1")
    if room == "setter, earlier":
        player.move(url, "answers")
        return f"{url}?row=1"
    return url


def asked(page: str) -> tuple[str, dict[str, str]]:
    """Return where the form of a page asks, and what it always sends along."""
    url = re.search(r'id="claim"[^>]*action="([^"]+)"', page)
    rows = re.search(r'name="rows" value="([^"]*)"', page)
    keys = re.search(r'name="keys" value="([^"]*)"', page[page.index('id="claim"') :])
    assert url
    assert rows
    assert keys
    return url[1], {"rows": html.unescape(rows[1]), "keys": keys[1]}


@pytest.mark.parametrize("room", ["setter", "setter, earlier", "analysis"])
def test_every_room_with_rows_answers_questions_about_them_for_free(
    player: Player, room: str
) -> None:
    page = player.client.get(begin(player, room)).text
    assert "What each hole can hold" in page
    assert "counts as" not in page.partition('id="claims"')[2].partition("</section>")[0]
    url, fields = asked(page)
    assert len(fields["rows"].split(";")) == 1
    for headers in ({}, HTMX):
        answer = player.client.get(f"{url}?{urlencode({**fields, **ABOUT_HOLE})}", headers=headers)
        assert answer.status_code == 200
        assert ("<html" in answer.text) == (not headers)
        assert re.search(r"<h3[^>]*>(Impossible|Possible so far|Certain)</h3>", answer.text)


def test_an_answer_names_the_rows_and_shows_a_code_on_request(player: Player) -> None:
    url, fields = asked(player.client.get(begin(player, "analysis")).text)
    impossible = {**fields, "ask": "at least 2 of red"}
    page = html.unescape(player.client.get(url, query_string=impossible, headers=HTMX).text)
    assert "Impossible" in page
    assert "row 1" in page
    example = {**fields, "example": "hole 1 is 3", "guess": "____"}
    page = player.client.get(url, query_string=example, headers=HTMX).text
    assert re.search(r'data-draft="3\d{3}"', page)


@cases(
    ("query", "status", "message"),
    [
        ({"rows": ROWS}, 422, "Choose what to ask about."),
        ({"rows": ROWS, "ask": "row", "code": "12"}, 422, "A code has 4 pegs"),
        ({"rows": "nonsense", **ABOUT_HOLE}, 422, "Row 1"),
        ({"rows": "1111:4,0;2222:4,0", **ABOUT_HOLE}, 200, "can’t both be right."),
    ],
)
def test_an_impossible_question_is_refused_in_words(
    player: Player, query: dict[str, str], status: int, message: str
) -> None:
    answer = player.client.get(
        "/mastermind/analysis/claims/classic", query_string=query, headers=HTMX
    )
    assert answer.status_code == status
    assert message in answer.text
