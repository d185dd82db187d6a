import pytest

from tests.webapp.player import Player
from webapp.mastermind.breaker import kind as breaker


@pytest.fixture
def url(player: Player, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Begin a game whose code is the module's ``SECRET``; return its address."""
    monkeypatch.setattr(breaker, "random_code", lambda rules: request.module.SECRET)
    return player.new("mastermind/breaker")
