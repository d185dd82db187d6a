"""Every page that other sites may frame, asked from one application: asking changes nothing."""

import html
import re

import pytest
from flask import Flask

from solver.hidoku.rules.known_boards import BOARDS
from tests.cases import cases
from tests.webapp.player import Player
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import daily_name
from webapp.learn.exercises.registry import ENTRIES
from webapp.learn.lessons.lesson import courses
from webapp.storage.boards import keep_board
from webapp.storage.games import store
from webapp.storage.records.dailies import today

PAGES = (
    "/embed/board/findling",
    "/embed/daily",
    "/embed/watch/findling?step=9",
    "/embed/analysis/classic/1122:1,0",
    "/embed/analysis/classic",
    *(f"/embed/exercise/{entry.name}/medium/v{entry.version}-7" for entry in ENTRIES),
    *(
        f"/embed/lesson/{lesson.name}/{step.number}"
        for lessons in courses().values()
        for lesson in lessons
        for step in lesson.steps
    ),
)


@pytest.fixture(scope="module")
def house(one_app: Flask) -> Flask:
    with one_app.app_context():
        keep_board(store(), daily_name(today()), format_board(BOARDS["small"].grid))
    return one_app


@pytest.fixture(scope="module")
def found() -> set[str]:
    """The addresses of other pages at which one has been found: frames lead to few, often."""
    return set()


@pytest.fixture(scope="module")
def player(house: Flask) -> Player:
    player = Player(house.test_client())
    player.new("hidoku/play")
    return player


@cases("address", PAGES)
def test_a_page_may_be_framed_and_knows_nobody(house: Flask, player: Player, address: str) -> None:
    answer = player.get(address)
    assert answer.status_code == 200
    assert answer.data == house.test_client().get(address).data
    policies = answer.headers.getlist("Content-Security-Policy")
    assert len(policies) == 1
    assert "frame-ancestors *" in policies[0]
    assert policies[0].startswith("default-src 'none'")
    assert "Set-Cookie" not in answer.headers
    assert "X-Frame-Options" not in answer.headers
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert "<script" not in answer.text
    assert "(&#39;" not in answer.text  # sentences, not Python's way of writing several


@cases("address", PAGES)
def test_what_leads_away_opens_here_in_a_tab_of_its_own(
    house: Flask, found: set[str], address: str
) -> None:
    client = house.test_client()
    page = client.get(address).text
    ways = re.findall(r"<a ([^>]*)>", page)
    for way in ways:
        target = html.unescape(re.findall(r'href="([^"]*)"', way)[0])
        assert ('target="_blank"' in way) is not target.startswith("/embed/"), way
        if target not in found:
            assert client.get(target).status_code == 200
        found.add(target)
    assert ways
    for form in re.findall(r"<form ([^>]*)>", page):
        assert 'target="_blank"' in form
