"""What the page of a day shows: the calendar, the game of the chosen day, and all results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from flask import url_for

from webapp.daily.calendar_view import CalendarMonth, amount_of, show_month
from webapp.daily.totals_view import ShownTotals, show_totals
from webapp.kind import DailyGame
from webapp.storage.games import store
from webapp.storage.records.dailies import now, totals_of
from webapp.storage.records.played import PlayedGame, Streak, daily_games, streak_of
from webapp.storage.records.results import GameEnd


@dataclass(frozen=True)
class DayCard:
    """The game of the chosen day: how far the visitor has got, and the totals once it is over.

    ``url`` is the address of their game, "" if they haven't begun one; ``review`` that of its
    review; ``game_id`` its id, by which it is shared.
    """

    day: date
    title: str
    board: str
    sentence: str
    url: str = ""
    review: str = ""
    is_over: bool = False
    totals: ShownTotals | None = None
    game_id: str = ""

    @property
    def is_today(self) -> bool:
        return self.day == now().date()


@dataclass(frozen=True)
class ShownDaily:
    """The page: the game, its calendar, the card of the chosen day, and the streak."""

    game: DailyGame
    month: CalendarMonth
    card: DayCard
    streak: Streak
    next_in: str

    @property
    def title(self) -> str:
        return self.game.title


def show_daily(
    game: DailyGame, day: date, month: date, today: date, player: str | None
) -> ShownDaily:
    played: Sequence[PlayedGame] = daily_games(store(), player, game.kind) if player else ()
    by_day = {each.day: each for each in played}
    chosen = by_day.get(day.isoformat())
    card = show_card(game, day, today, chosen)
    if chosen and card.is_over:
        card = replace(card, totals=_totals(game, day, chosen))
    return ShownDaily(
        game,
        show_month(game, month, today, by_day),
        card,
        streak_of(played, today),
        time_left(now()),
    )


def show_card(game: DailyGame, day: date, today: date, played: PlayedGame | None) -> DayCard:
    """Return a day's game without the totals; ``played`` is the visitor's."""
    name = "Today" if day == today else f"{day.day} {day:%B}"
    board = game.board(day)
    if played is None:
        return DayCard(day, name, board, _late_words(today - day))
    url = url_for(game.page, game_id=played.id)
    if not played.result:
        return DayCard(day, name, board, "In progress.", url)
    is_won = played.result == GameEnd.WON.value
    result = game.words(amount_of(played)) if is_won else game.lost
    review = url_for(game.review, game_id=played.id) if game.review else ""
    shared = played.id if played.finished else ""
    return DayCard(day, f"{name}: {result}", board, "", url, review, is_over=True, game_id=shared)


def _late_words(age: timedelta) -> str:
    if age.days == 1:
        return (
            "This day is over, so it won’t count towards totals. Won today, it still counts for "
            "your streak: that’s possible once a week."
        )
    return "This day is over, so it won’t count towards streaks or totals." if age else ""


def _totals(game: DailyGame, day: date, played: PlayedGame) -> ShownTotals:
    with store().reading() as connection:
        totals = totals_of(connection, played.day, game.kind)
    return show_totals(game, day, totals, played)


def time_left(now: datetime) -> str:
    """Say how long it is until the next day begins, in UTC.

    >>> time_left(datetime(2026, 1, 1, 21, 50)), time_left(datetime(2026, 1, 1, 23, 18))
    ('2 h 10 min', '42 min')
    """
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    hours, minutes = divmod(max(1, round((midnight - now).total_seconds() / 60)), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
