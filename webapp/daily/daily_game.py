"""The two games of a day: what each is played on, how one begins it, and what is counted of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from solver.deduction.games import face_of, title_of
from solver.wording import counted, time_words
from webapp.hidoku import puzzles
from webapp.hidoku.play import game as hidoku_game
from webapp.lab.findings import perfect_mean
from webapp.mastermind import records
from webapp.mastermind.breaker.role import BREAKER


@dataclass(frozen=True)
class DailyGame:
    """A game of which there is one a day.

    ``page`` is the endpoint of such a game. ``board`` says what is played on a day, ``board_title``
    names it, and ``best`` is what perfect play needs there in the mean, if that is proved.
    ``amount`` writes what is counted, guesses or seconds (where it ``is_timed``), as a calendar has
    room for it, ``words`` says it.
    """

    name: str
    kind: str
    page: str
    title: str
    tab: str
    first_day: date
    board: Callable[[date], str]
    board_title: Callable[[date], str]
    best: Callable[[date], Fraction | None]
    amount: Callable[[int], str]
    words: Callable[[int], str]
    lost: str
    is_timed: bool = False

    def week(self, day: date) -> tuple[tuple[str, str], ...]:
        """Return what is played in the week of a day: each weekday, and its board."""
        monday = day - timedelta(days=day.weekday())
        days = (monday + timedelta(days=number) for number in range(7))
        return tuple((f"{each:%A}", self.board_title(each)) for each in days)


def _code_board(day: date) -> str:
    game = records.game_of_day(day)
    return f"{title_of(game)}: {face_of(game).goal}"


def _code_title(day: date) -> str:
    return title_of(records.game_of_day(day))


def _best_mean(day: date) -> Fraction | None:
    return perfect_mean(records.game_of_day(day).name)


def _path_board(day: date) -> str:
    return f"{_path_title(day)}."


def _path_title(day: date) -> str:
    return puzzles.title_of_request(puzzles.request_of_day(day))


MASTERMIND: Final = DailyGame(
    "mastermind",
    BREAKER.kind,
    BREAKER.page,
    "Daily Mastermind",
    "Mastermind",
    records.FIRST_DAY,
    _code_board,
    _code_title,
    _best_mean,
    str,
    lambda guesses: counted(guesses, "guess", "guesses"),
    "not found",
)
HIDOKU: Final = DailyGame(
    "hidoku",
    hidoku_game.KIND,
    "play.game",
    "Daily Hidoku",
    "Hidoku",
    puzzles.FIRST_DAY,
    _path_board,
    _path_title,
    lambda day: None,
    time_words,
    time_words,
    "not solved",
    is_timed=True,
)
#: By the name that addresses carry.
DAILY_GAMES: Final = {each.name: each for each in (MASTERMIND, HIDOKU)}
