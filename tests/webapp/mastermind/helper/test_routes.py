"""The helper's pages through their routes: by plain forms and by htmx alike."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from solver.deduction.games import face_of, game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from tests.cases import cases
from tests.webapp.player import Player
from webapp.mastermind import candidates_view
from webapp.mastermind.answer_sheet import MOST_ROWS, Sheet, parse_rows
from webapp.mastermind.correction_view import diagnosis_of, show_conflict

START = "mastermind/helper"
EIGHT_ROWS = (
    "112233:0,2;445566:1,2;7788..:0,1;.87654:1,2;661114:0,1;556663:0,2;654321:0,4;43.452:4,2"
)


@pytest.fixture
def url(player: Player) -> str:
    return player.new(START)


@pytest.mark.both_ways
def test_rows_are_counted(player: Player, url: str) -> None:
    page = player.move(url, "rows", code="1122", right="1", other="1").text
    assert "red, red, orange, orange. 1 black, 1 white. 208 codes left." in page
    assert "208 possible codes." in page
    assert "Next guess" in page
    page = player.move(url, "rows", typed="3344", code="____", answer="0,0").text
    assert "56 codes left." in page


def test_the_six_peg_board_with_an_empty_colour_and_its_eight_rows(player: Player) -> None:
    link = player.client.get(
        "/mastermind/helper/", query_string={"game": "grand", "rows": EIGHT_ROWS}
    )
    assert 'value="grand" selected' in link.text
    assert "Open with these rows" in link.text
    assert "7788..:0,1" in link.text
    url = player.new(START, game="grand", rows=EIGHT_ROWS)
    page = player.client.get(url).text
    assert "80,460 codes left" in page
    assert "<b>2</b><span>possible codes" in page
    listed = player.get(f"{url}/candidates").text
    assert "green, empty, yellow, green, blue, orange" in listed


@pytest.mark.both_ways
def test_a_notebook_begins_with_its_first_row(player: Player) -> None:
    begun = player.new(START, game="mini", typed="112", code="___", right="1", other="1")
    page = player.get(begun).text
    assert "red, red, orange. 1 black, 1 white." in page
    assert "Row 2, being built" in page
    refused = player.post("/mastermind/helper/games", code="1122", right="1", keys="red-white")
    assert refused.status_code == 422
    assert "Choose how many white." in refused.text
    assert 'id="code" value="1122"' in refused.text
    assert 'name="right" value="1" checked' in refused.text
    assert '<input type="hidden" name="keys" value="red-white">' in refused.text


def test_the_first_page_suggests_the_best_first_guess(player: Player) -> None:
    page = player.client.get("/mastermind/helper/?game=classic&keys=red-white").text
    assert 'aria-label="red, red, orange, yellow"' in page
    assert 'href="/mastermind/helper/?game=classic&amp;keys=red-white&amp;draft=1123"' in page
    assert "Next guess</h2>" in player.client.get("/mastermind/helper/?game=grand").text
    assert player.client.get("/mastermind/helper/?strategy=luck").status_code == 200


@cases(
    ("rows", "sentence"),
    [
        ("1122", "Row 1: Write a guess and its feedback like"),
        ("1122:1,1;11:0,0", "Row 2: A code has 4 pegs"),
        ("1122:9,9", "Row 1: "),
        (";".join(["1122:1,1"] * (MOST_ROWS + 1)), "There is room for 40 rows"),
    ],
)
def test_rows_that_cannot_be_read_are_named(player: Player, rows: str, sentence: str) -> None:
    answer = player.post("/mastermind/helper/games", rows=rows)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert rows.split(";", maxsplit=1)[0] in answer.text


def test_a_row_is_changed_and_removed(player: Player, url: str) -> None:
    player.move(url, "rows", code="1122", right="1", other="1")
    player.move(url, "rows", code="1345", right="0", other="0")
    opened = player.client.get(f"{url}?row=1").text
    assert 'id="code" value="1122"' in opened
    assert "Remove row 1" in opened
    page = player.move(url, "rows/1", code="1133", right="0", other="2").text
    assert "red, red, yellow, yellow. 2 white." in page
    page = player.move(url, "rows/1/removal").text
    assert "red, red, yellow" not in page
    assert "red, yellow, green, blue. no key pegs." in page
    for row in ("0", "7", "x", "9" * 6000):
        for what in (f"rows/{row}", f"rows/{row}/removal"):
            form = {"code": "1122", "right": "0", "other": "0"}
            assert player.move(url, what, **form).status_code == 422


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"code": "11__", "right": "1", "other": "1"}, "still empty"),
        ({"code": "1122"}, "Choose how many black and how many white."),
        ({"code": "1122", "right": "1"}, "Choose how many white."),
        ({"code": "1122", "right": "4", "other": "1"}, "isn’t possible feedback"),
        ({"code": "<b>x", "right": "1", "other": "1"}, "colours run from 1 to 6"),
    ],
)
def test_a_bad_row_is_refused_and_kept(
    player: Player, url: str, form: dict[str, str], sentence: str
) -> None:
    answer = player.post(f"{url}/rows", version=1, **form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "<b>x" not in answer.text
    if "right" in form and form["right"] == "1":
        assert 'name="right" value="1" checked' in answer.text


def test_the_notebook_is_not_limited_by_the_guesses_of_the_board(player: Player) -> None:
    rows = ";".join(["111111:0,0"] * MOST_ROWS)
    url = player.new(START, game="grand", rows=rows)
    page = player.move(url, "rows", code="222222", right="0", other="0")
    assert page.status_code == 422
    assert "There is room for 40 rows." in page.text
    assert "262,144 codes left" in page.text


@pytest.mark.both_ways
def test_a_contradiction_is_named_and_corrected(player: Player) -> None:
    url = player.new(START, rows="1122:0,0;1345:2,0;3456:0,0")
    page = player.client.get(url).text
    assert "The feedback for rows 1 and 3 can’t both be right." in page
    assert "The feedback for rows 2 and 3 can’t both be right." in page
    assert page.count("row played marked") == 3
    assert "If only one row is wrong, it’s row 3." in page
    page = player.move(url, "corrections", row="3", answer="1,1").text
    assert "can’t both" not in page
    assert "Next guess" in page


def test_a_conflict_says_why_and_each_correction_what_it_leaves(player: Player) -> None:
    url = player.new(START, rows="1122:0,0;1345:2,0;3456:0,0")
    page = player.client.get(url).text
    assert "256 codes fit row 1, but none would score row 3 as no key pegs." in page
    assert "Row 3: 1 black, 1 white, leaves 6 codes" in page
    page = player.move(url, "corrections", row="3", answer="1,1").text
    assert "6 codes left" in page
    url = player.new(START, rows="1111:4,0;2222:4,0;3333:4,0")
    assert ", leaves" not in player.client.get(url).text  # no single answer mends it


def test_the_rows_have_a_link_that_opens_them_again(player: Player, url: str) -> None:
    assert "Link to these rows" not in player.client.get(url).text
    page = player.move(url, "rows", code="1122", right="1", other="1").text
    found = re.search(r'id="address" value="([^"]+)"', page)
    assert found
    form = player.client.get(unescape(found[1])).text
    assert "1122:1,1</textarea>" in form


def test_after_the_code_is_found_no_row_is_asked_for(player: Player) -> None:
    url = player.new(START, rows="1122:1,0;1345:4,0")
    page = player.client.get(url).text
    assert "Solved" in page
    assert "Add this row" not in page
    assert "Save row 1" in player.client.get(f"{url}?row=1").text


def test_bulls_are_counted_in_the_plural(player: Player) -> None:
    url = player.new(START, game="bulls9")
    answer = player.post(f"{url}/rows", version=player.version(url), code="1234")
    assert "Choose how many bulls and how many cows." in answer.text


def test_several_wrong_answers_are_corrected_one_by_one(player: Player) -> None:
    url = player.new(START, rows="1111:4,0;2222:4,0;3333:4,0")
    page = player.client.get(url).text
    assert "At least 2 rows are wrong." in page
    page = player.move(url, "corrections", row="1", answer="0,0").text
    assert "would explain it" in page
    page = player.move(url, "corrections", row="2", answer="0,0").text
    assert "It must be this code" in page or "Solved" in page


def test_the_strategy_is_chosen(player: Player, url: str) -> None:
    page = player.move(url, "strategy", strategy="first").text
    assert "It’s the first possible code." in page
    assert player.post(f"{url}/strategy", version=2, strategy="luck").status_code == 422


def test_the_number_pair_has_signs(player: Player) -> None:
    url = player.new(START, game="pair")
    assert "one or both too large" in player.client.get(url).text
    page = player.move(url, "rows", code="12", answer=">").text
    assert "one or both too large, neither too small. 5 pairs left." in page


def test_a_long_conflict_on_a_large_board_is_named() -> None:
    game = game_named("6x9/20")
    rows = tuple(
        Turn(game.code_at(place * 199_999 % game.code_count), (place % 3, place % 4))
        for place in range(1, 25)
    )
    conflict = show_conflict(Sheet(game, rows), face_of(game))
    assert conflict is not None
    assert conflict.rows


def test_a_long_conflict_of_many_codes_is_named_by_its_smallest() -> None:
    """Here the full search would take seconds."""
    game = game_named("grand")
    draw = Random(5)
    secrets = [game.code_at(draw.randrange(game.code_count)) for _ in range(4)]
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(MOST_ROWS)]
    turns = tuple(Turn(code, game.feedback(code, draw.choice(secrets))) for code in guesses)
    found = diagnosis_of(game, turns)
    assert (len(found.conflicts), found.complete) == (1, False)
    assert not candidates(game, [turns[place] for place in found.conflicts[0]]).count
    assert found.at_least > 1


def test_two_slips_in_many_rows_of_a_large_board_are_found() -> None:
    """Neither of two rows is enough to mend: at least both are wrong, and the page says which."""
    game = game_named("grand")
    draw = Random(9)
    guesses = [game.code_at(draw.randrange(game.code_count)) for _ in range(16)]
    turns = [Turn(code, game.feedback(code, guesses[-1])) for code in guesses[:-1]]
    for place in (3, 8):
        turns[place] = turns[place]._replace(feedback=(4, 0))
    sheet = Sheet(game, tuple(turns))
    conflict = show_conflict(sheet, face_of(game))
    assert conflict is not None
    assert (
        conflict.advice
        == "At least 2 rows are wrong. These could be, together with the rows named:"
    )
    assert [correction["row"] for correction in conflict.corrections] == [4, 9]
    also = [{way["also"] for way in correction["ways"]} for correction in conflict.corrections]
    assert also == [{"with row 9"}, {"with row 4"}]


def test_counts_stop_at_the_first_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("mini")
    sheet = parse_rows(game, "112:3,0; 123:0,0; 111:0,0; 222:0,0")
    asked: list[int] = []

    def count(name: str, turns: tuple[Turn, ...]) -> int:
        asked.append(len(turns))
        return candidates(game_named(name), turns).count

    monkeypatch.setattr(candidates_view, "_count", count)
    assert sheet.counts == (1, 0, 0, 0)
    assert asked == [1, 2]


def test_a_finished_notebook_is_not_listed_as_open(player: Player) -> None:
    url = player.new(START, game="mini", rows="112:3,0")
    assert "Row 1 was the code." in player.client.get(url).text
    assert url not in player.client.get(f"/{START}/").text


def test_a_stranger_and_a_stale_tab(player: Player, stranger: Player, url: str) -> None:
    player.move(url, "rows", code="1122", right="1", other="1")
    assert player.post(f"{url}/rows/1/removal", version=1).status_code == 409
    assert stranger.get(url).status_code == 404
    assert player.client.get(f"{url}/rows/1/removal").status_code == 303


def test_no_two_parts_of_the_page_have_the_same_id(player: Player, url: str) -> None:
    for page in (player.client.get(url), player.move(url, "rows", code="1122", right=1, other=1)):
        ids = re.findall(r'\sid="([^"]+)"', page.text)
        assert "strategies" in ids
        assert sorted(set(ids)) == sorted(ids)
