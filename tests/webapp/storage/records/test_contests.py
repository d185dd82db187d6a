"""Contests in the database: one entry a player, results off the games' rows, and what goes when."""

from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import update

from tests.webapp.work.patience import do_at_once
from webapp.config import read_settings
from webapp.registry import retention
from webapp.storage.games import Store, begun_game
from webapp.storage.records import contests
from webapp.storage.records.players import erase_player, move_games
from webapp.storage.sweep import sweep
from webapp.storage.tables import games


def contest(store: Store, player: str) -> contests.Contest:
    like = begun_game(player, "breaker", "mini", "s")
    record = contests.find_contest(
        store, contests.make_contest(store, player, like, is_hidden=True)
    )
    assert record is not None
    return record


def test_who_begins_in_many_tabs_at_once_is_in_it_once(store: Store, ann: str, bob: str) -> None:
    record = contest(store, ann)
    games = do_at_once(*[partial(contests.join, store, record, bob, "")] * 5)
    assert len(set(games)) == 1
    assert len(contests.entries_of(store, record.id)) == 1
    assert len(store.unfinished(bob, "breaker")) == 1


def test_a_row_is_removed_renamed_and_restored(store: Store, ann: str, bob: str) -> None:
    first = contest(store, ann)
    second = contest(store, ann)
    for row in (first, second):
        contests.join(store, row, bob, "Bob")
    [entry] = contests.entries_of(store, first.id)
    contests.set_removed(store, second.id, entry.id, is_removed=True)  # of another contest: nothing
    contests.set_removed(store, first.id, entry.id, is_removed=True)
    contests.rename(store, first.id, bob, "B.")
    rows = [contests.entry_of(store, row.id, bob) for row in (first, second)]
    assert [(row.nickname, row.is_removed) for row in rows if row] == [("B.", True), ("Bob", False)]
    contests.set_removed(store, first.id, entry.id, is_removed=False)
    assert not contests.entries_of(store, first.id)[0].is_removed


def test_what_is_erased_and_moved(store: Store, ann: str, bob: str) -> None:
    of_ann, of_bob = contest(store, ann), contest(store, bob)
    contests.join(store, of_ann, bob, "Bob")
    contests.join(store, of_bob, ann, "Ann")
    game = contests.join(store, of_bob, bob, "B")
    move_games(store, ann, bob)
    assert {record.id for record in contests.contests_of(store, bob)} == {of_ann.id, of_bob.id}
    assert [entry.game for entry in contests.entries_of(store, of_bob.id)] == [game]
    assert contests.contests_of(store, ann) == []
    erase_player(store, bob)
    assert contests.find_contest(store, of_ann.id) is None
    assert contests.entries_of(store, of_ann.id) == contests.entries_of(store, of_bob.id) == []


def test_closed_and_dropped_after_a_year(store: Store, ann: str, bob: str) -> None:
    recent, old = contest(store, ann), contest(store, ann)
    contests.close_contest(store, recent.id)
    contest_now = contests.find_contest(store, recent.id)
    assert contest_now is not None
    assert contest_now.is_closed
    starts = [contests.join(store, record, bob, "") for record in (recent, old)]
    long_ago = datetime.now(UTC) - timedelta(days=366)
    with store.changing() as connection:
        is_old = contests.contests.c.id == old.id
        connection.execute(update(contests.contests).where(is_old).values(made=long_ago))
        values = {"changed": long_ago}
        connection.execute(update(games).values(**values))
    sweep(store, retention(read_settings({})), pause=0)
    assert contests.find_contest(store, old.id) is None
    assert contests.entries_of(store, old.id) == []
    assert store.load(starts[0], bob, "breaker")  # kept with its contest
    assert [record.id for record in contests.contests_of(store, bob)] == [recent.id]
