"""What the page of a circle shows: today, this week, and a line about the last one.

A result is seen by a member who has finished the same game, or when its day is over. Nobody sees
more of another's game than its result.

What is compared is kept until a member begins or ends a game, joins, leaves or changes their name.
Rejected: keeping it for a second, which hides what one has just finished.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple

from flask import url_for

from solver.wording import date_words, join_words, plural
from webapp.contest.nicknames import table_names
from webapp.daily.view import DayCard, amount_of, show_card
from webapp.game_type import Daily, dailies
from webapp.storage.games import StoredGame, in_utc, store
from webapp.storage.records.circles import (
    circles_of,
    days_won,
    games_since,
    last_change,
    last_played,
)
from webapp.storage.records.contests import CIRCLE_KEPT, Contest, ContestEntry, entries_of
from webapp.storage.records.dailies import today
from webapp.storage.records.played import current_streak, longest_streak
from webapp.storage.records.results import GameEnd

DAYS: Final = timedelta(days=1)


class CircleCell(NamedTuple):
    """A member's game of a day: its ``figure``, what it is in ``words``, and its ``state``.

    The state is won, lost, playing, hidden (finished, but the visitor hasn't) or none. Of all games
    of a day it is a bead: all, some or none; of a day to come, later.
    """

    figure: str
    words: str
    state: str
    is_first: bool = False


#: How a day looks of which all games were played, some, or none.
BEADS: Final = {"all": "●", "some": "◐", "none": "·"}


@dataclass(frozen=True, kw_only=True)
class CircleRow:
    """A member: today's games in the order of the columns, the days of the week, firsts, streak."""

    id: str
    name: str
    cells: tuple[CircleCell, ...]
    week: tuple[CircleCell, ...]
    firsts: int
    streak: int


@dataclass(frozen=True, kw_only=True)
class ShownCircle:
    """A circle on its page, whose columns are ``games``, each with the visitor's own card.

    ``chosen`` is the game whose figures the week shows, if it is one.
    """

    circle: Contest
    own: ContestEntry
    results: CircleResults
    games: tuple[tuple[Daily, DayCard], ...]
    chosen: Daily | None
    rows: tuple[CircleRow, ...]
    circles: tuple[Contest, ...]

    @property
    def name(self) -> str:
        return self.circle.start

    @property
    def address(self) -> str:
        """The link by which others join."""
        return url_for("circle.invitation", game_id=self.circle.rules, _external=True)

    @property
    def is_maker(self) -> bool:
        return self.circle.player == self.own.player

    @property
    def by_week(self) -> list[CircleRow]:
        """The members, whoever was first most often first."""
        return sorted(self.rows, key=lambda row: -row.firsts)

    @property
    def day_title(self) -> str:
        day = self.results.today
        return f"{day:%A} {day.day} {day:%B}"

    @property
    def tabs(self) -> tuple[tuple[str, str], ...]:
        return (("", "All"), *((game.daily, game.daily_tab) for game, _ in self.games))

    @property
    def is_marked(self) -> bool:
        today = [cell.figure for row in self.rows for cell in row.cells]
        week = [day.figure for row in self.rows for day in row.week]
        return any("*" in figure for figure in (*today, *week))

    @property
    def sent_text(self) -> str:
        """One line of what the visitor sees of today, and the circle's link."""
        parts = []
        for place, (game, _) in enumerate(self.games):
            cells = [(row.name, row.cells[place]) for row in self.rows]
            names = [name for name, cell in cells if cell.is_first]
            figures = {cell.figure for _, cell in cells if cell.is_first}
            parts += [f"{game.daily_tab} {', '.join(names)} {figure}" for figure in figures]
        line = " · ".join(parts) or "who plays today?"
        return f"{self.name}, {self.day_title}: {line}\n{self.address}"


class CircleResults:
    """Members' daily games of two weeks, and how they compare.

    What a member may see of today are the games in ``seen``.
    """

    def __init__(
        self, circle: Contest, members: Sequence[ContestEntry], since: date, today: date
    ) -> None:
        self.circle = circle
        self.members = members
        names = table_names(members)
        self.names = {member.player: names[member.id] for member in members}
        self.today = today
        self.monday = today - today.weekday() * DAYS
        self.games = tuple(dailies().values())
        self.joined = {
            member.player: in_utc(member.joined).date().isoformat() for member in members
        }
        self.played = {
            (game.player, game.kind, game.day): game
            for game in games_since(store(), members, _kinds(), since)
            if game.day >= self.joined[game.player]
        }
        self.firsts = cache(self._find_firsts)  # asked for once a member
        self.rows = cache(self._compare_members)
        self._hidden = cache(lambda names: tuple(self._hidden_words(names)))

    @cached_property
    def won(self) -> Mapping[str, Sequence[date]]:
        """The days of which each member won a game, from the day they joined on."""
        victories: dict[str, list[date]] = defaultdict(list)
        for player, day in sorted(days_won(store(), self.members, _kinds())):
            if day.isoformat() >= self.joined[player]:
                victories[player].append(day)
        return victories

    @cached_property
    def streak(self) -> int:
        """The length of the last series of days of which somebody won a game."""
        return current_streak(sorted(set().union(*self.won.values())), self.today)

    @cached_property
    def last_week(self) -> str:
        """Who led most days of the last week, and how many; "" if nobody did.

        A day is led by whoever was first in most of its games.
        """
        leads = Counter[str]()
        days = 0
        for number in range(1, 8):
            firsts = self.firsts_of_day(self.monday - number * DAYS)
            highest = max(firsts.values(), default=0)
            leads.update(player for player, count in firsts.items() if count == highest)
            days += bool(firsts)
        if not days:
            return ""
        best = max(leads.values())
        leaders = join_words([name for player, name in self.names.items() if leads[player] == best])
        return f"Last week: {leaders} led on {best} of 7 days."

    @cached_property
    def until(self) -> str:
        """The day on which the circle goes, if nobody plays."""
        return date_words(last_played(store(), self.circle) + CIRCLE_KEPT * DAYS)

    @property
    def about(self) -> str:
        members = plural(len(self.members), "member")
        return f"{members}, since {date_words(in_utc(self.circle.made))}."

    def of(self, player: str, game: Daily, day: date) -> StoredGame | None:
        return self.played.get((player, game.name, day.isoformat()))

    def seen_by(self, player: str) -> frozenset[str]:
        """Return the games of today that a member has finished."""
        own_games = ((game, self.of(player, game, self.today)) for game in self.games)
        return frozenset(game.name for game, record in own_games if record and record.result)

    def hidden_from(self, player: str) -> tuple[str, ...]:
        """Say which of today's games others have finished and a member hasn't."""
        return self._hidden(self.seen_by(player))

    def _find_firsts(self, game: Daily, day: date) -> frozenset[str]:
        """Return who was first in a game of a day, of two members or more whose results count."""
        counted_games = [
            record
            for member in self.members
            if (record := self.of(member.player, game, day))
            and record.result
            and record.counts
            and record.is_on_its_day
        ]
        wins = [record for record in counted_games if record.result == GameEnd.WON.value]
        if not wins or len(counted_games) < 2:
            return frozenset()
        best = min(map(amount_of, wins))
        return frozenset(record.player for record in wins if amount_of(record) == best)

    def firsts_of_day(self, day: date) -> Counter[str]:
        return Counter(player for game in self.games for player in self.firsts(game, day))

    def cell(self, names_over: frozenset[str], player: str, game: Daily, day: date) -> CircleCell:
        record = self.of(player, game, day)
        if record is None:
            return CircleCell("–" if day == self.today else "·", "not played", "none")
        if not record.result:
            return CircleCell("…", "still playing", "playing")
        if day == self.today and game.name not in names_over:
            return CircleCell("✓", "finished, hidden until you have", "hidden")
        mark = "" if record.is_on_its_day else ", late"
        mark += "" if record.counts else ", with a hint’s move"
        sign = "*" if mark else ""
        if record.result != GameEnd.WON.value:
            return CircleCell(f"×{sign}", f"{game.lost_words}{mark}", "lost")
        amount = amount_of(record)
        is_first = player in self.firsts(game, day)
        words = f"{game.amount_words(amount)}{mark}{', first' if is_first else ''}"
        return CircleCell(f"{game.amount_figure(amount)}{sign}", words, "won", is_first)

    def week(
        self, names_over: frozenset[str], player: str, week_game: Daily | None
    ) -> Iterator[CircleCell]:
        for day in (self.monday + number * DAYS for number in range(7)):
            figure, words, state = "", "to come", "later"
            if day <= self.today and week_game:
                figure, words, state, _ = self.cell(names_over, player, week_game, day)
            elif day <= self.today:
                records = [self.of(player, game, day) for game in self.games]
                count = sum(1 for game in records if game and game.result and game.is_on_its_day)
                state = "all" if count == len(records) else "some" if count else "none"
                figure, words = BEADS[state], f"{count} of {len(records)} played"
            yield CircleCell(figure, f"{day:%A}: {words}", state)

    def _compare_members(
        self, names_over: frozenset[str], week_game: Daily | None
    ) -> tuple[CircleRow, ...]:
        firsts = Counter[str]()
        for number in range(self.today.weekday()):
            firsts += self.firsts_of_day(self.monday + number * DAYS)
        return tuple(
            CircleRow(
                id=member.id,
                name=self.names[member.player],
                cells=tuple(
                    self.cell(names_over, member.player, game, self.today) for game in self.games
                ),
                week=tuple(self.week(names_over, member.player, week_game)),
                firsts=firsts[member.player],
                streak=longest_streak(self.won.get(member.player, ())),
            )
            for member in self.members
        )

    def _hidden_words(self, names_over: frozenset[str]) -> Iterator[str]:
        for game in self.games:
            names = [
                name
                for player, name in self.names.items()
                if self.cell(names_over, player, game, self.today).state == "hidden"
            ]
            if names:
                have = "has" if len(names) == 1 else "have"
                yield f"{join_words(names)} {have} finished the {game.daily_title}. You haven’t."


def _find_results(circle: Contest) -> CircleResults:
    members = tuple(entries_of(store(), circle.id))
    since = today() - (today().weekday() + 7) * DAYS
    change = last_change(store(), members, _kinds(), since)
    return _compare(circle, members, since, today(), change)


@lru_cache(64)
def _compare(
    circle: Contest,
    members: tuple[ContestEntry, ...],
    since: date,
    today: date,
    _last_change: object,
) -> CircleResults:
    return CircleResults(circle, members, since, today)


def show_circle(circle: Contest, entry: ContestEntry, game_name: str = "") -> ShownCircle:
    results = _find_results(circle)
    own_cards = [
        show_card(game, results.today, results.today, results.of(entry.player, game, results.today))
        for game in results.games
    ]
    names_over = results.seen_by(entry.player)
    week_game = dailies().get(game_name)
    rows = results.rows(names_over, week_game)
    return ShownCircle(
        circle=circle,
        own=entry,
        results=results,
        games=tuple(zip(results.games, own_cards, strict=True)),
        chosen=week_game,
        rows=tuple(sorted(rows, key=lambda row: row.id != entry.id)),
        circles=tuple(circles_of(store(), entry.player)),
    )


def show_news(player: str) -> tuple[Contest, str] | None:
    """Return the circle that a player joined last, and what is new in it."""
    circle = next(iter(circles_of(store(), player)), None)
    if circle is None:
        return None
    results = _find_results(circle)
    words = next(iter(results.hidden_from(player)), "") or results.last_week
    return circle, words or results.about


def _kinds() -> Sequence[str]:
    return [game.name for game in dailies().values()]
