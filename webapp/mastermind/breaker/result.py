"""What stands beside a game that has just ended: the player's other games, or those of the day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.deduction.games import game_named, short_title_of
from solver.wording import counted
from webapp.daily.totals_view import show_totals
from webapp.daily.view import time_left
from webapp.http.bars import AmountBar, guess_bars
from webapp.kind import DailyGame, daily_games, kinds
from webapp.mastermind.breaker.role import BREAKER
from webapp.storage.games import StoredGame, store
from webapp.storage.records.dailies import Total, now, today, totals_of
from webapp.storage.records.played import PlayedGame, Streak, results_of, streak_of
from webapp.storage.records.results import GameEnd


@dataclass(frozen=True)
class GameResult:
    """Bars of games by their guesses with a ``caption``, and what is said of the ``own`` one.

    A daily game also has the streak, how long it is until the next, the ``others`` of the day, and
    a ``sentence`` about all players.
    """

    bars: tuple[AmountBar, ...] = ()
    caption: str = ""
    own: str = ""
    streak: Streak | None = None
    next_in: str = ""
    daily: DailyGame | None = None
    others: tuple[DailyGame, ...] = ()
    sentence: str = ""


def show_result(stored: StoredGame) -> GameResult:
    """Return what is shown beside a finished game."""
    played = results_of(store(), stored.player, stored.kind)
    own = next((each for each in played if each.id == stored.id), None)
    daily = kinds()[BREAKER.kind].daily
    if own is None or daily is None:
        return GameResult()
    return _of_day(daily, own, played) if own.day else _of_board(daily, own, played)


def _of_board(daily: DailyGame, own: PlayedGame, played: Iterable[PlayedGame]) -> GameResult:
    alike = [each for each in played if each.counts and each.rules == own.rules]
    if len(alike) < 2:
        return GameResult()
    title = short_title_of(game_named(own.rules))
    return GameResult(
        guess_bars(alike, daily.lost, own),
        f"Your {len(alike):,} games of {title}",
        f"this one: {_figure(daily, own)}" if own.counts else "this one isn’t counted",
    )


def _of_day(daily: DailyGame, own: PlayedGame, played: Iterable[PlayedGame]) -> GameResult:
    with store().reading() as connection:
        totals = list(totals_of(connection, own.day, own.kind))
    day = today()
    shown = show_totals(daily, day, totals, own)
    is_counted = own.counts and own.is_on_its_day
    is_today = own.day == day.isoformat()
    return GameResult(
        shown.bars,
        f"{counted(sum(each.players for each in totals), 'player')}, by guesses",
        f"you: {_figure(daily, own)}" if is_counted else "yours isn’t counted",
        streak_of(played, day) if own.is_on_its_day else None,
        time_left(now()) if is_today else "",
        daily,
        tuple(each for each in daily_games().values() if each is not daily),
        _ahead_words(totals, own.guesses) if is_counted and own.result == GameEnd.WON.value else "",
    )


def _figure(daily: DailyGame, own: PlayedGame) -> str:
    return str(own.guesses) if own.result == GameEnd.WON.value else daily.lost


def _ahead_words(totals: Iterable[Total], guesses: int) -> str:
    """Say how many of the other players needed more guesses, or didn't find the code, if any.

    >>> totals = [Total("won", 3, 1), Total("won", 4, 2), Total("won", 6, 3), Total("lost", 10, 1)]
    >>> _ahead_words(totals, 4)
    'Fewer guesses than 66% of the other players.'
    """
    behind = others = 0
    for total in totals:
        others += total.players
        is_behind = total.result != GameEnd.WON.value or total.amount > guesses
        behind += total.players * is_behind
    percent = 100 * behind // max(others - 1, 1)
    return f"Fewer guesses than {percent}% of the other players." if percent else ""
