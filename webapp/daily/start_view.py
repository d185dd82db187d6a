"""Where a daily game is offered, and where a finished one leads, on that game's own page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from solver.wording import capitalised, plural
from webapp.daily import view
from webapp.game_type import Daily, dailies, daily_of
from webapp.http.bars import AmountBar
from webapp.storage.games import StoredGame, store
from webapp.storage.records import circles, contests, played
from webapp.storage.records.dailies import Total, now, time_step, today, totals_of
from webapp.storage.records.results import GameEnd

#: The squares that say how many of a day's games were won; white if the day isn't over.
SQUARES: Final = {"all": "🟩", "some": "🟨", "none": "⬛", "open": "⬜", "later": "⬜"}


@dataclass(frozen=True)
class ShownWeek:
    """The days of this week, each with its state, figure and words, and a ``text`` to send."""

    days: tuple[tuple[str, str, str, str], ...]
    text: str


@dataclass(frozen=True, kw_only=True)
class DailyOffer:
    """A game of today, wherever it is offered: how far the visitor has got.

    ``yesterday`` says how they did the day before.
    """

    game: Daily
    card: view.DayCard
    streak: played.Streak
    yesterday: str

    @property
    def state(self) -> str:
        if self.card.is_over:
            return f"{self.card.title}. Next in {view.time_left(now())}"
        return "In progress" if self.card.url else self.game.day_title(self.card.day)


@dataclass(frozen=True)
class ShownToday:
    """The games of the day, each with its result so far, and the week around it."""

    games: tuple[tuple[DailyOffer, str], ...]
    week: ShownWeek
    next_in: str
    yesterday: date
    tomorrow: date


def show_today(player: str | None, link: str) -> ShownToday:
    """Return what is played today; ``link`` is the page's own, for the text of the week."""
    day = today()
    offers = []
    wins = Counter[str]()
    for game in dailies().values():
        records = played.daily_games(store(), player, game.name) if player else ()
        wins.update(record.day for record in records if record.result == GameEnd.WON.value)
        offer = _show_offer(game, records)
        offers.append((offer, result_so_far(game, day, is_over=offer.card.is_over)))
    return ShownToday(
        games=tuple(offers),
        week=show_week(day, wins, len(offers), link),
        next_in=view.time_left(now()),
        yesterday=day - timedelta(days=1),
        tomorrow=day + timedelta(days=1),
    )


def show_offers(player: str | None) -> tuple[DailyOffer, ...]:
    return tuple(show_offer(name, player) for name in dailies())


def show_offer(name: str, player: str | None) -> DailyOffer:
    game = dailies()[name]
    return _show_offer(game, played.daily_games(store(), player, game.name) if player else ())


def _show_offer(game: Daily, records: Sequence[StoredGame]) -> DailyOffer:
    day = today()
    by_day = {record.day: record for record in records}
    card = view.show_card(game, day, day, by_day.get(day.isoformat()))
    before = by_day.get((day - timedelta(days=1)).isoformat())
    return DailyOffer(
        game=game,
        card=card,
        streak=played.streak_of(records, day),
        yesterday=_words_of_day(game, before) if before and not card.is_over else "",
    )


def result_so_far(game: Daily, day: date, *, is_over: bool) -> str:
    """Say how well those who have won a day's game did so far."""
    mean, players = view.mean_of(game, totals_of(store(), day.isoformat(), game.name))
    if players:
        figure = (
            f"about {game.amount_words(round(mean))}" if game.is_timed else f"{mean:.2f} guesses"
        )
        winners = f"{players:,} players{'' if game.is_timed else ' who found it'}"
        everyone = f"the average of {winners}" if players > 1 else "the only result"
        average = f"{capitalised(everyone)} so far: {figure}."
        return average if is_over else f"To beat: {figure}, {everyone} so far."
    return ""


