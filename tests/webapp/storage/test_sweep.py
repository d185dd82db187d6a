"""What is been deleted, and what stays: by kind, by what was done in it, and by its age."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, update

from tests.webapp.clock import Clock
from tests.webapp.player import Player
from webapp.config import read_settings
from webapp.registry import retention
from webapp.storage import sweep as sweeping
from webapp.storage.games import Store, StoredGame, games
from webapp.storage.limit_counts import claim
from webapp.storage.records.played import delete_game
from webapp.storage.sweep import Retention, Upkeep, sweep
from webapp.storage.tables import daily

USUAL = retention(read_settings({}))


@pytest.fixture
def store(store: Store) -> Store:
    with store.changing() as connection:
        connection.execute(delete(daily))
    return store


def aged(store: Store, game: StoredGame, days: float, **values: Any) -> StoredGame:
    """Let the last change of a game be so long ago."""
    moment = datetime.now(UTC) - timedelta(days=days)
    with store.changing() as connection:
        query = update(games).where(games.c.id == game.id)
        connection.execute(query.values(changed=moment, **values))
    return game


def is_there(store: Store, game: StoredGame) -> bool:
    return store.load_any(game.id, game.kind) is not None


NEVER = 50_000
CASES = [
    # kind, version, moves, finished: the days after which it goes
    ("breaker", 1, "", False, 1),
    ("play", 1, "", False, 1),
    ("play", 2, "", False, 365),  # a hint was asked for, or a move taken back
    ("play", 9, "place 1 1 1", False, 365),
    ("breaker", 1, "1122", False, 365),  # for practice, from a row of another game
    ("breaker", 12, "1122", True, NEVER),
    ("play", 40, "place 1 1 1", True, NEVER),
    ("setter", 1, "1122", False, 365),  # its code is set: the computer's guess waits
    ("setter", 1, "", False, 1),
    ("setter", 5, "1122:4,0", True, NEVER),
    ("helper", 1, "1122:1,0", False, 365),
    ("helper", 1, "", False, 1),
    ("challenge", 1, "", False, 1),
    ("challenge", 2, "", False, 365),
    ("challenge", 3, "", True, NEVER),  # withdrawn
    ("editor", 1, "given 1 1 1", False, 30),
    ("editor", 90, "given 1 1 1", False, 30),
]


def test_a_deleted_game_stays_for_a_day_to_the_moment(store: Store, clock: Clock) -> None:
    game = store.create("ann", "breaker", "r", "s", "112", finished=True)
    clock.pass_by(hours=5)
    delete_game(store, game)
    clock.pass_by(days=1)
    sweep(store, USUAL, pause=0)
    assert is_there(store, game)
    clock.pass_by(microseconds=1)
    sweep(store, USUAL, pause=0)
    assert not is_there(store, game)


@pytest.mark.parametrize(("kind", "version", "moves", "is_finished", "days"), CASES)
def test_each_kind_has_its_time(
    store: Store, clock: Clock, kind: str, version: int, moves: str, is_finished: bool, days: int
) -> None:
    """To the moment."""
    game = store.create("ann", kind, "r", "s", moves, finished=is_finished)
    clock.pass_by(days=min(days, 40_000))
    with store.changing() as connection:
        connection.execute(update(games).where(games.c.id == game.id).values(version=version))
    sweep(store, USUAL, pause=0)
    assert is_there(store, game)
    clock.pass_by(microseconds=1)
    sweep(store, USUAL, pause=0)
    assert is_there(store, game) is (days == NEVER)


@pytest.mark.parametrize(
    ("challenge_age", "guest_age", "guest_values", "stay"),
    [
        (400, 400, {"version": 2}, False),
        (400, 300, {"version": 2}, True),  # somebody still plays
        (100, 100, {}, True),  # it was accepted and never played: no game of its own for a week
        (400, 400, {}, False),
        (300, 400, {"version": 2}, True),
        (400, 400, {"finished": True}, True),  # broken; only its setter has not looked yet
    ],
)
def test_a_challenge_and_the_game_of_its_guest_go_together(
    store: Store, challenge_age: int, guest_age: int, guest_values: dict[str, Any], stay: bool
) -> None:
    code = store.change(store.create("ann", "challenge", "r", "s"), start="code")
    guest = store.create_linked(code, "bob", "breaker", "role=guest")
    aged(store, guest, guest_age, **guest_values)
    aged(store, code, challenge_age)
    count = sweep(store, USUAL, pause=0)
    assert [is_there(store, game) for game in (code, guest)] == [stay, stay]
    assert count == (0 if stay else 2)


def test_a_challenge_whose_link_is_damaged_goes_alone(store: Store) -> None:
    code = store.change(store.create("ann", "challenge", "r", "s"), start="code")
    guest = store.create_linked(code, "bob", "breaker", "s")
    for game in (code, guest):
        aged(store, game, 400, version=2)
    with store.changing() as connection:
        connection.execute(update(games).where(games.c.id == code.id).values(moves='{"schema":'))
    assert sweep(store, USUAL, pause=0) == 2
    assert not is_there(store, code)


def test_all_are_found_however_few_are_looked_at_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "BATCH", 3)
    plays = [store.create("ann", "play", "r", "s") for _ in range(20)]
    for game in plays[::2]:
        aged(store, game, 8)
    assert sweep(store, USUAL, pause=0) == 10
    assert [is_there(store, game) for game in plays] == [False, True] * 10
    assert sweep(store, USUAL, pause=0) == 0


def test_a_game_played_on_meanwhile_stays(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = aged(store, store.create("ann", "play", "r", "s"), 400)
    look = sweeping._batches

    def played_then(*arguments: Any) -> Iterator[list[str]]:
        for ids in look(*arguments):
            if game.id in ids:
                store.change(game, moves="place 1 1 1")
            yield ids

    monkeypatch.setattr(sweeping, "_batches", played_then)
    assert sweep(store, USUAL, pause=0) == 0
    assert is_there(store, game)


def test_no_drop_is_large_and_all_rest(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the writing lock waits for one batch at most."""
    monkeypatch.setattr(sweeping, "BATCH", 5)
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    for _ in range(20):
        aged(store, store.create("ann", "play", "r", "s"), 8)
    assert sweep(store, Retention(7, 365), pause=0.25) >= 20
    assert rests.count(0.25) >= 4 + 4


