"""The calendar's months and days: figures, words, and the months beside one."""

from dataclasses import replace
from datetime import UTC, date, datetime

from tests.cases import cases
from tests.webapp.stored import stored_game
from webapp.daily.view import CalendarDay, show_month
from webapp.hidoku.play.kind import LargeHidoku
from webapp.mastermind.breaker.kind import Breaker
from webapp.storage.games import StoredGame

HIDOKU = LargeHidoku()


class OlderBreaker(Breaker):
    first_day = date(2025, 11, 22)


CODES = OlderBreaker()
TODAY = date(2026, 2, 10)


def played(day: str, result: str = "won", end_day: str = "") -> StoredGame:
    end = datetime.fromisoformat(f"{end_day or day}T12:00").replace(tzinfo=UTC) if result else None
    how = {"result": result, "guesses": 4, "counts": True, "took": 71.9, "ended": end}
    return stored_game(day=day, finished=bool(result), **how)


@cases(
    ("first", "before", "after"),
    [
        (date(2025, 11, 1), None, date(2025, 12, 1)),
        (date(2025, 12, 1), date(2025, 11, 1), date(2026, 1, 1)),
        (date(2026, 1, 1), date(2025, 12, 1), date(2026, 2, 1)),
        (date(2026, 2, 1), date(2026, 1, 1), None),
    ],
)
def test_a_month_leads_to_those_beside_it_that_have_days(
    first: date, before: date | None, after: date | None
) -> None:
    month = show_month(CODES, first, TODAY, {})
    assert (month.before, month.after) == (before, after)
    assert month.title == f"{first:%B %Y}"


def test_on_the_first_day_of_a_month_the_one_before_leads_to_it() -> None:
    assert show_month(CODES, date(2026, 1, 1), date(2026, 2, 1), {}).after == date(2026, 2, 1)
    assert show_month(CODES, date(2026, 1, 1), date(2026, 1, 31), {}).after is None


@cases(
    ("first", "blanks", "days"),
    [(date(2025, 12, 1), 0, 31), (date(2026, 2, 1), 6, 28), (date(2028, 2, 1), 1, 29)],
)
def test_a_month_has_its_days_below_their_weekdays(first: date, blanks: int, days: int) -> None:
    month = show_month(CODES, first, date(2030, 1, 1), {})
    assert month.blanks == blanks == first.weekday()
    assert [day.day for day in month.days] == [first.replace(day=n + 1) for n in range(days)]


def test_days_say_how_they_were_played() -> None:
    games = [
        played("2026-02-02"),
        played("2026-02-03", "lost"),
        played("2026-02-04", ""),
        played("2026-02-05", end_day="2026-02-06"),
        played("2026-02-06", "lost", "2026-02-07"),
    ]
    days = show_month(CODES, date(2026, 2, 1), TODAY, {game.day: game for game in games}).days
    assert [(day.state, day.figure, day.words, day.is_late) for day in days[:6]] == [
        ("missed", "–", "1 February: not played", False),
        ("won", "4", "2 February: 4 guesses", False),
        ("lost", "×", "3 February: not found", False),
        ("open", "…", "4 February: in progress", False),
        ("won", "4", "5 February: 4 guesses, played late", True),
        ("lost", "×", "6 February: not found, played late", True),
    ]
    assert days[9] == CalendarDay(TODAY, "missed", "", "10 February: not played yet")
    assert days[10] == CalendarDay(date(2026, 2, 11), "later", "", "11 February")


def test_days_before_the_first_are_not_to_be_played() -> None:
    days = show_month(CODES, date(2025, 11, 1), TODAY, {}).days
    assert [day.state for day in days[19:23]] == ["later", "later", "missed", "missed"]


def test_a_path_has_its_time_in_whole_seconds() -> None:
    game = replace(played("2026-12-02"), guesses=0)
    month = show_month(HIDOKU, date(2026, 12, 1), date(2026, 12, 5), {game.day: game})
    assert month.days[1].words == f"2 December: {HIDOKU.amount_words(71)}"
