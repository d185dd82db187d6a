"""Pages of which a part is still being worked out: they say so, ask again, and get it."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask import Flask

from solver.deduction.games import NAMES, game_named
from tests.webapp.player import HTMX, Player, review_of
from tests.webapp.work.executors import NONE, HeldExecutor, behind
from webapp.mastermind import finished_games
from webapp.mastermind.breaker import game as breaker_game
from webapp.mastermind.finished import choice_after

GRAND = "grand"
CACHES = (
    breaker_game.play_beside,
    finished_games._all_reviewed,
    finished_games._reviewed,
    choice_after,
)


@pytest.fixture(autouse=True)
def impatient(app: Flask) -> None:
    """Let no page wait, and nothing be known from other tests."""
    app.config["PATIENCE"] = NONE
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def executor(app: Flask) -> Iterator[HeldExecutor]:
    with behind(app, HeldExecutor()) as held:
        yield held


@pytest.mark.parametrize("name", [*NAMES, "6x9", "7x6", "5x12"])
def test_no_page_of_a_game_waits(player: Player, executor: HeldExecutor, name: str) -> None:
    """Hints, lists, conflicts, guesses of the computer: all is there at once on every board."""
    game = game_named(name)
    guess, secret = (game.code_at(int(game.secrets[place])) for place in (0, -1))
    first, answer = game.format_code(guess), game.format_feedback(game.feedback(guess, secret))
    lie = next(feedback for feedback in game.feedbacks if feedback != game.feedback(guess, secret))
    fair, evil, setter, draw_game = (
        player.new("mastermind/breaker", game=name),
        player.new("mastermind/breaker", game=name, role="evil"),
        player.new("mastermind/setter", game=name, way="head"),
        player.new("mastermind/setter", game=name, way="draw", setter="evil"),
    )
    # the first guess may be the code of a small board
    while "over won" in player.move(fair, "guesses", code=first).text:
        fair = player.new("mastermind/breaker", game=name)
    player.move(evil, "guesses", code=first)
    for url in (fair, evil):
        for tier in (2, 3):
            page = player.move(url, "hints", tier=tier).text
        assert 'id="use-move"' in page
    position = f"{name}/{quote(f'{first}:{answer}')}"
    codes = player.client.get(f"/mastermind/analysis/candidates/{position}", headers=HTMX).text
    assert 'class="codes"' in codes
    position += f"/{quote(f'{first}:{game.format_feedback(lie)}')}"
    page = player.get(f"/mastermind/analysis/{position}").text
    assert "These rows contradict each other" in page
    assert "Working it out" not in page
    assert "Why this guess" in player.get(setter).text
    assert "Row 1" in player.move(draw_game, "answers").text
    assert not executor.pieces


def test_a_small_game_is_reviewed_in_one_piece(player: Player, executor: HeldExecutor) -> None:
    url = player.new("mastermind/breaker", game="mini", practice="1")
    for _ in range(10):
        player.move(url, "guesses", code="112")
    page = player.get(review_of(url)).text
    assert "Comparing row 1 of " in page
    assert f'hx-get="{review_of(url)}?waiting=1"' in page
    assert executor.open() == 1
    page = player.get(review_of(url)).text
    assert "10 rows compared." in page


def test_the_computers_game_on_a_large_board_is_waited_for(
    player: Player, executor: HeldExecutor
) -> None:
    url = player.new("mastermind/breaker", game=GRAND, practice="1")
    player.move(url, "guesses", code="112233")
    player.move(url, "surrender")
    address = f"{review_of(url)}/beside"
    assert player.client.get(address, headers=HTMX).status_code == 204
    assert f'hx-get="{address}"' in player.get(review_of(url)).text
    executor.open()
    assert "The computer found it in" in player.client.get(address, headers=HTMX).text
    assert "The computer found it in" in player.get(review_of(url)).text
