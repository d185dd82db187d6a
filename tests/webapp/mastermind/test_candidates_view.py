"""The codes still possible: their count, how it fell, and the list with its price."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.rules.game import Turn
from tests.cases import cases
from tests.webapp.player import Player
from webapp.mastermind import candidates_view
from webapp.mastermind.candidates_view import PAGE, show_candidates
from webapp.mastermind.feedback_sheet import parse_rows

SECRET = (2, 5, 3, 0)


@given(st.data())
def test_the_pages_of_a_filtered_list_hold_each_code_once(data: st.DataObject) -> None:
    game = game_named("classic")
    turns = [game.parse_turn("1122:1,1")]
    args = {f"hole{hole}": data.draw(st.sampled_from(["", "1", "4", "x"])) for hole in (1, 2, 3, 4)}
    codes = [
        game.format_code(code)
        for code in candidates(game, turns)
        if all(
            args[f"hole{hole}"] in ("", "x", symbol)
            for hole, symbol in enumerate(game.format_code(code), 1)
        )
    ]
    texts: list[str] = []
    pages = 1
    while len(texts) // PAGE < pages and (page := len(texts) // PAGE + 1) <= pages:
        code_list = show_candidates(game, turns, {**args, "page": str(page)}).listed
        assert code_list is not None
        assert code_list.found.page == page
        assert code_list.found.matching == len(codes)
        pages = code_list.found.pages
        texts += map(game.format_code, code_list.found.codes)
        if len(code_list.found.codes) < PAGE:
            break
    assert texts == codes


@cases("page", ["", "0", "-3", "x", "99999", "²", "1" * 300])
def test_any_page_is_some_page(page: str) -> None:
    code_list = show_candidates(game_named("mini"), [], {"page": page}).listed
    assert code_list is not None
    assert 1 <= code_list.found.page <= code_list.found.pages == 2


def test_the_count_and_how_it_fell() -> None:
    game = game_named("classic")
    turns = [game.parse_turn(turn) for turn in ("1122:0,0", "3344:0,0")]
    view = show_candidates(game, turns)
    assert view.words == "1,296 codes at the start, 256 after row 1, 16 after row 2"
    heights = [bar.share for bar in view.bars]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] > 20  # 16 of 1,296 are still to be seen
    assert view.listed is None


@pytest.mark.both_ways
def test_who_plays_without_the_count_sees_it_at_the_end(player: Player, url: str) -> None:
    """Not beside a row, not in words, not on the card; at the end it is all there."""
    assert "You can hide this count." in player.client.get(url).text
    player.post("/you/settings", theme="system")
    page = player.move(url, "guesses", code="1122").text
    assert "Row 1: 1 white. 9 guesses left." in page
    assert "256" not in re.sub(r"\?v=[\w-]+", "", page)  # the mark of a style sheet has any figures
    assert " left</span>" not in page
    player.post("/you/settings", count="on")
    assert "<b>256</b> left" in player.client.get(url).text
    player.post("/you/settings", theme="system")
    assert "<b>256</b> left" in player.move(url, "guesses", code="3641").text


@pytest.mark.both_ways
def test_the_list_is_priced_in_a_game(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    page = player.client.get(url).text
    assert "<small>(a hint)</small>" in page
    assert "1,296 codes at the start, 256 after row 1" in page
    refusal = player.client.get(f"{url}/candidates")
    assert refusal.status_code == 303
    page = player.move(url, "candidates", code="34__").text
    assert '<span class="unseen">orange, yellow, yellow, yellow</span>' in page
    assert 'id="code" value="34__"' in page
    assert "Hints used: 1 (list)." in page
    assert player.client.get(f"{url}/candidates?page=5").status_code == 200
    part = player.get(f"{url}/candidates?hole1=3").text
    assert "48 of 256 match." in part
    assert part.lstrip().startswith("<section") == player.by_htmx
    page = player.move(url, "guesses", code="3641").text
    assert "Hints used: 1 (list)" in page


def test_the_list_of_a_row_is_paid_once(player: Player, url: str) -> None:
    for _ in range(2):
        page = player.move(url, "candidates").text
    assert re.search(r"Hints used: 1 \(list\)\.", page)
    player.move(url, "guesses", code="1122")
    assert player.client.get(f"{url}/candidates").status_code == 303
    assert player.post(f"{url}/candidates", version=1).status_code == 409


def test_counts_stop_at_the_first_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("mini")
    sheet = parse_rows(game, "112:3,0; 123:0,0; 111:0,0; 222:0,0")
    counts: list[int] = []

    def count(name: str, turns: tuple[Turn, ...]) -> int:
        counts.append(len(turns))
        return candidates(game_named(name), turns).count

    monkeypatch.setattr(candidates_view, "_count", count)
    assert sheet.counts == (1, 0, 0, 0)
    assert counts == [1, 2]
