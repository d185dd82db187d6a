"""Contests: one code or board for many players, each with their own game, and who takes part.

A contest belongs to the player who set it. Each player in it has one entry, and the entry one game,
so beginning twice at once, or ending a game in two tabs, counts once. A game's result is read from
its row, where the server itself has written it.
"""

import secrets
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import FasterError, Store, StoredGame, begun_game
from webapp.storage.records.results import GameEnd
from webapp.storage.tables import class_answers, contests, entries, games, insert_into, races

ROW: Final = 300  # bytes that a contest or an entry takes, roughly
MOST: Final = 100  # players in a contest
#: After how long a player without a move gives the place to another if there is none left.
IDLE: Final = timedelta(hours=1)
#: For how many days a contest is kept; the games played in it stay with their players.
KEPT: Final = 365
#: The kind of classes, and for how many days they are kept, with all that is in them.
CLASS: Final = "class"
CLASS_KEPT: Final = 30
#: No letters that look or sound alike, and no vowels, so that a code is never a word.
LETTERS: Final = "CDFHJKLNPRTWXY"
#: Of the code that gives a pupil's seat back. With 30 seats, and a hundred tries in ten minutes,
#: a network would need ten years to guess one.
SEAT_LENGTH: Final = 8
#: The kind of circles, and for how many days they are kept without a daily game of a member.
CIRCLE: Final = "circle"
CIRCLE_KEPT: Final = 90


def new_id() -> str:
    """Return 80 random bits as letters and digits only, so that no link ends in punctuation."""
    return b32encode(secrets.token_bytes(10)).decode().lower()


@dataclass(frozen=True, kw_only=True)
class Contest:
    """A code or a board for many players.

    Its games are stored with its ``kind``, ``rules`` and ``start``. ``is_hidden`` says that its
    setter (``player``) doesn't know the solution and may play too, ``is_closed`` that nobody new
    can begin. Its link leads who is new to its ``successor``, a race on something else, if any.
    """

    id: str = field(default_factory=new_id)
    player: str
    kind: str
    rules: str
    start: str
    is_hidden: bool = False
    is_closed: bool = False
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
    successor: str = ""


