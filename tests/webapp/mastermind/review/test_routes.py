import re

import pytest
from flask import Flask

from solver.deduction.games import game_named
from solver.deduction.rules.game import Turn
from tests.cases import cases
from tests.webapp.mastermind.review.read_page import whole_review
from tests.webapp.player import Player, record_of, review_of
from tests.webapp.work.executors import NONE, HeldExecutor, behind
from webapp.mastermind import finished_games as finishing
from webapp.mastermind.breaker.game import KIND, format_guesses, parse_guesses
from webapp.mastermind.finished import Finished
from webapp.mastermind.review.sum_view import show_figures
from webapp.mastermind.review.view import ShownReview, show_review
from webapp.mastermind.setup import BreakerSetup, StoredRole

SECRET = (2, 5, 2, 5)  # 3636
GUESSES = ("1122", "3344", "3355", "3636")


@pytest.fixture
def over(player: Player, url: str) -> str:
    player.move(url, "hints", tier=1)
    for guess in GUESSES:
        player.move(url, "guesses", code=guess)
    return url


def finished(name: str, secret: str, *guesses: str) -> Finished:
    game = game_named(name)
    code = game.parse_code(secret)
    codes = (game.parse_code(guess) for guess in guesses)
    turns = tuple(Turn(guess, game.feedback(guess, code)) for guess in codes)
    return Finished(game=game, display="black-white", secret=code, turns=turns)


def shown_in_full(game: Finished) -> ShownReview:
    view = show_review(game)
    while view.waiting:
        view = show_review(game)
    return view


@pytest.mark.both_ways
def test_a_review_shows_what_the_solver_says(player: Player, over: str) -> None:
    page = whole_review(player, over)
    assert ("<html" in page) != player.by_htmx
    for text in (
        "solved in 4 guesses",
        'aria-label="The code was yellow, purple, yellow, purple"',
        "Your four guesses, one by one",
        'aria-label="4 guesses: 4.34 perfect play, on average, '
        '0.25 lost by your guesses, in rows 1, 2 and 3, 0.59 saved by good luck"',
        "<b>0.59</b> guesses",
        "Costliest: row 3",
        "<b>Out of 100</b>: skill 84, luck 79.",
        "Hints used: 1 (nudge).",
        '<span class="chip hint">hint: nudge</span>',
        "<b>1,296</b> → <b>256</b>",
        "256; 204.5 on average",
        "2.34; 2.89 on average",
    ):
        assert text in page, text
    assert page.count("rv costliest") == 1


@pytest.mark.parametrize(
    ("secret", "rows", "cost"),
    [
        ("3636", GUESSES, "Row 3 cost most: "),
        ("1213", ("1123", "1213"), "No guess could have been better."),
        ("2211", ("1122", "2211"), "Row 1 cost a little: 0.06 of a guess."),
    ],
)
def test_the_sentence_says_where_the_points_of_skill_went(
    secret: str, rows: tuple[str, ...], cost: str
) -> None:
    game = finished("classic", secret, *rows)
    figures = show_figures(game)
    while figures.is_waiting:
        figures = show_figures(game)
    assert figures.cost.startswith(cost)
    assert (figures.skill == 100) == ("No guess" in cost)


def test_an_unfinished_game_has_no_review(player: Player, url: str) -> None:
    player.move(url, "guesses", code="1122")
    for answer in (
        player.get(review_of(url)),
        player.get(f"{review_of(url)}/beside"),
        player.post(f"{review_of(url)}/attempts", row=1),
    ):
        assert answer.status_code == 404
        assert "There is no review yet" in answer.text
        assert f'href="{url}"' in answer.text
        assert "purple" not in answer.text
        assert "3636" not in answer.text


