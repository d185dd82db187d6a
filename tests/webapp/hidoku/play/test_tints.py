"""Colours to think with, and what is told of pencil lines."""

import re

import pytest
from flask import Flask

from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.rules.pencil import draw_line
from solver.hidoku.text.pencil import TINT_NAMES, line_words
from tests.cases import cases
from tests.webapp.hidoku.play.test_pencil_routes import said
from tests.webapp.player import Player
from webapp.hidoku.puzzles import keep_own

GRID = BOARDS["findling"].grid
#: One number is missing.
NEARLY = Grid.of(2, 2, {Cell(0, 0): 1, Cell(0, 1): 2, Cell(1, 0): 3})


def nearly(player: Player) -> str:
    with player.client.application.app_context():
        return player.new("hidoku/play", board=keep_own(NEARLY))


def tinted(page: str) -> dict[str, str]:
    """Return the tints that cells have, by the values of the cells."""
    pairs = re.findall(r'class="cell [^"]*tint-(\d)[^"]*"><input[^>]*?value="(\d+,\d+)"', page)
    return {place: tint for tint, place in pairs}


def names(page: str) -> dict[str, str]:
    """Return what cells are called, by their values."""
    return dict(re.findall(r'value="(\d+,\d+)"\s+aria-label="([^"]*)"', page))


def test_cells_get_a_colour_for_eyes_and_ears(player: Player, url: str) -> None:
    page = player.move(url, "tints", cell="1,2", tint="1").text
    assert tinted(page) == {"1,2": "1"}
    assert names(page)["1,2"] == "Row 2, column 3: empty, blue"
    page = player.move(url, "tints", cell="1,2", cells="1,2 0,2", tint="4").text
    assert tinted(page) == {"1,2": "4", "0,2": "4"}
    assert names(page)["0,2"] == "Row 1, column 3: 93, given, pink"  # the given stays what it is
    assert tinted(player.move(url, "undo").text) == {"1,2": "1"}
    assert tinted(player.move(url, "redo").text) == {"1,2": "4", "0,2": "4"}
    assert "73 numbers to place." in player.client.get(url).text


def test_the_same_colour_again_none_or_all_off_takes_it_away(player: Player, url: str) -> None:
    player.move(url, "tints", cell="0,0", cells="0,0 0,1 1,1", tint="2")
    assert tinted(player.move(url, "tints", cell="0,0", tint="2").text) == {"0,1": "2", "1,1": "2"}
    assert tinted(player.move(url, "tints", cell="0,1", tint="0").text) == {"1,1": "2"}
    page = player.move(url, "tints", cell="1,1", cells="1,1 0,0", tint="2").text
    assert tinted(page) == {"0,0": "2", "1,1": "2"}
    player.move(url, "tints", cell="0,0", tint="6")
    assert tinted(player.move(url, "tints", cell="5,5", everywhere="1").text) == {}
    assert tinted(player.move(url, "undo").text) == {"1,1": "2", "0,0": "6"}


@cases(
    ("form", "problem"),
    [
        ({"tint": "7"}, "There are 6 colours, numbered from 1."),
        ({"tint": "blue"}, "Choose a colour."),
        ({}, "Choose a colour."),
        ({"tint": "0"}, "No cell here has a colour."),
        ({"everywhere": "1"}, "No cell here has a colour."),
    ],
)
def test_a_colour_that_cannot_be_is_refused(player, url, form, problem) -> None:
    answer = player.move(url, "tints", cell="0,0", **form)
    assert (answer.status_code, problem in answer.text) == (422, True)


def test_the_tool_offers_the_colours_instead_of_numbers(player: Player, url: str) -> None:
    assert 'id="tint-1"' not in player.client.get(url).text
    page = player.move(url, "mode", mode="tint").text
    labels = re.findall(r'class="swatch[^>]*>(\d)</b>(\w+)', page)
    assert labels == [(str(n), name.capitalize()) for n, name in enumerate(TINT_NAMES, 1)]
    assert not re.search(r'id="(place|note)"', page)
    assert re.search(r'id="erase"\s+name="tint"\s+value="0"', page)
    assert 'id="place"' in player.move(url, "mode", mode="type").text


def test_the_next_board_takes_numbers_again(player: Player, url: str) -> None:
    assert 'data-mode="tint"' in player.move(url, "mode", mode="tint").text
    new_game = player.new("hidoku/play")
    assert 'data-mode="type"' in player.client.get(new_game).text
    player.move(new_game, "mode", mode="note")  # notes are a way of solving, and stay
    assert 'data-mode="note"' in player.client.get(player.new("hidoku/play")).text


