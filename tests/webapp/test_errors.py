"""Errors as pages in the product's design, or as a notice where htmx asked."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webapp.player import HTMX, Player
from webapp import home


def test_an_unknown_page(player: Player) -> None:
    answer = player.get("/nowhere")
    assert answer.status_code == 404
    assert "Nothing here" in answer.text
    assert ("<html" in answer.text) is not player.by_htmx


def test_a_notice_goes_where_notices_are(app: Flask) -> None:
    answer = app.test_client().get("/mastermind/nowhere", headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.text.startswith('<div id="notice"')


def test_a_wrong_method(player: Player) -> None:
    answer = player.client.post("/hidoku/", headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 405
    assert "Not this way" in answer.text
    assert "GET" in answer.headers["Allow"]


def test_a_fault_of_ours_is_a_page_too(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(kind: str) -> None:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(home, "find_unfinished", fail)
    answer = player.get("/")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    assert "secret detail" not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_address_of_a_move_leads_back_to_the_game(player: Player) -> None:
    for kind, what in (("mastermind", "guesses"), ("hidoku", "undo")):
        url = player.new(kind)
        answer = player.client.get(f"{url}/{what}")
        assert (answer.status_code, answer.location) == (303, url)


@pytest.mark.parametrize("game_id", ["%00", "a%00b", "x" * 400, "é", "%ff"])
def test_odd_game_ids_are_unknown(player: Player, game_id: str) -> None:
    player.new("mastermind")
    assert player.get(f"/mastermind/{game_id}").status_code == 404
