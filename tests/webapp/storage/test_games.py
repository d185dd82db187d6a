"""No acknowledged move is lost: versions, threads, processes, and a kill in the middle."""

import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.clock import Clock
from tests.webapp.conftest import OTHERS
from webapp.http.quota import QuotaError
from webapp.storage import games
from webapp.storage.documents import parse_link
from webapp.storage.engine.database import Database
from webapp.storage.engine.faults import StoreGoneError
from webapp.storage.engine.sqlite import JOURNAL, Library, best_library
from webapp.storage.tables import update_of


def test_what_is_stored_is_loaded(store: games.Store) -> None:
    game = store.create("ann", "breaker", "4x6/10", "1122")
    assert store.load(game.id, "ann", "breaker") == game
    assert game.version == 1
    game_now = store.change(game, moves="3344", hints="0:1")
    assert store.load(game.id, "ann", "breaker") == game_now
    assert (game_now.version, game_now.moves, game_now.start) == (2, "3344", "1122")


def test_time_is_played_till_the_end_and_a_long_pause_counts_as_five_minutes(
    store: games.Store,
) -> None:
    game = store.create("ann", "breaker", "4x6/10", "1122")
    later = [timedelta(seconds=after) for after in (-5, 0, 60, 300, 301, 9000)]
    assert [game.played(game.changed + after) for after in later] == [0, 0, 60, 300, 300, 300]
    gone_on = replace(game, seconds=40.0)
    assert gone_on.played(game.changed + timedelta(seconds=60)) == 100
    copy = replace(game, seconds=40.0, finished=True, changed=game.changed - timedelta(hours=1))
    assert store.change(copy, moves="1122").seconds == 40
    assert store.change(replace(copy, finished=False, version=2), moves="").seconds == 340


def aged(store: games.Store, game: games.StoredGame, seconds: float) -> games.StoredGame:
    """Let time pass: a game as it is stored, but changed longer ago."""
    older = game.changed - timedelta(seconds=seconds)
    bound = {"id_": game.id, "version_": game.version, "changed": older}
    store.run(update_of(("changed",)), bound)
    return replace(game, changed=older)


def clocked(store: games.Store, game: games.StoredGame, *, runs: bool) -> games.StoredGame:
    store.set_clock(game, runs=runs)
    return store.newest(game)


def test_a_clock_that_was_stopped_counts_seconds_of_the_pause_and_then_goes_on(
    store: games.Store,
) -> None:
    game = aged(store, store.create("ann", "play", "findling", "1"), 20)
    pause = clocked(store, game, runs=False)
    assert pause.played(datetime.now(UTC)) == pytest.approx(20, abs=1)
    back = aged(store, pause, 45)  # closed, and seen again
    assert back.played(datetime.now(UTC)) == pytest.approx(20 + games.SHORTEST_PAUSE, abs=1)
    runs = aged(store, clocked(store, back, runs=True), 10)
    game_now = store.change(runs, moves="2")
    assert game_now.seconds == pytest.approx(30 + games.SHORTEST_PAUSE, abs=1)
    assert game_now.version == game.version + 1  # a page that was left isn't out of date


def test_who_says_often_that_a_page_is_left_wins_nothing_for_it(store: games.Store) -> None:
    game = store.create("ann", "play", "findling", "1")
    for turn in range(20):
        game = clocked(store, aged(store, game, games.SHORTEST_PAUSE), runs=turn % 2 > 0)
    assert game.played(datetime.now(UTC)) == pytest.approx(20 * games.SHORTEST_PAUSE, abs=2)


def test_a_clock_that_runs_or_is_over_is_left_alone(store: games.Store) -> None:
    game = aged(store, store.create("ann", "play", "findling", "1"), 100)
    assert games.in_utc(clocked(store, game, runs=True).changed) == game.changed
    over = store.change(game, finished=True)
    for runs in (True, False):
        assert games.in_utc(clocked(store, over, runs=runs).changed) == over.changed


