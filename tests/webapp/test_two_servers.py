"""Two server processes on one database, each request to the other one: everything goes on."""

import os
import re
from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine, make_url, text

from solver.deduction.games import face_of, game_named
from solver.deduction.rules.game import Game
from tests.known_board import OPEN, at
from tests.webapp.player import review_of
from tests.webapp.servers import RoundRobin, running_servers
from tests.webapp.work.patience import until

OTHER = os.environ.get("PEGS_TEST_DATABASE_URL")
SCHEMA = "two_servers"
#: Minutes of work, for one piece; and a board that no machine makes in time.
LONG_JOB, ENDLESS = "every sampled super", "/hidoku/boards/v7-30x30-expert-{}"


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Two servers that start on an empty database."""
    folder = tmp_path_factory.mktemp("servers")
    url = empty_schema(OTHER) if OTHER else f"sqlite:///{folder / 'pegs.sqlite3'}"
    environ = {
        "DATABASE_URL": url,
        "PEGS_SECRET_KEY": "the key of both servers",
        "PEGS_JOB_SECONDS": "600",
    }
    with running_servers(2, folder, environ) as running:
        yield running


def empty_schema(url: str) -> str:
    """Make a room of its own in a database that others use too; return its address."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE"))
        connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
    engine.dispose()
    within = make_url(url).update_query_dict({"options": f"-csearch_path={SCHEMA}"})
    return within.render_as_string(hide_password=False)


@pytest.fixture
def visitor(addresses: list[str]) -> RoundRobin:
    return RoundRobin(addresses)


@pytest.fixture
def stranger(addresses: list[str]) -> RoundRobin:
    return RoundRobin(addresses)


def test_a_mastermind_is_played_to_its_end(visitor: RoundRobin) -> None:
    game = game_named("mini")
    url = visitor.post("/mastermind/breaker/games", game="mini").location
    codes = [game.code_at(index) for index in range(game.code_count)]
    for row in range(1, 10):
        page = visitor.move(url, "guesses", code=game.format_code(codes[0]))
        if "Found in" in page:
            break
        match = re.search(rf"Row {row}: ([^.]+)\. (\d+) possible codes?\.", page)
        assert match
        codes = [code for code in codes if words(game, codes[0], code) == match[1]]
        assert len(codes) == int(match[2])
    assert f"Found in {row} guess" in page
    assert [visitor.get(review_of(url)).status for _ in "ab"] == [200, 200]


def words(game: Game, guess: tuple[int, ...], code: tuple[int, ...]) -> str:
    """Return what a page says of a guess if this is the code."""
    return face_of(game).show(game.feedback(guess, code)).words


def test_a_hidoku_is_played_to_its_end(visitor: RoundRobin) -> None:
    url = visitor.post("/hidoku/play/games", board="findling").location
    for number in OPEN:
        page = visitor.move(url, "placements", cell=at(number), number=number)
    assert "Solved." in page
    assert "1 number to place." in visitor.move(url, "undo")
    assert "Solved" in visitor.move(url, "redo")
    assert all("Solved" in page for page in visitor.everywhere(url))


def test_a_job_is_seen_awaited_and_found_on_the_other_server(visitor: RoundRobin) -> None:
    job = visitor.post("/lab/jobs", study="every opening mini").location
    until(lambda: all('id="figures"' in page for page in visitor.everywhere(job)))
    assert visitor.post("/lab/jobs", study="every opening mini").location == job
    pages = {
        re.sub(r"localhost:\d+|127\.0\.0\.1:\d+", "", page) for page in visitor.everywhere(job)
    }
    assert len(pages) == 1


def test_a_request_shows_its_progress_on_both_servers_and_is_cancelled_on_the_other(
    visitor: RoundRobin, stranger: RoundRobin
) -> None:
    page = visitor.post("/hidoku/boards", like="v7-30x30-expert-1", seed="1").location  # the first
    trying = "Trying path 1 of at most 14."
    until(lambda: all(trying in text for text in visitor.everywhere(page)))
    assert all('id="cancel"' in text for text in visitor.everywhere(page))
    assert not any('id="cancel"' in text for text in stranger.everywhere(page))
    assert visitor.post(f"{page}/cancel").location == page  # the second
    assert all("Cancelled before it was made." in text for text in visitor.everywhere(page))
    after = visitor.post("/hidoku/boards", like="v7-12x11-medium-1", seed="1")  # it has room again
    until(lambda: "The board is ready." in visitor.get(after.location).text)


def test_a_request_is_made_once_and_is_the_same_on_both_servers(visitor: RoundRobin) -> None:
    pages = {
        visitor.post("/hidoku/boards", like="v7-15x15-hard-1", seed="1").location for _ in "ab"
    }
    (page,) = pages
    until(lambda: all("The board is ready." in text for text in visitor.everywhere(page)))
    board = page.replace("/boards/", "/exchange/boards/")
    (board_text,) = set(visitor.everywhere(f"{board}/board.json"))
    assert '"board"' in board_text


def test_settings_of_a_visitor_go_with_their_cookie(visitor: RoundRobin) -> None:
    url = visitor.post("/hidoku/play/games", board="findling").location
    assert 'data-mode="note"' in visitor.move(url, "mode", mode="note")
    assert all('data-mode="note"' in page for page in visitor.everywhere(url))
