"""Pages of which a part is still being worked out: they say so, ask again, and get it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask

from solver.deduction.games import game_named
from solver.deduction.knowledge.candidates import candidates
from solver.deduction.matches import evil_answer
from tests.webapp.mastermind.pages import shown_tier
from tests.webapp.player import Player, review_of
from tests.webapp.work.doors import FullDoor, HeldDoor, behind
from webapp.mastermind import (
    candidates_view,
    correction_view,
    finished_games,
    hint_view,
    row_counts,
)
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker import game
from webapp.mastermind.breaker.game import parse_guesses
from webapp.mastermind.finished import choice_after
from webapp.mastermind.review import alternatives
from webapp.mastermind.setup import parse_setup
from webapp.mastermind.watch import game as watch_game
from webapp.storage.games import StoredGame
from webapp.storage.hint_log import parse_hints

GRAND, VAST = "grand", "8x12/12"
#: Ten rows of the classic board, of which two can't be true at once.
CONFLICT = "; ".join(["1122:0,0", "1122:1,0", *(f"334{n}:1,1" for n in range(1, 7)), "5566:0,4"])
VAST_ROWS = "; ".join(f"1234567{n}:0,1" for n in "89L")
NO_CODE = "No code fits all this feedback."
CACHES = (
    alternatives._chosen,
    watch_game.rows_played,
    game._answer,
    finished_games._all_reviewed,
    finished_games._reviewed,
    hint_view.proved_of,
    correction_view.examined,
    choice_after,
    candidates_view.page_of,
    row_counts._counted,
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page wait, and nothing be known from other tests."""
    monkeypatch.setattr("webapp.work.tasks.PATIENCE", 0.0)
    monkeypatch.setattr("webapp.work.tasks.AGAIN", 0.0)
    row_counts._kept.clear()
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def door(app: Flask) -> Iterator[HeldDoor]:
    held = HeldDoor()
    with behind(app, held):
        yield held


@dataclass(frozen=True)
class Case:
    """A page that needs a longer thought: what it says at once, of what is to come, and then."""

    kind: str
    form: dict[str, str]
    at_once: str
    meanwhile: str
    later: str
    path: str = ""
    again: str = "?waiting=1"


CASES = {
    "rows that conflict": Case(
        "mastermind/helper",
        {"rows": CONFLICT},
        NO_CODE,
        "Working out which rows conflict",
        "These could be, together with the rows named:",
    ),
    "a guess proposed": Case(
        "mastermind/helper",
        {"game": GRAND},
        "<b>531,441</b><span>possible codes",
        "Working it out",
        "Use this guess",
    ),
    "a list of codes": Case(
        "mastermind/helper",
        {"game": GRAND, "strategy": "first"},
        "<b>531,441</b><span>possible codes",
        "Working it out",
        "Page 2 of",
        "/candidates?page=2",
        "/candidates?page=2&amp;waiting=1",
    ),
    "the computer's guess": Case(
        "mastermind/setter",
        {"game": GRAND, "way": "head"},
        "<b>531,441</b><span>possible codes",
        "The computer is choosing its guess",
        "Row 1: the computer guesses",
    ),
    "a game to watch": Case(
        "mastermind/watch",
        {"game": GRAND},
        "Working it out",
        "Working it out",
        "The breaker’s strategy is",
    ),
    "counts of many rows": Case(
        "mastermind/helper",
        {"game": VAST, "rows": VAST_ROWS},
        "Working it out",
        "Working it out",
        "codes left",
    ),
}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


@every_case
def test_a_page_says_at_once_what_is_known_and_later_the_rest(
    player: Player, door: HeldDoor, case: Case
) -> None:
    url = player.new(case.kind, **case.form)
    page = player.get(url + case.path)
    assert page.status_code == 200
    assert case.at_once in page.text
    assert case.meanwhile in page.text
    assert case.again in page.text
    assert case.later not in page.text
    while door.open():
        page = player.get(url + case.path)
    assert page.status_code == 200
    assert case.meanwhile not in page.text
    assert case.again not in page.text
    assert case.later in page.text


@every_case
def test_what_is_asked_for_twice_is_worked_out_once(
    player: Player, door: HeldDoor, case: Case
) -> None:
    url = player.new(case.kind, **case.form)
    player.get(url + case.path)
    begun = len(door.pieces)
    assert begun
    player.get(url + case.path)
    assert len(door.pieces) == begun


@every_case
def test_over_the_limit_a_page_says_so_and_when_to_come_again(
    app: Flask, player: Player, case: Case
) -> None:
    with behind(app, FullDoor()):
        url = player.new(case.kind, **case.form)
        refused = player.get(url + case.path)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "We’re still working on your earlier requests" in refused.text


def stored(app: Flask, url: str) -> StoredGame:
    """Return the game of an address."""
    game_id = url.rsplit("/", 1)[1]
    kinds = ("breaker", "setter", "helper", "watch")
    found = (app.extensions["store"].load_any(game_id, kind) for kind in kinds)
    return next(filter(None, found))


def answers(app: Flask, url: str) -> list[str]:
    """Return the answers that are stored of a game on the grand board."""
    sheet = parse_sheet(game_named(GRAND), stored(app, url).moves)
    return [sheet.game.format_answer(turn.feedback) for turn in sheet.turns]


