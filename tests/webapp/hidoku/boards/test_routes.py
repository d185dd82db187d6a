"""New boards: the form, progress and its end, the daily board, the gallery, and what is kept."""

import html
import os
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.generate.shapes import SHAPES
from solver.hidoku.logic.grade import Difficulty, grade
from solver.hidoku.rules.grid import Adjacency, GridError
from tests.cases import cases
from tests.webapp.clock import Clock
from tests.webapp.player import Player, find_part, visitor
from tests.webapp.work.executors import Slow, ThreadExecutor
from tests.webapp.work.patience import until
from webapp.application import create_app
from webapp.config import read_settings
from webapp.hidoku.board_name import remade
from webapp.hidoku.board_text import format_made, parse_stored
from webapp.hidoku.boards.catalogue import GALLERY, request_name
from webapp.hidoku.boards.form import check_request
from webapp.hidoku.days import daily_name
from webapp.hidoku.generation import Boards, SmallBoards, make
from webapp.hidoku.puzzles import load_puzzle, title_of
from webapp.storage import boards
from webapp.storage.boards import find_board, keep_board
from webapp.storage.records.dailies import FIRST_DAY, today
from webapp.storage.tasks import TaskStore
from webapp.work.executor import Executor, ForkExecutor
from webapp.work.runs import LastingTasks

FORM = {"size": "6x6", "difficulty": "easy", "adjacency": "eight", "shape": "rectangle"}
NAME = "v7-6x6-easy-7"
PAGE = f"/hidoku/boards/{NAME}"
SOLVE = f"/hidoku/watch/{NAME}"
FOREVER = 300.0  # seconds

Use = Callable[..., LastingTasks]
Work = Callable[..., str]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every board waited for until it is over, however busy the machine is."""
    be_patient(monkeypatch, FOREVER)


@pytest.fixture(autouse=True)
def one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be one day throughout: its board is the same in every run, and no midnight comes."""

    Clock(monkeypatch, datetime(2026, 11, 22, 12))


