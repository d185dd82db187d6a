"""Boards taken away: files that bring the same board again, pictures, and paper."""

import re
from io import BytesIO
from xml.etree import ElementTree as Xml

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from solver.hidoku.generate.generate import generate
from solver.hidoku.logic.grade import grade
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import board_of, solve
from tests.cases import cases
from tests.webapp.player import Player
from webapp.hidoku.board_name import parse_name
from webapp.hidoku.board_text import format_made
from webapp.hidoku.exchange.export_routes import DOWNLOADS
from webapp.hidoku.picture.geometry import BoardPlan
from webapp.hidoku.picture.png import picture_size, png_of
from webapp.hidoku.puzzles import keep_own
from webapp.storage.boards import keep_board
from webapp.work.limits import Allowance

FINDLING = BOARDS["findling"].grid
SOLVED = board_of(solve(FINDLING).solutions[0])
FILE = "/hidoku/exchange/boards/findling/board"
RING = Grid.of(
    3, 4, {Cell(0, 0): 1}, [Cell(1, 1)], Adjacency.HEX, joined=[(Cell(0, 0), Cell(0, 1))]
)
SIDES = st.integers(1, 9)


def kept(app: Flask, grid: Grid) -> str:
    with app.app_context():
        return keep_own(grid)


@cases("form", ["txt", "plain.txt", "json"])
def test_texts_keep_neighbours_holes_and_links(app: Flask, player: Player, form: str) -> None:
    text = player.client.get(f"/hidoku/exchange/boards/{kept(app, RING)}/board.{form}").text
    assert parse_any(text) == RING
    answer = player.post("/hidoku/exchange/import", text=text)
    again = f"/hidoku/exchange{answer.location.removeprefix('/hidoku')}/board.{form}"
    assert parse_any(player.client.get(again).text) == RING


@cases("form", DOWNLOADS)
def test_files_have_names_and_may_be_kept(player: Player, form: str) -> None:
    if form == "hamilton.txt":
        refusal = player.client.get(f"{FILE}.{form}")
        assert refusal.status_code == 404
        assert "“Hamilton’s game id” has only boards with four neighbours," in refusal.text
        return
    answer = player.client.get(f"{FILE}.{form}?solution=1")
    headers = answer.headers
    assert headers["Content-Disposition"] == f"attachment; filename=hidoku-findling-solution.{form}"
    assert headers["Content-Type"] == DOWNLOADS[form].content_type
    assert headers["Cache-Control"] == "private, max-age=86400"
    second_answer = player.client.get(
        f"{FILE}.{form}?solution=1", headers={"If-None-Match": headers["ETag"]}
    )
    assert second_answer.status_code == 304


def test_the_solution_on_request(app: Flask, player: Player) -> None:
    assert parse_any(player.client.get(f"{FILE}.txt?solution=1").text).given == SOLVED
    hopeless = kept(app, Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 2}))
    assert (
        player.client.get(f"/hidoku/exchange/boards/{hopeless}/board.txt?solution=1").status_code
        == 404
    )


@cases("path", ["nothing/board.txt", "own-x/board.png", "findling/board.exe"])
def test_no_such_file(player: Player, path: str) -> None:
    assert player.client.get(f"/hidoku/exchange/boards/{path}").status_code == 404


