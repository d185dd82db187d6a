import pytest

from tests.webapp.player import Player


@pytest.fixture
def url(player: Player) -> str:
    return player.new("hidoku/play")
