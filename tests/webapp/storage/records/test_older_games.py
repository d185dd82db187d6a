"""Games of older releases: each is described once, by batches, and none that is played on."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from webapp.storage.games import Store, StoredGame
from webapp.storage.records import older_games
from webapp.storage.records.older_games import describe_older
from webapp.storage.records.results import GameEnd, GameFacts, Result
from webapp.storage.tables import games

WON = Result(GameEnd.WON, guesses=3, hints_used=2, counts=True)


def newest(store: Store, game: StoredGame) -> StoredGame:
    found = store.load_any(game.id, game.kind)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def _described(store: Store) -> None:
    """Leave nothing that another test has left."""
    describe_older(store, rest=0)


def test_what_is_over_is_told_and_what_is_open_has_its_board(store: Store, ann: str) -> None:
    over = store.create(ann, "breaker", "mini", "s", finished=True)
    opened = store.create(ann, "breaker", "mini", "s")
    store.describe = lambda game: GameFacts("Mini", WON)
    assert describe_older(store, rest=0) == 2
    told = newest(store, over)
    assert (told.board, told.result, told.guesses) == ("Mini", "won", 3)
    assert (told.hints_used, told.counts, told.took) == (2, True, over.seconds)
    assert told.ended is not None
    still = newest(store, opened)
    assert (still.board, still.result, still.ended) == ("Mini", "", None)
    store.describe = lambda game: GameFacts("Another")
    assert describe_older(store, rest=0) == 0
    assert newest(store, over) == told


def test_a_result_that_is_told_stays(store: Store, ann: str) -> None:
    store.describe = lambda game: GameFacts("", WON)
    told = store.create(ann, "breaker", "mini", "s", finished=True)
    lost = Result(GameEnd.LOST, guesses=10)
    store.describe = lambda game: GameFacts("Mini", lost)
    assert describe_older(store, rest=0) == 1
    assert (newest(store, told).board, newest(store, told).result) == ("Mini", "won")


@pytest.mark.parametrize(("rules", "board"), [("mini", "mini"), ("", "?")])
def test_what_nothing_is_known_of_is_called_by_its_rules(
    store: Store, ann: str, rules: str, board: str
) -> None:
    game = store.create(ann, "breaker", rules, "s", finished=True)
    assert describe_older(store, rest=0) == 1
    found = newest(store, game)
    assert (found.board, found.result) == (board, "")


def test_all_are_described_with_rests_and_a_players_own_without(
    store: Store, ann: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    monkeypatch.setattr("time.sleep", rests.append)
    monkeypatch.setattr(older_games, "BATCH", 2)
    made = [store.create(player, "breaker", "mini", "s") for player in (ann, bob) * 4]
    assert describe_older(store, ann, rest=0.25) == 2
    assert rests.count(0.25) == 0
    boards = [newest(store, game).board for game in made]
    assert (boards[::2].count("mini"), boards[1::2]) == (2, [""] * 4)
    assert describe_older(store, rest=0.25) == 6
    assert rests.count(0.25) == 3
    assert {newest(store, game).board for game in made} == {"mini"}


def test_a_game_that_is_played_on_meanwhile_is_described_as_it_is(store: Store, ann: str) -> None:
    game = store.create(ann, "breaker", "mini", "s")
    looked: list[StoredGame] = []

    def described(found: StoredGame) -> GameFacts:
        looked.append(found)
        if len(looked) == 1:
            store.change(game, moves="112")
        return GameFacts(f"with {found.moves}")

    store.describe = described
    assert describe_older(store, rest=0) == 2
    assert newest(store, game).board == "with 112"


def test_what_another_server_has_described_meanwhile_stays(store: Store, ann: str) -> None:
    game = store.create(ann, "breaker", "mini", "s")

    def described(found: StoredGame) -> GameFacts:
        with store.changing() as connection:
            connection.execute(update(games).where(games.c.id == found.id).values(board="Theirs"))
        return GameFacts("Mine")

    store.describe = described
    assert describe_older(store, rest=0) == 1
    assert newest(store, game).board == "Theirs"
