import pytest

from tests.cases import cases
from tests.webapp.player import Player
from webapp.storage import hint_log
from webapp.storage.documents import DocumentError

STORED = '{"schema":1,"given":[[5,1],[5,2],[8,1],[8,3],[5,4],[8,4]]}'


def test_what_is_stored_keeps_its_meaning() -> None:
    assert hint_log.hints_words(STORED) == "Hints used: 2 (1 move, 1 list)."
    assert hint_log.hint_count(STORED) == 2
    assert hint_log.price_words(STORED) == hint_log.hints_words(STORED)
    assert (hint_log.hints_words(""), hint_log.price_words("")) == ("", "No hints used.")


def test_the_highest_tier_of_a_position_is_paid_for() -> None:
    assert [hint_log.highest_tier(STORED, key) for key in (5, 8, 6)] == [2, 3, 0]
    assert hint_log.highest_tier('{"schema":1,"given":[[5,1],[5,4]]}', 5) == 1  # a list is no tier


@cases("log", ['[["5",1]]', "[[5,1.0]]", "[[5,true]]", "[[5]]", "[5]"])
def test_a_damaged_log_is_refused(log: str) -> None:
    with pytest.raises(DocumentError, match=r"^the log of hints: "):
        hint_log.parse_hints(f'{{"schema":1,"given":{log}}}')


def test_the_log_has_room_for_a_thousand() -> None:
    hints = ""
    for turn in range(1000):
        hints = hint_log.add_hint(hints, turn, 1)
    assert hint_log.add_hint(hints, 7, 1) == hints  # it was given before
    with pytest.raises(hint_log.FullLogError, match="had all 1,000 hints of this game"):
        hint_log.add_hint(hints, 1000, 1)


def test_a_game_that_had_them_all_goes_on(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_log, "MOST_HINTS", 2)
    for kind in ("hidoku/play", "mastermind/breaker"):
        url = player.new(kind)
        for tier in (1, 2):
            assert player.move(url, "hints", tier=tier).status_code == 200
        answer = player.move(url, "hints", tier=3)
        assert answer.status_code == 422
        assert "had all 2 hints of this game" in answer.text
    assert player.move(url, "guesses", code="1122").status_code == 200
