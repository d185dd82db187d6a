"""Playing a Hidoku: strokes, notes, the number in hand, settings, small answers."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.rules.grid import Cell, Grid
from tests.cases import cases
from tests.known_board import OPEN, at
from tests.webapp.player import Player, find_part, unlinked
from tests.webapp.stored import stored_game
from webapp.hidoku.puzzles import keep_own
from webapp.storage.games import LONGEST_PAUSE, SHORTEST_PAUSE, store

SMALL = generate(BoardRequest(4, 5), seed=3)


def selected_number(page: str) -> str:
    return find_part(page, r'<input id="number"[^>]* value="([^"]*)"')


def test_a_refused_move_with_a_question_that_makes_no_sense_is_refused(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    form = {"asked": "2", "claim": "x", "row": "a", "column": "b"}
    refusal = player.move(url, "undo", **form)
    assert refusal.status_code == 422
    assert "nothing to undo" in refusal.text


def test_a_stroke_places_along_the_path(player: Player, url: str) -> None:
    page = player.move(url, "strokes", cells=at(2, 3, 4), number="2").text
    assert "70 numbers to place." in page
    page = player.move(url, "undo").text
    assert "73 numbers to place." in page
    page = player.move(url, "redo").text
    assert "70 numbers to place." in page
    player.move(url, "undo")
    page = player.move(url, "strokes", cells=at(4), number="4", direction="down").text
    assert "72 numbers to place." in page


def test_a_board_of_givens_alone_is_over_and_names_no_technique(player: Player) -> None:
    with player.client.application.app_context():
        name = keep_own(Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 2}))
    page = player.client.get(player.new("hidoku/play", board=name)).text
    assert "The path is complete" in page
    assert "The hardest technique" not in page


def test_a_placed_number_is_overwritten_and_comes_back(player: Player, url: str) -> None:
    player.move(url, "placements", cell="0,0", number="3")
    page = player.move(url, "placements", cell="0,0", number="36").text
    assert "72 numbers to place." in page
    assert "Row 1, column 1: 36" in page
    assert "Row 1, column 1: 3&#34;" not in page
    player.move(url, "undo")
    assert 'aria-label="Row 1, column 1: 3, in conflict"' in player.client.get(url).text


def test_only_the_wrong_numbers_are_removed(player: Player, url: str) -> None:
    for number, cell in ((2, at(2)), (36, "0,0"), (3, at(3)), (4, at(4))):
        player.move(url, "placements", cell=cell, number=str(number))
    assert "Remove wrong numbers" in player.move(url, "hints", tier="1").text
    move = player.move(url, "hints", tier="3").text  # it removes one number, by one button
    assert re.findall(r">\s*(Remove [\w ]+?)\s*</button>", move) == ["Remove 36"]
    assert "70 numbers to place." in player.move(url, "wrong").text
    page = player.client.get(url).text
    assert 'aria-label="Row 1, column 1: empty"' in page
    answer = player.send(f"{url}/wrong", 422, version=player.version(url))
    assert "No number is wrong, so there’s nothing to remove." in answer
    player.move(url, "undo")
    assert "Row 1, column 1: 36" in player.client.get(url).text


@cases(
    ("cells", "number", "sentence"),
    [
        ("", "2", "A stroke goes through at least one cell"),
        ("9,1 x", "2", "Choose a cell first."),
        ("9,1 0,2", "2", "Row 1, column 3 holds the given 93."),
        ("9,1", "", "Type a number from 1 to 100."),
        ("9,1 " * 901, "2", "A stroke goes through at least one cell"),
    ],
)
def test_a_stroke_that_cannot_be_places_nothing(
    player: Player, url: str, cells: str, number: str, sentence: str
) -> None:
    answer = player.send(f"{url}/strokes", 422, version=1, cells=cells, number=number)
    assert sentence in unlinked(answer)
    assert "73 numbers to place." in player.client.get(url).text


def test_the_selected_number_goes_on_along_the_path(player: Player, url: str) -> None:
    page = player.move(url, "mode", mode="next").text
    assert selected_number(page) == "2"
    page = player.move(url, "placements", cell=at(2), number="2", direction="up").text
    assert selected_number(page) == "3"
    assert selected_number(player.move(url, "undo").text) == "2"
    before, number = OPEN[20:22]
    page = player.client.get(f"{url}?number={number}&direction=down").text
    assert selected_number(page) == str(number)
    entry = {"cell": at(number), "number": number, "direction": "down"}
    assert selected_number(player.move(url, "placements", **entry).text) == str(before)
    assert selected_number(player.move(url, "mode", mode="nonsense").text) == ""


@pytest.mark.parametrize(("direction", "number"), [("up", "2"), ("down", "4")])
def test_of_an_undone_stroke_the_number_to_count_on_from_is_selected(
    player: Player, url: str, direction: str, number: str
) -> None:
    player.move(url, "mode", mode="next")
    player.move(url, "strokes", cells=at(2, 3, 4), number="2")
    page = player.move(url, "undo", direction=direction).text
    assert selected_number(page) == number


def test_conflicts_are_marked_at_once_unless_that_is_switched_off(player: Player, url: str) -> None:
    player.move(url, "placements", cell=at(2), number="2")
    page = player.move(url, "placements", cell="0,0", number="3").text
    assert "2 and 3 aren’t next to each other." in page
    assert re.findall(r"Row [^:]*: [^:\"]*in conflict", page) == ["Row 1, column 1: 3, in conflict"]
    player.post("/you/settings", clock="on")
    assert "in conflict" not in player.client.get(url).text


def test_a_hint_stays_after_a_reload_until_the_next_move(player: Player, url: str) -> None:
    player.move(url, "hints", tier="2")
    assert 'class="tier"' in player.client.get(url).text
    assert 'class="tier"' not in player.client.get(f"{url}?hint=closed").text
    page = player.move(url, "placements", cell="0,0", number="2").text
    assert 'class="tier"' not in page
    assert 'class="tier"' in player.move(url, "undo").text


def test_a_tier_that_was_paid_can_be_read_again(player: Player, url: str) -> None:
    pattern = r'id="tab-(\d)"[^>]*aria-pressed="true"'
    player.move(url, "hints", tier="3")
    page = player.move(url, "hints", tier="1").text
    assert re.findall(pattern, page) == ["1"]
    assert re.findall(pattern, player.client.get(url).text) == ["3"]


def test_more_can_be_done_with_a_board(player: Player, url: str) -> None:
    player.move(url, "placements", cell=at(2), number="2")
    page = player.client.get(url).text
    links = re.findall(
        r'<a href="([^"]+)"', page[page.index('id="more"') : page.index('id="keys"')]
    )
    assert len(links) == 11
    for link in links:
        assert player.client.get(link.replace("&amp;", "&")).status_code == 200, link
    part = find_part(page, r'action="(/hidoku/watch/games/[^"]+)"')
    assert player.post(part).status_code in {200, 303}


def test_a_page_gets_only_what_changed(app: Flask) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("hidoku/play")
    page = player.post(f"{url}/placements", version=1, marked="", cell=at(2), number="2").text
    assert page.count('type="radio"') == 1
    assert "72 numbers to place." in page
    page = player.post(f"{url}/checks", version=2, marked="0,0 x", cell=at(2)).text
    assert page.count('type="radio"') == 0
    page = player.post(f"{url}/checks", version=2, marked="0,0 0,1", cell=at(2)).text
    assert page.count('type="radio"') == 2
    assert 'id="ribbon"' not in page
    page = player.post(f"{url}/undo", version=1, marked="").text
    assert page.count('type="radio"') == 100


def test_time_is_what_was_played() -> None:
    moment = datetime(2026, 11, 21, 12, tzinfo=UTC)
    game = stored_game("play", finished=False, seconds=60, changed=moment)
    assert game.played(moment + timedelta(seconds=30)) == 90
    assert game.played(moment + timedelta(hours=9)) == 60 + LONGEST_PAUSE
    assert game.played(moment - timedelta(hours=9)) == 60
    assert game.played(moment + timedelta(seconds=0.5)) == 60.5  # quick moves add up
    zone = timezone(timedelta(hours=2))  # as a database may tell the moment
    assert replace(game, changed=moment.astimezone(zone)).played(moment) == 60


def test_a_page_that_is_left_stops_its_clock_till_it_is_seen_again(player: Player) -> None:
    url = player.new("hidoku/play")
    times = []
    for form in ({"left": 1}, {}):
        assert player.post(f"{url}/clock", **form).status_code == 204
        with player.client.application.app_context():
            game = store().load_any(url.rpartition("/")[2], "play")
        assert game
        times.append(round(game.played(datetime.now(UTC) + timedelta(hours=9))))
    assert times == [SHORTEST_PAUSE, LONGEST_PAUSE]
    assert Player(player.client.application.test_client()).post(f"{url}/clock").status_code == 404


def test_rows_and_columns_are_numbered_and_those_a_hint_names_are_bold(player: Player) -> None:
    url = player.new("hidoku/play")
    player.move(url, "hints", tier=3)
    page = player.client.get(url).text
    signs = re.findall(r'<text[^>]*?(class="spoken")?\s*>\s*(\d+)', rulers_of(page))
    assert [text for _, text in signs] == 2 * [str(number) for number in range(1, 11)]
    match = re.search(r"row (\d+), column (\d+)", page.partition('id="use-hint"')[0][-3000:])
    assert match
    assert [text for is_bold, text in signs if is_bold] == [*match.groups()]


def rulers_of(page: str) -> str:
    return page.partition('class="rulers"')[2].partition("</div></div>")[0]


def test_each_comma_of_the_list_of_files_stands_with_its_link(player: Player, url: str) -> None:
    page = player.client.get(url).text
    item = page.partition("Save this position:")[2].partition("</li>")[0]
    assert re.findall(r"<span><a[^>]*>(\w+)</a>(,?)\s*</span>", item) == [
        ("text", ","), ("CSV", ","), ("JSON", ","), ("SVG", ","), ("PNG", ""),
    ]  # fmt: skip
