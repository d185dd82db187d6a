"""How pages look for a visitor: said on their first line, and read once at most."""

import pytest
from flask import Flask
from sqlalchemy import event, update

from tests.cases import cases
from tests.webapp.player import Player
from webapp.http.visitor import PageLook, parse_look
from webapp.storage.engine.faults import StoreGoneError
from webapp.storage.games import Store
from webapp.storage.tables import players

PAGES = ("/", "/mastermind/", "/hidoku/", "/hidoku/boards/findling", "/lab/", "/about", "/nowhere")


def root(page: str) -> str:
    """Return the beginning of a page up to its head."""
    assert page.startswith('<!DOCTYPE html><html lang="en"')
    return page[: page.index("<head>")]


@pytest.fixture
def asked(app: Flask) -> list[str]:
    """The queries that read a player's settings from the database, and nothing beside them."""
    queries: list[str] = []

    def note(_connection: object, _cursor: object, query: str, *_details: object) -> None:
        if "players.settings" in query and "games" not in query:
            queries.append(query)

    event.listen(app.extensions["store"].engine, "before_cursor_execute", note)
    return queries


@cases("page", PAGES)
def test_every_page_says_it_before_anything_else(app: Flask, page: str) -> None:
    stranger = Player(app.test_client())
    assert "data-" not in root(stranger.get(page).text)
    stranger.post("/you/settings", theme="dark", palette="strong", letters="off", motion="off")
    text = stranger.get(page).text
    for setting in ("theme=dark", "palette=strong", "letters=off", "motion=off"):
        name, _, value = setting.partition("=")
        assert f'data-{name}="{value}"' in root(text)
    assert '<meta name="color-scheme" content="dark">' in text


def test_the_usual_look_has_no_attributes(stranger: Player) -> None:
    stranger.post("/you/settings", theme="system", palette="usual", letters="on", motion="system")
    text = stranger.get("/").text
    assert "data-" not in root(text)
    assert '<meta name="color-scheme" content="light dark">' in text


def test_it_is_read_once_for_a_page_and_along_with_a_game(app: Flask, asked: list[str]) -> None:
    player = Player(app.test_client())
    player.get("/")
    assert asked == []  # nobody is known yet
    hidoku, code = player.new("hidoku/play", board="findling"), player.new("mastermind/breaker")
    for page in ("/", "/you/settings", "/hidoku/rules", hidoku, code):
        asked.clear()
        assert player.get(page).status_code == 200
        assert len(asked) == (page not in (hidoku, code)), page
    player.by_htmx = True
    version = player.version(code)
    asked.clear()
    assert player.post(f"{code}/guesses", version=version, code="1122").status_code == 200
    assert not asked  # whether to count the possible codes is a setting
    version = player.version(hidoku)
    asked.clear()
    assert player.post(f"{hidoku}/undo", version=version).status_code in (200, 422)
    assert not asked  # how numbers are entered


def test_a_database_that_is_away_leaves_pages_as_usual(
    stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = stranger.new("hidoku/play", board="findling")

    def gone(_store: Store, *_query: object) -> None:
        raise StoreGoneError

    monkeypatch.setattr(Store, "rows", gone)
    page = stranger.read("/about")
    assert "data-" not in root(page)
    assert "The database doesn’t answer" in stranger.get(url).text


def test_settings_that_are_damaged_stop_no_page(
    app: Flask, stranger: Player, caplog: pytest.LogCaptureFixture
) -> None:
    stranger.post("/you/settings", theme="dark")
    with app.extensions["store"].changing() as connection:
        connection.execute(update(players).values(settings="[" * 5000))
    assert "data-" not in root(stranger.get("/").text)
    assert "damaged: settings of a player" in caplog.text
    stranger.post("/you/settings", theme="light")
    assert 'data-theme="light"' in root(stranger.get("/").text)


@cases(
    "settings",
    [
        {"theme": "pink"},
        {"palette": 3},
        {"letters": 1},
        {"sound": "on"},
        {"motion": None},
        {"theme": ["dark"]},
        {"more": True},
    ],
)
def test_what_is_not_known_is_as_usual(settings: dict[str, object]) -> None:
    assert parse_look(settings) == PageLook()
