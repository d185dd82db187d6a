"""What a player has played, as their pages list it: rows without moves, which need no replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select

from webapp.storage.games import Store, in_utc
from webapp.storage.tables import games

_COLUMNS = (
    *(games.c.id, games.c.kind, games.c.rules, games.c.board, games.c.day, games.c.finished),
    *(games.c.result, games.c.guesses, games.c.hints_used, games.c.counts, games.c.took),
    *(games.c.ended, games.c.changed),
)


@dataclass(frozen=True)
class PlayedGame:
    """What a row says of a game without its moves; see :class:`webapp.storage.games.StoredGame`."""

    id: str
    kind: str
    rules: str
    board: str
    day: str
    finished: bool
    result: str
    guesses: int
    hints_used: int
    counts: bool
    took: float
    ended: datetime | None
    changed: datetime

    @property
    def is_on_its_day(self) -> bool:
        """Whether it is the daily game of a day, and ended on that day."""
        return self.ended is not None and self.day == in_utc(self.ended).date().isoformat()


def daily_games(store: Store, player: str, kind: str) -> Sequence[PlayedGame]:
    """Return a player's daily games of a kind, from the first day on: one a day at most."""
    query = (
        select(*_COLUMNS)
        .where(games.c.player == player, games.c.kind == kind, games.c.day != "")
        .order_by(games.c.day)
    )
    with store.reading() as connection:
        return [PlayedGame(**row) for row in connection.execute(query).mappings()]


def longest_streak(days: Sequence[date]) -> int:
    """Return the most days in a row, of days in order.

    >>> longest_streak([date(2026, 1, 30), date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 3)])
    3
    """
    longest = current = 0
    before: date | None = None
    for day in days:
        current = current + 1 if before and (day - before).days == 1 else 1
        longest, before = max(longest, current), day
    return longest


def current_streak(days: Sequence[date], today: date) -> int:
    """Return how many days in a row end today, or yesterday as long as today's is not over.

    >>> current_streak([date(2026, 1, 30), date(2026, 1, 31)], date(2026, 2, 1))
    2
    >>> current_streak([date(2026, 1, 30), date(2026, 1, 31)], date(2026, 2, 2))
    0
    """
    expected, streak = today, 0
    for day in reversed(days):
        if streak == 0 and (expected - day).days == 1:
            expected = day
        if day != expected:
            break
        streak, expected = streak + 1, date.fromordinal(expected.toordinal() - 1)
    return streak
