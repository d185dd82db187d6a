"""What a link to a step shows where it is posted, and what it must not tell of today's board."""

import html
import re

import pytest
from flask import Flask

from solver.hidoku.rules.grid import Cell, Grid
from tests.webapp.player import Player
from webapp.hidoku import puzzles
from webapp.hidoku.days import DayBoard
from webapp.hidoku.puzzles import load_puzzle
from webapp.hidoku.watch import routes
from webapp.hidoku.watch.traces import find_trace

WATCH = "/hidoku/watch/findling"
GRID = load_puzzle("findling").grid


def tags(page: str) -> dict[str, str]:
    pairs = re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page)
    return {name: html.unescape(content) for name, content in pairs}


def test_a_link_to_a_step_has_its_words_and_its_picture(app: Flask) -> None:
    client, solve = app.test_client(), find_trace(GRID, "both")
    card = tags(client.get(f"{WATCH}?step=9").text)
    assert f"step 9 of {len(solve) - 1}" in card["title"]
    assert str(solve.steps[9].number) in card["description"]
    assert card["image"].endswith("/cards/board/findling.png")


def test_a_question_does_not_answer_itself(app: Flask) -> None:
    card = tags(app.test_client().get(f"{WATCH}?step=9&guess=on").text)
    assert not re.search(r"\d", card["description"])


def test_a_step_of_todays_board_is_not_described(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "secret_of", lambda grid: GRID)
    card = tags(app.test_client().get(f"{WATCH}?step=60").text)
    assert card["description"] == routes.WITHOUT_REASON


def test_boards_that_grew_from_todays_are_secret(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DayBoard, "name", "findling")
    grown = GRID.with_givens(find_trace(GRID, "both").board_at(20))
    with app.app_context():
        assert puzzles.secret_of(GRID) == puzzles.secret_of(grown) == GRID
        assert puzzles.secret_of(Grid.of(2, 2, {Cell(0, 0): 1})) is None


def test_the_picture_that_was_posted_before_leads_on(player: Player) -> None:
    for old in ("/hidoku/solve/findling/step.png", "/cards/step/findling.png"):
        answer = player.get(f"{old}?by=search&step=4")
        assert answer.status_code == 301
        assert answer.location.startswith("/cards/board/findling.png")
