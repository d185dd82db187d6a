"""What a player has played, for their lists and statistics, which need no replay.

Statistics, calendars and results get games without their texts (start, moves, hints).

Deleted games can be brought back for a day; then they are swept. Such a game has an owner that no
cookie can name, so no page finds it, and a link that showed it doesn't any more, unless it is
brought back.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import mean
from typing import Any, Final

import sqlalchemy as sa

from webapp.storage.games import Store, StoredGame, is_on_day
from webapp.storage.records.results import UNKNOWN, GameEnd
from webapp.storage.tables import COLUMNS, DELETED, NOT_REVIEWED, games

#: How many games a rating is of.
RATED: Final = 20
ONE_DAY: Final = timedelta(days=1)
#: A win or a loss is final; a game with nothing to win may be reopened by a correction.
ENDS = (GameEnd.WON.value, GameEnd.LOST.value)
NO_TEXTS: Final[dict[str, Any]] = {"start": "", "moves": "", "hints": ""}
BRIEF = tuple(column for column in COLUMNS if column.name not in NO_TEXTS)
IS_OVER = sa.or_(games.c.finished, games.c.result.in_(ENDS))


def daily_games(store: Store, player: str, kind: str) -> Sequence[StoredGame]:
    """Return a player's daily games of a kind by day, at most one a day."""
    return _find_games(store, player, kind, games.c.day != "", games.c.day)


def results_of(store: Store, player: str, kind: str) -> Sequence[StoredGame]:
    """Return a player's finished games of a kind, in the order in which they ended."""
    return _find_games(store, player, kind, games.c.result != UNKNOWN, games.c.ended)


def fewest_guesses(store: Store, player: str, kind: str) -> Mapping[str, int]:
    """Return the fewest guesses in which a player has found a code, by board."""
    fewest = sa.func.min(games.c.guesses).label("fewest")
    is_found = (games.c.result == GameEnd.WON.value, games.c.counts)
    query = sa.select(games.c.rules, fewest).where(
        games.c.player == player, games.c.kind == kind, *is_found
    )
    rows = store.rows(query.group_by(games.c.rules))
    return {row["rules"]: row["fewest"] for row in rows}


def _find_games(
    store: Store,
    player: str,
    kind: str,
    condition: sa.ColumnElement[bool],
    order: sa.ColumnElement[Any],
) -> Sequence[StoredGame]:
    query = sa.select(*BRIEF).where(games.c.player == player, games.c.kind == kind, condition)
    return [StoredGame(**row, **NO_TEXTS) for row in store.rows(query.order_by(order))]


@dataclass(frozen=True)
class GameQuery:
    """Which of a player's games to find.

    ``kinds`` are their kinds; ``ends`` are the results, or empty for all. Games without a move are
    left out, except daily games, of which there is one a day.
    """

    kinds: tuple[str, ...]
    ends: tuple[str, ...] = ()
    is_open: bool | None = None

    def condition(self, player: str) -> sa.ColumnElement[bool]:
        is_moved = sa.or_(games.c.version > 1, games.c.moves != "", games.c.finished)
        is_begun = sa.or_(is_moved, games.c.day != "")
        parts = [games.c.player == player, games.c.kind.in_(self.kinds), is_begun]
        if self.ends:
            parts.append(games.c.result.in_(self.ends))
        if self.is_open is not None:
            parts.append(~IS_OVER if self.is_open else IS_OVER)
        return sa.and_(*parts)


def find_played(
    store: Store, player: str, game_query: GameQuery, start: int, limit: int
) -> Sequence[StoredGame]:
    """Return a player's games from a position on: unfinished ones, then finished ones.

    Within each group the last played come first.
    """
    order = (IS_OVER, games.c.changed.desc(), games.c.id)
    query = sa.select(*COLUMNS).where(game_query.condition(player)).order_by(*order)
    return store.games(query.offset(start).limit(limit))


def count_played(store: Store, player: str, game_query: GameQuery) -> int:
    count: int = store.value(sa.select(sa.func.count()).where(game_query.condition(player)))
    return count


