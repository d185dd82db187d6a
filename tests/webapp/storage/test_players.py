"""Players' settings in the database: each player's own, and none lost between two tabs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, insert, select

from webapp.http.quota import QuotaError
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store
from webapp.storage.records.players import PlayerStore, SettingsDocument, no_settings, players


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    store = Store(database_url)
    store.migrate()
    with store.changing() as connection:
        connection.execute(delete(players))
    yield store
    store.engine.dispose()


def dark(settings: SettingsDocument) -> SettingsDocument:
    return {**settings, "look": {**settings["look"], "theme": "dark"}}


def test_each_has_their_own(store: Store) -> None:
    own = PlayerStore(store)
    assert own.settings_of("ann") == no_settings()
    assert own.change("ann", dark) == {"look": {"theme": "dark"}, "games": {}}
    assert own.settings_of("ann") == {"look": {"theme": "dark"}, "games": {}}
    assert own.settings_of("bob") == no_settings()


def test_many_at_once_lose_nothing_of_each_other(store: Store) -> None:
    own = PlayerStore(store)

    def keep(number: int) -> None:
        own.change("ann", lambda told: {**told, "games": {**told["games"], f"{number}": {}}})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(40)))
    assert set(own.settings_of("ann")["games"]) == {str(number) for number in range(40)}


def test_what_is_damaged_says_so_and_can_be_set_anew(store: Store) -> None:
    own = PlayerStore(store)
    with store.changing() as connection:
        connection.execute(insert(players).values(id="ann", settings='{"schema": 99}'))
    with pytest.raises(DocumentError):
        own.settings_of("ann")
    assert own.change("ann", dark)["look"] == {"theme": "dark"}
    assert own.settings_of("ann")["look"] == {"theme": "dark"}


def test_only_the_first_may_find_no_room(store: Store) -> None:
    own = PlayerStore(store)
    own.change("ann", dark)

    def refuse(_size: int) -> None:
        raise QuotaError

    store.admit = refuse
    with pytest.raises(QuotaError):
        own.change("bob", dark)
    own.change("ann", lambda told: {**told, "look": {}})
    with store.reading() as connection:
        assert connection.execute(select(players.c.id)).scalars().all() == ["ann"]
