"""What a player has played: whose it is, in which order, and what is asked for of it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import update

from tests.cases import cases
from tests.webapp.stored import stored_game
from webapp.storage.games import Store, StoredGame
from webapp.storage.records.played import (
    GameQuery,
    Streak,
    count_played,
    current_streak,
    daily_games,
    find_played,
    longest_streak,
    results_of,
    streak_of,
)
from webapp.storage.tables import games

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY, NEXT = "2026-11-23", "2026-11-24"
BOTH = GameQuery(("breaker", "play"))


def row(store: Store, player: str, kind: str = "breaker", **values: Any) -> StoredGame:
    """Store a game in which a move was made, with other values of its row."""
    game = store.create(player, kind, "mini", "s", "112", day=values.pop("day", ""))
    if values:
        with store.changing() as connection:
            connection.execute(update(games).where(games.c.id == game.id).values(**values))
    return game


def ids(rows: Any) -> list[str]:
    return [game.id for game in rows]


def test_dailies_are_a_players_own_of_one_kind(store: Store, ann: str, bob: str) -> None:
    later, first = row(store, ann, day=NEXT), row(store, ann, day=DAY)
    plain, path = row(store, ann), row(store, ann, "play", day=DAY)
    game_of_bob = row(store, bob, day=DAY)
    assert ids(daily_games(store, ann, "breaker")) == [first.id, later.id]
    assert ids(daily_games(store, ann, "play")) == [path.id]
    game_of_day = store.of_day(ann, "breaker", "2026-11-23")
    assert game_of_day is not None
    assert game_of_day.id == first.id
    for player, kind, game in ((bob, "breaker", game_of_bob), (ann, "play", path)):
        daily = store.of_day(player, kind, "2026-11-23")
        assert daily is not None
        assert daily.id == game.id
    assert store.of_day(ann, "breaker", "2026-11-25") is None
    assert plain.id not in ids(daily_games(store, ann, "breaker"))


@cases(
    ("end", "is_on_its_day"),
    [
        (NOON, True),
        (NOON.replace(hour=23, minute=59), True),
        (NOON + timedelta(hours=12), False),
        (NOON - timedelta(hours=13), False),
        (None, False),
    ],
)
def test_a_game_is_on_its_day_if_it_ends_then(
    store: Store, ann: str, end: datetime | None, is_on_its_day: bool
) -> None:
    game = row(store, ann, day=DAY, ended=end)
    assert daily_games(store, ann, "breaker")[0].is_on_its_day is is_on_its_day
    game_read = store.load(game.id, ann, "breaker")
    assert game_read is not None
    assert game_read.is_on_its_day is is_on_its_day


def test_only_what_was_begun_is_listed(store: Store, ann: str, bob: str) -> None:
    store.create(ann, "breaker", "mini", "s")
    hint_game = store.change(store.create(ann, "breaker", "mini", "s"), hints="1")
    move_game = row(store, ann)
    over = store.create(ann, "breaker", "mini", "s", finished=True)
    row(store, ann, "setter")
    row(store, bob)
    rows, count = find_played(store, ann, BOTH, 0, 9), count_played(store, ann, BOTH)
    assert (set(ids(rows)), count) == ({hint_game.id, move_game.id, over.id}, 3)
    assert rows[0] in (hint_game, move_game)


def test_open_games_come_first_then_the_last_played(store: Store, ann: str) -> None:
    games = {
        name: row(store, ann, changed=NOON + timedelta(hours=hours), **values).id
        for name, hours, values in (
            ("won", 9, {"finished": True, "result": "won"}),
            ("old", 1, {}),
            ("taken back", 8, {"result": "lost"}),
            ("new", 3, {}),
            ("corrected", 2, {"result": "over"}),
        )
    }
    names = ["new", "corrected", "old", "won", "taken back"]
    rows, count = find_played(store, ann, BOTH, 0, 9), count_played(store, ann, BOTH)
    assert ids(rows) == [games[name] for name in names]
    for start in range(5):
        page = find_played(store, ann, BOTH, start, 2)
        assert (ids(page), count) == (ids(rows)[start : start + 2], 5)
    for is_open, order in ((True, names[:3]), (False, names[3:])):
        query = GameQuery(BOTH.kinds, is_open=is_open)
        part, count = find_played(store, ann, query, 0, 9), count_played(store, ann, query)
        assert (ids(part), count) == ([games[name] for name in order], len(order))


def test_games_of_one_moment_keep_their_order(store: Store, ann: str) -> None:
    ids_in_order = sorted(row(store, ann, changed=NOON).id for _ in range(6))
    assert [ids(find_played(store, ann, BOTH, start, 1))[0] for start in range(6)] == ids_in_order


def test_results_come_as_they_ended(store: Store, ann: str, bob: str) -> None:
    later = row(store, ann, result="won", ended=NOON)
    first = row(store, ann, result="lost", ended=NOON - timedelta(days=1))
    row(store, ann)
    row(store, ann, "play", result="won", ended=NOON)
    row(store, bob, result="won", ended=NOON)
    assert ids(results_of(store, ann, "breaker")) == [first.id, later.id]


STREAKS = [
    # days in a row that end before the 20th, by their numbers: the longest, the current one
    ([], 0, 0),
    ([20], 1, 1),
    ([19], 1, 1),
    ([18], 1, 0),
    ([18, 20], 1, 1),
    ([18, 19, 20], 3, 3),
    ([17, 18, 19], 3, 3),
    ([10, 11, 12, 14, 15, 19, 20], 3, 2),
    ([10, 11, 13, 14, 15], 3, 0),
]


@cases(("numbers", "longest", "current"), STREAKS)
def test_streaks(numbers: list[int], longest: int, current: int) -> None:
    days = [date(2026, 11, number) for number in numbers]
    assert longest_streak(days) == longest
    assert current_streak(days, date(2026, 11, 20)) == current


#: Days of November 2026 won on time, and won the day after; then the streak of Wednesday the 25th
#: now, at its longest, and if Tuesday's game were won that day. A week begins on the 16th and 23rd.
FORGIVEN = [
    ([23, 25], [24], 3, 3, 0),
    ([22, 23, 25], [], 1, 2, 4),
    ([22, 23], [], 0, 2, 3),
    ([25], [], 1, 1, 0),
    ([18, 20, 22, 25], [19, 21, 23], 1, 3, 0),
    ([21, 22, 24, 25], [23], 5, 5, 0),
    ([22, 24, 25], [], 2, 2, 0),
]


@cases(("days", "late", "current", "longest", "rescues"), FORGIVEN)
def test_one_day_a_week_may_be_won_the_day_after(
    days: list[int], late: list[int], current: int, longest: int, rescues: int
) -> None:
    games = [won_on(day, day) for day in days] + [won_on(day, day + 1) for day in late]
    streak = streak_of([*games, won_on(10, 12)], date(2026, 11, 25))
    assert streak == Streak(current, longest, rescues)


def won_on(day: int, end_day: int, **values: Any) -> StoredGame:
    moment = datetime(2026, 11, end_day, 12, tzinfo=UTC)
    won: dict[str, Any] = {"result": "won", "counts": True, "ended": moment}
    return stored_game(day=f"2026-11-{day}", **won | values)


@cases(
    ("yesterday", "streak"),
    [
        ({}, Streak(2, 2)),
        ({"counts": False}, Streak(0, 1)),  # a hint showed a move, and there is one game a day
        ({"result": "lost"}, Streak(0, 1)),
        ({"result": ""}, Streak(0, 1, 2)),
    ],
)
def test_what_ends_a_streak_and_can_still_be_won(yesterday: dict[str, Any], streak: Streak) -> None:
    games = [won_on(23, 23), won_on(24, 24, **yesterday)]
    assert streak_of(games, date(2026, 11, 25)) == streak
