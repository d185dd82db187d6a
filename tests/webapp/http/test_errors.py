"""Errors as pages in the product's design, or as a notice where htmx asked."""

import re

import pytest
from flask import Flask
from sqlalchemy import delete

from tests.cases import cases
from tests.webapp.http.visits import path_of, rules_of, valid_values
from tests.webapp.player import HTMX, Player
from webapp.http.server.requests import IS_LATE, REQUEST_ID
from webapp.site import home
from webapp.storage.engine import faults
from webapp.storage.engine.database import Database
from webapp.storage.tables import games


@pytest.mark.both_ways
def test_an_unknown_page(player: Player) -> None:
    answer = player.read("/nowhere", 404)
    assert "There’s nothing here" in answer
    assert ("<html" in answer) is not player.by_htmx


def test_a_notice_goes_where_notices_are(app: Flask) -> None:
    answer = app.test_client().get("/mastermind/nowhere", headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.text.startswith('<div id="notice"')


def test_a_wrong_method(player: Player) -> None:
    answer = player.client.post("/hidoku/", headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 405
    assert "This address can’t be opened" in answer.text
    assert "GET" in answer.headers["Allow"]


def test_a_fault_of_ours_names_the_request_on_the_page_and_in_the_log(
    player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(kind: str) -> None:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(home, "show_offers", fail)
    environ = {REQUEST_ID: "4bf92f3577b34da6"}
    for headers in ({}, HTMX):
        answer = player.client.get("/", headers=headers, environ_overrides=environ)
        assert answer.status_code == 500
        assert "Something went wrong on our side" in answer.text
        assert "4bf92f3577b34da6" in answer.text
        assert "secret detail" not in answer.text
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert [message.count("4bf92f3577b34da6") for message in caplog.messages] == [1, 1]
    assert "4bf92f3577b34da6" not in player.client.get("/no", environ_overrides=environ).text


def test_where_no_page_can_be_rendered_a_plain_sentence_is_the_answer(
    app: Flask, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """The page that says what broke extends the layout that broke."""

    def fail() -> None:
        raise ZeroDivisionError("a secret detail")

    app.jinja_env.globals["styles"] = fail
    app.jinja_env.get_template("_notice.html").root_render_func = lambda _: fail()
    for address, cause in (("/", "unexpected error"), ("/nowhere", "no page")):
        caplog.clear()
        answer = player.get(address)
        assert answer.status_code == 500
        assert answer.mimetype == "text/plain"
        assert "Something went wrong on our side." in answer.text
        assert "secret detail" not in answer.text
        assert cause in caplog.text
        assert "HX-Retarget" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_address_of_a_form_leads_back_to_a_page(app: Flask, player: Player) -> None:
    values, addresses = valid_values(player), app.url_map.bind("localhost")
    endpoints = set()
    for rule in rules_of(app, "POST"):
        room = "play" if rule.rule.startswith("/hidoku/play") else rule.endpoint.partition(".")[0]
        path = path_of(rule, values.get(room, values[""]))
        if addresses.test(path, "GET"):
            continue
        for ask in (player.client.get, player.client.head):
            answer = ask(path)
            assert answer.status_code == 303, path
            assert path.startswith(answer.location), path
        endpoints.add(rule.endpoint)
        page = player.client.get(answer.location, follow_redirects=True)
        assert page.status_code == 200 or rule.endpoint in NOT_THERE, path
    assert len(endpoints) > 70
    assert player.client.get("/you/data/erasure").location == "/you/data"
    assert player.client.get("/hidoku/rules/games").location == "/hidoku/rules"


@cases("game_id", ["%00", "a%00b", "x" * 400, "é", "%ff"])
def test_odd_game_ids_are_unknown(player: Player, game_id: str) -> None:
    player.new("mastermind/breaker")
    assert player.get(f"/mastermind/breaker/{game_id}").status_code == 404


#: What changes a job that isn’t there, or has the name of a board above it.
NOT_THERE = {"lab.cancel", "watch.from_game"}

FAULTS = [
    (faults.StoreBusyError, 503, "nothing was changed", "5"),
    (faults.StoreGoneError, 503, "may not be saved", "10"),
    (faults.StoreDiskError, 503, "may not be saved", "10"),
    (faults.StoreFullError, 507, "has no room to save this", "60"),
    (faults.StoreBrokenError, 500, "needs to check its database", None),
]


@pytest.mark.both_ways
@pytest.mark.parametrize(("fault", "status", "sentence", "wait"), FAULTS)
def test_a_move_that_is_not_stored_is_reported_and_kept(
    player: Player,
    monkeypatch: pytest.MonkeyPatch,
    fault: type[faults.StorageError],
    status: int,
    sentence: str,
    wait: str | None,
) -> None:
    def refuse(*_: object) -> int:
        raise fault("a secret detail")

    url = player.new("mastermind/breaker")
    with monkeypatch.context() as broken:
        broken.setattr(Database, "run", refuse)
        answer = player.post(f"{url}/guesses", version=1, code="1122", note='"<two\nlines>')
    assert answer.status_code == status
    assert sentence in answer.text
    assert answer.headers.get("Retry-After") == wait
    assert "secret detail" not in answer.text
    if player.by_htmx:  # the page stays as it is
        assert answer.headers["HX-Retarget"] == "#notice"
        return
    fields = dict(re.findall(r'name="([^"]*)" value="([^"]*)"', answer.text))
    assert fields == {"version": "1", "code": "1122", "note": "&#34;&lt;two\nlines&gt;"}
    assert f'action="{url}/guesses"' in answer.text
    assert player.post(f"{url}/guesses", version=1, code="1122").status_code == 303


@pytest.mark.both_ways
def test_a_move_without_an_answer_in_time_may_not_be_saved_and_is_kept(player: Player) -> None:
    url = player.new("mastermind/breaker")
    player.client.environ_base[IS_LATE] = True
    answer = player.send(f"{url}/guesses", 503, version=1, code="1122")
    assert "What you just sent may not be saved; earlier moves are." in answer
    assert ('value="1122"' in answer) is not player.by_htmx


def test_pages_that_need_no_database_do_without(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise faults.StoreGoneError

    url = player.new("mastermind/breaker")
    monkeypatch.setattr(Database, "reading", refuse)
    assert player.get(url).status_code == 503
    assert player.get("/mastermind/count").status_code == 200


def test_a_game_that_was_dropped_meanwhile_is_unknown(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drop(*_: object) -> int:
        with app.extensions["store"].changing() as connection:
            connection.execute(delete(games))
        return 0

    url = player.new("mastermind/breaker")
    monkeypatch.setattr(Database, "run", drop)
    assert player.post(f"{url}/guesses", version=1, code="1122").status_code == 404
