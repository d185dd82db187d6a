"""Races: group challenges that begin for all at the same moment, round by round.

Each round is a contest of its own, whose players wait with no game until it starts. When it starts
is in one row that all server processes read, so killing one of them loses nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import FasterError, Store, StoredGame, begun_game, in_utc
from webapp.storage.records.contests import (
    ROW,
    Contest,
    ContestEntry,
    contest_of_game,
    entries_of,
    entry_of,
    entry_row,
)
from webapp.storage.tables import COLUMNS, contests, entries, games, races

COUNTDOWN: Final = 5  # seconds
LONGEST: Final = timedelta(hours=1)  # of all rounds


class RacePhase(Enum):
    WAITING = "waiting"
    STARTING = "starting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class RaceRound:
    """A round of a race: its contest, and from when it lasts for so many ``seconds`` at most."""

    contest: str
    race: str
    number: int
    seconds: int
    starts: datetime | None = None

    @property
    def ends(self) -> datetime | None:
        return self.starts and self.starts + timedelta(seconds=self.seconds)

    def phase(self, players: Sequence[ContestEntry], now: datetime) -> RacePhase:
        """Return how far it is: it ends when all have finished or left, or with its time."""
        if self.starts is None or self.ends is None:
            return RacePhase.WAITING
        if now < self.starts:
            return RacePhase.STARTING
        is_done = all(player.is_over or player.is_gone or player.is_removed for player in players)
        return RacePhase.OVER if is_done or now >= self.ends else RacePhase.RUNNING

    def timed(self, entry: ContestEntry) -> ContestEntry:
        """Return an entry with the seconds from the start to its end; unfinished if too late."""
        if self.starts is None or not entry.ended:
            return entry
        took = (in_utc(entry.ended) - self.starts).total_seconds()
        return entry._replace(took=took, result=entry.result if took <= self.seconds else "")


def rounds_of(store: Store, contest_id: str) -> Sequence[RaceRound]:
    """Return all rounds of the race that a contest is a round of; none if it is no race."""
    same = sa.select(races.c.race).where(races.c.contest == contest_id).scalar_subquery()
    return _find_rounds(store, races.c.race == same)


def _find_rounds(store: Store, condition: sa.ColumnElement[bool]) -> Sequence[RaceRound]:
    rows = store.rows(sa.select(races).where(condition).order_by(races.c.number))
    return [RaceRound(**{**row, "starts": row["starts"] and in_utc(row["starts"])}) for row in rows]


def race_of_game(store: Store, game_id: str) -> tuple[RaceRound, ContestEntry] | None:
    """Return the round and the entry of a game that was begun in a race."""
    contest = contest_of_game(store, game_id) or ""
    for begun_in in _find_rounds(store, races.c.contest == contest):
        for entry in entries_of(store, contest):
            if entry.game == game_id:
                return begun_in, entry
    return None


def is_open(store: Store, contest_id: str) -> bool:
    """Say whether a contest is a round of a race, and isn't over."""
    rounds = _find_rounds(store, races.c.contest == contest_id)
    players = entries_of(store, contest_id)
    now = datetime.now(UTC)
    return any(race_round.phase(players, now) is not RacePhase.OVER for race_round in rounds)


def is_raced_in(store: Store, game_id: str) -> bool:
    """Say whether a game was begun in a round of a race that isn't over."""
    return is_open(store, contest_of_game(store, game_id) or "")


def starts_raced_on(store: Store, kind: str, rules: str) -> Sequence[str]:
    """Return how the games begin of all rounds that are being played, and of those to come by
    these rules.
    """
    is_recent = races.c.starts > datetime.now(UTC) - LONGEST
    to_come = sa.and_(races.c.starts.is_(None), contests.c.rules == rules)
    query = sa.select(contests.c.id, contests.c.start).join(races, races.c.contest == contests.c.id)
    rows = store.rows(query.where(contests.c.kind == kind, sa.or_(is_recent, to_come)))
    return [row["start"] for row in rows if is_open(store, row["id"])]


def make_race(store: Store, contest_id: str, rules: str, start: str, seconds: int) -> None:
    """Make a contest that nobody has begun the first round of a race, of other rules and start.

    Its address stays. Another tab that was faster has made the race already.
    """
    store.admit(ROW)
    update = sa.update(contests).where(contests.c.id == contest_id).values(rules=rules, start=start)
    with suppress(IntegrityError), store.changing() as connection:
        first = RaceRound(contest_id, contest_id, 1, seconds)
        connection.execute(sa.insert(races).values(**vars(first)))
        connection.execute(update)


def add_round(
    store: Store, last: RaceRound, sample: StoredGame, players: Sequence[ContestEntry]
) -> None:
    """Store the next round of a race, with the same players; at most once."""
    contest = Contest(
        player=sample.player,
        kind=sample.kind,
        rules=sample.rules,
        start=sample.start,
        is_hidden=True,
    )
    next_round = RaceRound(contest.id, last.race, last.number + 1, last.seconds)
    store.admit(ROW * (len(players) + 2) + len(contest.start))
    with suppress(IntegrityError), store.changing() as connection:  # another tab was faster
        connection.execute(sa.insert(contests).values(**vars(contest)))
        connection.execute(sa.insert(races).values(**vars(next_round)))
        for player in players:
            row = entry_row(contest.id, player.player, "", player.nickname)
            connection.execute(sa.insert(entries).values(row))


def start_round(store: Store, contest_id: str) -> None:
    """Have a round start in a moment, by the server's clock; from then on nobody new can join."""
    starts = datetime.now(UTC) + timedelta(seconds=COUNTDOWN)
    is_it = (races.c.contest == contest_id, races.c.starts.is_(None))
    store.run(sa.update(races).where(*is_it).values(starts=starts))


def begin_in_race(store: Store, contest: Contest, entry: ContestEntry) -> str:
    """Begin the game of somebody who waited, or find the one they have; return its id."""
    game = begun_game(entry.player, contest.kind, contest.rules, contest.start)

    def take(connection: sa.Connection) -> None:
        waits = (entries.c.id == entry.id, entries.c.game == "")
        if connection.execute(sa.update(entries).where(*waits).values(game=game.id)).rowcount != 1:
            raise FasterError

    try:
        return store.create_with(game, take).id
    except FasterError:
        own_entry = entry_of(store, contest.id, entry.player)
        return own_entry.game if own_entry else ""


def games_in(store: Store, contest_id: str) -> Sequence[StoredGame]:
    """Return the games of a contest as they are now."""
    query = sa.select(*COLUMNS).join(entries, entries.c.game == games.c.id)
    return store.games(query.where(entries.c.contest == contest_id))
