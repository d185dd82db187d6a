"""The first page: both boards are played from it, and nothing is stored before a move."""

import html
import re
from typing import Final

import pytest
from flask import Flask

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.rules.grid import Adjacency
from solver.hidoku.rules.known_boards import BOARDS
from solver.hidoku.search.solve import solve
from tests.webapp.player import Player, find_part
from tests.webapp.work.patience import until
from tests.webapp.you.statistics.test_routes import text_of
from webapp.hidoku.days import DayBoard
from webapp.hidoku.picture.svg import shape_of
from webapp.mastermind.breaker import kind as breaker
from webapp.storage.records.dailies import today


def games(app: Flask) -> int:
    with app.extensions["store"].engine.connect() as connection:
        return int(connection.exec_driver_sql("select count(*) from games").scalar() or 0)


def test_who_is_new_finds_two_boards_and_the_doors(player: Player) -> None:
    page = player.client.get("/").text
    assert re.findall(r'class="card (?:go|day-offer)"[^>]*>\s*<b>([^<]*)</b>', page) == [
        *("Mini Hidoku", "Daily Mastermind", "Daily Hidoku"),
        *("Learn", "With friends"),
    ]


def open_doors(page: str) -> list[str]:
    """Return where the cards of the first page lead, and what is played on it."""
    main = page.partition('id="main"')[2].partition("</main>")[0]
    return re.findall(r'id="(?:small|game)"|class="card (?:go|day-offer|left-off)', main)


SQUARE: Final = BoardRequest(4, 4)
HEXAGON: Final = BoardRequest(5, 5, shape="hexagon", adjacency=Adjacency.HEX)


def make_mini(app: Flask, monkeypatch: pytest.MonkeyPatch, request: BoardRequest = SQUARE) -> None:
    """Have today's small board made, by somebody else."""
    monkeypatch.setattr(DayBoard, "request", request)
    stranger = Player(app.test_client())
    making = stranger.post(f"/daily/mini/{today()}/games").location
    until(lambda: "/hidoku/play/" in stranger.post(making).location)


@pytest.mark.parametrize(
    ("board", "next_to"), [(SQUARE, "diagonals"), (HEXAGON, "one of its six sides")]
)
def test_todays_mini_is_played_at_once_and_counts(
    app: Flask,
    player: Player,
    monkeypatch: pytest.MonkeyPatch,
    board: BoardRequest,
    next_to: str,
) -> None:
    make_mini(app, monkeypatch, board)
    page = player.client.get("/").text
    assert next_to in page
    assert len(re.findall(r'class="small-(?:given|cell)"', page)) == len(shape_of(board).cells)
    assert "Today’s Mini Hidoku" in page
    assert "Play Mini Hidoku" not in text_of(page)
    name = f"daily-mini-{today()}"
    [cell, *_] = re.findall(r'name="cell"\s+value="([^"]*)"', page)
    answer = player.post("/placements", board=name, cell=cell)  # wrong or not: nothing is told
    game = answer.location or answer.headers["HX-Redirect"]
    record = app.extensions["store"].load_any(game.rsplit("/", 1)[1], "mini")
    assert (record.day, record.rules) == (str(today()), name)
    assert player.post("/placements", board=name, cell=cell).status_code in (200, 303)
    back = player.client.get("/").text
    assert f'left-off" href="{game}"' in back
    assert 'id="small"' not in back
    assert 'id="guess"' not in back  # who plays only the mini is shown no empty Mastermind


