"""The boards of each day, a large one and a small one: how they are named, and what they are made
from.

A daily board is made on its day, or when it is first asked for, and never changes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NamedTuple

from flask import abort

from solver.hidoku.generate.generate import BoardRequest
from solver.hidoku.generate.path_styles import PathStyle
from solver.hidoku.generate.shapes import Symmetry
from solver.hidoku.logic.grade import Difficulty
from solver.hidoku.rules.grid import Adjacency
from webapp.storage.records.dailies import FIRST_DAY, today

#: How the names of all daily boards begin.
DAILY: Final = "daily-"
#: What to say if a name stands for no board.
NO_BOARD: Final = "There’s no such board. Check the address, or choose another board."
_NAME = re.compile(r"(daily-(?:mini-)?)([0-9]{4}-[0-9]{2}-[0-9]{2})", re.ASCII)
EASY = Difficulty.EASY
MEDIUM = Difficulty.MEDIUM
HARD = Difficulty.HARD
HEX = Adjacency.HEX
FOUR = Adjacency.FOUR

#: The large board from Monday on: a different kind every day, none smaller than the day before's.
WEEK: Final = (
    BoardRequest(6, 6, difficulty=EASY),
    BoardRequest(7, 7, adjacency=FOUR, difficulty=EASY),
    BoardRequest(9, 9, shape="hexagon", adjacency=HEX, difficulty=EASY),
    BoardRequest(8, 8, difficulty=MEDIUM),
    BoardRequest(10, 10, shape="ring", difficulty=MEDIUM),
    BoardRequest(10, 10, difficulty=HARD),
    BoardRequest(12, 12, difficulty=HARD),
)
WEEK_BEFORE: Final = (
    BoardRequest(7, 7, difficulty=Difficulty.BEGINNER),
    BoardRequest(8, 8, difficulty=EASY),
    BoardRequest(8, 8, difficulty=MEDIUM),
    BoardRequest(9, 9, difficulty=MEDIUM),
    BoardRequest(9, 9, difficulty=HARD),
    BoardRequest(10, 10, difficulty=HARD),
    BoardRequest(10, 10, difficulty=Difficulty.EXPERT),
)
#: The small board, which takes about two minutes.
MINI_WEEK: Final = (
    BoardRequest(6, 6, difficulty=EASY),
    BoardRequest(7, 7, shape="hexagon", adjacency=HEX, difficulty=EASY),
    BoardRequest(6, 7, difficulty=EASY),
    BoardRequest(6, 6, adjacency=FOUR, difficulty=EASY),
    BoardRequest(7, 7, difficulty=EASY),
    BoardRequest(7, 7, shape="hexagon", adjacency=HEX, difficulty=EASY),
    BoardRequest(7, 7, difficulty=EASY),
)
#: Boards that are composed: their givens lie symmetrically, and their path is calm or winding.
CALM: Final = PathStyle.CALM
WINDING: Final = PathStyle.WINDING
TURNED: Final = Symmetry.POINT
MIRRORED: Final = Symmetry.LEFT_RIGHT
COMPOSED_WEEK: Final = (
    BoardRequest(6, 6, difficulty=EASY, symmetry=TURNED, style=CALM),
    BoardRequest(7, 7, adjacency=FOUR, difficulty=EASY, symmetry=TURNED, style=WINDING),
    BoardRequest(9, 9, shape="hexagon", adjacency=HEX, difficulty=EASY, symmetry=TURNED),
    BoardRequest(8, 8, difficulty=MEDIUM, symmetry=MIRRORED, style=WINDING),
    BoardRequest(11, 12, shape="heart", difficulty=MEDIUM, symmetry=MIRRORED),
    BoardRequest(10, 10, difficulty=HARD, symmetry=TURNED, style=CALM),
    BoardRequest(12, 12, difficulty=HARD, symmetry=TURNED, style=WINDING),
)
#: The shapes of Fridays, in turn: what their boards are pictures of, and how large.
PICTURES: Final = (
    ("heart", 11, 12),
    ("ring", 12, 12),
    ("cross", 12, 12),
    ("diamond", 13, 13),
    ("triangle", 13, 13),
    ("disc", 10, 10),
    ("window", 11, 11),
)
FRIDAY: Final = 4
COMPOSED_MINI_WEEK: Final = (
    BoardRequest(6, 6, difficulty=EASY, symmetry=MIRRORED, style=WINDING),
    BoardRequest(7, 7, shape="hexagon", adjacency=HEX, difficulty=EASY, symmetry=TURNED),
    BoardRequest(6, 7, difficulty=EASY, symmetry=MIRRORED, style=WINDING),
    BoardRequest(6, 6, adjacency=FOUR, difficulty=EASY, symmetry=TURNED, style=CALM),
    BoardRequest(7, 7, difficulty=EASY, symmetry=MIRRORED, style=WINDING),
    BoardRequest(7, 7, shape="hexagon", adjacency=HEX, difficulty=EASY, symmetry=TURNED),
    BoardRequest(7, 7, difficulty=EASY, symmetry=TURNED, style=CALM),
)
NEW_WEEK: Final = date(2026, 11, 23)
COMPOSED: Final = date(2026, 11, 30)
KIND: Final = "play"  # of all games of Hidoku but those of the small daily board


@dataclass(frozen=True, kw_only=True)
class DailyBoards:
    """A board for each day, made from the request of its weekday.

    ``kind`` is what its games are stored under, so that a player has one a day. ``start`` is how
    its boards' names begin, and ``seed`` names it when the server's key draws the seeds. ``weeks``
    are in the order of their first days; ``pictures`` are the shapes of Fridays once boards are
    composed.
    """

    name: str
    kind: str
    title: str
    tab: str
    start: str
    seed: str
    weeks: tuple[tuple[date, tuple[BoardRequest, ...]], ...]
    pictures: tuple[tuple[str, int, int], ...] = ()

    @property
    def first_day(self) -> date:
        return self.weeks[0][0]

    def on(self, day: date) -> DayBoard:
        return DayBoard(self, day)


class DayBoard(NamedTuple):
    """The board of a day. Its ``request`` is known before; its seed isn't in its name."""

    series: DailyBoards
    day: date

    @property
    def name(self) -> str:
        return f"{self.series.start}{self.day.isoformat()}"

    @property
    def title(self) -> str:
        return f"{self.series.title}, {self.day.day} {self.day:%B %Y}"

    @property
    def request(self) -> BoardRequest:
        weeks = [week for first, week in self.series.weeks if first <= self.day]
        request = (weeks or [self.series.weeks[0][1]])[-1][self.day.weekday()]
        pictures = self.series.pictures
        if not (pictures and self.is_composed and self.day.weekday() == FRIDAY):
            return request
        shape, rows, columns = pictures[(self.day - COMPOSED).days // 7 % len(pictures)]
        return replace(request, shape=shape, rows=rows, columns=columns)

    @property
    def is_composed(self) -> bool:
        return self.day >= COMPOSED


LARGE: Final = DailyBoards(
    name="hidoku",
    kind=KIND,
    title="Daily Hidoku",
    tab="Hidoku",
    start=DAILY,
    seed="path",
    weeks=((FIRST_DAY, WEEK_BEFORE), (NEW_WEEK, WEEK), (COMPOSED, COMPOSED_WEEK)),
    pictures=PICTURES,
)
MINI: Final = DailyBoards(
    name="mini",
    kind="mini",
    title="Mini Hidoku",
    tab="Mini",
    start=f"{DAILY}mini-",
    seed="mini path",
    weeks=((NEW_WEEK, MINI_WEEK), (COMPOSED, COMPOSED_MINI_WEEK)),
)
DAILY_BOARDS: Final = (LARGE, MINI)
#: The kinds that games of Hidoku are stored under.
KINDS: Final = tuple(series.kind for series in DAILY_BOARDS)


def boards_of(day: date) -> tuple[DayBoard, ...]:
    return tuple(series.on(day) for series in DAILY_BOARDS if series.first_day <= day)


def daily_name(day: date) -> str:
    """Return the name of a day's large board.

    >>> daily_name(date(2026, 11, 21)), MINI.on(date(2026, 11, 24)).name
    ('daily-2026-11-21', 'daily-mini-2026-11-24')
    """
    return LARGE.on(day).name


def kind_of(name: str) -> str:
    """Return what games on a board of this name are stored under."""
    return MINI.kind if name.startswith(MINI.start) else KIND


def find_day(name: str) -> DayBoard | None:
    """Return the day of a daily board's name; None for other names; 404 for a day to come."""
    board = parse_day(name)
    if board and not board.series.first_day <= board.day <= today():
        abort(404, NO_BOARD)
    return board


def parse_day(name: str) -> DayBoard | None:
    """Return the day of a daily board's name, whether it has come or not; 404 if there is none."""
    match = _NAME.fullmatch(name)
    if not match:
        return None
    series = MINI if match[1] == MINI.start else LARGE
    try:
        return series.on(date.fromisoformat(match[2]))
    except ValueError:
        abort(404, NO_BOARD)
