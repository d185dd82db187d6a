"""Rows entered on the analysis board: added, changed, removed, and what follows from them."""

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.cases import cases
from tests.webapp.player import HTMX, Player, find_part

HERE = "/mastermind/analysis"
EIGHT_ROWS = (
    "112233:0,2;445566:1,2;7788..:0,1;.87654:1,2;661114:0,1;556663:0,2;654321:0,4;43.452:4,2"
)


def enter(player: Player, url: str, status: int = 200, **fields: object) -> tuple[str, str]:
    """Send the form of a page; return the address it leads to, and the page there."""
    headers = HTMX if player.by_htmx else {}
    answer = player.client.get(url, query_string=fields, headers=headers, follow_redirects=True)
    assert answer.status_code == status, url
    query = dict(parse_qsl(urlsplit(answer.request.url).query))
    if status == 200:
        assert not {"right", "other", "answer", "add"} & query.keys()
    return answer.request.path, html.unescape(answer.text)


@pytest.mark.both_ways
def test_rows_are_added_and_counted(player: Player) -> None:
    row = {"guess": "1122", "right": "1", "other": "1", "add": "1"}
    url, page = enter(player, f"{HERE}/classic", **row)
    assert url == f"{HERE}/classic/1122:1,1"
    assert "red, red, orange, orange. 1 black, 1 white. 208 codes left." in page
    assert "208 possible codes." in page
    assert "Best guesses" in page
    form = {"guess": "____", "typed": "3344", "right": "0", "other": "0"}
    url, page = enter(player, url, **form)  # by the Enter key no button is sent
    assert "56 codes left." in page


@pytest.mark.both_ways
def test_a_row_is_changed_and_removed(player: Player) -> None:
    rows = f"{HERE}/classic/1122:1,1/1345:0,0"
    page = read(player, f"{rows}?row=1")
    assert 'id="code" value="1122"' in page
    assert page.count("checked") == 2
    assert f'href="{HERE}/classic/1345:0,0"' in page
    assert "Remove row 1" in page
    url, page = enter(player, rows, row="1", guess="1133", right="0", other="2", add="1")
    assert url == f"{HERE}/classic/1133:0,2/1345:0,0"
    assert "red, red, yellow, yellow. 2 white." in page
    url, _ = enter(player, rows, row="1", right="0", other="2", add="1")  # its feedback alone
    assert url == f"{HERE}/classic/1122:0,2/1345:0,0"


def read(player: Player, url: str) -> str:
    return html.unescape(player.get(url).text)


@cases("row", ["0", "7", "x", "9" * 5000])
def test_a_row_that_is_not_there_is_not_opened(player: Player, row: str) -> None:
    assert "Save row" not in read(player, f"{HERE}/classic/1122:1,1?row={row}")


@cases(
    ("form", "sentence"),
    [
        ({"guess": "11__", "right": "1", "other": "1"}, "still empty"),
        ({"guess": "1122", "add": "1"}, "Choose how many black and how many white."),
        ({"guess": "1122", "right": "1"}, "Choose how many white."),
        ({"guess": "1122", "right": "4", "other": "1"}, "isn’t possible feedback"),
        ({"guess": "<b>x", "right": "1", "other": "1"}, "colours run from 1 to 6"),
    ],
)
def test_a_bad_row_is_refused_and_kept(player: Player, form: dict[str, str], sentence: str) -> None:
    _, page = enter(player, f"{HERE}/classic/3456:0,2", 422, **form)
    assert sentence in page
    assert "<b>x" not in page
    assert ('name="right" value="1" checked' in page) == (form.get("right") == "1")
    assert ('id="code" value="1122"' in page) == (form["guess"] == "1122")


def test_a_guess_is_tried_though_its_feedback_is_chosen(player: Player) -> None:
    row = {"guess": "3445", "right": "1", "other": "1", "try": "1"}
    answer = player.client.get(f"{HERE}/classic/1122:1,0", query_string=row)
    assert "0.09 more than the best" in answer.text


def test_there_is_room_for_forty_rows_whatever_the_board(player: Player) -> None:
    full = f"{HERE}/mini" + "/112:0,0" * 40
    assert "Add row" not in read(player, full)
    assert "Add row" in read(player, full.removesuffix("/112:0,0"))
    _, page = enter(player, full, 422, guess="112", right="0", other="0", add="1")
    assert "There is room for 40 rows." in page


def test_the_six_peg_board_with_an_empty_colour_and_its_eight_rows(player: Player) -> None:
    _, page = enter(player, f"{HERE}/", game="grand", rows=EIGHT_ROWS)
    assert "80,460 codes left" in page
    assert "2 possible codes." in page
    list_page = read(player, re.findall(r'href="([^"]*/candidates/[^"]*)"', page)[0])
    assert "green, empty, yellow, green, blue, orange" in list_page