def draw_letters(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def make_contest(
    store: Store, player: str, sample: StoredGame, *, is_hidden: bool, is_played: bool = False
) -> str:
    """Store a player's contest with the rules and the start of a game; return its id.

    If the game is the player's own and already ``is_played``, it becomes their entry; a contest
    made from it before is returned instead of a new one.
    """
    of_game = sa.select(contests.c.id).join(entries, entries.c.contest == contests.c.id)
    is_theirs = (entries.c.game == sample.id, contests.c.player == player)
    if is_played and (earlier := store.value(of_game.where(*is_theirs))):
        return str(earlier)
    store.admit(ROW + sample.size)
    contest = Contest(
        player=player, kind=sample.kind, rules=sample.rules, start=sample.start, is_hidden=is_hidden
    )
    with store.changing() as connection:
        connection.execute(sa.insert(contests).values(**vars(contest)))
        if is_played:
            connection.execute(
                sa.insert(entries).values(entry_row(contest.id, player, sample.id, ""))
            )
    return contest.id


def find_contest(store: Store, contest_id: str) -> Contest | None:
    rows = store.rows(sa.select(contests).where(contests.c.id == contest_id))
    return Contest(**rows[0]) if rows else None


def is_sent(store: Store, kind: str, rules: str) -> bool:
    is_on_it = (contests.c.kind == kind, contests.c.rules == rules)
    return bool(store.rows(sa.select(contests.c.id).where(*is_on_it).limit(1)))


def contests_of(store: Store, player: str) -> Sequence[Contest]:
    """Return the contests that a player has set or takes part in, the newest first."""
    memberships = sa.select(entries.c.contest).where(entries.c.player == player)
    is_theirs = sa.or_(contests.c.player == player, contests.c.id.in_(memberships))
    later = sa.select(races.c.contest).where(races.c.number > 1)  # rounds are shown by the first
    query = (
        sa.select(contests)
        .where(is_theirs, contests.c.id.not_in(later))
        .order_by(contests.c.made.desc(), contests.c.id)
    )
    return [Contest(**row) for row in store.rows(query)]


def entry_row(contest_id: str, player: str, game_id: str, nickname: str) -> dict[str, object]:
    return {
        "id": new_id(),
        "contest": contest_id,
        "player": player,
        "game": game_id,
        "nickname": nickname,
        "is_removed": False,
        "joined": datetime.now(UTC),
        "seat": draw_letters(SEAT_LENGTH),
    }


def close_contest(store: Store, contest_id: str) -> None:
    store.run(sa.update(contests).where(contests.c.id == contest_id).values(is_closed=True))


def delete_contest(store: Store, contest_id: str) -> None:
    """Delete a circle or a class, with all that is in it."""
    with store.changing() as connection:
        for column in (class_answers.c.contest, entries.c.contest, contests.c.id):
            connection.execute(sa.delete(column.table).where(column == contest_id))


def lead_on(store: Store, contest_id: str, successor: str) -> None:
    """Have the link of a contest lead to another one; the first to say so holds."""
    is_it = (contests.c.id == contest_id, contests.c.successor == "")
    store.run(sa.update(contests).where(*is_it).values(successor=successor))


#: When the last daily game of somebody in a contest ended.
last_ended: Final = sa.select(sa.func.max(games.c.ended)).where(
    games.c.player == entries.c.player, games.c.day != ""
)


def drop_old_contests(store: Store) -> None:
    """Drop contests that have had their time, and the entries of contests that are gone."""
    now = datetime.now(UTC)
    last_end = last_ended.where(entries.c.contest == contests.c.id).scalar_subquery()
    limit = now - timedelta(days=CIRCLE_KEPT)
    is_played = sa.func.coalesce(last_end, contests.c.made) >= limit
    is_old = sa.case(
        (contests.c.kind == CIRCLE, (contests.c.made < limit) & ~is_played),
        (contests.c.kind == CLASS, contests.c.made < now - timedelta(days=CLASS_KEPT)),
        else_=contests.c.made < now - timedelta(days=KEPT),
    )
    with store.changing() as connection:
        connection.execute(sa.delete(contests).where(is_old))
        for table in (entries, races, class_answers):
            connection.execute(
                sa.delete(table).where(table.c.contest.not_in(sa.select(contests.c.id)))
            )


def move_contests(connection: sa.Connection, player: str, to: str) -> None:
    """Move a player's contests and entries to another, whose own entries stay."""
    doubles = sa.select(entries.c.contest).where(entries.c.player == to)
    is_theirs = entries.c.player == player
    connection.execute(sa.delete(entries).where(sa.and_(is_theirs, entries.c.contest.in_(doubles))))
    connection.execute(sa.update(entries).where(is_theirs).values(player=to))
    connection.execute(sa.update(contests).where(contests.c.player == player).values(player=to))


def give_circles(connection: sa.Connection, player: str, *circles: str) -> None:
    """Give the circles that a player made, or these, to their oldest members; drop empty ones."""
    is_made = (contests.c.kind == CIRCLE, contests.c.player == player)
    is_it = (*is_made, contests.c.id.in_(circles)) if circles else is_made
    other_members = sa.select(entries.c.player).where(
        entries.c.contest == contests.c.id, entries.c.player != player
    )
    oldest = other_members.order_by(entries.c.joined, entries.c.id).limit(1).scalar_subquery()
    handover = sa.update(contests).where(*is_it).values(player=sa.func.coalesce(oldest, player))
    connection.execute(handover)
    connection.execute(sa.delete(contests).where(*is_it))


def erase_contests(connection: sa.Connection, player: str) -> None:
    """Erase a player's entries, and the contests they have set with all their entries.

    A circle that they made stays, as another member's, if there is one.
    """
    give_circles(connection, player)
    own_contests = sa.select(contests.c.id).where(contests.c.player == player)
    is_erased = sa.or_(entries.c.player == player, entries.c.contest.in_(own_contests))
    is_answer = class_answers.c.entry.in_(sa.select(entries.c.id).where(is_erased))
    connection.execute(sa.delete(class_answers).where(is_answer))
    connection.execute(sa.delete(entries).where(is_erased))
    connection.execute(sa.delete(races).where(races.c.contest.in_(own_contests)))
    connection.execute(sa.delete(contests).where(contests.c.player == player))


# Who takes part in a contest, and how far their games have got.


class FullContestError(Exception):
    """A contest has as many players as it has room for."""


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


#: With the columns of the game.
_ENTRY = sa.select(
    *entries.c,
    sa.and_(
        entries.c.game != "", games.c.id.is_(None) | (games.c.player != entries.c.player)
    ).label("is_gone"),
    sa.func.coalesce(games.c.result, "").label("result"),
    sa.func.coalesce(games.c.guesses, 0).label("guesses"),
    sa.func.coalesce(games.c.hints_used, 0).label("hints_used"),
    sa.func.coalesce(games.c.took, 0.0).label("took"),
    games.c.ended,
).select_from(entries.outerjoin(games, games.c.id == entries.c.game))


_HAS_MOVED: Final = sa.exists().where(games.c.id == entries.c.game, games.c.version > 1)


def contest_of_game(store: Store, game_id: str) -> str | None:
    """Return the contest in which a game was begun, or that was made from the game."""
    query = sa.select(entries.c.contest).where(entries.c.game == game_id).order_by(entries.c.joined)
    contest: str | None = store.value(query)
    return contest


def entries_of(store: Store, contest_id: str) -> Sequence[ContestEntry]:
    query = _ENTRY.where(entries.c.contest == contest_id).order_by(entries.c.joined, entries.c.id)
    return [ContestEntry(**row) for row in store.rows(query)]


def entry_of(store: Store, contest_id: str, player: str) -> ContestEntry | None:
    query = _ENTRY.where(entries.c.contest == contest_id, entries.c.player == player)
    return next((ContestEntry(**row) for row in store.rows(query)), None)


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
            raise FasterError  # it has become a race, in which nobody begins early
        make_room(connection, contest.id, MOST)
        connection.execute(
            sa.insert(entries).values(entry_row(contest.id, player, new_game.id, nickname))
        )

    try:
        return store.create_with(new_game, enter).id
    except FasterError:
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
