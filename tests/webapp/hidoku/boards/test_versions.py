"""Links for ever: what is stored stays, and what another generator made is not made again."""

import json
import re
from datetime import date, datetime, timedelta

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.shapes import Symmetry, check_symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Cell, Grid
from tests.webapp.clock import Clock
from tests.webapp.player import Player
from tests.webapp.work.patience import until
from webapp.hidoku.board_text import format_board
from webapp.hidoku.days import COMPOSED, LARGE, MINI, NEW_WEEK, DayBoard, daily_name
from webapp.hidoku.generation import make_daily
from webapp.hidoku.picture.svg import shape_of
from webapp.storage.boards import find_board, keep_board
from webapp.storage.games import Store
from webapp.storage.records.dailies import today
from webapp.storage.sweep import Upkeep
from webapp.work.runs import LastingTasks

OLD = "6x6-easy-7"
STORED = Grid.of(2, 3, {Cell(0, 0): 1})
OLD_GRADE = {
    "difficulty": "easy",
    "techniques": {"only_number": 5},
    "longest": 0,
    "solved_by_techniques": True,
    "score": 117,
    "score_of_100": 56,
    "is_cut_short": False,
}
GONE = "names a board of version {} of the board generator, which isn’t kept here."


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.work.runs.BRIEF", 300.0)


