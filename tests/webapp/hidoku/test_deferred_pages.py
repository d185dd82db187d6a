"""What is still worked out: the page is there at once, says so, and asks again till it is known."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.notations.json_format import format_json
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.solve import board_of, solve
from tests.cases import cases
from tests.webapp.player import Player, find_part
from tests.webapp.work.executors import ENDLESS, NONE, DeadExecutor, FullExecutor, HeldExecutor
from webapp.hidoku.puzzles import keep_own
from webapp.work.tasks import Patience

NUMBERS = count(2)
FULL = "We’re still working on your earlier requests."


def a_new_board() -> Grid:
    """Return a board that no test has asked for before: what is found out is kept."""
    number = next(NUMBERS)
    path = solve(Grid.of(5, 6)).solutions[0]
    givens = {path[0]: 1, path[-1]: 30}
    return Grid.of(5, 6, givens | {path[n]: n + 1 for n in range(1, 29) if number >> n % 9 & 1})


@dataclass
class Board:
    """A board of its own, and a player on it."""

    player: Player
    grid: Grid
    name: str

    def page(self) -> TestResponse:
        return self.player.get(f"/hidoku/boards/{self.name}")

    def solve(self, suffix: str = "") -> TestResponse:
        return self.player.get(f"/hidoku/watch/{self.name}{suffix}")

    def file(self, form: str) -> TestResponse:
        return self.player.get(f"/hidoku/exchange/boards/{self.name}/board.{form}")

    def editor(self, action: str = "", **form: object) -> TestResponse:
        if not action:
            return self.player.get(f"/hidoku/editor?board={self.name}")
        return self.player.post(f"/hidoku/editor/{action}", board=self.name, **form)


@pytest.fixture
def board(app: Flask, player: Player) -> Board:
    grid = a_new_board()
    with app.app_context():
        return Board(player, grid, keep_own(grid))


@pytest.fixture
def held(app: Flask) -> HeldExecutor:
    app.config["PATIENCE"] = NONE
    app.extensions["executor"] = executor = HeldExecutor()
    return executor


def link(board: Board) -> str:
    return "/hidoku/exchange/import?text=" + format_json(board.grid).replace(" ", "")


Ask = Callable[[Board], TestResponse]
MEANWHILE = "Working it out…"
#: What is asked for, and what is said when it is there.
PARTS: dict[str, tuple[Ask, str]] = {
    "watch": (lambda board: board.solve(), "Step <b>0</b>"),
    "solutions": (lambda board: board.solve("/solutions"), "solution"),
}


def first(board: Board) -> str:
    """Return the first cell with a given, as a form sends it."""
    cell, _ = board.grid.givens[0]
    return f"{cell.row},{cell.column}"


def followed(player: Player, answer: TestResponse) -> TestResponse:
    return player.get(answer.location) if answer.status_code == 303 else answer


def ask_again(player: Player, page: str) -> TestResponse:
    """Ask for what the page asks for by itself."""
    return player.get(html.unescape(find_part(page, r'(?:url=|hx-get=")([^"]+waiting=1)"')))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_announced_and_comes(
    app: Flask, board: Board, held: HeldExecutor, part: str
) -> None:
    ask, pattern = PARTS[part]
    answer = ask(board)
    assert answer.status_code == 200
    assert MEANWHILE in answer.text
    assert MEANWHILE in ask_again(board.player, answer.text).text
    held.open()
    app.config["PATIENCE"] = ENDLESS
    reply = ask_again(board.player, answer.text)
    assert reply.status_code == 200
    assert re.search(pattern, reply.text)
    assert MEANWHILE not in reply.text


@pytest.mark.parametrize("part", PARTS)
def test_a_lack_of_room_and_a_failure_are_reported(app: Flask, board: Board, part: str) -> None:
    app.extensions["executor"] = FullExecutor()
    answer = followed(board.player, PARTS[part][0](board))
    assert answer.status_code == 429
    assert "Retry-After" in answer.headers
    assert FULL in answer.text
    app.extensions["executor"] = DeadExecutor()
    answer = followed(board.player, PARTS[part][0](board))
    assert answer.status_code == 503


def test_a_large_picture_is_polled(app: Flask, board: Board, held: HeldExecutor) -> None:
    assert board.file("png").status_code == 200
    with app.app_context():
        board.name = keep_own(Grid.of(11, 11, {Cell(0, 0): 1}))
    answer = board.file("png")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    held.open()
    app.config["PATIENCE"] = ENDLESS
    assert board.file("png").status_code == 200


def test_a_longer_look_at_a_drawing_is_waited_for(
    app: Flask, board: Board, held: HeldExecutor
) -> None:
    look = f"/hidoku/editor?board={board.name}&think=1"
    page = board.player.get(look).text
    assert "Working it out…" in page
    assert "think=1&amp;waiting=1" in page
    held.open()
    app.config["PATIENCE"] = Patience(0.0, 300.0)
    assert "solution" in board.player.get(f"{look}&waiting=1").text


#: What is asked of a board before it is played, and what is said about it.
AT_ONCE: dict[str, tuple[Ask, str]] = {
    "board": (lambda board: board.page(), "This board has"),
    "import": (lambda board: board.player.get(link(board)), "This board has"),
    "editor": (lambda board: board.editor(), "solution"),
    "edit": (lambda board: board.editor("clearings", cell=first(board)), "solution"),
    "fill": (lambda board: board.editor("paths"), "Every number of a path"),
    "thin": (lambda board: board.editor("thinnings"), "removed|needed|exactly one"),
    "play": (lambda board: board.editor("games"), "numbers to place"),
    "solution": (lambda board: board.file("txt?solution=1"), "30"),
    "sheet": (
        lambda board: board.player.get(f"/hidoku/exchange/print?board={board.name}&solutions=1"),
        "The only solution|One of several",
    ),
}


@cases("part", AT_ONCE)
def test_questions_on_a_board_are_answered_at_once(
    board: Board, held: HeldExecutor, part: str
) -> None:
    ask, reply = AT_ONCE[part]
    answer = followed(board.player, ask(board))
    assert answer.status_code in {200, 422}
    assert re.search(reply, answer.text)
    assert not held.pieces


CELL = {"row": 15, "column": 12}  # empty
#: What a player asks about a board with one number placed, and what the page says about it.
QUESTIONS: dict[str, tuple[str, dict[str, object], str]] = {
    "hint": ("hints", {"tier": 3}, 'id="tab-3"'),
    "check": ("checks", {}, "Right so far: 1 number placed"),
    "back to before the mistake": ("retreats", {}, "No number is wrong"),
    "wrong numbers": ("wrong", {}, "No number is wrong"),
    "why not": ("questions", {"asked": 40, **CELL}, "can(’t| only) go|must go|whole path"),
    "where a number goes": ("questions", {"asked": 40}, "40 (can|must|is)"),
    "what a cell holds": ("questions", {"asked": "", **CELL}, "Row 15, column 12"),
}


@cases("question", QUESTIONS)
def test_what_players_ask_is_answered_at_once(
    app: Flask, player: Player, held: HeldExecutor, question: str
) -> None:
    request = BoardRequest(15, 15, shape="rectangle", minimal=True)
    grid = generate(request, 1).grid
    path = board_of(solve(grid).solutions[0])
    cell = next(cell for cell in path if cell not in grid.given)
    with app.app_context():
        url = player.new("hidoku/play", board=keep_own(grid))
    player.move(url, "placements", cell=f"{cell.row},{cell.column}", number=path[cell])
    action, form, reply = QUESTIONS[question]
    answer = player.post(f"{url}/{action}", version=player.version(url), **form)
    assert answer.status_code in {200, 422}
    assert re.search(reply, answer.text)
    assert not held.pieces


def test_the_techniques_of_a_solved_board_are_listed_at_once(
    app: Flask, player: Player, held: HeldExecutor
) -> None:
    grid = Grid.of(6, 6, {Cell(0, 0): 1, Cell(5, 5): 9})
    path = solve(grid).solutions[0]
    with app.app_context():
        url = player.new("hidoku/play", board=keep_own(grid))
    cells = " ".join(f"{row},{column}" for row, column in path)
    player.move(url, "strokes", cells=cells, number=1, direction="up")
    assert re.search("needed:|trial and error", player.get(url).text)
    assert not held.pieces


def test_overlays_of_a_large_board_are_there_at_once(app: Flask, player: Player) -> None:
    with app.app_context():
        name = keep_own(Grid.of(15, 15, {Cell(0, 0): 1, Cell(14, 14): 100 + next(NUMBERS)}))
    watch = f"/hidoku/watch/{name}?by=logic&step=0"
    assert "Step <b>0</b>" in player.get(watch).text
    app.extensions["executor"] = HeldExecutor()
    app.config["PATIENCE"] = NONE
    assert "Step <b>0</b>" in player.get(f"{watch}&show=candidates").text
