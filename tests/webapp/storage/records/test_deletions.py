"""A deleted game: gone for all pages and links, brought back by its player alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.webapp.clock import Clock
from webapp.storage.games import Store
from webapp.storage.records.devices import move_games
from webapp.storage.records.played import delete_game, return_game
from webapp.storage.records.shares import Share, find_share, find_shown, share


def test_one_game_goes_and_its_link_shows_it_no_more(store: Store, ann: str) -> None:
    gone, kept = (store.create(ann, "breaker", "mini", "s", finished=True) for _ in range(2))
    links = [share(store, game) for game in (gone, kept)]
    delete_game(store, gone)
    assert store.load(gone.id, ann, "breaker") is None
    assert store.load(kept.id, ann, "breaker") == kept
    assert find_shown(store, gone.id) is None
    assert find_shown(store, kept.id) == kept
    assert return_game(store, gone.id, ann)
    assert find_share(store, links[0]) == Share(links[0], gone.id)
    assert find_shown(store, gone.id) == gone


def test_a_game_comes_back_to_its_player_once(store: Store, ann: str, bob: str) -> None:
    game, other = (store.create(ann, "breaker", "mini", "s") for _ in range(2))
    for each in (game, other):
        delete_game(store, each)
    assert not return_game(store, game.id, bob)
    assert return_game(store, game.id, ann)
    assert store.load(game.id, ann, "breaker") == game
    assert store.load(other.id, ann, "breaker") is None
    assert not return_game(store, game.id, ann)


def test_what_another_player_has_by_now_is_not_deleted(store: Store, ann: str, bob: str) -> None:
    game = store.create(ann, "breaker", "mini", "s")
    move_games(store, ann, bob)
    delete_game(store, game)
    assert store.load(game.id, bob, "breaker") == replace(game, player=bob)


def test_its_day_begins_with_the_deletion(
    store: Store, ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, datetime(2026, 11, 23, 9))
    game = store.create(ann, "breaker", "mini", "s")
    clock.pass_by(hours=5)
    delete_game(store, game)
    found = store.load_any(game.id, "breaker")
    assert found is not None
    later = found.changed.replace(tzinfo=UTC) - game.changed.replace(tzinfo=UTC)
    assert later == timedelta(hours=5)