@pytest.mark.parametrize(
    ("player", "kind"), [("bob", "breaker"), ("ann", "play"), (None, "breaker")]
)
def test_a_game_is_its_players_alone(store: games.Store, player: str | None, kind: str) -> None:
    game = store.create("ann", "breaker", "4x6/10", "1122")
    assert store.load(game.id, player, kind) is None


def test_a_change_of_an_old_version_is_refused(store: games.Store) -> None:
    game = store.create("ann", "breaker", "4x6/10", "1122")
    newest = store.change(game, moves="1111")
    with pytest.raises(games.StaleGameError) as error:
        store.change(game, moves="2222")
    assert error.value.game == newest
    assert store.load(game.id, "ann", "breaker") == newest


def test_a_change_of_a_game_that_was_dropped_is_refused(store: games.Store) -> None:
    ann = f"ann {id(store)}"
    game = store.create(ann, "breaker", "4x6/10", "1122")
    store.drop_oldest(ann, "breaker", limit=0)
    with pytest.raises(games.GameLostError):
        store.change(game, moves="1111")


def test_of_two_who_link_a_game_one_gets_it(store: games.Store) -> None:
    game = store.create("ann", "challenge", "r", "s")
    guest = store.create_linked(game, "bob", "guess", "s")
    with pytest.raises(games.StaleGameError) as error:
        store.create_linked(game, "cid", "guess", "s")
    assert parse_link(error.value.game.moves) == guest.id
    assert store.unfinished("cid", "guess") == ()


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_change_whose_answer_was_lost_counts_once(
    store: games.Store, monkeypatch: pytest.MonkeyPatch, is_stored: bool
) -> None:
    run, lost = Database.run, []

    def lose(database: Database, *arguments: Any) -> int:
        if lost:
            return run(database, *arguments)
        lost.append(run(database, *arguments) if is_stored else 0)
        raise StoreGoneError

    monkeypatch.setattr(Database, "run", lose)
    game = store.create("ann", "breaker", "r", "s")
    lost.clear()
    game_now = store.change(game, moves="x")
    assert (game_now.version, lost) == (2, [int(is_stored)])
    assert store.load(game.id, "ann", "breaker") == game_now
    with pytest.raises(games.StaleGameError):
        store.change(game, moves="x")


def test_the_latest_unfinished_game_is_found(store: games.Store) -> None:
    ann, bob = f"ann {id(store)}", f"bob {id(store)}"
    first = store.create(ann, "play", "r", "s")
    second = store.create(ann, "play", "r", "s")
    assert store.unfinished(ann, "play") == (second, first)
    assert store.unfinished(bob, "play") == ()
    game_now = store.change(first, moves="x")
    assert store.unfinished(ann, "play") == (game_now, second)
    assert store.unfinished(ann, "play", limit=1) == (game_now,)
    store.change(game_now, finished=True)
    assert store.unfinished(ann, "play") == (second,)


def test_of_simultaneous_changes_one_wins(store: games.Store) -> None:
    game = store.create("ann", "breaker", "r", "s")

    def attempt(number: int) -> bool:
        try:
            store.change(game, moves=str(number))
        except games.StaleGameError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(attempt, range(24)))
    assert won.count(True) == 1
    game_now = store.load(game.id, "ann", "breaker")
    assert game_now is not None
    assert game_now.moves == str(won.index(True))


def test_threads_write_side_by_side(store: games.Store) -> None:
    def play(number: int) -> str:
        game = store.create(f"{number} of {id(store)}", "breaker", "r", "s")
        for turn in range(10):
            game = store.change(game, moves=f"{game.moves}{turn}")
        return game.id

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(play, range(16)))
    for number, game_id in enumerate(ids):
        game = store.load(game_id, f"{number} of {id(store)}", "breaker")
        assert game is not None
        assert game.moves == "0123456789"


def test_migrating_twice_is_harmless(store: games.Store) -> None:
    game = store.create("ann", "breaker", "r", "s")
    store.migrate()
    assert store.load(game.id, "ann", "breaker") == game