def be_patient(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr("webapp.work.runs.BRIEF", seconds)


@pytest.fixture
def use(app: Flask) -> Iterator[Use]:
    """Return what gives the application another way to make boards."""
    keepers: list[LastingTasks] = []

    def put(work: Work, executor: Executor | None = None) -> LastingTasks:
        executor = executor or ThreadExecutor()
        kinds = [SmallBoards(executor), Boards(executor)]
        for kind in kinds:
            kind.work, kind.seconds = work, 60
        keepers.append(LastingTasks(TaskStore(app.extensions["store"]), kinds))
        app.extensions["tasks"] = keepers[-1]
        return keepers[-1]

    yield put
    for keeper in keepers:
        keeper.close()


@pytest.fixture
def slow(use: Use, monkeypatch: pytest.MonkeyPatch) -> Slow:
    be_patient(monkeypatch, 0.05)
    work = Slow()
    use(work)
    return work


def die(request: BoardRequest, seed: int, seconds: float) -> str:
    """End the process, as the system may do when memory runs out."""
    os._exit(1)


def test_one_click_leads_to_a_new_board(player: Player) -> None:
    requests = re.findall(r'name="like" value="([^"]+)"', player.client.get("/hidoku/").text)
    for name in requests[:4]:  # those that are made at once
        first, second = (player.post("/hidoku/boards", like=name, then="play") for _ in "ab")
        assert first.status_code == 303
        assert first.location != second.location
        assert "numbers to place." in player.client.get(first.location).text


@cases(
    ("form", "start"),
    [
        ({}, "/hidoku/boards/v7-6x6-easy-"),
        ({"seed": "007"}, "/hidoku/boards/v7-6x6-easy-7"),
        ({"difficulty": "any", "minimal": "1", "open": "1"}, "/hidoku/boards/v7-6x6-minimal-open-"),
        ({"size": "own", "rows": "5", "columns": "7"}, "/hidoku/boards/v7-5x7-easy-"),
        ({"adjacency": "hex", "links": "5"}, "/hidoku/boards/v7-6x6-hex-easy-links5-"),
        ({"shape": "cross", "symmetry": "point"}, "/hidoku/boards/v7-6x6-cross-easy-point-"),
    ],
)
def test_the_form_leads_to_the_board_it_asks_for(
    player: Player, form: dict[str, str], start: str
) -> None:
    answer = player.submit("/hidoku/boards", **{**FORM, **form})
    assert answer.startswith(start)
    page = player.client.get(answer)
    assert page.status_code == 200
    assert title_of(answer.rpartition("/")[2]) in page.text


@cases(
    ("form", "sentence"),
    [
        ({"seed": "seven"}, "The seed “seven” isn’t a whole number."),
        ({"seed": "-1"}, "The seed “-1” isn’t a whole number."),
        ({"seed": "²"}, "isn’t a whole number."),
        ({"seed": "9" * 13}, "The seed has at most 12 digits."),
        ({"size": "own", "rows": "2"}, "The number of rows goes from 3 to 50, not “2”."),
        ({"size": "own", "columns": "51"}, "The number of columns goes from 3 to 50"),
        ({"size": "own", "columns": "x<y"}, "The number of columns goes from 3 to 50"),
        ({"size": "own", "rows": "9" * 4000}, "The number of rows goes from 3 to 50"),
        ({"size": "own", "rows": "31", "columns": "31"}, "A board has at most 900 cells"),
        ({"size": "2x2"}, "Choose one of the sizes, or your own."),
        ({"size": "own", "rows": "4", "shape": "ring"}, "needs at least 5 rows and columns."),
        ({"shape": "star"}, "There is no shape “star”."),
        ({"difficulty": "x"}, "There is no difficulty “x”."),
        ({"adjacency": "nine"}, "There is no adjacency “nine”."),
        ({"symmetry": "odd"}, "There is no symmetry “odd”."),
        ({"size": "own", "symmetry": "quarter"}, "needs as many rows as columns."),
        ({"adjacency": "hex", "symmetry": "leftright"}, "On a hexagonal board the givens can"),
        ({"shape": "heart", "symmetry": "topbottom"}, "shape doesn’t have the symmetry"),
        (
            {"size": "10x10", "difficulty": "easy", "minimal": "1"},
            "A board of 100 cells on which no given can go is harder than easy",
        ),
        ({"links": "36"}, "This board has 36 cells, so at most 35 pairs of consecutive cells"),
        ({"links": "-1"}, "The number of joined pairs goes from 0 to 899"),
        ({"links": ""}, "The number of joined pairs goes from 0 to 899"),
        ({"like": "v7-6x6-easy-0", "seed": "x"}, "The seed “x” isn’t a whole number."),
    ],
)
def test_what_cannot_be_is_refused_beside_the_form(
    player: Player, form: dict[str, str], sentence: str
) -> None:
    answer = player.send("/hidoku/boards", 422, **{**FORM, "rows": "13", **form})
    assert sentence in answer.replace("&lt;", "<")
    assert "x<y" not in answer
    if "rows" not in form:
        assert 'name="rows" value="13"' in answer
    if "seed" in form:
        assert f'value="{form["seed"]}"' in answer


@cases("field", ["like", "board"])
@cases("name", ["", "x", "6x6", "v7-7x7-easy-007", "own-a", "daily-2031-01-01"])
def test_there_is_no_board_of_another_name(player: Player, field: str, name: str) -> None:
    assert player.post("/hidoku/boards", **{field: name}).status_code == 404


def test_a_link_to_what_cannot_be_says_why(player: Player) -> None:
    answer = player.read("/hidoku/boards/v7-4x4-ring-1", 404)
    assert "needs at least 5 rows and columns." in answer
    assert player.get("/hidoku/boards/v7-2x2-1").status_code == 404
    assert player.client.head("/hidoku/boards/v7-2x2-1").status_code == 404
    assert "Try again" not in answer
    assert "gives the same board" not in answer


@cases(
    "page",
    [
        "boards/hello",
        "watch/hello",
        "watch/hello/solutions",
        "boards/own-a",
        "boards/daily-2031-01-01",
    ],
)
def test_a_board_that_is_none_is_not_taken_for_somebody_elses_game(
    player: Player, page: str
) -> None:
    answer = player.read(f"/hidoku/{page}", 404)
    assert "There’s no such board." in answer
    assert "another player" not in answer


def had_made(player: Player, page: str) -> str:
    """Have a board made as its page does; return the page then."""
    answer = player.post(f"{page}/makings")
    return player.get(answer.location).text if answer.status_code == 303 else answer.text


def test_the_page_of_a_board_tells_of_it_and_leads_on(player: Player) -> None:
    page = had_made(player, PAGE)
    assert "6 × 6, 36 cells" in page
    score = find_part(page, r"<dt>Difficulty</dt><dd>easy \((\d+) on a scale of 0 to 100\)</dd>")
    request = BoardRequest(6, 6, difficulty=Difficulty.EASY)
    assert int(score) == grade(generate(request, 7).grid).score
    assert "Solved by these techniques alone" in page
    assert f'value="http://localhost{PAGE}"' in page
    assert 'name="seed" value="8"' in page
    assert "The board is ready." in page
    assert 'hx-trigger="load"' not in page  # nobody who looks at it is led to a game
    game = player.post("/hidoku/play/games", board=NAME)
    assert title_of(NAME) in player.client.get(game.location).text
    assert player.get("/hidoku/boards/findling").status_code == 200


def test_another_like_it_has_the_next_seed(player: Player) -> None:
    answer = player.post("/hidoku/boards", like=NAME, seed="8")
    assert answer.location == "/hidoku/boards/v7-6x6-easy-8"


def test_the_same_link_gives_the_same_board_everywhere(tmp_path: Path) -> None:
    names = ("v7-6x6-easy-7", "v7-7x6-hex-hard-links4-3", daily_name(today() - timedelta(days=1)))
    boards = []
    for server, key in zip("abc", (10 * "one", 10 * "one", 10 * "two"), strict=True):
        environment = {"PEGS_DATA": str(tmp_path / server), "PEGS_SECRET_KEY": key}
        app = create_app(read_settings(environment), executor=ThreadExecutor())
        visitor = Player(app.test_client())
        for name in names:
            assert "The board is ready." in had_made(visitor, f"/hidoku/boards/{name}")
        with app.app_context():
            boards.append([load_puzzle(name) for name in names])
        app.extensions["tasks"].close()
        app.extensions["store"].engine.dispose()
    assert boards[0] == boards[1]
    assert boards[0][:2] == boards[2][:2]
    assert (
        boards[0][2].grid != boards[2][2].grid
    )  # whoever does not know the key can't make a day's
    assert boards[0][0].grid == generate(BoardRequest(6, 6, difficulty=Difficulty.EASY), 7).grid


@pytest.mark.both_ways
def test_a_board_not_made_yet_is_led_to_its_page(player: Player) -> None:
    answer = player.get(f"/hidoku/exchange/boards/{NAME}/board.json")
    if player.by_htmx:
        assert answer.headers["HX-Redirect"] == PAGE
    else:
        assert (answer.status_code, answer.location) == (302, PAGE)
        redirect = player.post("/hidoku/play/games", board=NAME)
        assert (redirect.status_code, redirect.location) == (303, PAGE)


@pytest.mark.both_ways
@pytest.mark.parametrize(
    "address",
    [
        f"/hidoku/exchange/print?board=findling&add={NAME}&per=2",
        f"{SOLVE}?by=tries&step=7",
        f"{SOLVE}/solutions",
        f"/hidoku/editor?board={NAME}",
    ],
)
def test_a_pending_page_returns_to_the_request(player: Player, slow: Slow, address: str) -> None:
    page = player.client.get(address).location
    assert page.startswith(f"{PAGE}?back=/hidoku/")
    make_at = page.replace("?", "/makings?", 1)
    assert f'hx-post="{html.escape(make_at)}" hx-trigger="load"' in player.get(page).text
    making = player.post(make_at)
    assert making.status_code == (200 if player.by_htmx else 303)
    if not player.by_htmx:
        assert making.location == page
    waiting = player.get(page).text
    assert "Then you’ll see the page you asked for." in waiting
    assert f'hx-get="{html.escape(page)}"' in waiting
    slow.allowed.set()
    until(lambda: "The board is ready." in player.get(PAGE).text)
    answer = player.get(page)
    assert (answer.headers["HX-Redirect"] if player.by_htmx else answer.location) == address
    assert player.client.get(address).status_code == 200


@cases("back", ["", "//example.org", "https://example.org/hidoku", "hidoku", "\n"])
def test_nobody_is_led_elsewhere(player: Player, back: str) -> None:
    answer = player.client.get("/hidoku/boards/findling", query_string={"back": back})
    assert answer.status_code == 200


@cases("end", ["\r\na: b", "../..//example.org", "?é#\0", "\\example.org"])
def test_strange_ways_back_are_harmless(player: Player, end: str) -> None:
    query = {"back": f"/hidoku/{end}"}
    answer = player.client.get("/hidoku/boards/findling", query_string=query)
    assert answer.status_code == 302
    assert answer.location.startswith("/hidoku")
    assert "a" not in answer.headers
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"}
    answer = player.client.get("/hidoku/boards/findling", query_string=query, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].startswith("/hidoku")


@pytest.mark.both_ways
def test_progress_is_shown_and_the_board_in_the_end(player: Player, slow: Slow) -> None:
    answer = player.post("/hidoku/boards", **FORM, seed="7", then="play")
    assert answer.location == f"{PAGE}?back=play"
    progress = "seconds of at most 60. Trying path 3 of at most 7."
    until(lambda: progress in player.get(PAGE).text)  # the work tells it when its turn has come
    page = player.get(PAGE).text
    assert 'hx-trigger="every 700ms"' in page
    assert ("<h1>" in page) is not player.by_htmx
    assert ('http-equiv="refresh"' in page) is not player.by_htmx
    slow.allowed.set()
    until(lambda: "The board is ready." in player.get(PAGE).text)
    assert "under-way" not in player.get(PAGE).text
    assert slow.begun == 1


def test_who_began_can_cancel_and_begin_again(player: Player, slow: Slow, stranger: Player) -> None:
    player.post("/hidoku/boards", **FORM, seed="7")
    assert 'id="cancel"' in player.get(PAGE).text
    assert 'id="cancel"' not in stranger.get(PAGE).text
    assert stranger.post(f"{PAGE}/cancel").status_code == 404
    player.post(f"{PAGE}/cancel")
    for _ in "ab":
        assert "Cancelled before it was made." in player.get(PAGE).text
    assert player.post(f"{PAGE}/cancel").status_code in (200, 303)
    slow.allowed.set()
    player.post(f"{PAGE}/makings")
    until(lambda: "The board is ready." in player.get(PAGE).text)
    assert slow.begun == 2


@pytest.mark.usefixtures("slow")
@pytest.mark.usefixtures("long_silence")
def test_nobody_has_more_than_two_boards_made_at_a_time(app: Flask, player: Player) -> None:
    for seed in "12":
        player.post("/hidoku/boards", **FORM, seed=seed)
    answer = player.post("/hidoku/boards", **FORM, seed="3")
    assert answer.status_code == 429
    assert "You have 2 boards in the making." in answer.text
    again = player.send("/hidoku/boards/v7-6x6-easy-3/makings", 429)
    assert "Try again" in again
    for page in (answer.text, again):
        assert [f'href="/hidoku/boards/v7-6x6-easy-{seed}"' in page for seed in "123"] == [
            True,
            True,
            False,
        ]
    assert player.post("/hidoku/boards", **FORM, seed="1").status_code == 303
    visitors = [visitor(app, number) for number in (7, 8)]
    for number, guest in enumerate(visitors):
        for seed in "45":
            answer = guest.post("/hidoku/boards", **FORM, seed=f"{number}{seed}")
            assert answer.status_code == 303
    assert visitor(app, 9).post("/hidoku/boards", **FORM, seed="6").status_code == 303
    answer = visitor(app, 9).post("/hidoku/boards", **FORM, seed="7")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "30")
    assert "There are 6 boards in the making or more, as many as can be." in answer.text


