"""What the page of a day shows: the calendar, the game of the chosen day, and all results.

Results are bars by guesses or by time, the visitor's own marked.
"""

import calendar
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from flask import url_for

from solver.wording import decimal, plural
from webapp.game_type import Daily
from webapp.http.bars import AmountBar, bars_of
from webapp.storage.games import StoredGame, store
from webapp.storage.records.dailies import STEP, Total, now, time_step, today, totals_of
from webapp.storage.records.played import Streak, daily_games, streak_of
from webapp.storage.records.results import GameEnd

#: The lower limits of the bars of times, in seconds, and their labels.
TIMES: Final = (
    (0, "0–1 min"),
    (60, "1–2 min"),
    (120, "2–3 min"),
    (180, "3–5 min"),
    (300, "5–10 min"),
    (600, "10–20 min"),
    (1200, "20–30 min"),
    (1800, "30–60 min"),
    (3600, "60+ min"),
)
HELPED: Final = "A hint showed a move, so this counts neither in the results nor for your streak."
LATE: Final = "Your result isn’t counted because you played it late."


@dataclass(frozen=True)
class ShownTotals:
    """Results, in bars and in sentences."""

    bars: tuple[AmountBar, ...]
    sentences: tuple[str, ...]


def amount_of(record: StoredGame) -> int:
    """Return the figure that counts for a game: its guesses, or the seconds it took."""
    return record.guesses or int(record.took)


def show_totals(
    game: Daily, day: date, totals: Sequence[Total], own_game: StoredGame
) -> ShownTotals:
    """Return how all players counted for a day did, for a visitor who has finished."""
    wins = [total for total in totals if total.result == GameEnd.WON.value]
    lost = sum(total.players for total in totals if total.result == GameEnd.LOST.value)
    rows = _by_label(game, wins)
    own_label = _label(game, own_game) if own_game.counts and own_game.is_on_its_day else None
    if lost:
        rows.append((game.lost_words, lost))
    return ShownTotals(bars_of(rows, own_label), tuple(_sentences(game, day, wins, lost, own_game)))


def _by_label(game: Daily, wins: Sequence[Total]) -> list[tuple[str, int]]:
    """Return the bars from the first to the last with players, including empty ones between."""
    if game.is_timed:
        labels = [name for _, name in TIMES]
    else:
        labels = [str(amount) for amount in range(1, max((t.amount for t in wins), default=0) + 1)]
    players = dict.fromkeys(labels, 0)
    for total in wins:
        players[_bar_of(game, total.amount)] += total.players
    places = [place for place, label in enumerate(labels) if players[label]]
    span = labels[places[0] : places[-1] + 1] if places else []
    return [(label, players[label]) for label in span]


def _bar_of(game: Daily, amount: int) -> str:
    if not game.is_timed:
        return str(amount)
    return [name for lowest, name in TIMES if lowest <= amount][-1]


def _label(game: Daily, own_game: StoredGame) -> str:
    if own_game.result == GameEnd.LOST.value:
        return game.lost_words
    return _bar_of(game, amount_of(own_game) if own_game.guesses else time_step(own_game.took))


def mean_of(game: Daily, totals: Iterable[Total]) -> tuple[float, int]:
    """Return the average of those who won, times from the middle of their steps; and how many."""
    wins = [total for total in totals if total.result == GameEnd.WON.value]
    players = sum(total.players for total in wins)
    mean = sum(total.amount * total.players for total in wins) / max(players, 1)
    return mean + (STEP / 2 if game.is_timed else 0), players


def _sentences(
    game: Daily, day: date, wins: Sequence[Total], lost: int, own_game: StoredGame
) -> Iterable[str]:
    mean, winners = mean_of(game, wins)
    found_it = "" if game.is_timed or not winners + lost else f", and {winners:,} found the code"
    yield f"{plural(winners + lost, 'player')} counted so far{found_it}."
    if winners:
        best = game.day_mean(day)
        than = f" Perfect play needs {decimal(best)}." if best else ""
        if game.is_timed:
            yield f"Average time: about {game.amount_words(round(mean))}."
        else:
            yield f"They took {mean:.2f} guesses on average.{than}"
    if not own_game.is_on_its_day:
        yield LATE
    elif not own_game.counts:
        yield HELPED


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
    game: Daily, first: date, today: date, records: Mapping[str, StoredGame]
) -> CalendarMonth:
    blanks, count = calendar.monthrange(first.year, first.month)
    days = (first.replace(day=number) for number in range(1, count + 1))
    after = first + timedelta(days=count)
    before = (first - timedelta(days=1)).replace(day=1)
    return CalendarMonth(
        first,
        blanks,
        tuple(_show_calendar_day(game, day, today, records.get(day.isoformat())) for day in days),
        before if before >= game.first_day.replace(day=1) else None,
        after if after <= today else None,
    )


