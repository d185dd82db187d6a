import re
from itertools import pairwise

from flask import Flask

from solver.hidoku.generate.path_styles import has_style, measure_path
from solver.hidoku.rules.grid import Cell, Grid
from tests.cases import cases
from tests.webapp.player import Player, text_of
from webapp.hidoku.board_name import parse_name
from webapp.hidoku.board_text import format_board
from webapp.hidoku.boards.catalogue import FIRST, GALLERY, POPULAR, gallery, request_name
from webapp.hidoku.days import daily_name
from webapp.hidoku.picture.samples import sample_name, sample_paths
from webapp.hidoku.picture.svg import shape_of
from webapp.storage.boards import keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today


def test_every_board_is_one_button_and_shows_a_path_like_its_own(player: Player) -> None:
    page = player.client.get("/hidoku/").text
    cards = re.findall(r'<button\s+class="board-card"\s+form="new-game"(.*?)</button>', page, re.S)
    requests = [FIRST[1], *POPULAR.values()]
    likes = [re.findall(r'name="like"\s+value="([^"]+)"', card) for card in cards]
    assert [name for names in likes for name in names] == [*map(request_name, requests)]
    for request, card in zip(requests, cards, strict=False):
        steps = re.findall(r"[hvl]", "".join(re.findall(r'class="hue-\d+" d="([^"]*)"', card)))
        assert len(steps) == shape_of(request).last - 1


@cases("name", sample_paths())
def test_each_sample_is_a_path_through_all_cells(name: str) -> None:
    request, path = parse_name(name).request, sample_paths()[name]
    grid = shape_of(request)
    assert len(path) == grid.last
    assert {*path} == {*grid.cells}
    assert all(goal in grid.neighbours(cell) for cell, goal in pairwise(path))
    assert has_style(path, request.style, request.adjacency)


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    page = player.client.get("/hidoku/").text
    assert f'href="{url}"' in page
    assert re.search(r"<b>Continue</b>\s*<span>[^<]*: 72 to place</span>", page)


def test_every_board_of_the_gallery_has_its_sample() -> None:
    requests = [
        *POPULAR.values(),
        *(request for part in GALLERY.values() for request in part.values()),
    ]
    assert {sample_name(request) for request in requests} <= {*sample_paths()}
    assert measure_path(sample_paths()["8x8-0"]).crossings


def test_no_two_boards_of_the_gallery_look_alike() -> None:
    outlines = [entry.outline for part in gallery().values() for entry in part]
    assert len({*outlines}) == len(outlines)


def test_only_the_last_game_is_offered_to_continue(player: Player) -> None:
    for name in ("findling", "small"):
        player.new("hidoku/play", board=name)
    assert player.client.get("/hidoku/").text.count("<b>Continue</b>") == 1


def test_the_small_daily_board_stands_first(player: Player) -> None:
    boards = re.findall(r"<b[^>]*>([^<]*)</b>", player.client.get("/hidoku/").text)
    assert boards[:3] == ["Mini Hidoku", "Easy", "Daily Hidoku"]


def test_todays_board_is_played_continued_and_then_looked_at(app: Flask, player: Player) -> None:
    def offered() -> str:
        page = player.client.get("/hidoku/").text
        card = page.partition("Daily Hidoku</b>")[2].partition("</section>")[0]
        return text_of(card)

    grid, name = Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 3}), daily_name(today())
    with app.app_context():
        keep_board(store(), name, format_board(grid))
    assert re.search(r" Play Daily Hidoku", offered())
    url = player.new("hidoku/play", board=name)
    assert offered() == "In progress Continue : Daily Hidoku"
    player.move(url, "placements", cell="0,1", number=2)
    assert re.search(r"Today: \d+:\d\d\. Next in .* See your game", offered())
