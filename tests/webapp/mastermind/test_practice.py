"""Practice: you can undo guesses, and the page says so; elsewhere they stand."""

import re

import pytest

from tests.cases import cases
from tests.webapp.mastermind.pages import shown_tier
from tests.webapp.player import Player
from webapp.mastermind.breaker import kind as breaker


@pytest.fixture(autouse=True)
def last_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the last code of a game, which no test here guesses by chance."""
    monkeypatch.setattr(breaker, "random_code", lambda game: game.code_at(game.code_count - 1))


def played(page: str) -> int:
    return page.count('class="row played')


@cases("role", ["breaker", "evil"])
def test_a_row_is_taken_back_and_can_be_built_again(player: Player, role: str) -> None:
    url = player.new("mastermind/breaker", role=role, practice="1")
    page = player.get(url).text
    assert "Practice:" in page
    assert 'id="undo"' not in page  # there is none yet
    player.move(url, "guesses", code="1122")
    page = player.move(url, "guesses", code="3344").text
    assert 'id="undo"' in page
    page = player.move(url, "undo").text
    assert played(page) == 1
    assert re.search(r'id="code" value="3344"', page)


def test_a_hint_comes_again_with_its_position_alone(player: Player) -> None:
    url = player.new("mastermind/breaker", practice="1")
    player.move(url, "guesses", code="1122")
    player.move(url, "hints", tier=3)
    assert shown_tier(player.get(url).text) == "Move"
    player.move(url, "undo")
    player.move(url, "guesses", code="3456")
    assert not shown_tier(player.get(url).text)  # of another position, and not paid for
    player.move(url, "undo")
    player.move(url, "guesses", code="1122")
    page = player.get(url).text
    assert shown_tier(page) == "Move"
    assert "Hints used: 1 (move)." in page


def test_in_a_rated_game_a_row_stands(player: Player) -> None:
    url = player.new("mastermind/breaker")
    page = player.move(url, "guesses", code="1122").text
    assert 'id="undo"' not in page
    answer = player.move(url, "undo")
    assert answer.status_code == 422
    assert "only in practice games." in answer.text
    assert played(player.get(url).text) == 1


def test_there_must_be_a_row_and_the_newest_page(player: Player) -> None:
    url = player.new("mastermind/breaker", practice="1")
    answer = player.move(url, "undo")
    assert answer.status_code == 422
    assert "There is no guess to undo." in answer.text
    player.move(url, "guesses", code="1122")
    assert player.post(f"{url}/undo", version=1).status_code == 409
    assert played(player.get(url).text) == 1


def test_the_end_stands_too_and_says_practice(
    monkeypatch: pytest.MonkeyPatch, player: Player
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: (0, 0, 1, 1))
    url = player.new("mastermind/breaker", practice="1")
    page = player.move(url, "guesses", code="1122").text
    assert "No hints used · practice" in page
    answer = player.send(f"{url}/undo", 422, version=2)
    assert "This game is over" in answer
    assert '<input type="hidden" name="practice" value="1">' in page  # the next one too


def test_rows_of_two_numbers_come_back_as_they_are_typed(player: Player) -> None:
    url = player.new("mastermind/breaker", game="pair", practice="1")
    player.move(url, "guesses", code="23")
    assert re.search(r'id="code" value="23"', player.move(url, "undo").text)