def _show_calendar_day(
    game: Daily, day: date, today: date, record: StoredGame | None
) -> CalendarDay:
    spoken = f"{day.day} {day:%B}"
    if not game.first_day <= day <= today:
        return CalendarDay(day, "later", "", spoken)
    if record is None:
        state = "not played yet" if day == today else "not played"
        return CalendarDay(day, "missed", "" if day == today else "–", f"{spoken}: {state}")
    if not record.result:
        return CalendarDay(day, "open", "…", f"{spoken}: in progress")
    is_late = not record.is_on_its_day
    late = ", played late" if is_late else ""
    if record.result == GameEnd.LOST.value:
        return CalendarDay(day, "lost", "×", f"{spoken}: {game.lost_words}{late}", is_late)
    amount = amount_of(record)
    figure = game.amount_figure(amount)
    words = game.amount_words(amount)
    return CalendarDay(day, "won", figure, f"{spoken}: {words}{late}", is_late)


@dataclass(frozen=True, kw_only=True)
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
    """A daily game: a month of its calendar, and the card of a day."""

    game: Daily
    month: CalendarMonth
    card: DayCard
    streak: Streak
    next_in: str


def show_daily(game: Daily, day: date, month: date, today: date, player: str | None) -> ShownDaily:
    records: Sequence[StoredGame] = daily_games(store(), player, game.name) if player else ()
    by_day = {record.day: record for record in records}
    record_of_day = by_day.get(day.isoformat())
    card = show_card(game, day, today, record_of_day)
    if record_of_day and card.is_over:
        totals = totals_of(store(), record_of_day.day, game.name)
        card = replace(card, totals=show_totals(game, day, totals, record_of_day))
    return ShownDaily(
        game=game,
        month=show_month(game, month, today, by_day),
        card=card,
        streak=streak_of(records, today),
        next_in=time_left(now()),
    )


def card_of(game: Daily, player: str | None, day: date) -> DayCard:
    record = store().of_day(player, game.name, day.isoformat()) if player else None
    return show_card(game, day, today(), record)


def show_card(game: Daily, day: date, today: date, record: StoredGame | None) -> DayCard:
    """Return a day's game without the totals; ``record`` is the visitor's."""
    name = "Today" if day == today else f"{day.day} {day:%B}"
    board = game.day_about(day)
    if record is None:
        return DayCard(day=day, title=name, board=board, sentence=_late_words(today - day))
    url = url_for(game.page, game_id=record.id)
    if not record.result:
        return DayCard(day=day, title=name, board=board, sentence="In progress.", url=url)
    is_won = record.result == GameEnd.WON.value
    result = game.amount_words(amount_of(record)) if is_won else game.lost_words
    review = url_for(game.daily_review, game_id=record.id) if game.daily_review else ""
    share_id = record.id if record.finished else ""
    return DayCard(
        day=day,
        title=f"{name}: {result}",
        board=board,
        sentence="",
        url=url,
        review=review,
        is_over=True,
        game_id=share_id,
    )


def _late_words(age: timedelta) -> str:
    if age.days == 1:
        return (
            "This day is over, so yours won’t be in its results. If you win it today, it still "
            "counts for your streak. That’s possible once a week."
        )
    return "This day is over. You can play it, but it won’t count for your streak." if age else ""


def time_left(now: datetime) -> str:
    """Say how long it is until the next day begins, in UTC.

    >>> time_left(datetime(2026, 1, 1, 21, 50)), time_left(datetime(2026, 1, 1, 23, 18))
    ('2 h 10 min', '42 min')
    """
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    hours, minutes = divmod(max(1, round((midnight - now).total_seconds() / 60)), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