def show_week(today: date, wins: Counter[str], games: int, link: str) -> ShownWeek:
    """Return a week from Monday on; ``wins`` counts the games won of each day.

    >>> wins = Counter({"2026-11-23": 2, "2026-11-25": 1})
    >>> week = show_week(date(2026, 11, 25), wins, 2, "a.b")
    >>> print(week.text)
    Pegs & Paths, week of 23 November: 3 of 14 won
    🟩⬛🟨⬜⬜⬜⬜
    a.b
    >>> [words for *_, words in week.days[:4]]
    ['2 of 2 won', 'none won', '1 of 2 won', 'to come']
    """
    monday = today - timedelta(days=today.weekday())
    days = [monday + timedelta(days=number) for number in range(7)]
    shown_days = tuple((f"{day:%A}", *_of_week(day, today, wins[str(day)], games)) for day in days)
    count = sum(wins[str(day)] for day in days)
    heading = f"Pegs & Paths, week of {monday.day} {monday:%B}: {count} of {7 * games} won"
    squares = "".join(SQUARES[state] for _, state, *_ in shown_days)
    return ShownWeek(shown_days, "\n".join((heading, squares, link)))


def _of_week(day: date, today: date, wins: int, games: int) -> tuple[str, str, str]:
    """Return a day's state, its figure and its words."""
    if day > today:
        return "later", "", "to come"
    if wins:
        return "all" if wins == games else "some", str(wins), f"{wins} of {games} won"
    return ("open", "", "none won yet") if day == today else ("none", "–", "none won")


def _words_of_day(game: Daily, own_game: StoredGame) -> str:
    """Say how a visitor did on a day, and how many of the others they were ahead of."""
    if own_game.result != GameEnd.WON.value:
        return ""
    totals = totals_of(store(), own_game.day, game.name)
    is_counted = own_game.counts and own_game.is_on_its_day
    place = place_words(game, totals, own_game) if is_counted else ""
    return f"Yesterday: {game.amount_words(view.amount_of(own_game))}. {place}".strip()


@dataclass(frozen=True, kw_only=True)
class DayEnd:
    """What leads on from a finished daily game."""

    game: Daily
    day: date
    bars: tuple[AmountBar, ...]
    caption: str
    own: str
    sentence: str
    streak: played.Streak | None
    next_in: str
    circle: contests.Contest | None
    other_card: tuple[Daily, view.DayCard] | None
    missed: view.DayCard | None


def show_day_end(record: StoredGame) -> DayEnd | None:
    """Return what leads on from a finished game; None if it isn't a daily one."""
    game = daily_of(record.kind)
    results = played.results_of(store(), record.player, record.kind) if game and record.day else ()
    own_game = next((result for result in results if result.id == record.id), None)
    if game is None or own_game is None:
        return None
    totals = totals_of(store(), own_game.day, own_game.kind)
    day = today()
    is_counted = own_game.counts and own_game.is_on_its_day
    is_today = own_game.day == day.isoformat()
    is_won = own_game.result == GameEnd.WON.value
    figure = game.amount_words(view.amount_of(own_game)) if is_won else game.lost_words
    players = sum(total.players for total in totals)
    bars = view.show_totals(game, date.fromisoformat(own_game.day), totals, own_game).bars
    is_chart = len(bars) > 1  # one bar says no more than its caption
    unit_words = f", by {'minutes' if game.is_timed else 'guesses'}" if is_chart else " so far"
    is_recent = date.fromisoformat(own_game.day) >= day - timedelta(days=1)
    reason = view.HELPED if own_game.is_on_its_day else view.LATE
    first = "Yours is the first result." if players else "Nobody’s result is in yet."
    cards = ((entry, view.card_of(entry, record.player, day)) for entry in dailies().values())
    open_cards = ((entry, card) for entry, card in cards if not card.is_over)
    return DayEnd(
        game=game,
        day=date.fromisoformat(own_game.day),
        bars=bars if is_chart else (),
        caption=f"{plural(players, 'player')}{unit_words}" if players > is_counted else first,
        own=f"you: {figure}" if is_counted else "",
        sentence=place_words(game, totals, own_game) if is_counted else reason,
        streak=played.streak_of(results, day) if is_recent else None,
        next_in=view.time_left(now()) if is_today else "",
        circle=next(iter(circles.circles_of(store(), record.player)), None),
        other_card=next(open_cards, None) if is_today else None,
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


def _find_missed_day(game: Daily, player: str, day: date) -> view.DayCard | None:
    yesterday = day - timedelta(days=1)
    if yesterday < game.first_day:
        return None
    card = view.card_of(game, player, yesterday)
    return None if card.is_over else card