def test_who_returns_sees_how_the_last_game_went_and_few_doors(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mini(app, monkeypatch)
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    game_url = player.post("/mastermind/breaker/games", code="1122").location
    player.move(game_url, "guesses", code="3641")
    player.post("/friends/circles", name="Kitchen table", nickname="Ben")
    page = player.client.get("/").text
    assert re.search(r"The last game: you 2, computer \d\.", page)
    assert "Put a colour in each hole" not in page
    assert "Kitchen table 1 member, since" in text_of(page)
    assert len(open_doors(page)) == 7
    for board in ("findling", "small"):
        url = player.new("hidoku/play", board=board)
        player.move(url, "notes", cell="9,2" if board == "findling" else "0,2", number="3")
    assert len(open_doors(player.client.get("/").text)) <= 8


def test_who_returns_continues_first(player: Player) -> None:
    url = player.post("/mastermind/breaker/games", code="1122").location
    main = player.client.get("/").text.partition('id="main"')[2]
    assert url.endswith(find_part(main, r'<a [^>]*href="([^"]*)"'))
    assert main.index("Continue") < main.index("Daily Mastermind") < main.index("With friends")


def test_a_daily_that_was_begun_is_offered_once_and_by_its_name(player: Player) -> None:
    player.post(f"/daily/mastermind/{today()}/games")
    page = player.client.get("/").text
    assert re.findall(r"<b>(Daily [^<]+)</b>", page) == ["Daily Mastermind", "Daily Hidoku"]
    assert page.count("Continue") == 1


def test_to_look_and_to_build_a_row_stores_nothing(app: Flask, player: Player) -> None:
    page = player.client.get("/").text
    for symbol in "1122":
        following = find_part(page, rf'value="([^"]*)"\s+data-symbol="{symbol}"')
        page = player.client.get("/", query_string={"draft": following}).text
    assert 'id="code" value="1122"' in page
    assert games(app) == 0


def test_the_first_guess_begins_its_game(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    address = player.submit("/mastermind/breaker/games", code="1122")
    page = player.client.get(address).text
    assert "Row 1: 1 white. 256 possible codes. 9 guesses left." in page
    assert games(app) == 1
    assert f'href="{address}"' in player.client.get("/").text


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"code": "3641"}, "Found in 1 guess"),
        ({"code": "1122", "game": "4x6/1"}, "Not found this time"),
    ],
    ids=["won", "lost"],
)
def test_a_first_row_can_be_the_last(
    player: Player, monkeypatch: pytest.MonkeyPatch, how: dict[str, str], sentence: str
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    answer = player.post("/mastermind/breaker/games", **how)
    assert sentence in player.client.get(answer.location).text
    page = player.client.get("/").text
    assert "Welcome back" in page
    assert "Continue" not in page
    assert re.search(rf'last-game" href="{answer.location}"', page)


def test_a_row_that_is_not_full_begins_none(app: Flask, player: Player) -> None:
    refusal = player.send("/mastermind/breaker/games", 422, code="11__")
    assert "still empty" in refusal
    assert games(app) == 0


def test_the_first_number_begins_its_game_or_the_player_reads_why_it_cannot(
    app: Flask, player: Player
) -> None:
    page = player.client.get("/").text
    board = page.partition('class="small-board')[2].partition("</form>")[0]
    cells = re.findall(r'name="cell"\s+value="([^"]*)"', board)
    refusals = {}
    for cell in cells:
        answer = player.post("/placements", cell=cell)
        if answer.status_code == 422:
            refusals[cell] = html.unescape(
                answer.text.rpartition('class="problem" role="alert">')[2]
            )
        else:
            game_url = answer.location or answer.headers["HX-Redirect"]
    assert len(refusals) == len(cells) - 1
    assert "Choose a cell first." in player.post("/placements", cell="here").text
    assert refusals["0,2"].startswith("Every route from 4 to 6 needs this cell.")
    assert refusals["3,1"].startswith("3 must be next to 2, but row 4, column 2 is 2 steps away.")
    assert games(app) == 1
    assert player.client.get(game_url).status_code == 200
    assert f'href="{game_url}"' in player.client.get("/").text
    assert 'class="small-board' not in player.client.get("/").text  # who returns has their own


def test_the_last_ribbon_is_whole(player: Player) -> None:
    url = player.new("hidoku/play", board="small")
    small = BOARDS["small"].grid
    (solution,) = solve(small, 1).solutions
    for number, cell in enumerate(solution, 1):
        if cell not in small.given:
            player.move(url, "placements", cell=f"{cell.row},{cell.column}", number=number)
    card = player.client.get("/").text.partition(f'last-game" href="{url}"')[2]
    steps = re.findall(r"[hvl]", "".join(re.findall(r'class="hue-\d+" d="([^"]*)"', card)))
    assert len(steps) == small.last - 1


def test_the_first_feedback_of_all_is_explained_once(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_explained(url: str) -> bool:
        return 'id="explained"' in player.client.get(url).text

    monkeypatch.setattr(breaker, "random_code", lambda game: (2, 5, 3, 0))
    first = player.post("/mastermind/breaker/games", code="1122").location
    page = text_of(player.client.get(first).text)
    assert "1 white. Black key : right colour, right place. White key : right colour, wrong" in page
    assert is_explained(first)
    player.move(first, "guesses", code="1123")
    assert not is_explained(first)
    assert not is_explained(player.post("/mastermind/breaker/games", code="1122").location)
