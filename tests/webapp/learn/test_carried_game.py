"""From a hint to lessons and exercises and back: the way goes to the visitor's own game only."""

import html
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.cases import cases
from tests.webapp.player import Player

SAID = "Back to your game"
PLACES = (
    "/learn",
    "/learn/mastermind/two-rows/1",
    "/learn/hidoku/the-path/1",
    "/learn/exercises/liar/easy/v1-7",
    "/learn/exercises/find-the-step/easy/v2-7",
    "/learn/ideas/enter-and-leave",
    "/learn/ideas/feedback",
    "/learn/ideas/cutting",
)


@pytest.fixture
def visitor(app: Flask) -> Player:
    return Player(app.test_client(), by_htmx=False)


def back_of(page: str) -> str:
    """Return where the way back leads; nothing if there is none."""
    match = re.search(rf'<p class="way-up" id="way-back"><a href="([^"]*)">{SAID}<', page)
    return html.unescape(match[1]) if match else ""


def ways_on(page: str) -> Iterator[str]:
    """Yield where a page leads within its main part: links and forms."""
    main = page.partition('<main id="main"')[2].partition("</main>")[0]
    for address in re.findall(r'<(?:a|form)\b[^>]*?(?:href|action)="(/learn[^"]*)"', main):
        yield html.unescape(address)


@cases("place", PLACES)
def test_every_page_of_learning_leads_back_and_carries_the_game_on(
    visitor: Player, place: str
) -> None:
    game = visitor.new("hidoku/play", board="findling")
    query = f"game={game.rsplit('/', 1)[1]}"
    page = visitor.get(f"{place}?{query}").text
    assert back_of(page) == game
    links = [url for url in ways_on(page) if "/embed/" not in url]
    assert links
    assert [url for url in links if query not in url] == []
    assert back_of(visitor.get(place).text) == ""


def test_a_row_being_built_comes_back(visitor: Player) -> None:
    game = visitor.new("mastermind/breaker", game="classic")
    for code in ("1122", "1344"):
        visitor.move(game, "guesses", code=code)
    visitor.move(game, "hints", tier=2, draft="12__")
    hint = visitor.get(f"{game}?line=all&draft=12__").text
    visitor.move(game, "hints", tier=3)
    page = visitor.get(f"{game}?draft=12__").text
    assert 'id="learn-it"' in hint
    assert 'id="learn-it"' in page
    links = re.findall(r'href="(/learn/[^"]*game=[^"]*)"', page)
    assert links
    for link in links:
        answer = visitor.client.get(html.unescape(link), follow_redirects=True)
        assert back_of(answer.text) == f"{game}?draft=12__"


def test_answers_and_the_next_exercise_carry_the_game_on(visitor: Player) -> None:
    game = visitor.new("hidoku/play", board="findling")
    query = f"?game={game.rsplit('/', 1)[1]}"
    exercise = "/learn/exercises/liar/easy/v1-7"
    assert back_of(visitor.post(f"{exercise}/answers{query}", row="1").text) == game
    assert back_of(visitor.post(f"{exercise}/solution{query}").text) == game
    for start in (f"/learn/exercises/liar/easy/next{query}", f"/learn/runs/all/next{query}"):
        assert query.removeprefix("?") in visitor.post(start).location
    step = "/learn/mastermind/feedback/1"
    answer = visitor.submit(f"{step}{query}", right="2", other="0")
    assert query.removeprefix("?") in answer
    page = visitor.get(answer).text
    assert back_of(page) == game
    assert 'class="panel judgement right"' in page
    assert back_of(visitor.client.get(f"{step[:-2]}{query}", follow_redirects=True).text) == game


def test_no_way_back_to_the_game_of_another(app: Flask, visitor: Player) -> None:
    game = visitor.new("hidoku/play", board="findling")
    query = f"?game={game.rsplit('/', 1)[1]}"
    stranger = Player(app.test_client())
    assert SAID not in stranger.get(f"/learn{query}").text
    stranger.new("hidoku/play", board="findling")
    assert SAID not in stranger.get(f"/learn{query}").text


@cases(
    "text", ["../../evil", "//evil.example", "https://evil.example", "x" * 200, "abc.", "", "%00"]
)
@cases("place", PLACES)
def test_nothing_else_in_an_address_leads_anywhere(visitor: Player, place: str, text: str) -> None:
    visitor.new("hidoku/play", board="findling")
    page = visitor.client.get(place, query_string={"game": text})
    assert page.status_code == 200
    assert SAID not in page.text
    assert "evil.example" not in page.text.partition('<main id="main"')[2]


def test_a_game_that_is_none_of_these_kinds_is_not_led_to(visitor: Player) -> None:
    url = visitor.new("mastermind/setter", game="classic")
    assert SAID not in visitor.get(f"/learn?game={url.rsplit('/', 1)[1]}").text