def test_trying_again_from_a_row(app: Flask, player: Player, over: str) -> None:
    answer = player.submit(f"{review_of(over)}/attempts", row=3)
    retry = record_of(app, answer)
    setup = BreakerSetup.read(retry.start)
    guesses = parse_guesses(game_named("classic"), retry.moves)
    assert (guesses, retry.finished) == (((0, 0, 1, 1), (2, 2, 3, 3)), False)
    assert (setup.role, setup.secret, setup.practice) == (StoredRole.BREAKER, "3636", True)
    page = player.client.get(answer).text
    assert page.count('class="row played"') == 2
    assert "yellow, purple, yellow, purple" not in page
    player.move(answer, "guesses", code="3636")
    assert "solved in 3 guesses" in player.get(review_of(answer)).text


@cases("row", ["", "0", "5", "x", "-1", "1.5", "²", "1" * 500])
def test_a_bad_row_is_refused_in_words(player: Player, over: str, row: str) -> None:
    answer = player.send(f"{review_of(over)}/attempts", 422, row=row)
    assert "Choose a row from 1 to 4." in answer


def test_an_evil_game_goes_on_evil(app: Flask, player: Player) -> None:
    url = player.new("mastermind/breaker", game="mini", role="evil")
    for row in range(10):
        if "review" in player.move(url, "guesses", code=("112", "213", "341")[row % 3]).text:
            break
    assert player.get(review_of(url)).status_code == 200
    attempt = player.post(f"{review_of(url)}/attempts", row=3).location
    setup = BreakerSetup.read(record_of(app, attempt).start)
    assert (setup.role, setup.practice, setup.secret) == (StoredRole.EVIL, True, "")
    assert setup.seed == BreakerSetup.read(record_of(app, url).start).seed
    rows = [
        re.findall(r"Row [12]: [^<]*codes? left", player.client.get(address).text)
        for address in (url, attempt)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 2


def test_a_guest_reviews_the_own_game(app: Flask, player: Player, over: str) -> None:
    store = app.extensions["store"]
    game = record_of(app, over)
    start = BreakerSetup(StoredRole.GUEST, secret="3636", link="elsewhere").write()
    guest = store.create(game.player, KIND, "classic", start)
    moves = format_guesses(game_named("classic"), [SECRET])
    store.change(guest, moves=moves, finished=True)
    assert "solved in 1 guess" in player.get(f"/mastermind/review/{guest.id}").text
    attempt = player.post(f"/mastermind/review/{guest.id}/attempts", row=1).location
    assert BreakerSetup.read(record_of(app, attempt).start).role is StoredRole.BREAKER


def test_rows_that_take_too_long_wait(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can't be known at once is worked out row by row, and shown as far as it is known."""
    game, executor = finished("classic", "3636", *GUESSES), HeldExecutor()
    finishing._reviewed.cache_clear()
    monkeypatch.setattr(finishing, "SMALL", 0)
    app.config["PATIENCE"] = NONE
    for rows in range(4):
        with behind(app, executor), app.test_request_context():
            view = show_review(game)
        assert view.waiting == 4 - rows
        assert view.status == f"Comparing row {rows + 1} of 4…"
        assert (view.sum, view.sentences) == (None, ())
        assert view.costliest == 0
        assert [bool(row.chips) for row in view.rows] == [True] * rows + [False] * (4 - rows)
        assert executor.open() == 1
    with behind(app, executor), app.test_request_context():
        whole = show_review(game).sum
    assert whole
    assert whole.words


def test_a_review_that_waits_goes_on(
    player: Player, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finishing, "SMALL", 0)
    monkeypatch.setattr(finishing, "in_time", lambda works: (works[0](),))
    page = player.get(review_of(over)).text
    assert "Comparing row 2 of 4" in page
    assert 'hx-trigger="every 700ms"' in page
    assert page.count("not compared yet") == 3
    assert "your game scores" not in page


def test_large_boards_say_that_they_are_sampled() -> None:
    game = finished("grand", "112345", "112233", "445566")
    view = shown_in_full(game)
    assert view.estimate.startswith("Every row: too many codes are possible")