def test_whoever_looks_at_pages_has_nothing_made_and_takes_no_place(app: Flask, slow: Slow) -> None:
    names = [f"v7-6x6-easy-{seed}" for seed in range(9)]
    for name in names:
        for ask in (app.test_client().get, app.test_client().head, Player(app.test_client()).get):
            answer = ask(f"/hidoku/boards/{name}")
            assert answer.status_code == 200
            assert "Set-Cookie" not in answer.headers
    assert [app.extensions["tasks"].find(name) for name in names] == [None] * 9
    assert slow.begun == 0
    visitors = [Player(app.test_client()) for _ in names]
    statuses = [
        visitor.post(f"/hidoku/boards/{name}/makings").status_code
        for visitor, name in zip(visitors, names, strict=True)
    ]
    assert statuses == [303] * 4 + [429] * 5
    elsewhere = visitor(app, 7)
    assert elsewhere.post("/hidoku/boards/v7-6x6-easy-5/makings").status_code == 303
    assert elsewhere.post("/hidoku/boards/v7-6x6-easy-1/cancel").status_code == 404
    assert elsewhere.post("/hidoku/boards/v7-6x6-easy-5/cancel").status_code == 303


@pytest.mark.both_ways
def test_a_page_has_its_board_made_and_shows_it_where_it_stood(player: Player) -> None:
    page = player.get(PAGE).text
    panel = re.search(r'<div class="panel" id="no-board".*?>', page)
    assert panel
    assert f'hx-post="{PAGE}/makings" hx-trigger="load" hx-target="#made"' in panel[0]
    assert f'<form method="post" action="{PAGE}/makings"' in page
    assert "Make it</button>" in page
    answer = player.post(f"{PAGE}/makings")
    if player.by_htmx:
        assert 'id="made"' in answer.text
        assert "The board is ready." in answer.text
    else:
        assert (answer.status_code, answer.location) == (303, PAGE)


