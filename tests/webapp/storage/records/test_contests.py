"""Contests in the database: one entry a player, results off the games' rows, and what goes when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import update

from tests.webapp.work.patience import do_at_once
from webapp.config import read_settings
from webapp.registry import retention
from webapp.storage.games import Store, begun_game
from webapp.storage.records import contests
from webapp.storage.records.contest_entries import entries_of, entry_of, join, rename, set_removed
from webapp.storage.records.contests import (
    Contest,
    close_contest,
    contests_of,
    find_contest,
    make_contest,
)
from webapp.storage.records.devices import erase_player, move_games
from webapp.storage.sweep import sweep
from webapp.storage.tables import games


def contest(store: Store, player: str) -> Contest:
    like = begun_game(player, "breaker", "mini", "s")
    found = find_contest(store, make_contest(store, player, like, is_hidden=True))
    assert found is not None
    return found


def test_who_begins_in_many_tabs_at_once_is_in_it_once(store: Store, ann: str, bob: str) -> None:
    made = contest(store, ann)
    found = do_at_once(*[partial(join, store, made, bob, "")] * 5)
    assert len(set(found)) == 1
    assert len(entries_of(store, made.id)) == 1
    assert len(store.unfinished(bob, "breaker")) == 1


def test_a_row_is_removed_renamed_and_restored(store: Store, ann: str, bob: str) -> None:
    made = contest(store, ann)
    other = contest(store, ann)
    for each in (made, other):
        join(store, each, bob, "Bob")
    [entry] = entries_of(store, made.id)
    set_removed(store, other.id, entry.id, is_removed=True)  # of another contest: nothing
    set_removed(store, made.id, entry.id, is_removed=True)
    rename(store, made.id, bob, "B.")
    found = [entry_of(store, each.id, bob) for each in (made, other)]
    assert [(each.nickname, each.is_removed) for each in found if each] == [
        ("B.", True),
        ("Bob", False),
    ]
    set_removed(store, made.id, entry.id, is_removed=False)
    assert not entries_of(store, made.id)[0].is_removed


def test_what_is_erased_and_moved(store: Store, ann: str, bob: str) -> None:
    of_ann, of_bob = contest(store, ann), contest(store, bob)
    join(store, of_ann, bob, "Bob")
    join(store, of_bob, ann, "Ann")
    kept = join(store, of_bob, bob, "B")
    move_games(store, ann, bob)
    assert {each.id for each in contests_of(store, bob)} == {of_ann.id, of_bob.id}
    assert [entry.game for entry in entries_of(store, of_bob.id)] == [kept]
    assert contests_of(store, ann) == []
    erase_player(store, bob)
    assert find_contest(store, of_ann.id) is None
    assert entries_of(store, of_ann.id) == entries_of(store, of_bob.id) == []


def test_closed_and_dropped_after_a_year(store: Store, ann: str, bob: str) -> None:
    made, old = contest(store, ann), contest(store, ann)
    close_contest(store, made.id)
    found = find_contest(store, made.id)
    assert found is not None
    assert found.is_closed
    begun = [join(store, each, bob, "") for each in (made, old)]
    long_ago = datetime.now(UTC) - timedelta(days=366)
    with store.changing() as connection:
        is_old = contests.contests.c.id == old.id
        connection.execute(update(contests.contests).where(is_old).values(made=long_ago))
        values = {"changed": long_ago}
        connection.execute(update(games).values(**values))
    sweep(store, retention(read_settings({})), pause=0)
    assert find_contest(store, old.id) is None
    assert entries_of(store, old.id) == []
    assert store.load(begun[0], bob, "breaker")  # kept with its contest
    assert [each.id for each in contests_of(store, bob)] == [made.id]
