import re

import pytest
from flask import Flask

from tests.cases import cases
from tests.known_board import OPEN, PATH, at
from tests.webapp.player import HTMX, Player, unlinked


@pytest.mark.both_ways
def test_a_number_is_placed_erased_undone_and_redone(player: Player, url: str) -> None:
    page = player.move(url, "placements", cell="9,1", number="2").text
    assert "Row 10, column 2: 2" in page
    assert "72 numbers to place." in page
    assert "Row 10, column 2: empty" in player.move(url, "erasures", cell="9,1").text
    assert "Row 10, column 2: 2" in player.move(url, "undo").text
    assert "Row 10, column 2: empty" in player.move(url, "redo").text
    player.move(url, "undo")
    assert "73 numbers to place." in player.move(url, "restart").text
    assert "72 numbers to place." in player.move(url, "undo").text
    assert "72 numbers to place." in player.client.get(url).text


@cases(
    ("action", "cell", "number", "sentence"),
    [
        ("placements", "0,2", "5", "Row 1, column 3 holds the given 93."),
        ("placements", "0,0", "93", "93 is already in row 1, column 3."),
        ("placements", "0,0", "101", "Numbers on this board run from 1 to 100."),
        ("placements", "0,0", "0", "Numbers on this board run from 1 to 100."),
        ("placements", "0,0", "", "Type a number from 1 to 100."),
        ("placements", "0,0", "x<y", "isn’t a number from 1 to 100."),
        ("placements", "0,0", "9" * 4000, "isn’t a number from 1 to 100."),
        ("placements", "0,0", "-3", "isn’t a number from 1 to 100."),
        ("placements", "0,0", "²", "isn’t a number from 1 to 100."),
        ("placements", "", "5", "Choose a cell first."),
        ("placements", "x,y", "5", "Choose a cell first."),
        ("placements", "10,0", "5", "This board has 10 rows and 10 columns."),
        ("erasures", "0,0", "", "there’s nothing to erase"),
        ("erasures", "0,2", "", "holds the given 93."),
        ("undo", "", "", "There’s nothing to undo."),
        ("redo", "", "", "There’s nothing to redo."),
        ("restart", "", "", "The board is as it was at the start."),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    player: Player, url: str, action: str, cell: str, number: str, sentence: str
) -> None:
    answer = player.send(f"{url}/{action}", 422, version=1, cell=cell, number=number)
    assert sentence in unlinked(answer)
    assert "x<y" not in answer
    assert player.version(url) == "1"


def test_a_refused_number_stays_in_its_field(player: Player, url: str) -> None:
    answer = player.post(f"{url}/placements", version=1, cell="0,0", number="101")
    assert 'value="101"' in answer.text
    assert re.search(r'value="0,0"[^>]*checked', answer.text)
    for cell, is_marked in (("0,0", True), ("0,2", False)):  # where 57 stands, for an empty cell
        answer = player.post(f"{url}/placements", version=1, cell=cell, number="57")
        assert ("looked-at" in answer.text) is is_marked


def test_a_stale_tab_gets_the_fresh_board(player: Player, url: str) -> None:
    player.post(f"{url}/placements", version=1, cell="9,1", number="2")
    answer = player.send(f"{url}/placements", 409, version=1, cell="8,0", number="3")
    assert "perhaps another tab" in answer
    assert "72 numbers to place." in answer


@pytest.mark.both_ways
def test_an_empty_field_places_the_number_it_shows_in_an_empty_cell(
    player: Player, url: str
) -> None:
    page = player.move(url, "placements", cell="0,0", number="", shown="2").text
    assert "Row 1, column 1: 2" in page
    refusal = player.move(url, "placements", cell="0,0", number="", shown="3").text
    assert "Type a number from 1 to " in refusal


def test_check_says_what_is_wrong(player: Player, url: str) -> None:
    assert "You haven’t placed anything yet." in player.move(url, "checks").text
    player.move(url, "placements", cell=at(2), number="2")
    assert "1 number placed, no mistakes." in player.move(url, "checks").text
    player.move(url, "placements", cell="0,0", number="3")
    page = player.move(url, "checks").text
    assert "2 and 3 aren’t next to each other." in page
    assert "in conflict" in page
    player.move(url, "placements", cell="0,1", number="30")
    sentences = "29 and 30 aren’t next to each other. 2 and 3 aren’t next to each other."
    assert sentences in unlinked(player.move(url, "checks").text), "each marked number is explained"
    player.move(url, "placements", cell="9,9", number="24")
    page = unlinked(player.move(url, "checks").text)
    assert "Also marked: 1 more number." in page
    assert len(set(re.findall(r"Row [^:]*: [^:\"]*in conflict", page))) == 3
    player.move(url, "erasures", cell="9,9")
    player.move(url, "erasures", cell="0,1")
    player.move(url, "erasures", cell="0,0")
    player.move(url, "placements", cell="8,4", number="66")
    assert "1 of the 2 numbers you placed is wrong" in player.move(url, "checks").text


@pytest.mark.both_ways
def test_hints_come_in_three_steps(player: Player, url: str) -> None:
    for tier in (1, 2, 3):
        page = unlinked(player.move(url, "hints", tier=tier).text)
        assert page.count('class="tier"') == 1
        assert re.findall(r'id="tab-(\d)"[^>]*aria-pressed="true"', page) == [str(tier)]
    move = re.search(r"Place (\d+) in row (\d+), column (\d+)\.", page)
    assert move
    number, row, column = map(int, move.groups())
    assert PATH[number] == (row - 1, column - 1)
    assert "Hints used: 1 (move)." in page


def test_a_hint_names_a_wrong_number_first(player: Player, url: str) -> None:
    player.move(url, "placements", cell="0,0", number="36")
    page = unlinked(player.move(url, "hints", tier=3).text)
    assert "Remove 36 from row 1, column 1." in page
    assert "/erasures" in page


@pytest.mark.both_ways
def test_a_board_is_solved(player: Player, url: str) -> None:
    for number in OPEN:
        page = player.move(url, "placements", cell=at(number), number=str(number))
    assert "The path is complete" in page.text
    figures = re.findall(r"<dt>([^<]+)</dt>\s*<dd>([^<]+)</dd>", page.text)
    assert [name for name, _ in figures] == ["your time", "hints"]
    assert re.fullmatch(r"\d+:\d\d", figures[0][1])
    assert figures[1][1] == "0"
    assert "The hardest technique in its grading: " in page.text
    assert "Continue your board" not in player.client.get("/").text
    assert "Hints used" not in player.move(url, "hints", tier=3).text  # as a second tab asks


def test_a_full_board_with_a_break_is_not_solved(player: Player, url: str) -> None:
    for number in OPEN:
        cell = at({2: 4, 4: 2}.get(number, number))
        page = player.move(url, "placements", cell=cell, number=str(number))
    assert "the path is broken somewhere" in page.text


def test_no_game_on_an_unknown_board(player: Player) -> None:
    assert player.post("/hidoku/play/games", board="nowhere").status_code == 404


def test_a_move_is_a_small_answer(app: Flask) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("hidoku/play")
    for number in OPEN:
        if number < 60:
            player.move(url, "placements", cell=at(number), number=str(number))
    headers = {**HTMX, "Sec-Fetch-Site": "same-origin", "Accept-Encoding": "br"}
    form = {"version": player.version(url), "cell": at(60), "number": "60", "marked": ""}
    answer = player.client.post(f"{url}/placements", data=form, headers=headers)
    assert answer.headers["Content-Encoding"] == "br"
    assert len(answer.data) <= 3000


@cases("count", [40, 60, 99])
def test_many_cells_that_change_at_once_are_a_small_answer(app: Flask, count: int) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("hidoku/play")
    cells = at(*sorted(PATH, key=PATH.__getitem__)[:count])
    headers = {**HTMX, "Sec-Fetch-Site": "same-origin", "Accept-Encoding": "br"}
    form = {"version": player.version(url), "cells": cells, "tint": "2", "marked": ""}
    answer = player.client.post(f"{url}/tints", data=form, headers=headers)
    assert answer.status_code == 200
    assert len(answer.data) <= 3000
    page = player.client.post(
        f"{url}/tints", data={**form, "version": player.version(url)}, headers=HTMX
    )
    assert page.text.count(" tint-2") == 0  # the same colour again takes it off
