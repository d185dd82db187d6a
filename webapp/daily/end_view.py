"""The card of a finished daily game, on that game's own page: how it went, and where it leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from solver.wording import plural
from webapp.daily.totals_view import HELPED, LATE, amount_of, show_totals
from webapp.daily.view import DayCard, card_of, time_left
from webapp.game_type import Daily, dailies, daily_of
from webapp.http.bars import AmountBar
from webapp.storage.games import StoredGame, store
from webapp.storage.records.circles import circles_of
from webapp.storage.records.contests import Contest
from webapp.storage.records.dailies import Total, now, time_step, today, totals_of
from webapp.storage.records.played import Streak, results_of, streak_of
from webapp.storage.records.results import GameEnd


@dataclass(frozen=True, kw_only=True)
class DayEnd:
    """What leads on from a finished daily game."""

    game: Daily
    day: date
    bars: tuple[AmountBar, ...]
    caption: str
    own: str
    sentence: str
    streak: Streak | None
    next_in: str
    circle: Contest | None
    other_card: tuple[Daily, DayCard] | None
    missed: DayCard | None


def show_day_end(record: StoredGame) -> DayEnd | None:
    """Return what leads on from a finished game; None if it isn't a daily one."""
    game = daily_of(record.kind)
    results = results_of(store(), record.player, record.kind) if game and record.day else ()
    own_game = next((result for result in results if result.id == record.id), None)
    if game is None or own_game is None:
        return None
    totals = totals_of(store(), own_game.day, own_game.kind)
    day = today()
    is_counted = own_game.counts and own_game.is_on_its_day
    is_today = own_game.day == day.isoformat()
    is_won = own_game.result == GameEnd.WON.value
    figure = game.amount_words(amount_of(own_game)) if is_won else game.lost_words
    players = sum(total.players for total in totals)
    bars = show_totals(game, date.fromisoformat(own_game.day), totals, own_game).bars
    is_chart = len(bars) > 1  # one bar says no more than its caption
    unit_words = f", by {'minutes' if game.is_timed else 'guesses'}" if is_chart else " so far"
    is_recent = date.fromisoformat(own_game.day) >= day - timedelta(days=1)
    reason = HELPED if own_game.is_on_its_day else LATE
    first = "Yours is the first result." if players else "Nobody’s result is in yet."
    return DayEnd(
        game=game,
        day=date.fromisoformat(own_game.day),
        bars=bars if is_chart else (),
        caption=f"{plural(players, 'player')}{unit_words}" if players > is_counted else first,
        own=f"you: {figure}" if is_counted else "",
        sentence=place_words(game, totals, own_game) if is_counted else reason,
        streak=streak_of(results, day) if is_recent else None,
        next_in=time_left(now()) if is_today else "",
        circle=next(iter(circles_of(store(), record.player)), None),
        other_card=_find_open_card(record.player, day) if is_today else None,
        missed=_find_missed_day(game, record.player, day) if is_today else None,
    )


def place_words(game: Daily, totals: Sequence[Total], own_game: StoredGame) -> str:
    """Say how many of the other players were slower, needed more guesses, or failed, if any."""
    other_players = sum(total.players for total in totals) - 1
    if own_game.result != GameEnd.WON.value or not other_players:
        return ""
    amount = own_game.guesses or time_step(own_game.took)
    behind = sum(
        total.players
        for total in totals
        if total.result != GameEnd.WON.value or total.amount > amount
    )
    percent = 100 * behind // other_players
    comparison = "Faster" if game.is_timed else "Fewer guesses"
    whom = "everyone else so far" if percent == 100 else f"{percent}% of the others"
    return f"{comparison} than {whom}." if percent else ""


def _find_open_card(player: str, day: date) -> tuple[Daily, DayCard] | None:
    """Return the first game of a day that the visitor can still play."""
    cards = ((game, card_of(game, player, day)) for game in dailies().values())
    return next(((game, card) for game, card in cards if not card.is_over), None)


def _find_missed_day(game: Daily, player: str, day: date) -> DayCard | None:
    yesterday = day - timedelta(days=1)
    if yesterday < game.first_day:
        return None
    card = card_of(game, player, yesterday)
    return None if card.is_over else card