def test_a_page_that_asks_by_itself_leaves_a_first_game_its_cookie(app: Flask) -> None:
    """An answer's cookie that comes later would replace the game's, which were nobody's then."""
    page = Player(app.test_client(), by_htmx=True)
    assert "Set-Cookie" not in page.post(f"{PAGE}/makings").headers
    assert "Set-Cookie" in page.post("/hidoku/play/games", board=NAME).headers


@pytest.mark.both_ways
def test_a_ready_board_leads_to_the_request_at_once(player: Player) -> None:
    address = "/hidoku/exchange/print?board=findling&add=v7-6x6-easy-7"
    page = player.client.get(address).location
    answer = player.post(page.replace("?", "/makings?", 1))
    if not player.by_htmx:
        answer = player.get(answer.location)
    assert (answer.headers["HX-Redirect"] if player.by_htmx else answer.location) == address


@pytest.mark.both_ways
def test_a_board_to_play_leads_to_a_game_when_it_is_made(player: Player, slow: Slow) -> None:
    page = player.post("/hidoku/boards", **FORM, seed="7", then="play").location
    assert "Then the game starts." in player.get(page).text
    slow.allowed.set()
    until(lambda: "The board is ready." in player.get(PAGE).text)
    asks = f'hx-post="{page.replace("?", "/makings?")}" hx-trigger="load"'
    assert asks in player.get(page).text
    answer = player.post(page.replace("?", "/makings?"))
    game = answer.headers["HX-Redirect"] if player.by_htmx else answer.location
    assert game.startswith("/hidoku/play/")
    assert "numbers to place." in player.get(game).text
    assert asks not in player.get(page).text  # who goes back stays on the board's page


