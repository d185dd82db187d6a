"""The daily games as the home page shows them: to begin, to continue, or done."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.daily.view import DayCard, show_card, time_left
from webapp.kind import DailyGame, daily_games
from webapp.storage.games import store
from webapp.storage.records.dailies import now, today
from webapp.storage.records.played import find_daily


@dataclass(frozen=True)
class HomeDaily:
    """A game of the day: its name in addresses, its title, and how far the visitor has got."""

    name: str
    title: str
    state: str


def show_dailies(player: str | None) -> tuple[HomeDaily, ...]:
    """Return the games of the day, each with how far the visitor has got."""
    return tuple(
        HomeDaily(game.name, game.title, _state(_todays_card(game, player)))
        for game in daily_games().values()
    )


def _todays_card(game: DailyGame, player: str | None) -> DayCard:
    day = today()
    return show_card(
        game, day, day, find_daily(store(), player, game.kind, day) if player else None
    )


def _state(card: DayCard) -> str:
    if not card.url:
        return card.board
    if not card.is_over:
        return "In progress"
    return f"{card.title}. Next in {time_left(now())}"
