"""A game is seen again row by row, each with its reason; a drawn code, and an evil setter."""

import re

import pytest
from flask import Flask

from solver.deduction.games import game_named
from solver.deduction.matches import EvilMatch
from tests.webapp.player import Player, record_of
from webapp.mastermind.feedback_sheet import parse_sheet
from webapp.mastermind.setter import routes
from webapp.mastermind.setup import SetterSetup

REASON = re.compile(r'id="reason-heading".*?</section>', re.DOTALL)
FEEDBACK = re.compile(r"(?:Give|Next:) ([\w, ]+)\s*</")


def seen(page: str) -> tuple[str, str, str]:
    """Return the guess that waits for feedback, its feedback, and the picture of its split."""
    guess = re.search(r"Row \d+: the computer guesses ([^<]+)", page)
    feedback = FEEDBACK.search(page)
    reason = REASON.search(page)
    assert guess
    assert feedback
    assert reason
    split = re.search(r"<svg.*?</svg>", reason[0], re.DOTALL)
    return guess[1].strip(), feedback[1].strip(), split[0] if split else ""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw a code that no strategy finds in two rows."""
    monkeypatch.setattr(routes, "random_code", lambda game: (2, 5, 3, 0))


@pytest.mark.usefixtures("drawn")
@pytest.mark.both_ways
def test_each_earlier_row_shows_what_was_seen_when_it_was_played(player: Player) -> None:
    url = player.new("mastermind/setter", way="draw")
    pages = [player.client.get(url).text]
    assert "yellow, purple, green, red" in pages[0]
    while 'id="result"' not in pages[-1]:
        pages.append(player.move(url, "answers").text)
    *live_pages, end = pages
    assert f"The computer broke your code in {len(live_pages)} guesses" in end
    for row, live in enumerate(live_pages):
        page = player.client.get(f"{url}?row={row}").text
        assert page.count('class="row played') == row
        assert seen(page) == seen(live)
        assert f'{url}/answers"' not in page  # what was played stays played
    for row in ("99", str(len(live_pages))):
        assert 'id="result"' in player.client.get(f"{url}?row={row}").text


def test_a_row_before_a_correction_is_explained_by_what_the_computer_knew(player: Player) -> None:
    url = player.new("mastermind/setter", way="head", strategy="entropy")
    for whites in ("2", "1"):
        player.move(url, "answers", right="0", other=whites)
    before = player.client.get(f"{url}?row=1").text
    assert "Row 1: red, orange, yellow, green. 2 white." in before
    player.move(url, "corrections", row="1", answer="1,0")
    after = player.client.get(f"{url}?row=1").text
    assert seen(after) == seen(before)
    assert "Row 1: red, orange, yellow, green. 2 white." in after
    assert "Row 1: red, orange, yellow, green. 1 black." in player.client.get(url).text


def test_an_evil_setter_keeps_the_most_codes_and_has_none_before_the_end(
    app: Flask, player: Player
) -> None:
    form = {"way": "draw", "setter": "evil", "strategy": "first"}
    url = player.new("mastermind/setter", game="mini", **form)
    page = player.client.get(url).text
    while 'id="result"' not in page:
        assert "No code yet" in page
        assert "own-pegs" not in page
        page = player.move(url, "answers").text
    assert re.search(r"The computer broke the code in \d guesses", page)
    assert "your code" not in page
    assert "own-pegs" in page
    game = game_named("mini")
    turns = parse_sheet(game, record_of(app, url).moves).turns
    assert turns == EvilMatch.of(game, [turn.code for turn in turns]).turns


def test_other_feedback_than_the_evil_setters_is_doubted(player: Player) -> None:
    url = player.new("mastermind/setter", game="mini", way="draw", setter="evil")
    version = player.version(url)
    assert "The evil setter gives" in player.send(
        f"{url}/answers", 422, version=version, answer="3,0"
    )
    page = player.move(url, "answers", answer="3,0", sure="3,0").text
    assert "The computer broke the code in 1 guess" in page


def test_only_a_drawn_code_can_be_an_evil_setters(app: Flask, player: Player) -> None:
    game = player.new("mastermind/setter", game="mini", code="111", setter="evil")
    setup = SetterSetup.of(record_of(app, game))
    assert (setup.evil, setup.secret) == (False, "111")
    assert "a fair or an evil setter" in player.send("/mastermind/setter/games", 422, setter="kind")


def test_another_game_against_an_evil_setter(player: Player) -> None:
    form = {"way": "draw", "setter": "evil", "strategy": "knuth", "overlook": "30"}
    page = player.client.get(player.new("mastermind/setter", game="mini", **form)).text
    again = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert again.items() >= {**form, "game": "mini"}.items()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/mastermind/watch/", "/mastermind/setter/"),
        ("/mastermind/watch/?game=mini", "/mastermind/setter/?game=mini"),
        ("/mastermind/watch/{}", "/mastermind/setter/{}"),
        ("/mastermind/watch/{}?row=2", "/mastermind/setter/{}?row=2"),
    ],
)
def test_where_the_computer_was_watched_leads_here(
    player: Player, stranger: Player, old: str, new: str
) -> None:
    game_id = player.new("mastermind/setter", game="mini", way="draw").rsplit("/", 1)[1]
    redirect = player.client.get(old.format(game_id))
    assert (redirect.status_code, redirect.location) == (301, new.format(game_id))
    assert player.client.get(redirect.location).status_code == 200
    if "{}" in old:
        answer = stranger.client.get(old.format(game_id), follow_redirects=True)
        assert answer.status_code == 404