def late(request: BoardRequest, seed: int, seconds: float) -> str:
    raise TimeoutError


def impossible(request: BoardRequest, seed: int, seconds: float) -> str:
    raise GridError("We found no path through all cells of this shape. Choose another size.")


def broken(request: BoardRequest, seed: int, seconds: float) -> str:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("work", "name", "sentence"),
    [
        (late, NAME, "We couldn’t make it in 60 seconds."),
        (impossible, NAME, "We found no path through all cells of this shape"),
        (broken, NAME, "Something went wrong on our side while working on it."),
        (die, NAME, "The process working on it died, and so did another"),
        (die, "v7-11x11-easy-1", "The process working on it died, and so did another"),
    ],
)
def test_what_failed_says_why(
    stranger: Player, use: Use, fork_server: str, work: Work, name: str, sentence: str
) -> None:
    use(work, ForkExecutor(fork_server))
    page = f"/hidoku/boards/{name}"
    stranger.post(f"{page}/makings")
    until(lambda: sentence in stranger.get(page).text)
    assert "Try again" in stranger.get(page).text
    assert 'hx-trigger="load"' not in stranger.get(page).text


def test_a_deadline_keeps_a_board_from_being_kept() -> None:
    with pytest.raises(TimeoutError):
        make(BoardRequest(10, 10, difficulty=Difficulty.EXPERT), 1, 0.0)


