"""The daily games of today, wherever they are offered, and the visitor's week."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from solver.wording import capitalised
from webapp.daily.end_view import place_words
from webapp.daily.totals_view import amount_of, mean_of
from webapp.daily.view import DayCard, show_card, time_left
from webapp.game_type import Daily, dailies
from webapp.storage.games import StoredGame, store
from webapp.storage.records.dailies import now, today, totals_of
from webapp.storage.records.played import Streak, daily_games, streak_of
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
    card: DayCard
    streak: Streak
    yesterday: str

    @property
    def state(self) -> str:
        if self.card.is_over:
            return f"{self.card.title}. Next in {time_left(now())}"
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
        records = daily_games(store(), player, game.name) if player else ()
        wins.update(record.day for record in records if record.result == GameEnd.WON.value)
        offer = _show_offer(game, records)
        offers.append((offer, result_so_far(game, day, is_over=offer.card.is_over)))
    return ShownToday(
        games=tuple(offers),
        week=show_week(day, wins, len(offers), link),
        next_in=time_left(now()),
        yesterday=day - timedelta(days=1),
        tomorrow=day + timedelta(days=1),
    )


def show_offers(player: str | None) -> tuple[DailyOffer, ...]:
    return tuple(show_offer(name, player) for name in dailies())


def show_offer(name: str, player: str | None) -> DailyOffer:
    game = dailies()[name]
    return _show_offer(game, daily_games(store(), player, game.name) if player else ())


def _show_offer(game: Daily, records: Sequence[StoredGame]) -> DailyOffer:
    day = today()
    by_day = {record.day: record for record in records}
    card = show_card(game, day, day, by_day.get(day.isoformat()))
    before = by_day.get((day - timedelta(days=1)).isoformat())
    return DailyOffer(
        game=game,
        card=card,
        streak=streak_of(records, day),
        yesterday=_words_of_day(game, before) if before and not card.is_over else "",
    )


def result_so_far(game: Daily, day: date, *, is_over: bool) -> str:
    """Say how well those who have won a day's game did so far."""
    mean, players = mean_of(game, totals_of(store(), day.isoformat(), game.name))
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
    return f"Yesterday: {game.amount_words(amount_of(own_game))}. {place}".strip()
