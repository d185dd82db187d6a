"""A form that is too large is refused in words, whatever it is sent to and however."""

from collections.abc import Callable
from io import BytesIO

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, TestResponse

from tests.cases import cases
from tests.webapp.http.visits import SAME_ORIGIN, path_of, rules_of, valid_values
from tests.webapp.player import HTMX, Player
from webapp.application import LARGEST_FORM

TOO_MUCH = "a" * LARGEST_FORM


def in_fields(address: str, headers: dict[str, str]) -> EnvironBuilder:
    form = {"version": "1", "typed": TOO_MUCH, "code": "1122", "cell": "0,0"}
    return EnvironBuilder(address, method="POST", data=form, headers=headers)


def in_a_file(address: str, headers: dict[str, str]) -> EnvironBuilder:
    file = (BytesIO(TOO_MUCH.encode()), "board.txt")
    return EnvironBuilder(address, method="POST", data={"file": file}, headers=headers)


def in_chunks(address: str, headers: dict[str, str]) -> EnvironBuilder:
    """A body of a length that nobody said beforehand."""
    return EnvironBuilder(
        address,
        method="POST",
        headers={**headers, "Transfer-Encoding": "chunked"},
        input_stream=BytesIO(f"typed={TOO_MUCH}".encode()),
        content_type="application/x-www-form-urlencoded",
        environ_overrides={"wsgi.input_terminated": True},
    )


def in_too_many_fields(address: str, headers: dict[str, str]) -> EnvironBuilder:
    builder = EnvironBuilder(address, method="POST", headers=headers, data={"board": ["1"] * 1001})
    builder.mimetype = "multipart/form-data"
    return builder


WAYS = [in_fields, in_a_file, in_chunks]


@pytest.mark.both_ways
@cases("way", WAYS)
def test_every_address_refuses_a_form_that_is_too_large(
    player: Player, way: Callable[[str, dict[str, str]], EnvironBuilder]
) -> None:
    app, headers = player.client.application, {**SAME_ORIGIN, **(HTMX if player.by_htmx else {})}
    valid = valid_values(player)
    rules = rules_of(app, "POST")
    assert len(rules) >= 40
    for rule in rules:
        address = path_of(rule, valid.get(rule.endpoint.partition(".")[0], valid[""]))
        answer = player.client.open(way(address, headers))
        assert answer.status_code == 413, address
        assert ("<html" in answer.text) is not player.by_htmx, address
        assert answer.headers.get("HX-Retarget") == ("#notice" if player.by_htmx else None)


def send(player: Player, address: str, **form: object) -> TestResponse:
    return player.client.post(address, data=form, headers=SAME_ORIGIN)


def test_what_refuses_a_move_does_not_read_the_form_again(app: Flask) -> None:
    """A game that is over refuses any guess, before its form was looked at."""
    player = Player(app.test_client())
    url = player.new("mastermind/breaker", game="mini")
    while 'id="result"' not in player.get(url).text:
        player.move(url, "guesses", code="111")
    assert send(player, f"{url}/guesses", code="111").status_code == 422
    assert send(player, f"{url}/guesses", code=TOO_MUCH).status_code == 413


@pytest.mark.both_ways
def test_the_page_of_imports_says_what_is_too_large(player: Player) -> None:
    answer = player.send("/hidoku/exchange/import", 413, text=TOO_MUCH)
    words = "at most 64 kB" if player.by_htmx else "A board has at most 900 cells"
    assert words in answer
    assert ('id="import"' in answer) is not player.by_htmx


def test_more_fields_than_any_form_has_are_refused(player: Player) -> None:
    for address in ("/hidoku/exchange/import", "/mastermind/breaker/games"):
        answer = player.client.open(in_too_many_fields(address, dict(SAME_ORIGIN)))
        assert answer.status_code == 413


def test_a_form_that_ends_early_is_refused(player: Player) -> None:
    builder = EnvironBuilder(
        "/mastermind/breaker/games",
        method="POST",
        headers=SAME_ORIGIN,
        data={"game": "mini"},
        environ_overrides={"CONTENT_LENGTH": "400"},
    )
    assert player.client.open(builder).status_code == 400


def test_another_site_learns_nothing_of_sizes(app: Flask) -> None:
    assert (
        app.test_client().post("/mastermind/breaker/games", data={"code": TOO_MUCH}).status_code
        == 403
    )
