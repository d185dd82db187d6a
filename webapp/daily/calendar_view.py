"""A month of daily games as a page shows it: a figure for each day played."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from webapp.kind import DailyGame
from webapp.storage.records.played import PlayedGame
from webapp.storage.records.results import GameEnd

WON, LOST, OPEN, MISSED, LATER = "won", "lost", "open", "missed", "later"


@dataclass(frozen=True)
class CalendarDay:
    """A day: ``state`` is won, lost, open, missed or later (not playable yet), ``words`` say it.

    ``is_late`` marks a result that came after the day itself.
    """

    day: date
    state: str
    figure: str
    words: str
    is_late: bool = False


@dataclass(frozen=True)
class CalendarMonth:
    """A month: its days after some blanks, and the previous and next months that have games."""

    first: date
    blanks: int
    days: tuple[CalendarDay, ...]
    before: date | None
    after: date | None

    @property
    def title(self) -> str:
        return f"{self.first:%B %Y}"


def show_month(
    game: DailyGame, first: date, today: date, played: Mapping[str, PlayedGame]
) -> CalendarMonth:
    """Return the month that begins on this day; ``played`` has the games by day."""
    blanks, count = calendar.monthrange(first.year, first.month)
    days = (first.replace(day=number) for number in range(1, count + 1))
    after = first + timedelta(days=count)
    before = (first - timedelta(days=1)).replace(day=1)
    return CalendarMonth(
        first,
        blanks,
        tuple(_shown(game, day, today, played.get(day.isoformat())) for day in days),
        before if before >= game.first_day.replace(day=1) else None,
        after if after <= today else None,
    )


def _shown(game: DailyGame, day: date, today: date, played: PlayedGame | None) -> CalendarDay:
    spoken = f"{day.day} {day:%B}"
    if not game.first_day <= day <= today:
        return CalendarDay(day, LATER, "", spoken)
    if played is None:
        said = "not played yet" if day == today else "not played"
        return CalendarDay(day, MISSED, "" if day == today else "–", f"{spoken}: {said}")
    if not played.result:
        return CalendarDay(day, OPEN, "…", f"{spoken}: in progress")
    is_late = not played.is_on_its_day
    late = ", played late" * is_late
    if played.result == GameEnd.LOST.value:
        return CalendarDay(day, LOST, "×", f"{spoken}: {game.lost}{late}", is_late)
    amount = amount_of(played)
    figure, words = game.amount(amount), game.words(amount)
    return CalendarDay(day, WON, figure, f"{spoken}: {words}{late}", is_late)


def amount_of(played: PlayedGame) -> int:
    """Return the figure that counts for a game: its guesses, or the seconds it took."""
    return played.guesses or int(played.took)