def test_an_answer_says_what_was_done_and_brings_the_cells_alone(app: Flask) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("hidoku/play")
    answer = player.move(url, "tints", cell="1,2", tint="1", marked="").text
    assert list(names(answer)) == ["1,2"]
    assert said(answer) == "Row 2, column 3 is blue."
    several = player.move(url, "tints", cell="1,2", cells="1,2 1,3", tint="3", marked="").text
    assert said(several) == "2 cells are orange."
    off = player.move(url, "tints", cell="1,2", everywhere="1", marked="").text
    assert said(off) == "2 cells have no colour now."


def test_checks_and_hints_do_not_look_at_colours(player: Player, url: str) -> None:
    before = said(player.move(url, "checks").text)
    hint = player.move(url, "hints", tier="2").text
    assert 'id="tab-2"' in hint
    page = player.move(url, "tints", cell="0,0", cells="0,0 0,1", tint="5").text
    assert 'id="tab-2"' in page  # what was paid for is still told
    assert said(player.move(url, "checks").text) == before
    assert 'id="tab-2"' in player.move(url, "undo").text


@pytest.mark.parametrize("by_htmx", [False, True])
def test_a_finished_board_shows_no_colours(app: Flask, by_htmx: bool) -> None:
    player = Player(app.test_client(), by_htmx)
    url = nearly(player)
    player.move(url, "tints", cell="1,1", cells="1,1 0,0", tint="2")
    page = player.move(url, "placements", cell="1,1", number="4", marked="").text
    assert "The path is complete" in page
    assert names(page)["1,1"] == "Row 2, column 2: 4"
    assert tinted(page) == tinted(player.client.get(url).text) == {}


def test_what_is_shared_has_no_colours(player: Player) -> None:
    url = nearly(player)
    player.move(url, "tints", cell="1,1", cells="1,1 0,0", tint="2")
    name = url.rsplit("/", 1)[1]
    picture = player.get(f"/hidoku/exchange/games/{name}/board.svg").text
    assert "<svg" in picture
    assert "tint" not in picture
    player.move(url, "placements", cell="1,1", number="4")
    answer = player.post("/g/", game=name)
    page = player.get(answer.location).text if answer.status_code == 303 else answer.text
    address = re.search(r"/g/\w+", page)
    assert address
    frame = player.get(f"{address[0]}?step=0").text
    assert 'class="cell' in frame
    assert "tint-" not in frame


def test_a_line_is_described_cell_by_cell_and_when_it_is_drawn(app: Flask) -> None:
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("hidoku/play")
    answer = player.move(url, "lines", cells="0,0 0,1 1,1", marked="").text
    assert said(answer) == "Line drawn from row 1, column 1 to row 2, column 2, through 3 cells."
    assert names(answer) == {
        "0,0": "Row 1, column 1: empty, end of a line that goes right",
        "0,1": "Row 1, column 2: empty, on a line that goes left and down",
        "1,1": "Row 2, column 2: empty, end of a line that goes up",
    }
    assert names(player.client.get(url).text)["0,1"] == names(answer)["0,1"]
    answer = player.move(url, "lines", cells="0,1 1,1", marked="").text
    assert said(answer) == "Line rubbed out from row 1, column 2 to row 2, column 2."
    assert names(answer) == {
        "0,1": "Row 1, column 2: empty, end of a line that goes left",
        "1,1": "Row 2, column 2: empty",
    }


def test_a_line_among_hexagons_and_where_lines_meet() -> None:
    """A row of hexagons stands half a cell to the right of the row above."""
    play = Play(Grid.of(3, 3, adjacency=Adjacency.HEX))
    middle = Cell(1, 1)
    for goal in play.grid.neighbours(middle):
        play = draw_line(play, [middle, goal])
    words = line_words(play)
    assert words[middle] == (
        "on a line that goes up left, up right, left, right, down left and down right"
    )
    ends = {cell: text.removeprefix("end of a line that goes ") for cell, text in words.items()}
    assert {cell: text for cell, text in ends.items() if cell != middle} == {
        Cell(0, 1): "down right",
        Cell(0, 2): "down left",
        Cell(1, 0): "right",
        Cell(1, 2): "left",
        Cell(2, 0): "up right",
        Cell(2, 1): "up left",
    }
