"""The log of hints that a game carries has an end."""

from __future__ import annotations

import pytest

from tests.webapp.player import Player
from webapp.storage import hint_log
from webapp.storage.hint_log import FullLogError, add_hint


def test_the_log_has_room_for_a_thousand() -> None:
    hints = ""
    for turn in range(1000):
        hints = add_hint(hints, turn, 1)
    assert add_hint(hints, 7, 1) == hints  # it was given before
    with pytest.raises(FullLogError, match="You have had 1,000 hints in this game"):
        add_hint(hints, 1000, 1)


def test_a_game_that_had_them_all_goes_on(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_log, "MOST_HINTS", 2)
    for kind in ("hidoku/play", "mastermind/breaker"):
        url = player.new(kind)
        for tier in (1, 2):
            assert player.move(url, "hints", tier=tier).status_code == 200
        answer = player.move(url, "hints", tier=3)
        assert answer.status_code == 422
        assert "You have had 2 hints in this game" in answer.text
    assert player.move(url, "guesses", code="1122").status_code == 200