def test_one_server_gets_the_day(store: Store, database_url: str) -> None:
    rival = Store(database_url)
    assert not claim(store, "sweep", date(2026, 2, 27))  # the first day is only noted
    with ThreadPoolExecutor(8) as pool:
        for day in (date(2026, 3, 1), date(2026, 3, 2), date(2026, 3, 1)):
            tries = [pool.submit(claim, (store, rival)[n % 2], "sweep", day) for n in range(12)]
            assert [ask.result() for ask in tries].count(True) == 1
    assert not claim(store, "other", date(2026, 3, 1))
    rival.engine.dispose()


def test_a_server_sweeps_once_a_day(store: Store, clock: Clock) -> None:
    upkeep = swept_before(store, clock)
    aged(store, store.create("ann", "play", "r", "s"), 8)
    assert upkeep.turn() == 1
    aged(store, store.create("ann", "play", "r", "s"), 8)
    assert upkeep.turn() is None
    assert Upkeep(store, USUAL).turn() is None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch, datetime.now(UTC))


def swept_before(store: Store, clock: Clock) -> Upkeep:
    """Return the upkeep of a server that is played on daily and was swept the day before."""
    store.create("bob", "play", "r", "s", "place 1 1 1")
    claim(store, "sweep", clock.now.date() - timedelta(days=1))
    return Upkeep(store, USUAL)


@pytest.mark.parametrize("is_played", [True, False])
@pytest.mark.parametrize("days", [400, -400])
def test_a_clock_that_is_wrong_for_a_while_sweeps_nothing_and_stops_no_sweep(
    store: Store, clock: Clock, days: int, is_played: bool
) -> None:
    upkeep = swept_before(store, clock)
    game = store.create("ann", "play", "r", "s", "place 1 1 1")
    clock.pass_by(days=days)
    if is_played:
        store.create("cem", "play", "r", "s", "place 1 1 1", finished=True)
    assert upkeep.turn() is None
    clock.pass_by(days=-days)
    assert is_there(store, game)
    assert upkeep.turn() is None  # it can't know yet which clock was right
    aged(store, store.create("dan", "play", "r", "s"), 8)
    clock.pass_by(days=1)
    assert upkeep.turn() == 1


def test_nothing_is_swept_if_nobody_has_played_for_long(store: Store, clock: Clock) -> None:
    upkeep = swept_before(store, clock)
    game = store.create("ann", "play", "r", "s", "place 1 1 1")
    clock.pass_by(days=400)
    assert [upkeep.turn(), clock.pass_by(days=1), upkeep.turn()] == [None] * 3
    assert is_there(store, game)


def test_a_day_that_fails_is_no_reason_to_stop(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    upkeep, turns = Upkeep(store, USUAL), 0

    def turn() -> None:
        nonlocal turns
        turns += 1
        if turns == 1:
            raise OSError("no room on the disk")
        upkeep.close()

    monkeypatch.setattr("webapp.storage.sweep.FIRST", 0.0)
    monkeypatch.setattr("webapp.storage.sweep.AGAIN", 0.0)
    monkeypatch.setattr(upkeep, "turn", turn)
    upkeep._run()
    assert turns == 2
    assert "the sweep broke off" in caplog.text


def test_a_page_of_a_game_that_is_gone_says_so(app: Flask, player: Player) -> None:
    url = player.new("hidoku/play")
    store = app.extensions["store"]
    game = store.load_any(url.rpartition("/")[2], "play")
    aged(store, game, 8)
    assert sweep(store, USUAL, pause=0) == 1
    answer = player.read(url, 404)
    assert "been deleted" in answer
