"""Watching: every row of the computer's own game has its address, its reason, and a way in."""

from __future__ import annotations

import re
from collections import Counter
from math import log2

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from solver.deduction.games import NAMES, game_named
from solver.deduction.matches import Outcome
from solver.deduction.strategies.registry import STRATEGIES
from tests.cases import cases
from tests.plain.codes import feedback
from tests.solver.deduction.exercises.plain import CODES
from tests.webapp.player import Player, review_of
from webapp.mastermind import finished
from webapp.mastermind.answer_sheet import parse_sheet
from webapp.mastermind.breaker import game as breaker_game
from webapp.mastermind.setup import Role, Setup
from webapp.mastermind.watch import game as watch_game
from webapp.mastermind.watch import routes as looking
from webapp.mastermind.watch.game import Duel, format_duel, parse_duel, play_on
from webapp.mastermind.watch.view import show_frame
from webapp.storage.games import StoredGame

START = "/mastermind/watch"
FOREVER = 600.0


def watch(player: Player, **form: object) -> str:
    answer = player.post(f"{START}/games", **form)
    assert answer.status_code == 303, answer.text
    return answer.location


def last_row(page: str) -> int:
    found = re.search(r'data-last="(\d+)"', page)
    assert found
    return int(found[1])


def rows_of(stored: StoredGame) -> int:
    return len(parse_sheet(game_named(stored.rules), stored.moves).turns)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every game played to its end at once, however busy the machine is."""
    monkeypatch.setattr(watch_game, "AT_ONCE", FOREVER)


@pytest.fixture
def known_code(monkeypatch: pytest.MonkeyPatch) -> str:
    """Draw a code that no strategy finds in two rows; return its words."""
    monkeypatch.setattr(looking, "random_code", lambda game: (2, 5, 3, 0))
    return "yellow, purple, green, red"


@pytest.mark.both_ways
def test_each_row_has_its_own_address_and_its_reason(player: Player, known_code: str) -> None:
    url = watch(player)
    start = player.get(url).text
    assert "1,296 possible codes." in start
    rows = last_row(start)
    for row in range(1, rows):
        page = player.get(f"{url}?row={row}").text
        assert page.count('class="row played') == row
        among = re.search(r"codes were possible(, this one among|\. This one wasn’t)", page)
        assert "Only this code was left." in page or bool(among) is (row > 1)
        assert re.search(r"The feedback is .*, which leaves [\d,]+ possible codes?\.", page)
        assert known_code not in page
    page = player.get(f"{url}?row={rows}").text
    assert f"Solved in {rows} guesses" in page
    assert f"The code is {known_code}" in page
    assert "Take over" not in page


def test_by_information_each_row_says_its_bits(player: Player, known_code: str) -> None:
    url = watch(player, strategy="entropy")
    left, colours = CODES, ("red", "orange", "yellow", "green", "blue", "purple")
    for row in range(1, last_row(player.get(url).text) + 1):
        page = player.get(f"{url}?row={row}").text
        played = re.search(rf"Row {row}: (\w+), (\w+), (\w+), (\w+)", page)
        assert played
        guess = "".join(str(colours.index(name) + 1) for name in played.groups())
        sizes = Counter(feedback(guess, code) for code in left)
        fits = [code for code in left if feedback(guess, code) == feedback(guess, "3641")]
        expected = sum(size * log2(len(left) / size) for size in sizes.values()) / len(left)
        if max(sizes.values()) > 1:
            assert f"No guess tells you more: {expected:.2f} bits on average." in page
        if len(left) > 1:
            assert f": {log2(len(left) / len(fits)):.2f} bits." in page
        left = fits
    assert left == ["3641"]


def test_the_code_is_shown_to_who_asks_for_it(player: Player, known_code: str) -> None:
    url = watch(player)
    page = player.get(f"{url}?row=1&code=shown").text
    assert f"The code is {known_code}" in page
    assert "row=2&amp;code=shown" in page  # and stays so in the next row


def test_the_slider_says_how_long_it_takes_only_with_the_code(
    player: Player, known_code: str
) -> None:
    url = watch(player)
    last = last_row(player.get(f"{url}?row=1").text)
    assert 2 < last < 10

    def most(query: str) -> int:
        page = player.get(f"{url}?{query}").text
        [asked] = re.findall(r'max="(\d+)"', page)
        assert re.findall(r"after row \d+ of (\d+)", page) == [asked]
        return int(asked)

    assert most("row=1") == most(f"row={last - 1}") == 10
    assert most("row=1&code=shown") == most(f"row={last}") == most("row=10") == last


def test_an_evil_setter_has_no_code_before_the_end(player: Player) -> None:
    url = watch(player, setter="evil")
    page = player.get(f"{url}?row=1&code=shown").text
    assert "none yet" in page
    assert "The code is" in player.get(f"{url}?row=99").text


def test_one_who_overlooks_says_so(player: Player, known_code: str) -> None:
    url = watch(player, overlook="90", strategy="first")
    assert "with a probability of 90%" in player.get(url).text
    rows = last_row(player.get(url).text)
    pages = [player.get(f"{url}?row={row}").text for row in range(rows + 1)]
    assert any("It ignored some feedback" in page for page in pages)


@pytest.mark.parametrize("setter", ["fair", "evil"])
def test_taking_over_makes_a_practice_game_with_the_same_rows(
    player: Player, known_code: str, setter: str
) -> None:
    url = watch(player, setter=setter)
    taken = player.post(f"{url}/games", row=2)
    assert taken.status_code == 303
    page = player.get(taken.location).text
    assert page.count('class="row played') == 2
    assert "Practice" in page
    seen = re.findall(r"Row \d: ([^<]+)", player.get(f"{url}?row=2").text)
    assert all(words in page for words in seen)
    page = player.move(taken.location, "undo").text
    assert page.count('class="row played') == 1


def test_a_game_that_is_over_cannot_be_taken_over(player: Player) -> None:
    url = watch(player)
    answer = player.post(f"{url}/games", row=99)
    assert answer.status_code == 422
    assert "This game is over." in answer.text


@cases(
    "form",
    [
        {"game": "nothing"},
        {"game": "own"},
        {"game": "own", "pegs": "9", "colours": "6", "guesses": "10"},
        {"setter": "kind"},
        {"strategy": "magic"},
        {"overlook": "91"},
        {"overlook": "²"},
        {"keys": "green"},
    ],
)
def test_what_is_not_on_offer_is_refused(player: Player, form: dict[str, str]) -> None:
    answer = player.post(f"{START}/games", **form)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_another_players_game_is_none(player: Player, stranger: Player) -> None:
    url = watch(player)
    assert stranger.get(url).status_code == 404
    assert stranger.post(f"{url}/games", row=0).status_code == 404
    assert player.get(f"{START}/nothing").status_code == 404
    assert player.get(f"{url}/games").location == url
    assert player.client.get(f"{START}/").status_code == 200


def test_a_long_game_is_played_on_from_page_to_page(
    player: Player, known_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_game, "AT_ONCE", 0)
    url = watch(player, strategy="first")
    assert last_row(player.get(url).text) == 1  # one row at least
    assert last_row(player.get(f"{url}?row=1").text) == 2
    for _ in range(10):
        page = player.get(f"{url}?row=99").text
    assert "guesses</h2>" in page


@pytest.mark.both_ways
def test_to_look_stores_nothing_and_the_page_has_the_rows_kept(
    app: Flask, player: Player, stranger: Player, known_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored() -> StoredGame:
        found = app.extensions["store"].load_any(url.rsplit("/", 1)[1], "watch")
        assert isinstance(found, StoredGame)
        return found

    monkeypatch.setattr(watch_game, "AT_ONCE", 0)
    url = watch(player, strategy="first")
    begun = stored()
    page = player.get(f"{url}?row=99").text
    assert stored() == begun
    assert f'hx-post="{url}/rows" hx-trigger="load"' in page
    assert stranger.post(f"{url}/rows").status_code == 404
    assert player.post(f"{url}/rows", row=99).status_code == (204 if player.by_htmx else 303)
    assert rows_of(stored()) == last_row(page) > rows_of(begun)
    kept = stored()
    assert "/rows" not in player.get(f"{url}?row=99").text
    player.post(f"{url}/rows")
    assert stored() == kept


def test_a_row_that_is_not_stored_is_the_same_on_every_server(
    player: Player, known_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_game, "AT_ONCE", 0)
    url = watch(player, strategy="random")
    pages = [player.get(f"{url}?row={row}").text for row in (99, 2, 3)]
    for row, page in zip((2, 3), pages[1:], strict=True):
        forget()
        again = player.get(f"{url}?row={row}").text
        assert page.count('class="row played') == row
        assert seen_rows(again) == seen_rows(page)


def test_a_game_is_reviewed_that_nobody_has_watched_to_its_end(
    player: Player, known_code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_game, "AT_ONCE", 0)
    review = player.get(review_of(watch(player, strategy="first")))
    assert (review.status_code, f"The code was {known_code}" in review.text) == (200, True)


def test_a_game_to_watch_is_never_one_to_go_on_with(
    app: Flask, monkeypatch: pytest.MonkeyPatch, player: Player
) -> None:
    """Its setup decides it to the end, so that it is kept like every game that is over."""
    monkeypatch.setattr(watch_game, "AT_ONCE", 0)
    url = watch(player, game="super", strategy="knuth")
    assert app.extensions["store"].load_any(url.rsplit("/", 1)[1], "watch").finished


def seen_rows(page: str) -> list[str]:
    return re.findall(r"Row \d: ([^<]+)", page)


def forget() -> None:
    """Know as little of any game as a server that was just started."""
    finished.choice_after.cache_clear()


def test_another_player_of_the_same_kind(player: Player) -> None:
    page = player.get(watch(player, strategy="knuth", overlook="30", game="mini")).text
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    assert (fields["strategy"], fields["overlook"], fields["game"]) == ("knuth", "30", "mini")


@cases("name", NAMES)
@cases("is_evil", [False, True])
def test_every_game_is_played_to_its_end(name: str, is_evil: bool) -> None:
    game = game_named(name)
    secret = game.format_code(game.code_at(int(game.secrets[game.secret_count // 3])))
    setup = Setup(role=Role.WATCH, secret="" if is_evil else secret, seed=7)
    duel = play_on(Duel(game, setup), FOREVER)
    assert duel.outcome is Outcome.WON
    assert duel.secret == duel.turns[-1].code
    assert parse_duel(game, setup, format_duel(duel)) == duel
    assert duel.counts[0] == game.secret_count
    for row in range(len(duel.turns) + 1):
        assert show_frame(duel, "id", 1, row)["reason"]


def test_no_reason_is_given_for_another_guess() -> None:
    game = game_named("classic")
    duel = Duel(game, Setup(role=Role.WATCH, secret="1234"), (game.parse_turn("6666:0,0"),))
    frame = show_frame(duel, "id", 1, 1)
    assert duel.choice(1) is None
    assert frame["reason"] == ("The feedback is no key pegs, which leaves 625 possible codes.",)
    assert frame["split"] is None


@given(
    st.sampled_from(sorted(STRATEGIES)),
    st.sampled_from([0, 30, 90]),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_every_player_plays_the_same_from_the_same_rows(
    strategy: str, overlook: int, is_evil: bool, seed: int
) -> None:
    game = game_named("mini")
    secret = "" if is_evil else game.format_code(game.code_at(seed % game.code_count))
    setup = Setup(Role.WATCH, secret=secret, strategy=strategy, overlook=overlook, seed=seed)
    duel = play_on(Duel(game, setup), FOREVER)
    assert duel.is_over
    finished.choice_after.cache_clear()
    breaker_game._answer.cache_clear()
    again = Duel(game, setup, duel.turns[:2])
    assert play_on(again, FOREVER) == duel