def longest_streak(days: Sequence[date]) -> int:
    """Return the longest streak in these days, which are in order.

    >>> longest_streak([date(2026, 1, 30), date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 3)])
    3
    """
    # within a streak, a day's number grows as its place does
    lengths = Counter(day.toordinal() - place for place, day in enumerate(days))
    return max(lengths.values(), default=0)


def current_streak(days: Sequence[date], today: date) -> int:
    """Return the streak that ends today, or yesterday as long as today isn't over.

    >>> current_streak([date(2026, 1, 30), date(2026, 1, 31)], date(2026, 2, 1))
    2
    >>> current_streak([date(2026, 1, 30), date(2026, 1, 31)], date(2026, 2, 2))
    0
    """
    day = today if today in days else today - ONE_DAY
    streak = 0
    while day in days:
        streak = streak + 1
        day = day - ONE_DAY
    return streak


def rating_of(skills: Sequence[int]) -> int:
    """Return ten times the average skill of the last games, so that 1,000 is perfect play.

    >>> rating_of([80, 85]), rating_of([0] * 5 + [90] * RATED)
    (825, 900)
    """
    return round(10 * mean(skills[-RATED:]))


@dataclass(frozen=True)
class Streak:
    """Streaks of daily games: the current and the longest.

    ``rescued`` is what the current one becomes if yesterday's game, which broke it, is won today; 0
    if that is no longer possible.
    """

    current: int
    longest: int
    rescued: int = 0


def streak_of(records: Iterable[StoredGame], today: date) -> Streak:
    """Return the streaks in a player's games of a kind, given in any order.

    A day belongs to a streak if it was won that day, without a hint that showed a move; once a
    week, the day after is soon enough.
    """
    results = {game.day: game for game in records if game.day and game.result}
    games_by_day = {day: game for day, game in results.items() if game.counts}
    wins = {day: game for day, game in games_by_day.items() if game.result == GameEnd.WON.value}
    days = set()
    weeks = set()
    for day, game in sorted((date.fromisoformat(text), game) for text, game in wins.items()):
        week = day.isocalendar()[:2]
        is_in_time = is_on_day(game.ended, str(day + ONE_DAY)) and week not in weeks
        if game.is_on_its_day:
            days.add(day)
        elif is_in_time:
            days.add(day)
            weeks.add(week)
    gap_day = today - ONE_DAY
    can_rescue = gap_day - ONE_DAY in days and str(gap_day) not in results
    can_rescue &= gap_day.isocalendar()[:2] not in weeks
    return Streak(
        current_streak(sorted(days), today),
        longest_streak(sorted(days)),
        current_streak(sorted({*days, gap_day}), today) if can_rescue else 0,
    )


def delete_game(store: Store, game: StoredGame) -> None:
    """Delete a player's game, whatever its version."""
    values = {"player": DELETED + game.player, "changed": datetime.now(UTC)}
    is_it = (games.c.id == game.id, games.c.player == game.player)
    store.run(sa.update(games).where(*is_it).values(**values))


def return_game(store: Store, game_id: str, player: str) -> bool:
    is_it = (games.c.id == game_id, games.c.player == DELETED + player)
    return store.run(sa.update(games).where(*is_it).values(player=player)) == 1


def is_deleted(store: Store, game_id: str, player: str) -> bool:
    is_it = (games.c.id == game_id, games.c.player == DELETED + player)
    return bool(store.rows(sa.select(games.c.id).where(*is_it)))


#: Skill and luck of a game that can't be reviewed.
NONE: Final = -1


def find_unreviewed(store: Store, limit: int) -> Sequence[StoredGame]:
    """Return games that wait for their review, the last to end first."""
    query = sa.select(*COLUMNS).where(NOT_REVIEWED).order_by(games.c.ended.desc()).limit(limit)
    return store.games(query)


def keep_review(store: Store, game: StoredGame, skill: int = NONE, luck: int = NONE) -> None:
    """Store the figures of a game's review; the defaults say that there can be none."""
    store.run(sa.update(games).where(games.c.id == game.id).values(skill=skill, luck=luck))
