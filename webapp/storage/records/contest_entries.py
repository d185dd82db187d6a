"""Who takes part in a contest, and how far their games have got.

Each player has one entry, and the entry one game, so beginning twice at once, or ending a game in
two tabs, counts once. A game's result is read from its row, where the server itself has written it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import Store, begun_game
from webapp.storage.records.contests import CIRCLE, CLASS, ROW, Contest, entry_row
from webapp.storage.records.results import GameEnd
from webapp.storage.tables import contests, entries, games, insert_into, races

MOST: Final = 100  # players in a contest
#: After how long a player without a move gives the place to another if there is none left.
IDLE: Final = timedelta(hours=1)


class FullContestError(Exception):
    """A contest has as many players as it has room for."""


class _RaceError(Exception):
    """A contest has become a race meanwhile, in which nobody begins early."""


class ContestEntry(NamedTuple):
    """A player in a contest and the state of their game: see StoredGame.

    ``until`` is when a pupil left a class, or it ended. Entries of the same ``seat`` are one pupil,
    who came back in another browser. ``is_gone`` says that the player has deleted the game. Who
    waits for a race has no game yet.
    """

    id: str
    contest: str
    player: str
    game: str
    nickname: str
    is_removed: bool
    joined: datetime
    until: datetime | None
    seat: str
    is_gone: bool
    result: str
    guesses: int
    hints_used: int
    took: float
    ended: datetime | None

    @property
    def is_over(self) -> bool:
        return bool(self.result) and not self.is_gone

    @property
    def is_won(self) -> bool:
        """Whether the code was found, or the board solved."""
        return self.result == GameEnd.WON.value


#: With the columns of the game, in the order of an entry's fields.
_ENTRY = sa.select(
    *entries.c,
    sa.and_(
        entries.c.game != "", games.c.id.is_(None) | (games.c.player != entries.c.player)
    ).label("is_gone"),
    sa.func.coalesce(games.c.result, ""),
    sa.func.coalesce(games.c.guesses, 0),
    sa.func.coalesce(games.c.hints_used, 0),
    sa.func.coalesce(games.c.took, 0.0),
    games.c.ended,
).select_from(entries.outerjoin(games, games.c.id == entries.c.game))


_HAS_MOVED: Final = sa.exists().where(games.c.id == entries.c.game, games.c.version > 1)


def contest_of_game(store: Store, game_id: str) -> str | None:
    """Return the contest in which a game was begun, or that was made from the game."""
    query = sa.select(entries.c.contest).where(entries.c.game == game_id).order_by(entries.c.joined)
    contest: str | None = store.value(query)
    return contest


def entries_of(store: Store, contest_id: str) -> Sequence[ContestEntry]:
    query = _ENTRY.where(entries.c.contest == contest_id)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(entries.c.joined, entries.c.id))
        return [ContestEntry._make(row) for row in rows]


def entry_of(store: Store, contest_id: str, player: str) -> ContestEntry | None:
    query = _ENTRY.where(entries.c.contest == contest_id, entries.c.player == player)
    with store.reading() as connection:
        row = connection.execute(query).first()
    return ContestEntry._make(row) if row else None


def join(store: Store, contest: Contest, player: str, nickname: str) -> str:
    """Begin a player's game in a contest, or find the one they have; return the game's id.

    If the contest has become a race, that is "". Raises FullContestError.
    """
    entry = entry_of(store, contest.id, player)
    if entry:
        return entry.game
    new_game = begun_game(player, contest.kind, contest.rules, contest.start)

    def enter(connection: sa.Connection) -> None:
        if connection.execute(sa.select(races).where(races.c.contest == contest.id)).first():
            raise _RaceError
        make_room(connection, contest.id, MOST)
        connection.execute(
            sa.insert(entries).values(entry_row(contest.id, player, new_game.id, nickname))
        )

    try:
        return store.create_with(new_game, enter).id
    except _RaceError:
        return ""
    except IntegrityError:  # another tab was faster
        return join(store, contest, player, nickname)


def enter(
    store: Store,
    contest_id: str,
    player: str,
    nickname: str,
    *,
    size: int = ROW,
    seat: str = "",
    limit: int = 0,
) -> None:
    """Have a player wait for a round of a race, join a class or a circle, or come back renamed.

    With a seat, they are the pupil who has it. Raises FullContestError.
    """
    is_in = (entries.c.player == player, entries.c.contest == contest_id, ~entries.c.is_removed)
    store.admit(size)
    with store.changing() as connection:
        if not (seat or connection.execute(sa.select(entries.c.id).where(*is_in)).first()):
            make_room(connection, contest_id, limit or MOST)
        seat_columns = {"seat": seat} if seat else {}
        row = entry_row(contest_id, player, "", nickname) | seat_columns
        insert = insert_into(entries, connection).values(row)
        back = sa.case((entries.c.until.is_(None), entries.c.joined), else_=row["joined"])
        new_values = {
            "nickname": nickname,
            "is_removed": False,
            "joined": back,
            "until": None,
            **seat_columns,
        }
        key = ["contest", "player"]
        connection.execute(insert.on_conflict_do_update(index_elements=key, set_=new_values))


def make_room(connection: sa.Connection, contest_id: str, limit: int) -> None:
    """See that there is room for one more player, or raise FullContestError.

    Whoever hasn't moved for long gives way, except in what lasts: classes and circles.
    """
    is_in = (entries.c.contest == contest_id, ~entries.c.is_removed)
    count = sa.select(sa.func.count(entries.c.seat.distinct())).where(*is_in)
    if connection.execute(count).scalar_one() < limit:
        return
    lasting_contests = sa.select(contests.c.id).where(contests.c.kind.in_((CIRCLE, CLASS)))
    is_waiting = entries.c.contest.not_in(lasting_contests)
    is_idle = (~_HAS_MOVED, entries.c.joined < datetime.now(UTC) - IDLE, is_waiting)
    oldest = sa.select(entries.c.id).where(*is_in, *is_idle).order_by(entries.c.joined).limit(1)
    if not connection.execute(sa.delete(entries).where(entries.c.id.in_(oldest))).rowcount:
        raise FullContestError


def count_moved(store: Store, contest_id: str) -> int:
    """Return how many players have made a move."""
    count = sa.select(sa.func.count()).where(entries.c.contest == contest_id, _HAS_MOVED)
    return int(store.value(count))


def rename(store: Store, contest_id: str, player: str, nickname: str) -> None:
    is_it = (entries.c.contest == contest_id, entries.c.player == player)
    store.run(sa.update(entries).where(*is_it).values(nickname=nickname))


def set_removed(store: Store, contest_id: str, entry_id: str, *, is_removed: bool) -> None:
    """Remove an entry from the public table, or put it back."""
    is_it = (entries.c.contest == contest_id, entries.c.id == entry_id)
    store.run(sa.update(entries).where(*is_it).values(is_removed=is_removed))
