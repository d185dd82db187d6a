import re

import pytest

from tests.webapp.player import Player
from webapp.hidoku.rules import SMALL


def test_the_rules_show_every_kind_of_board(player: Player) -> None:
    page = player.client.get("/hidoku/rules").text
    for words in ("Eight neighbours", "Four neighbours", "Hexagons"):
        assert f"<h3>{words}</h3>" in page
    assert re.search(r"<h3><a [^>]*>Joined cells</a></h3>", page)
    assert page.count("Hidato") == 1
    assert page.count('role="table"') == 5
    assert "Play this board" in page


def test_looking_at_the_rules_starts_no_game(player: Player) -> None:
    page = player.client.get("/hidoku/rules")
    assert "Set-Cookie" not in page.headers
    assert 'id="number"' not in page.text


@pytest.mark.both_ways
def test_the_small_board_is_played_in_place(player: Player) -> None:
    answer = player.post("/hidoku/rules/games")
    if player.by_htmx:
        assert answer.text.lstrip().startswith('<section id="game"')
        assert "<summary>Shortcuts and rules</summary>" in answer.text
    else:
        assert answer.status_code == 303
        assert 'id="number"' in player.get(answer.location).text
    page = player.client.get("/hidoku/rules").text
    assert 'id="number"' in page
    assert "Play this board" not in page


def test_the_small_board_has_a_page_of_its_own(player: Player) -> None:
    player.post("/hidoku/rules/games")
    assert player.client.get(f"/hidoku/boards/{SMALL}").status_code == 200
