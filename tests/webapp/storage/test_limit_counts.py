"""Counts of limits in the database: exact among threads and servers, each for its own time."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy import text

from tests.webapp.clock import Seconds
from webapp.storage import limit_counts
from webapp.storage.games import Store
from webapp.storage.limit_counts import CountStore
from webapp.storage.sweep import Retention, sweep

THREE = RateLimitItemPerMinute(3)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    clock = Seconds()
    monkeypatch.setattr(limit_counts, "time", clock)
    return clock


@pytest.fixture
def store(store: Store) -> Store:
    CountStore(store).reset()
    return store


@pytest.fixture(params=["memory", "database"])
def storage(request: pytest.FixtureRequest, store: Store) -> Storage:
    return MemoryStorage() if request.param == "memory" else CountStore(store)


def test_both_storages_keep_the_same_limit(storage: Storage) -> None:
    limiter = FixedWindowRateLimiter(storage)
    assert [limiter.hit(THREE, "a") for _ in range(4)] == [True, True, True, False]
    assert not limiter.test(THREE, "a")
    assert limiter.test(THREE, "b", cost=3)
    assert not limiter.test(THREE, "b", cost=4)
    assert limiter.get_window_stats(THREE, "b").remaining == 3
    assert storage.check()
    limiter.clear(THREE, "a")
    assert limiter.hit(THREE, "a")
    assert storage.reset()
    assert limiter.get_window_stats(THREE, "a").remaining == 3


def test_a_count_ends_so_long_after_its_first_raise(store: Store, clock: Seconds) -> None:
    counts = CountStore(store)
    assert counts.get_expiry("a") == clock.now
    assert [counts.incr("a", 60, amount) for amount in (2, 3)] == [2, 5]
    clock.now += 59
    assert (counts.incr("a", 60), counts.get("a"), counts.get_expiry("a")) == (6, 6, 1_000_060)
    clock.now += 1
    assert counts.get("a") == 0
    assert (counts.incr("a", 60), counts.get_expiry("a")) == (1, 1_000_120)


def test_a_count_begun_by_a_clock_that_was_ahead_is_over(store: Store, clock: Seconds) -> None:
    counts = CountStore(store)
    counts.incr("a", 86_400, 7)
    clock.now -= 100_000
    assert counts.get("a") == 0
    assert [counts.incr("a", 60), counts.get("a")] == [1, 1]


def test_old_counts_are_dropped_by_the_sweep(store: Store, clock: Seconds) -> None:
    counts = CountStore(store)
    counts.incr("a", 60), counts.incr("b", 90)
    clock.now += 60
    sweep(store, Retention(1, 1), pause=0)
    assert counts.drop_old() == 0
    assert counts.get("b") == 1


def test_none_is_lost_between_threads_and_servers(store: Store, database_url: str) -> None:
    second_store = Store(database_url)
    servers = [CountStore(store), CountStore(second_store)]
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda n: servers[n % 2].incr("a", 60, 2), range(40)))
    assert sorted(counts) == [*range(2, 82, 2)]
    second_store.engine.dispose()


def test_a_database_out_of_order_is_reported(store: Store) -> None:
    with store.changing() as connection:
        connection.execute(text("ALTER TABLE counts RENAME TO gone"))
    assert not CountStore(store).check()
    with store.changing() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO counts"))
