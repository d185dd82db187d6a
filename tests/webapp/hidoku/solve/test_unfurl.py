"""What a link to a step shows where it is posted, and what it must not tell of today's board."""

from __future__ import annotations

import html
import re

import pytest
from flask import Flask

from solver.hidoku.rules.grid import Cell, Grid
from tests.webapp.player import Player
from webapp.hidoku.picture.png import png_of
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.solve import unfurl
from webapp.hidoku.solve.traces import find_trace

WATCH = "/hidoku/solve/findling"
GRID = load_puzzle("findling").grid


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page)
    return {name: html.unescape(content) for name, content in found}


def test_a_link_to_a_step_has_its_words_and_its_picture(app: Flask) -> None:
    client, solve = app.test_client(), find_trace(GRID, "both")
    said = tags(client.get(f"{WATCH}?step=9").text)
    assert f"step 9 of {len(solve) - 1}" in said["title"]
    assert str(solve.steps[9].number) in said["description"]
    picture = client.get(said["image"])
    assert picture.content_type == "image/png"
    assert picture.data == png_of(GRID, solve.board_at(9))
    assert "public" in picture.headers["Cache-Control"]


def test_a_question_does_not_answer_itself(app: Flask) -> None:
    client, solve = app.test_client(), find_trace(GRID, "both")
    said = tags(client.get(f"{WATCH}?step=9&guess=on").text)
    assert not re.search(r"\d", said["description"])
    assert client.get(said["image"]).data == png_of(GRID, solve.board_at(8))


@pytest.mark.parametrize("more", [0, 30])
def test_of_todays_board_only_its_givens_are_shown(
    app: Flask, monkeypatch: pytest.MonkeyPatch, more: int
) -> None:
    given = dict(list(GRID.given.items())[: len(GRID.given) - more // 10])
    daily = GRID.with_givens(given)
    monkeypatch.setattr(unfurl, "secret_of", lambda grid: daily)
    client = app.test_client()
    said = tags(client.get(f"{WATCH}?step=60").text)
    assert said["description"] == unfurl.UNTOLD
    assert client.get(said["image"]).data == png_of(daily, given)


def test_boards_that_grew_from_todays_are_secret(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfurl, "daily_name", lambda day: "findling")
    grown = GRID.with_givens(find_trace(GRID, "both").board_at(20))
    with app.app_context():
        assert unfurl.secret_of(GRID) == unfurl.secret_of(grown) == GRID
        assert unfurl.secret_of(Grid.of(2, 2, {Cell(0, 0): 1})) is None


def test_the_picture_of_a_step_knows_its_ways(player: Player) -> None:
    assert player.get(f"{WATCH}/step.png?by=magic").status_code == 404
    assert player.get(f"{WATCH}/step.png?step=99999").status_code == 200