@cases(
    ("game", "row", "words"),
    [
        ("pair", {"guess": "12", "answer": ">"}, "One or both too large, neither too small. 5 p"),
        ("bulls9", {"guess": "1234", "right": "1", "other": "1"}, "1 bull, 1 cow. "),
        ("words", {"guess": "CRANE"} | dict.fromkeys(("mark1",), "g"), "Choose a colour for lett"),
    ],
)
def test_every_form_of_feedback_can_be_given(
    player: Player, game: str, row: dict[str, str], words: str
) -> None:
    status = 422 if "Choose" in words else 200
    assert words in enter(player, f"{HERE}/{game}", status, **row, add="1")[1]
    sentence = {"bulls9": "Choose how many bulls and how many cows."}.get(game, "Choose ")
    assert sentence in enter(player, f"{HERE}/{game}", 422, guess=row["guess"], add="1")[1]


@pytest.mark.both_ways
def test_rows_that_contradict_each_other_are_marked_and_corrected(player: Player) -> None:
    page = read(player, f"{HERE}/classic/1122:0,0/1345:2,0/3456:0,0")
    assert "The feedback for rows 1 and 3 can’t both be right." in page
    assert "256 codes fit row 1, but none would score row 3 as no key pegs." in page
    assert page.count("row played marked") == 3
    assert "If only one row is wrong, it’s row 3." in page
    assert "If only one row is wrong, 27 codes are possible, with row 3 wrong." in page
    link = find_part(
        page, r'href="([^"]+)"[^>]*aria-label="Row 3: 1 black, 1 white, leaves 6 codes"'
    )
    page = read(player, link)
    assert re.search(r"If one row is wrong, [0-9,]+ more codes are possible: ", page)
    assert "6 possible codes." in page
    assert "Best guesses" in page


def test_a_row_can_be_added_to_rows_that_contradict_each_other(player: Player) -> None:
    url, page = enter(player, f"{HERE}/classic/1111:4,0/2222:4,0", guess="3333", right=4, other=0)
    assert url.endswith("/3333:4,0")
    assert "At least 2 rows are wrong." in page
    assert "with row 2 or row 3" in page


def test_after_the_code_is_found_only_a_change_is_offered(player: Player) -> None:
    url = f"{HERE}/classic/1122:1,0/1345:4,0"
    page = read(player, url)
    assert "Found in 2 guesses" in page
    assert "Add row" not in page
    assert "Save row 1" in read(player, f"{url}?row=1")


def test_the_key_pegs_that_were_chosen_hold_for_every_step(player: Player) -> None:
    answer = player.get(f"{HERE}/?game=classic&keys=white-red&rows=1122:1,0")
    assert answer.location == f"{HERE}/classic/1122:1,0?keys=white-red"
    page = read(player, f"{answer.location}&guess=3445&by=worst")
    assert "1 white" in page
    ways = [way for way in re.findall(r'href="([^"]+)"', page) if way.startswith(HERE)]
    assert ways
    away = [f"{HERE}/", f"{HERE}/candidates/classic/1122:1,0"]
    assert {way for way in ways if "keys=white-red" not in way} == set(away)
    assert page.count('name="keys" value="white-red"') >= 3
    row = {"guess": "3445", "right": "0", "other": "2", "keys": "white-red", "by": "worst"}
    answer = player.client.get(f"{HERE}/classic/1122:1,0", query_string=row)
    assert answer.location == f"{HERE}/classic/1122:1,0/3445:0,2?by=worst&keys=white-red"
    assert read(player, f"{HERE}/mini?keys=luck") == read(player, f"{HERE}/mini")


def test_a_board_of_ones_own_is_chosen_by_its_numbers(player: Player) -> None:
    url, page = enter(player, f"{HERE}/", game="own", pegs="5", colours="6", guesses="12")
    assert url == f"{HERE}/5x6/12"
    assert "7,776 possible codes." in page
    _, page = enter(
        player, f"{HERE}/", 422, game="own", pegs="99", colours="6", guesses="9", rows="11:0,0"
    )
    assert "has 2 to 8 pegs" in page
    assert "11:0,0" in page


def test_rows_are_pasted_as_text(player: Player) -> None:
    page = read(player, f"{HERE}/classic/1122:1,0/1345:0,0")
    assert ">1122:1,0\n1345:0,0</textarea>" in page
    url, _ = enter(player, f"{HERE}/", game="classic", rows="RROO:1,0\r\n\r\n 1345:0,0; 2222:1,0")
    assert url == f"{HERE}/classic/1122:1,0/1345:0,0/2222:1,0"


def test_the_possible_codes_are_listed_and_filtered(player: Player) -> None:
    url = f"{HERE}/candidates/classic/1122:1,1"
    for headers in ({}, HTMX):
        answer = player.client.get(f"{url}?hole1=1&keys=white-red", headers=headers)
        assert "52 of 208 match." in " ".join(answer.text.split())
        assert 'name="keys" value="white-red"' in answer.text
        assert ("<html" in answer.text) == (not headers)
    assert "Page 2 of" in player.client.get(f"{url}?page=2").text


def test_no_two_parts_of_the_page_have_the_same_id(player: Player) -> None:
    for query in ("", "?row=1", "?guess=3445"):
        ids = re.findall(
            r'\sid="([^"]+)"', player.client.get(f"{HERE}/classic/1122:1,1{query}").text
        )
        assert "candidates" in ids
        assert sorted(set(ids)) == sorted(ids)
