"""What one network may begin and store in a day: whoever asks, by whichever page, however often."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from solver.hidoku.rules.grid import Grid
from tests.webapp.conftest import application
from tests.webapp.player import Player
from webapp.application import limit_growth
from webapp.config import Settings
from webapp.hidoku.board_text import format_board
from webapp.http.quota import MEGABYTE
from webapp.storage.games import PIECE, games
from webapp.storage.tables import boards

REFUSAL = "Your network has reached today’s limit for new games"
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def imported(player: Player, last: int, **form: str) -> TestResponse:
    return player.post("/hidoku/exchange/import", text=f"1 . . .\n. . . {last}", **form)


def stored(app: Flask) -> int:
    """Return how many games and boards there are."""
    with app.extensions["store"].engine.connect() as connection:
        counts = (select(func.count()).select_from(table) for table in (games, boards))
        return sum(connection.execute(query).scalar_one() for query in counts)


@pytest.fixture(params=[True, False], ids=["alone", "several"])
def app(
    settings: Settings, empty_database: bytes, request: pytest.FixtureRequest
) -> Iterator[Flask]:
    """An application where each network may begin five things a day."""
    low_limits = replace(settings, new_a_day=5)
    with application(low_limits, empty_database) as app:
        limit_growth(app.extensions["store"], low_limits, is_alone=request.param)
        yield app


@pytest.fixture
def ended(player: Player) -> dict[str, str]:
    """What there is when the day's five things have been begun, by address."""
    addresses = {
        kind: player.new(kind)
        for kind in ("mastermind/breaker", "hidoku/play", "mastermind/challenge")
    }
    player.move(addresses["mastermind/challenge"], "code", code="1122")
    addresses["mastermind/setter"] = player.new("mastermind/setter", game="mini")
    for last in (5, 5, 5):  # a board that is there is none to be stored
        addresses["board"] = imported(player, last).location
    addresses["solve"] = addresses["board"].replace("boards", "watch")
    return addresses


BEGINNINGS = {
    "/mastermind/breaker/games": {"game": "mini"},
    "/mastermind/setter/games": {"secret": "1122"},
    "/mastermind/challenge/games": {},
    "{mastermind/challenge}/games": {"version": "2"},
    "/hidoku/play/games": {"board": "findling"},
    "/hidoku/rules/games": {},
    "/hidoku/boards": {"rows": "5", "columns": "5", "seed": "1", "then": "play"},
    "/hidoku/exchange/import": {"text": "1 . . .\n. . . 6"},
    "{solve}/games": {"step": "0"},
    "/hidoku/watch/games/{id}": {},
    "/hidoku/editor/games/{id}": {},
    "/hidoku/editor/givens": {"cell": "0,0", "number": "7"},
    "/hidoku/editor/saves": {},
    "/hidoku/editor/games": {},
}


def test_whatever_is_begun_is_refused_beyond_the_limit(
    app: Flask, player: Player, stranger: Player, ended: dict[str, str]
) -> None:
    game_id = ended["hidoku/play"].rpartition("/")[2]
    for address, form in BEGINNINGS.items():
        url = address.format_map(ended | {"id": game_id})
        whose = stranger if "challenge}" in address else player
        before = stored(app)
        made_by_request = address in ("/hidoku/boards", "/hidoku/rules/games")
        answer = whose.post(url, **form)
        assert answer.status_code == 429, address
        assert 86_000 < int(answer.headers["Retry-After"]) <= 86_400, address
        assert REFUSAL in answer.text, address
        assert "New ones can start again in 24 hours" in answer.text, address
        assert stored(app) == before + made_by_request, address
        for entry in ("1122:1,0", "1 . . .\n. . . 6"):
            if entry in form.values():
                assert entry in answer.text, address  # so that it can be sent again


def test_what_has_begun_goes_on(player: Player, ended: dict[str, str]) -> None:
    assert player.move(ended["mastermind/breaker"], "guesses", code="1122").status_code == 200
    assert "1 row played" in player.client.get("/mastermind/").text
    page = player.move(ended["hidoku/play"], "placements", cell="9,1", number="2")
    assert page.status_code == 200
    assert player.move(ended["hidoku/play"], "undo").status_code == 200
    for url in ended.values():
        assert player.client.get(url).status_code == 200


@pytest.mark.usefixtures("ended")
def test_a_cookie_thrown_away_is_no_other_network(app: Flask) -> None:
    for _ in range(3):
        someone = Player(app.test_client(use_cookies=False))
        assert someone.post("/mastermind/breaker/games").status_code == 429
    elsewhere = app.test_client()
    elsewhere.environ_base |= ELSEWHERE
    assert Player(elsewhere).new("mastermind/breaker")


@pytest.mark.parametrize("is_alone", [True, False])
def test_bytes_are_counted_too(settings: Settings, empty_database: bytes, is_alone: bool) -> None:
    """One network stores a megabyte, by imports and by games on them, and not much more."""
    limits = replace(settings, megabytes_a_day=1)
    with application(settings, empty_database) as app:
        limit_growth(app.extensions["store"], limits, is_alone=is_alone)
        check_bytes(app)


def check_bytes(app: Flask) -> None:
    size, count = len(format_board(Grid.of(30, 30))), 0
    for last in range(2, 1000):
        text = f"1 {'. ' * 28}.\n" + f"{'. ' * 29}.\n" * 28 + f"{'. ' * 29}{last}"
        answer = Player(app.test_client()).post("/hidoku/exchange/import", text=text, then="play")
        if answer.status_code == 429:
            break
        count += 1
    assert REFUSAL in answer.text
    assert MEGABYTE / 3 < count * 2 * size < MEGABYTE


def test_a_game_that_grows_counts_and_goes_on(app: Flask, settings: Settings) -> None:
    store = app.extensions["store"]
    limit_growth(store, replace(settings, megabytes_a_day=1), is_alone=True)
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        game = store.create("ann", "play", "r", "s")
        for _ in range(2 * MEGABYTE // PIECE):
            game = store.change(game, moves=game.moves + "x" * PIECE)
    answer = Player(app.test_client()).post("/mastermind/breaker/games")
    assert answer.status_code == 429
    assert REFUSAL in answer.text


def test_a_move_writes_nothing_else(app: Flask, player: Player, ended: dict[str, str]) -> None:
    store = app.extensions["store"]
    sizes: list[int] = []
    store.grow = sizes.append
    store.admit = sizes.append
    for number in (2, 3, 2):
        assert (
            player.move(ended["hidoku/play"], "notes", cell="9,1", number=number).status_code == 200
        )
    assert sizes == []