@pytest.fixture
def second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the generator be of its second version."""
    monkeypatch.setattr("webapp.hidoku.board_name.GENERATOR_VERSION", 2)


@pytest.mark.usefixtures("second")
@pytest.mark.parametrize(
    ("name", "version", "status", "todays"),
    [(OLD, 1, 410, f"v2-{OLD}"), (f"v3-{OLD}", 3, 404, f"v2-{OLD}")],
)
def test_a_board_of_another_version_says_so_and_todays_is_offered(
    app: Flask, player: Player, name: str, version: int, status: int, todays: str
) -> None:
    for answer in (
        player.get(f"/hidoku/boards/{name}"),
        player.post(f"/hidoku/boards/{name}/makings"),
    ):
        assert answer.status_code == status
        assert GONE.format(version) in answer.text
        assert f'name="board" value="{todays}"' in answer.text
        assert 'hx-trigger="load"' not in answer.text
        assert "/makings" not in answer.text
        assert "gives the same board" not in answer.text
    assert app.extensions["tasks"].find(name) is None
    redirect = player.post("/hidoku/boards", board=todays)
    assert redirect.location == f"/hidoku/boards/{todays}"
    assert "The board is ready." in player.get(redirect.location).text


@pytest.mark.usefixtures("second")
def test_whatever_asks_for_a_board_of_another_version_is_led_to_its_page(player: Player) -> None:
    page = f"/hidoku/boards/{OLD}"
    assert player.post("/hidoku/boards", board=OLD, then="play").location == page
    watch = player.client.get(f"/hidoku/watch/{OLD}")
    assert (watch.status_code, watch.location) == (302, f"{page}?back=/hidoku/watch/{OLD}?")
    assert player.client.get(watch.location).status_code == 410


@pytest.mark.usefixtures("second")
@pytest.mark.parametrize("name", [OLD, f"v2-{OLD}", f"v3-{OLD}", "daily-2026-11-21"])
def test_what_is_stored_is_what_a_name_stands_for(app: Flask, player: Player, name: str) -> None:
    keep_board(app.extensions["store"], name, format_board(STORED))
    page = player.read(f"/hidoku/boards/{name}")
    assert "2 × 3, 6 cells" in page
    for path in (f"boards/{name}/board.json", f"boards/{name}/board.svg", f"print?board={name}"):
        assert player.client.get(f"/hidoku/exchange/{path}").status_code == 200
    assert player.client.get(f"/hidoku/watch/{name}").status_code == 200
    game = player.post("/hidoku/play/games", board=name).location
    assert "5 numbers to place." in player.client.get(game).text


def test_an_old_board_keeps_its_class_without_its_old_score(app: Flask, player: Player) -> None:
    """It counted the work, and went beyond 100, or was cut into other classes."""
    document = json.loads(format_board(STORED)) | {"grade": OLD_GRADE, "as_requested": True}
    keep_board(app.extensions["store"], OLD, json.dumps(document))
    page = player.get(f"/hidoku/boards/{OLD}").text
    assert "<dt>Difficulty</dt><dd>easy</dd>" in page
    assert "Only number for a cell" in page
    paper = player.get(f"/hidoku/exchange/print?board={OLD}").text
    assert not re.findall(r"of 100|(?<![\d.])117|(?<![\d.])56\b", page + paper)


@pytest.mark.usefixtures("second")
def test_another_like_an_old_board_is_of_today(app: Flask, player: Player) -> None:
    keep_board(app.extensions["store"], OLD, format_board(STORED))
    page = player.client.get(f"/hidoku/boards/{OLD}").text
    assert "by version 1 of the board generator, and stored here." in page
    answer = player.post("/hidoku/boards", like=OLD, seed="8")
    assert answer.location == "/hidoku/boards/v2-6x6-easy-8"


@pytest.mark.usefixtures("second")
def test_what_forms_and_the_gallery_ask_for_is_of_today(player: Player) -> None:
    answer = player.post("/hidoku/boards", size="6x6", difficulty="easy", seed="1")
    assert answer.location == "/hidoku/boards/v2-6x6-easy-1"
    assert 'name="like" value="v2-7x7-easy-point-calm-0"' in player.client.get("/hidoku/").text


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(DayBoard, "request", BoardRequest(5, 5))
    return Clock(monkeypatch, datetime(2026, 11, 22, 0, 30))


def test_the_upkeep_makes_the_daily_boards_of_each_day(
    app: Flask, day: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep: Upkeep = app.extensions["upkeep"]
    store: Store = app.extensions["store"]
    rounds = 0

    def turn() -> None:
        nonlocal rounds
        rounds += 1
        if rounds > 1:
            until(lambda: find_board(store, daily_name(today())) is not None)
            day.pass_by(days=1)
        if rounds > 2:
            upkeep.close()

    monkeypatch.setattr("webapp.storage.sweep.FIRST", 0.0)
    monkeypatch.setattr("webapp.storage.sweep.AGAIN", 0.0)
    monkeypatch.setattr(upkeep, "turn", turn)
    upkeep._run()
    first = date(2026, 11, 22)
    assert all(find_board(store, daily_name(first + timedelta(days=n))) for n in range(2))
    until(lambda: find_board(store, MINI.on(NEW_WEEK).name) is not None)


def test_boards_of_days_to_come_are_made_ahead_and_hidden(
    app: Flask, player: Player, day: Clock
) -> None:
    store: Store = app.extensions["store"]
    name = daily_name(today() + timedelta(days=1))
    for board in (daily_name(today()), name):
        make_daily(app.extensions["tasks"], store)
        until(lambda board=board: find_board(store, board) is not None)
    assert player.get(f"/hidoku/boards/{name}").status_code == 404
    assert player.post("/hidoku/play/games", board=name).status_code == 404
    text = find_board(store, name)
    day.pass_by(days=1)
    assert "5 × 5, 25 cells" in player.get(f"/hidoku/boards/{name}").text
    assert find_board(store, name) == text


def test_boards_of_days_are_composed_from_december_on() -> None:
    """The days before keep what they were made from."""
    assert LARGE.on(COMPOSED - timedelta(days=2)).request == BoardRequest(
        10, 10, difficulty=Difficulty.HARD
    )
    shapes = set()
    for week in range(7):
        days = [COMPOSED + timedelta(weeks=week, days=number) for number in range(7)]
        requests = [LARGE.on(each).request for each in days]
        cells = [shape_of(request).last for request in requests]
        assert cells == sorted(cells)
        for request in (*requests, *(MINI.on(each).request for each in days)):
            check_symmetry(shape_of(request), request.symmetry)
            assert request.symmetry is not Symmetry.NONE
        shapes.add(requests[4].shape)
    assert len(shapes) == 7


def test_a_daily_board_stays_whatever_generator_comes(
    app: Flask, player: Player, day: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    generations: LastingTasks = app.extensions["tasks"]
    store: Store = app.extensions["store"]
    name = daily_name(today())
    make_daily(generations, store)
    until(lambda: find_board(store, name) is not None)
    text = find_board(store, name)
    monkeypatch.setattr("webapp.hidoku.board_name.GENERATOR_VERSION", 2)
    monkeypatch.setattr(DayBoard, "request", BoardRequest(4, 4))
    make_daily(generations, store)
    assert generations.find(name) is None
    assert "5 × 5, 25 cells" in player.get(f"/hidoku/boards/{name}").text
    assert find_board(store, name) == text
    day.pass_by(days=1)
    address = f"/hidoku/boards/{daily_name(today())}"
    player.post(f"{address}/makings")
    assert "4 × 4, 16 cells" in player.get(address).text