WRITER = """
import sqlite3, sys, time
from webapp.storage.engine.database import Database
from webapp.storage.engine.faults import StoreGoneError
from webapp.storage.engine.sqlite import JOURNAL, Library
from webapp.storage.games import Store
library = Library(sqlite3, JOURNAL) if sys.argv[2] == "journal" else None
store = Store(sys.argv[1], library=library)
game = store.create("ann", "breaker", "r", "s")
print(game.id, flush=True)
while True:
    game = store.change(game, moves=game.moves + "x")
    print(game.version, flush=True)
    time.sleep(0.02)  # as players do, let others write, on a slow disk too
"""

#: More kills than one tell more: PEGS_TEST_KILLS=30 makes so many in each mode.
KILLS = int(os.environ.get("PEGS_TEST_KILLS", "1"))
JOURNALLED = Library(sqlite3, JOURNAL)


@pytest.mark.parametrize("mode", ["best", "journal", *(["other"] if OTHERS else [])])
@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_server_has_lost_no_acknowledged_move(
    mode: str, kill: int, tmp_path: Path
) -> None:
    """Two processes write to one database; both are killed; each last word is in it."""
    url = OTHERS[0] if mode == "other" else f"sqlite:///{tmp_path / 'pegs.sqlite3'}"
    library = JOURNALLED if mode == "journal" else best_library()
    store = games.Store(url, library=library)
    store.migrate()
    last_moves = killed_while_writing([sys.executable, "-c", WRITER, url, mode], moves=40 + kill)
    for game_id, last in last_moves:
        game = store.load(game_id, "ann", "breaker")
        assert game is not None
        assert game.version >= last
        assert len(game.moves) == game.version - 1
    store.close()
    if mode != "other":
        connection = library.driver.connect(url.removeprefix("sqlite:///"))
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()


def killed_while_writing(command: list[str], moves: int) -> list[tuple[str, int]]:
    """Let two processes write some moves, kill both, and return what they said last of all."""
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = []
    for writer in writers:
        assert writer.stdout is not None
        outputs.append([writer.stdout.readline() for _ in range(1 + moves)])
        assert outputs[-1][-1], f"a writer ended by itself: {writer.wait(10)}"
    for writer in writers:
        writer.kill()
    for lines, writer in zip(outputs, writers, strict=True):
        output, _ = writer.communicate()
        lines += [line for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [(lines[0].strip(), int(lines[-1])) for lines in outputs]


def test_another_tabs_equal_change_at_another_moment_is_not_taken_for_ones_own(
    store: games.Store,
) -> None:
    """The lost answer is told from a double click by its moment, and by all that it wrote."""
    game = store.create("ann", "breaker", "r", "s")
    store.change(game, moves="x")
    for moves in ("x", "y"):
        with pytest.raises(games.StaleGameError):
            store.change(game, moves=moves)


def test_two_changes_of_one_moment_differ_by_what_they_write(
    store: games.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    Clock(monkeypatch, datetime(2026, 11, 23, 9))
    game = store.create("ann", "breaker", "r", "s")
    game_now = store.change(game, moves="x")
    with pytest.raises(games.StaleGameError):
        store.change(game, moves="y")
    assert store.change(game, moves="x") == game_now  # as if the answer had been lost


def test_room_is_checked_before_a_game_is_stored(store: games.Store) -> None:
    ann = f"ann {id(store)}"
    code = store.create(ann, "challenge", "r", "s")

    def refuse(_size: int) -> None:
        raise QuotaError

    store.admit = refuse
    with pytest.raises(QuotaError):
        store.create(ann, "breaker", "r", "s")
    with pytest.raises(QuotaError):
        store.create_linked(code, ann, "breaker", "s")
    assert store.unfinished(ann, "breaker") == ()
    assert store.newest(code) == code


def test_a_game_that_grows_by_a_piece_says_so_once(store: games.Store) -> None:
    pieces: list[int] = []
    store.grow = pieces.append
    game = store.create("ann", "breaker", "r", "s")
    room = games.PIECE - game.size
    for length, grown in ((room - 1, 0), (room, 1), (room + 1, 1), (0, 1), (room, 2)):
        game = store.change(game, moves="x" * length)
        assert pieces == [games.PIECE] * grown