def test_the_guess_that_comes_later_is_the_one_that_would_have_come_at_once(
    app: Flask, player: Player, door: HeldDoor
) -> None:
    """An answer is stored without the next guess, which every page then shows alike."""
    game = game_named(GRAND)
    url = player.new("mastermind/setter", game=GRAND, way="head", strategy="random")
    first = stored(app, url).moves
    assert first
    url = player.new("mastermind/setter", game=GRAND, way="head", strategy="knuth")
    assert not stored(app, url).moves
    door.open()
    answered = player.post(f"{url}/answers", version=1, answer="0,2")
    assert answered.status_code in (200, 303)
    assert answers(app, url) == ["0,2"]
    while door.open():
        page = player.get(url).text
    assert page == player.get(url).text
    turns = parse_sheet(game, stored(app, url).moves).turns
    choice = choice_after(game.name, turns, parse_setup(stored(app, url).start))
    assert choice
    player.post(f"{url}/answers", version=stored(app, url).version, answer="1,1")
    sheet = parse_sheet(game, stored(app, url).moves)
    assert sheet.turns[1] == (choice.guess, game.parse_answer("1,1"))


def test_an_answer_without_its_guess_is_asked_for_again(player: Player, door: HeldDoor) -> None:
    url = player.new("mastermind/setter", game=GRAND, way="head")
    refused = player.post(f"{url}/answers", version=1, answer="0,2")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]


@pytest.mark.both_ways
def test_over_the_limit_an_answer_is_stored_all_the_same(app: Flask, player: Player) -> None:
    url = player.new("mastermind/setter", game=GRAND, way="head", strategy="first")
    setup = stored(app, url).start.replace("first", "knuth")
    app.extensions["store"].change(stored(app, url), start=setup)
    with behind(app, FullDoor()):
        answered = player.post(f"{url}/answers", version=stored(app, url).version, answer="0,2")
    assert answered.status_code == (200 if player.by_htmx else 303)
    assert answers(app, url) == ["0,2"]


def test_a_hint_says_which_tiers_are_still_to_come(
    app: Flask, player: Player, door: HeldDoor
) -> None:
    url = player.new("mastermind/breaker", game=GRAND)
    page = player.post(f"{url}/hints", version=1, tier=3, code="12____").text
    assert shown_tier(page) == "Move"
    assert "Working it out" in page
    assert 'id="use-move"' not in page
    assert f'hx-get="{url}?waiting=1"' in page
    assert 'hx-include="#code"' in page
    door.open()
    page = player.get(f"{url}?waiting=1&code=12____").text
    assert 'id="use-move"' in page
    assert "waiting=1" not in page
    assert 'value="12____"' in page
    assert len(parse_hints(stored(app, url).hints)) == 1


def test_what_is_proved_comes_later_on_a_large_board(player: Player, door: HeldDoor) -> None:
    url = player.new("mastermind/breaker", game="8x8/12")
    page = player.post(f"{url}/hints", version=1, tier=2, code="").text
    assert shown_tier(page) == "Reason"
    assert "Working it out" in page
    door.open()
    page = player.get(url).text
    assert "Working it out" not in page
    assert "There’s no feedback yet, so all 16,777,216 codes are possible." in page


def test_a_row_against_an_evil_setter_is_stored_before_it_is_answered(
    app: Flask, player: Player, door: HeldDoor
) -> None:
    game = game_named(VAST)
    url = player.new("mastermind/breaker", game=VAST, role="evil")
    sent = player.post(f"{url}/guesses", version=1, code="11223344")
    assert sent.status_code == 303
    assert parse_guesses(game, stored(app, url).moves) == (game.parse_code("11223344"),)
    assert not stored(app, url).finished
    page = player.get(url)
    assert page.status_code == 200
    assert "Working it out" in page.text
    door.open()
    answer = evil_answer(game, (), game.parse_code("11223344"))
    left = candidates(game, [game.parse_turn(f"11223344:{game.format_answer(answer)}")]).count
    assert f"{left:,} codes left" in player.get(url).text


def test_no_code_that_is_none_reaches_the_evil_setter(player: Player, door: HeldDoor) -> None:
    url = player.new("mastermind/breaker", game=VAST, role="evil")
    refused = player.post(f"{url}/guesses", version=1, code="1122334Z")
    assert refused.status_code == 422
    assert not door.pieces


def test_a_refusal_waits_too(player: Player, door: HeldDoor) -> None:
    """What a refused form's page needs may take long as well."""
    url = player.new("mastermind/breaker", game=VAST, role="evil")
    player.post(f"{url}/guesses", version=1, code="11223344")
    refused = player.post(f"{url}/guesses", version=2, code="1122334Z")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"]


def test_a_small_game_is_reviewed_in_one_piece(player: Player, door: HeldDoor) -> None:
    url = player.new("mastermind/breaker", game="mini", practice="1")
    for _ in range(10):
        player.move(url, "guesses", code="112")
    page = player.get(review_of(url)).text
    assert "Comparing row 1 of " in page
    assert f'hx-get="{review_of(url)}?waiting=1"' in page
    assert door.open() == 1
    page = player.get(review_of(url)).text
    assert "rows compared." in page or "row compared." in page


def test_what_strategies_would_have_played_comes_one_after_the_other(
    player: Player, door: HeldDoor
) -> None:
    url = player.new("mastermind/breaker", game=GRAND, practice="1")
    for _ in range(12):
        player.move(url, "guesses", code="112233")
    address = f"{review_of(url)}/rows/1"
    seen = set()
    for _ in range(200):
        page = player.get(address).text
        waits = re.search(r"Waiting for \d more|Counting guesses", page)
        if page.count('scope="row"') > 1 and not waits:
            break
        seen |= {waits[0].partition(" ")[0]} if waits else set()
        door.open()
    assert page.count('scope="row"') > 1
    assert not waits
    assert seen