def test_the_daily_board_and_those_before_it(player: Player) -> None:
    answer = player.get("/hidoku/boards/daily")
    assert answer.location == f"/hidoku/boards/{daily_name(today())}"
    assert player.client.get(answer.location).status_code == 200
    assert player.get(f"/hidoku/boards/{daily_name(FIRST_DAY)}").status_code == 200
    assert player.get("/hidoku/boards/daily/archive").location == "/daily/hidoku"
    game = player.post("/hidoku/boards", board=daily_name(today()), then="play").location
    assert "numbers to place." in player.client.get(game).text


def test_the_gallery_shows_every_shape_and_makes_nothing(player: Player, app: Flask) -> None:
    page = player.get("/hidoku/boards/gallery").text
    requests = [request for part in GALLERY.values() for request in part.values()]
    assert {request.shape for request in requests} == set(SHAPES)
    assert {request.adjacency for request in requests} == set(Adjacency)
    for request in requests[:4]:  # those that are made at once
        check_request(request)
        assert f'value="{request_name(request)}"' in page
        with app.app_context():
            assert find_board(app.extensions["store"], request_name(request)) is None


def test_the_oldest_boards_by_request_are_dropped_and_own_ones_kept(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "MOST_MADE", 2)
    store = app.extensions["store"]
    made = [f"v7-6x6-{seed}" for seed in range(4)]
    lasting = ("own-a", "daily-2026-11-21", "v5-6x6-1", "own-b")
    for name in (*lasting[:3], *made, lasting[3]):
        with store.changing() as connection:
            boards.add_board(connection, name, "a board", remade())
    assert [find_board(store, name) for name in lasting] == ["a board"] * 4
    assert [find_board(store, name) for name in made] == [None, None, "a board", "a board"]


def test_boards_of_a_generator_that_is_no_more_are_kept(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "MOST_MADE", 1)
    store = app.extensions["store"]
    for name in ("6x6-1", "6x6-2"):
        keep_board(store, name, "of the first")
    for name in ("v7-5x5-1", "v7-5x5-2"):
        had_made(player, f"/hidoku/boards/{name}")
    presence = [
        find_board(store, name) is not None for name in ("6x6-1", "6x6-2", "v7-5x5-1", "v7-5x5-2")
    ]
    assert presence == [True, True, False, True]


@cases("board_request", [BoardRequest(5, 5), BoardRequest(6, 5, difficulty=Difficulty.HARD)])
def test_a_stored_board_is_read_back(board_request: BoardRequest) -> None:
    puzzle = generate(board_request, 1)
    board = parse_stored(format_made(puzzle))
    assert board.grid == puzzle.grid
    assert board.grade
    if puzzle.grade:
        assert board.grade == puzzle.grade
    assert board.is_as_requested is puzzle.is_as_requested
