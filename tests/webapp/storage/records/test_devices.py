"""Browsers that are joined, their keys, which can be ended, and whose games are whose."""

from datetime import UTC, datetime

import pytest

from tests.webapp.clock import Clock
from webapp.storage.games import Store, StoredGame
from webapp.storage.records.played import delete_game, return_game
from webapp.storage.records.players import (
    devices_of,
    end_device,
    first_key,
    is_device_of,
    join_device,
    move_games,
)
from webapp.storage.tables import DELETED

START = datetime(2026, 11, 23, 9)
DAY, NEXT = "2026-11-23", "2026-11-24"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, START)


def test_browsers_are_a_players_own(store: Store, clock: Clock, ann: str, bob: str) -> None:
    keys = []
    for player in (ann, ann, bob):
        keys.append(join_device(store, player))
        clock.pass_by(minutes=1)
    assert len(set(keys)) == 3
    assert devices_of(store, ann) == [
        (first_key(ann), START.replace(tzinfo=UTC)),
        (keys[0], START.replace(tzinfo=UTC)),
        (keys[1], START.replace(minute=1, tzinfo=UTC)),
    ]
    assert [device.id for device in devices_of(store, bob)] == [first_key(bob), keys[2]]
    assert is_device_of(store, keys[0], ann)
    assert not is_device_of(store, keys[0], bob)
    assert not is_device_of(store, "no key", ann)


def test_the_list_has_the_first_joined_first(store: Store, clock: Clock, ann: str) -> None:
    keys = [join_device(store, ann)]
    for _ in range(3):
        clock.pass_by(minutes=-1)
        keys.insert(0, join_device(store, ann))
    assert [row.id for row in devices_of(store, ann)] == [*keys[:-1], first_key(ann), keys[-1]]


def test_a_first_browser_needs_no_row_till_another_is_joined(store: Store, ann: str) -> None:
    first = first_key(ann)
    assert is_device_of(store, first, ann)
    assert devices_of(store, ann) == []
    second = join_device(store, ann)
    for key in (first, second):
        assert is_device_of(store, key, ann)
        assert end_device(store, key, ann)
    assert not is_device_of(store, first, ann)  # though it is alone again
    third = join_device(store, ann)
    assert [device.id for device in devices_of(store, ann)] == [third]


def begin(store: Store, player: str, kind: str = "breaker", day: str = "") -> StoredGame:
    return store.create(player, kind, "mini", "", "112", day=day)


def test_games_move_and_of_a_day_that_both_played_one_stays_the_days(
    store: Store, ann: str, bob: str
) -> None:
    cid = f"cid{ann[3:]}"
    game_of_bob = begin(store, bob, day=DAY)
    double, other_day = begin(store, ann, day=DAY), begin(store, ann, day=NEXT)
    other_kind, plain = begin(store, ann, "play", DAY), begin(store, ann)
    begin(store, bob)
    bin_game, strange = begin(store, ann, "play", NEXT), begin(store, cid, day=DAY)
    delete_game(store, bin_game)
    move_games(store, ann, bob)
    days = {
        game.id: game_now.day
        for game in (game_of_bob, double, other_day, other_kind, plain)
        if (game_now := store.load(game.id, bob, game.kind))
    }
    assert days == {
        game_of_bob.id: DAY,
        double.id: "",
        other_day.id: NEXT,
        other_kind.id: DAY,
        plain.id: "",
    }
    assert store.load(strange.id, cid, "breaker") == strange
    game_gone = store.load_any(bin_game.id, "play")
    assert game_gone is not None
    assert (game_gone.player, game_gone.day) == (DELETED + bob, "")
    delete_game(store, plain)  # which another player has by now
    assert store.load(plain.id, bob, "breaker")
    assert not return_game(store, bin_game.id, ann)
    assert return_game(store, bin_game.id, bob)
