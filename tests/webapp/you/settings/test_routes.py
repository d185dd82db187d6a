"""The settings: chosen before any game, kept for the player, and nothing lost by a refusal."""

import re

import pytest
from flask import Flask
from sqlalchemy import select, update

from tests.cases import cases
from tests.webapp.player import Player
from webapp.http.quota import QuotaError
from webapp.storage.games import games
from webapp.storage.tables import players
from webapp.you.settings import CHOICES, NO_COOKIE, SAVED, TICKED

PAGE = "/you/settings"
PHONE = "Mozilla/5.0 (Linux; Android 15) Mobile"


def chosen(text: str) -> dict[str, str]:
    """Return what is chosen on the page, as the form would send it."""
    fields = re.findall(r"<input\s+type=\"(?:radio|checkbox)\"[^>]*\bchecked\b[^>]*>", text)
    values = {}
    for field in fields:
        (name,) = re.findall(r'name="(\w+)"', field)
        values[name] = (re.findall(r'value="(\w+)"', field) or ["on"])[0]
    return values


USUAL = {
    **{name: values[0] for name, values in CHOICES.items()},
    "clock": "on",
    "count": "on",
    "at_once": "on",
}


def test_they_are_there_before_any_game_and_as_usual(app: Flask, stranger: Player) -> None:
    assert chosen(stranger.get(PAGE).text) == USUAL
    with app.extensions["store"].reading() as connection:
        assert connection.execute(select(players)).all() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in CHOICES.items() for value in values]
    + [(name, "on") for name in TICKED],
)
def test_each_choice_is_kept(app: Flask, stranger: Player, name: str, value: str) -> None:
    address = stranger.submit(PAGE, **{name: value})
    page = stranger.get(address).text
    without = {key: default for key, default in USUAL.items() if key not in TICKED}
    assert chosen(page) == {**without, name: value}
    assert SAVED in page
    with app.extensions["store"].reading() as connection:
        assert len(connection.execute(select(players)).all()) == 1
        assert connection.execute(select(games)).all() == []
    second = Player(app.test_client())
    assert chosen(second.get(PAGE).text) == USUAL


@cases("name", CHOICES)
@cases("value", ["", "pink", "x" * 5000, "\0", '"><script>'])
def test_what_there_is_not_is_refused_and_all_stays_as_it_was(
    stranger: Player, name: str, value: str
) -> None:
    stranger.post(PAGE, theme="dark", palette="strong", letters="off", motion="off", entry="next")
    before = chosen(stranger.get(PAGE).text)
    answer = stranger.send(PAGE, 422, **{**USUAL, "sound": "on", name: value})
    assert "Nothing was changed." in answer
    assert "<script>" not in answer
    assert chosen(answer) == chosen(stranger.get(PAGE).text) == before


def test_where_no_cookie_is_kept_the_page_says_so(app: Flask) -> None:
    forgetful = Player(app.test_client(use_cookies=False))
    answer = forgetful.post(PAGE, theme="dark")
    page = forgetful.get(answer.location).text
    assert NO_COOKIE in page
    assert SAVED not in page


def test_where_there_is_no_room_what_was_chosen_stays_on_the_page(
    app: Flask, stranger: Player
) -> None:
    def refuse(_size: int) -> None:
        raise QuotaError("No room today.")

    app.extensions["store"].admit = refuse
    answer = stranger.send(PAGE, 429, theme="dark", palette="strong")
    assert "No room today." in answer
    assert chosen(answer)["palette"] == "strong"


def test_hidoku_is_played_by_them(stranger: Player) -> None:
    url = stranger.new("hidoku/play", board="findling")
    page = stranger.get(url).text
    assert 'data-mode="type"' in page
    assert 'id="clock"' in page
    stranger.post(PAGE, entry="next", at_once="on", count="on")
    page = stranger.get(url).text
    assert 'data-mode="next"' in page
    assert 'id="clock"' not in page
    usual = {name: value for name, value in USUAL.items() if name != "clock"}
    assert chosen(stranger.get(PAGE).text) == {**usual, "entry": "next"}


def test_what_suits_the_device_is_read_each_time(app: Flask) -> None:
    phone = Player(app.test_client())
    phone.client.environ_base["HTTP_USER_AGENT"] = PHONE
    url = phone.new("hidoku/play", board="findling")
    assert 'data-mode="next"' in phone.get(url).text
    phone.move(url, "mode", mode="note")  # says nothing of how numbers are entered
    phone.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux x86_64)"
    assert 'data-mode="note"' in phone.get(url).text
    phone.post(PAGE, clock="on")  # whoever saves settings is done with notes
    assert 'data-mode="type"' in phone.get(url).text
    phone.post(PAGE, entry="next")
    assert 'data-mode="next"' in phone.get(url).text
    phone.post(PAGE, entry="usual")
    assert 'data-mode="type"' in phone.get(url).text


@pytest.mark.parametrize("fragment", ["7", '"x"', '{"mode":3,"other":[]}', '{"clock":"x"}'])
def test_settings_that_say_nothing_known_are_passed_over(
    app: Flask, stranger: Player, fragment: str
) -> None:
    url = stranger.new("hidoku/play", board="findling")
    stranger.move(url, "mode", mode="next")
    text = f'{{"schema":1,"look":{{}},"games":{{"hidoku":{fragment}}}}}'
    app.extensions["store"].run(update(players).values(settings=text))
    page = stranger.get(url).text
    assert 'data-mode="type"' in page
    assert 'id="clock"' in page
