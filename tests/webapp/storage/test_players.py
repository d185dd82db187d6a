"""Players' settings in the database: each player's own, and none lost between two tabs."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, insert, select

from webapp.http.quota import QuotaError
from webapp.storage.documents import DocumentError
from webapp.storage.games import Store
from webapp.storage.records.players import (
    SettingsDocument,
    alter_settings,
    no_settings,
    players,
    settings_of,
)


@pytest.fixture
def store(store: Store) -> Store:
    with store.changing() as connection:
        connection.execute(delete(players))
    return store


def dark(settings: SettingsDocument) -> SettingsDocument:
    return {**settings, "look": {**settings["look"], "theme": "dark"}}


def test_each_has_their_own(store: Store) -> None:
    assert settings_of(store, "ann") == no_settings()
    assert alter_settings(store, "ann", dark) == {"look": {"theme": "dark"}, "games": {}}
    assert settings_of(store, "ann") == {"look": {"theme": "dark"}, "games": {}}
    assert settings_of(store, "bob") == no_settings()


def test_many_at_once_lose_nothing_of_each_other(store: Store) -> None:

    def keep(number: int) -> None:
        alter_settings(
            store, "ann", lambda prefs: {**prefs, "games": {**prefs["games"], f"{number}": {}}}
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(40)))
    assert set(settings_of(store, "ann")["games"]) == {str(number) for number in range(40)}


def test_what_is_damaged_says_so_and_can_be_set_again(store: Store) -> None:
    with store.changing() as connection:
        connection.execute(insert(players).values(id="ann", settings='{"schema": 99}'))
    with pytest.raises(DocumentError):
        settings_of(store, "ann")
    assert alter_settings(store, "ann", dark)["look"] == {"theme": "dark"}
    assert settings_of(store, "ann")["look"] == {"theme": "dark"}


def test_only_the_first_may_find_no_room(store: Store) -> None:
    alter_settings(store, "ann", dark)

    def refuse(_size: int) -> None:
        raise QuotaError

    store.admit = refuse
    with pytest.raises(QuotaError):
        alter_settings(store, "bob", dark)
    alter_settings(store, "ann", lambda settings: {**settings, "look": {}})
    with store.reading() as connection:
        assert connection.execute(select(players.c.id)).scalars().all() == ["ann"]
