"""Links to finished games: one a game, withdrawn for good, remembered for a while."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, select, update

from webapp.config import read_settings
from webapp.registry import retention
from webapp.storage.games import Store, StoredGame, games
from webapp.storage.records.shares import (
    REMEMBERED,
    Share,
    find_share,
    find_shown,
    finished_like,
    share,
    share_of,
    withdraw,
)
from webapp.storage.sweep import sweep
from webapp.storage.tables import shares


@pytest.fixture
def store(store: Store) -> Store:
    with store.changing() as connection:
        connection.execute(delete(shares))
    return store


def game_of(store: Store, start: str = "", player: str = "ann", *, over: bool = True) -> StoredGame:
    return store.create(player, "breaker", "mini", start, "112", finished=over)


def age(store: Store, days: float) -> None:
    with store.changing() as connection:
        connection.execute(update(shares).values(made=datetime.now(UTC) - timedelta(days=days)))


def ids(store: Store) -> set[str]:
    with store.reading() as connection:
        return {row.id for row in connection.execute(select(shares.c.id))}


def test_a_game_has_one_link_till_it_is_withdrawn(store: Store) -> None:
    game = game_of(store)
    assert share_of(store, game) is None
    first = share(store, game)
    assert (share(store, game), share_of(store, game)) == (first, first)
    assert find_share(store, first) == Share(first, game.id)
    assert find_shown(store, game.id) == game
    withdraw(store, first)
    assert find_share(store, first) == Share(first, None)
    again = share(store, game)
    assert again != first
    withdraw(store, again)
    assert {find_share(store, key) for key in (first, again)} == {
        Share(first, None),
        Share(again, None),
    }
    assert find_share(store, "never") is None


def test_of_many_at_once_all_get_the_same_link(store: Store) -> None:
    game = game_of(store)
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: share(store, game), range(8)))) == 1
    assert len(ids(store)) == 1


def test_links_end_in_letters_and_digits(store: Store) -> None:
    for _ in range(20):
        assert share(store, game_of(store)).isalnum()


def test_a_link_takes_room(store: Store) -> None:
    sizes: list[int] = []
    game = game_of(store)
    store.admit = sizes.append
    share(store, game)
    share(store, game)
    assert len(sizes) == 1


def test_games_like_another_are_the_players_own_and_finished(store: Store) -> None:
    game = game_of(store, '{"secret":"1_2"}')
    mine = game_of(store, '{"secret":"1_2"}', "bob")
    game_of(store, '{"secret":"112"}', "bob")
    game_of(store, '{"secret":"1_2"}', "bob", over=False)
    assert finished_like(store, "bob", game, '"secret":"1_2"') == [mine]
    assert finished_like(store, "carl", game, '"secret":"1_2"') == []
    assert len(finished_like(store, "bob", game, "")) == 2


def test_what_is_shown_stays_and_what_is_gone_is_forgotten(store: Store) -> None:
    usual = retention(read_settings({}))
    shown_game, hidden_game = game_of(store, over=False), game_of(store, over=False)
    share_kept, withdrawn = share(store, shown_game), share(store, game_of(store))
    withdraw(store, withdrawn)
    long_ago = datetime.now(UTC) - timedelta(days=50_000)
    with store.changing() as connection:
        connection.execute(update(games).values(changed=long_ago))
    sweep(store, usual, pause=0)
    assert find_shown(store, shown_game.id)
    assert find_shown(store, hidden_game.id) is None
    assert ids(store) == {share_kept, withdrawn}
    age(store, REMEMBERED - 1)
    sweep(store, usual, pause=0)
    assert ids(store) == {share_kept, withdrawn}
    age(store, REMEMBERED + 1)
    sweep(store, usual, pause=0)
    assert ids(store) == {share_kept}
    with store.changing() as connection:
        connection.execute(delete(games).where(games.c.id == shown_game.id))
    sweep(store, usual, pause=0)
    assert ids(store) == set()
