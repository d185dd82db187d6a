"""What answers to moves and hints weigh, compressed, on the board where they weigh most."""

import re
from collections.abc import Iterator
from random import Random

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from solver.deduction.games import game_named
from tests.webapp.player import HTMX, Player
from webapp.mastermind.breaker import kind as breaker

MOST = 2990  # bytes; 3000 are promised of a move
MOST_OF_HINTS = 3450  # bytes: seven facts of the largest board, each with its cells of the grid
HEADERS = {**HTMX, "Sec-Fetch-Site": "same-origin", "Accept-Encoding": "br"}
GRAND = game_named("grand")


def answers(player: Player, url: str, rows: list[str]) -> Iterator[tuple[str, TestResponse]]:
    """Play rows with every help there is, and yield the answers as a browser gets them."""
    version = 0
    for row in rows:
        for action, tier in (("hints", 1), ("hints", 2), ("hints", 3), ("candidates", 0)):
            version += 1
            form = {"version": version, "tier": tier, "code": row}
            yield action, player.client.post(f"{url}/{action}", data=form, headers=HEADERS)
        yield "page", player.client.get(f"{url}/candidates?page=2", headers=HEADERS)
        version += 1
        form = {"version": version, "code": row}
        yield "guesses", player.client.post(f"{url}/guesses", data=form, headers=HEADERS)


@pytest.mark.parametrize("role", ["breaker", "evil"])
def test_no_answer_is_larger_than_promised(
    app: Flask, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    monkeypatch.setattr(breaker, "random_code", lambda game: game.parse_code("135.72"))
    monkeypatch.setattr("secrets.randbelow", lambda most: 0)  # the evil setter's chance
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("mastermind/breaker", game="grand", role=role)
    chance = Random(5)
    codes = (GRAND.code_at(chance.randrange(GRAND.code_count)) for _ in range(8))
    rows = ["".join(GRAND.format_code(code).split()) for code in codes]
    heaviest = 0
    for action, answer in answers(player, url, rows):
        assert (action, answer.status_code) == (action, 200)
        heaviest = max(heaviest, len(answer.data))
        part = brotli.decompress(answer.data).decode()
        limit = MOST_OF_HINTS if action == "hints" else MOST
        assert (action, len(answer.data) < limit) == (action, True), part
    assert heaviest > MOST / 2  # they were compressed, and are no empty ones


def test_an_answer_leaves_the_rows_that_stand_on_the_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal brings them all: the page it answers may be an old one."""
    monkeypatch.setattr(breaker, "random_code", lambda game: game.parse_code("135.72"))
    player = Player(app.test_client(), by_htmx=True)
    url = player.new("mastermind/breaker", game="grand", practice="1")

    def sent(action: str, version: int, **form: object) -> list[str]:
        part = player.post(f"{url}/{action}", version=version, **form).text
        rows = re.findall(r'<li class="row (.*?)"(.*?)</li>', part, re.DOTALL)
        return [f"{state}{' kept' * ('skip' in body)}" for state, body in rows]

    assert sent("guesses", 1, code="112233") == ["played newest", "current"]
    assert sent("guesses", 2, code="445566") == ["played kept", "played newest", "current"]
    marks = ["played marked kept", "played marked kept", "current"]
    assert sent("hints", 3, tier=1, code="112233")[:3] == marks
    assert sent("candidates", 4, code="112233")[:3] == marks
    comparison = ["played", "played marked", "current"]  # the row that the nudge speaks of
    assert sent("hints", 4, tier=1, code="")[:3] == comparison
    assert sent("guesses", 5, code="1")[:3] == comparison
    assert sent("undo", 5) == ["played kept", "current"]
    assert "hx-morph-skip-children" not in player.client.get(url).text
