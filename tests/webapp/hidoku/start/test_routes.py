"""The first page of Hidoku."""

from __future__ import annotations

import re
from itertools import pairwise

from flask import Flask

from solver.hidoku.generate.path_styles import PathStyle, has_style, measure_path
from solver.hidoku.rules.grid import Adjacency, Cell, Grid
from tests.webapp.player import Player
from webapp.hidoku.board_text import format_board
from webapp.hidoku.picture.svg import sample_path
from webapp.hidoku.puzzles import daily_name
from webapp.storage.boards import keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today


def test_boards_are_one_click_away(player: Player) -> None:
    page = player.client.get("/hidoku/").text
    offers = re.findall(r'action="(/hidoku/[a-z]+(?:/games)?)"', page)
    assert {"/hidoku/boards", "/hidoku/play/games"} <= set(offers)


def test_an_open_game_says_how_far_it_is(player: Player) -> None:
    url = player.new("hidoku/play", board="findling")
    player.move(url, "placements", cell="9,1", number="2")
    page = player.client.get("/hidoku/").text
    assert f'href="{url}"' in page
    assert re.search(r"<b>Continue</b>\s*<span>[^<]*: 72 to place</span>", page)


def test_each_style_of_path_is_shown_by_a_path_of_that_style() -> None:
    for style in PathStyle:
        path = sample_path(style)
        assert len({*path}) == len(path) == 64
        assert {*path} == {*Grid.of(8, 8).cells}
        assert all(goal in Grid.of(8, 8).neighbours(cell) for cell, goal in pairwise(path))
        assert has_style(path, style, Adjacency.EIGHT)
    assert measure_path(sample_path(PathStyle.MIXED)).crossings


def test_only_the_last_game_is_offered_to_continue(player: Player) -> None:
    for name in ("findling", "small"):
        player.new("hidoku/play", board=name)
    assert player.client.get("/hidoku/").text.count("<b>Continue</b>") == 1


def test_todays_board_is_played_continued_and_then_looked_at(app: Flask, player: Player) -> None:
    def offered() -> str:
        page = player.client.get("/hidoku/").text
        card = page[page.index('id="daily"') : page.index("Past days")]
        return " ".join(re.sub(r"<[^>]+>", " ", card).split())

    grid, name = Grid.of(1, 3, {Cell(0, 0): 1, Cell(0, 2): 3}), daily_name(today())
    with app.app_context():
        keep_board(store(), name, format_board(grid))
    assert re.search(r"the same for everyone\. Play Daily Hidoku", offered())
    url = player.new("hidoku/play", board=name)
    assert re.search(r"the same for everyone\. Continue", offered())
    player.move(url, "placements", cell="0,1", number=2)
    assert re.search(r"Today: \d+:\d\d See your game", offered())
