"""The daily games in the database: codes that stay, totals that are each their own."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import delete

from tests.cases import cases
from tests.webapp.clock import Clock
from webapp.storage.games import Store
from webapp.storage.records import dailies
from webapp.storage.tables import daily_codes, daily_totals

DAY, NEXT = "2026-11-23", "2026-11-24"


@pytest.fixture(autouse=True)
def _empty(store: Store) -> None:
    with store.changing() as connection:
        connection.execute(delete(daily_codes))
        connection.execute(delete(daily_totals))


def test_totals_are_raised_each_by_itself(store: Store) -> None:
    endings = [
        (DAY, "breaker", "won", 5),
        (DAY, "breaker", "won", 5),
        (DAY, "breaker", "lost", 10),
        (DAY, "breaker", "won", 4),
        (NEXT, "breaker", "won", 5),
        (DAY, "play", "won", 5),
    ]
    with store.changing() as connection:
        for ending in endings:
            dailies.raise_total(connection, *ending)
    assert dailies.totals_of(store, DAY, "breaker") == [
        dailies.Total("won", 4, 1),
        dailies.Total("won", 5, 2),
        dailies.Total("lost", 10, 1),
    ]
    assert dailies.totals_of(store, NEXT, "breaker") == [dailies.Total("won", 5, 1)]
    assert dailies.totals_of(store, DAY, "play") == [dailies.Total("won", 5, 1)]
    assert dailies.totals_of(store, NEXT, "play") == []


def test_the_first_code_of_a_day_stays(store: Store) -> None:
    with store.changing() as connection:
        assert dailies.find_code(connection, DAY) is None
        assert dailies.keep_code(connection, DAY, "classic", "1122") == ("classic", "1122")
        assert dailies.keep_code(connection, DAY, "mini", "333") == ("classic", "1122")
        assert dailies.keep_code(connection, NEXT, "mini", "333") == ("mini", "333")
    with store.reading() as connection:
        assert dailies.find_code(connection, DAY) == ("classic", "1122")
        assert dailies.find_code(connection, NEXT) == ("mini", "333")


def test_each_day_and_each_thing_has_a_number_of_its_own() -> None:
    first = dailies.day_seed("key", "code", date(2026, 11, 23))
    other_seeds = [
        dailies.day_seed("another", "code", date(2026, 11, 23)),
        dailies.day_seed("key", "path", date(2026, 11, 23)),
        dailies.day_seed("key", "code", date(2026, 11, 24)),
    ]
    assert len({first, *other_seeds}) == 4
    assert first == dailies.day_seed("key", "code", date(2026, 11, 23))
    assert all(0 <= seed < 1 << 48 for seed in (first, *other_seeds))


@cases(
    ("seconds", "step"),
    [(0, 0), (9.99, 0), (10, 10), (19.9, 10), (7199, 7190), (7200, 7200), (7210, 7200)],
)
def test_times_are_kept_in_whole_steps(seconds: float, step: int) -> None:
    assert dailies.time_step(seconds) == step


def test_the_day_is_that_of_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, datetime(2026, 12, 31, 23, 59))
    assert dailies.now() == datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    assert dailies.today() == date(2026, 12, 31)
    clock.pass_by(minutes=1)
    assert dailies.today() == date(2027, 1, 1)