def test_the_position_of_ones_own_game(player: Player, stranger: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    cell = next(cell for cell, number in SOLVED.items() if number == 2)
    player.move(url, "placements", cell=f"{cell.row},{cell.column}", number="2")
    position = url.replace("play", "exchange/games")
    for form in DOWNLOADS.keys() - {"hamilton.txt"}:
        assert player.client.get(f"{position}/board.{form}").status_code == 200
        assert stranger.get(f"{position}/board.{form}").status_code == 404
    answer = player.client.get(f"{position}/board.txt")
    assert parse_any(answer.text).given == {**FINDLING.given, cell: 2}
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert player.client.get(f"{position}/board.exe").status_code == 404


@given(SIDES, SIDES, st.sampled_from(Adjacency), st.sampled_from([1, 80, 9999]))
def test_pictures_of_any_board(rows: int, columns: int, adjacency: Adjacency, first: int) -> None:
    grid = Grid.of(rows, columns, {Cell(0, 0): first}, adjacency=adjacency)
    picture = Image.open(BytesIO(png_of(grid, grid.given)))
    assert picture.format == "PNG"
    assert picture.size == picture_size(BoardPlan.of(grid))
    Xml.fromstring(DOWNLOADS["svg"].write(grid, grid.given))


def test_a_cell_of_a_picture_has_forty_pixels_at_least() -> None:
    sizes = [picture_size(BoardPlan.of(Grid.of(rows, 30))) for rows in (1, 30)]
    assert sizes == [(1210, 50), (1210, 1210)]
    assert max(picture_size(BoardPlan.of(Grid.of(18, 50, adjacency=Adjacency.HEX)))) < 2500


def sheets(page: str) -> list[tuple[int, int]]:
    """How many boards fit on each sheet, and how many are there."""
    sizes = re.findall(r'<section class="sheet per-(\d).*?</section>', page, re.DOTALL)
    parts = re.split(r'<section class="sheet', page)[1:]
    return [(int(per), part.count("<figure")) for per, part in zip(sizes, parts, strict=True)]


def test_boards_on_paper(app: Flask, player: Player) -> None:
    names = [kept(app, Grid.of(2, side)) for side in (2, 3, 4, 5)]
    query = {"board": ["findling", *names]}
    page = player.client.get("/hidoku/exchange/print", query_string=query).text
    assert sheets(page) == [(1, 1)] * 5
    assert "10 × 10, eight neighbours, 27 of 100 numbers given" in page
    assert "http://localhost/hidoku/boards/findling" in page
    query |= {"per": ["3"], "solutions": ["1"]}
    page = player.client.get("/hidoku/exchange/print", query_string=query).text
    assert sheets(page) == [(3, 3), (3, 2), (4, 4), (4, 1)]
    assert page.count("<span>The only solution<") == 1
    assert page.count("<span>One of several solutions<") == 4
    assert player.client.get("/hidoku/exchange/print").status_code == 200
    name = kept(app, Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 2}))
    page = player.client.get(f"/hidoku/exchange/print?board={name}&solutions=1").text
    assert "There is no solution" in page
    names_of_boards = [kept(app, Grid.of(1, side)) for side in range(1, 14)]
    answer = player.client.get("/hidoku/exchange/print", query_string={"board": names_of_boards})
    assert answer.status_code == 422
    assert "At most 12 boards can be printed at once." in answer.text


def test_paper_tells_how_hard_a_board_is(app: Flask, player: Player) -> None:
    """What its title says is not said again."""
    for word in ("", "-medium"):
        name = f"v7-6x6{word}-7"
        puzzle = generate(parse_name(name).request, 7)
        keep_board(app.extensions["store"], name, format_made(puzzle))
        page = player.client.get("/hidoku/exchange/print", query_string={"board": name}).text
        words = "" if word else f", {grade(puzzle.grid).word}"
        assert f"of 36 numbers given{words}</" in page


def test_paper_says_what_was_not_solved_in_time(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.hidoku.exchange.export_routes.GLANCE", Allowance(0))
    page = player.client.get("/hidoku/exchange/print?board=findling&solutions=1").text
    assert "<span>Not solved in time<" in page


@cases("entry", ["findling", "http://localhost/hidoku/watch/findling?by=x"])
def test_a_board_is_added_by_name_or_link(player: Player, entry: str) -> None:
    answer = player.client.get(
        "/hidoku/exchange/print", query_string={"add": entry, "board": "findling"}
    )
    assert sheets(answer.text) == [(1, 1)]


@cases(
    ("entry", "sentence"),
    [
        ("<b>", "“&lt;b&gt;” isn’t a board’s name or link."),
        ("own-aaaaaaaaaaaaaaaa", "“own-aaaaaaaaaaaaaaaa” isn’t a board’s name or link."),
    ],
)
def test_a_board_is_added_in_vain(player: Player, entry: str, sentence: str) -> None:
    answer = player.client.get(
        "/hidoku/exchange/print", query_string={"add": entry, "board": "findling"}
    )
    assert answer.status_code == 422
    assert sentence in answer.text
    assert sheets(answer.text) == [(1, 1)]


def test_a_board_s_page_offers_the_notations_that_can_say_it(app: Flask, player: Player) -> None:
    four = kept(app, Grid.of(2, 3, {Cell(0, 0): 1, Cell(1, 2): 4}, adjacency=Adjacency.FOUR))
    for name, has, lacks in (
        ("findling", "url.txt", "hamilton.txt"),
        (four, "hamilton.txt", "url.txt"),
    ):
        page = player.client.get(f"/hidoku/boards/{name}").text
        endings = set(re.findall(rf"/exchange/boards/{name}/board\.([a-z.]+)", page))
        assert {has, "course.txt", "json"} <= endings
        assert lacks not in endings
        for ending in endings - {"svg", "png"}:
            text = player.client.get(f"/hidoku/exchange/boards/{name}/board.{ending}").text
            assert text.strip(), ending
