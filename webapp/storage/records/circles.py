"""Circles: members whose daily games stand in one table, day after day.

A circle is a contest of the kind ``circle`` that lasts: its ``start`` is its name, its ``rules``
are the secret end of the link by which others join, and its entries, which have no game, are the
members. So downloads, joined browsers and erasure treat it as any contest.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store, StoredGame, in_utc, is_on_day
from webapp.storage.records.contests import (
    CIRCLE,
    ROW,
    Contest,
    ContestEntry,
    entry_row,
    give_circles,
    last_ended,
    new_id,
)
from webapp.storage.records.played import BRIEF, NO_TEXTS
from webapp.storage.records.results import GameEnd
from webapp.storage.tables import contests, entries, games

MOST_MEMBERS: Final = 50


def open_circle(store: Store, player: str, name: str, nickname: str) -> str:
    """Store a new circle with its first member, and return its id."""
    store.admit(2 * ROW)
    circle = Contest(player=player, kind=CIRCLE, rules=new_id(), start=name)
    with store.changing() as connection:
        connection.execute(sa.insert(contests).values(**vars(circle)))
        connection.execute(sa.insert(entries).values(entry_row(circle.id, player, "", nickname)))
    return circle.id


def circles_of(store: Store, player: str) -> Sequence[Contest]:
    """Return the circles that a player is in, the last joined first."""
    memberships = sa.select(contests).join(entries, entries.c.contest == contests.c.id)
    is_in = (contests.c.kind == CIRCLE, entries.c.player == player)
    rows = store.rows(memberships.where(*is_in).order_by(entries.c.joined.desc(), contests.c.id))
    return [Contest(**row) for row in rows]


def find_invited(store: Store, key: str) -> Contest | None:
    """Return the circle whose link ends in this."""
    is_it = (contests.c.kind == CIRCLE, contests.c.rules == key)
    rows = store.rows(sa.select(contests).where(*is_it))
    return Contest(**rows[0]) if rows else None


def change_link(store: Store, circle: Contest) -> None:
    """Have a new link lead to a circle, and the old one nowhere."""
    store.run(sa.update(contests).where(contests.c.id == circle.id).values(rules=new_id()))


def remove_member(store: Store, circle: Contest, entry_id: str) -> None:
    """Remove a member, to whom the old link is no way back."""
    is_it = (entries.c.contest == circle.id, entries.c.id == entry_id)
    if store.run(sa.delete(entries).where(*is_it)):
        change_link(store, circle)


def leave_circle(store: Store, circle: Contest, player: str) -> None:
    """Have a member leave; if they made it, the oldest member has it then, if there is one."""
    is_it = (entries.c.contest == circle.id, entries.c.player == player)
    with store.changing() as connection:
        connection.execute(sa.delete(entries).where(*is_it))
        give_circles(connection, player, circle.id)


def games_since(
    store: Store, members: Sequence[ContestEntry], kinds: Sequence[str], first: date
) -> Sequence[StoredGame]:
    """Return members' daily games of some kinds from a day on, without their texts."""
    query = sa.select(*BRIEF).where(_is_of(members, kinds), games.c.day >= first.isoformat())
    return [StoredGame(**row, **NO_TEXTS) for row in store.rows(query)]


def last_change(
    store: Store, members: Sequence[ContestEntry], kinds: Sequence[str], first: date
) -> tuple[object, ...]:
    """Return what is another when a member has begun or ended such a game, or deleted one."""
    ends = (sa.func.count(games.c.ended), sa.func.max(games.c.ended))
    query = sa.select(sa.func.count(), sa.func.max(games.c.created), *ends)
    with store.reading() as connection:
        is_since = games.c.day >= first.isoformat()
        row = connection.execute(query.where(_is_of(members, kinds), is_since)).one()
    return tuple(row)


def days_won(
    store: Store, members: Sequence[ContestEntry], kinds: Sequence[str]
) -> Iterator[tuple[str, date]]:
    """Yield each player with each day of which they won a game that day, without a Move."""
    is_won = (games.c.result == GameEnd.WON.value, games.c.counts)
    query = sa.select(games.c.player, games.c.day, sa.func.min(games.c.ended).label("ended"))
    query = query.where(_is_of(members, kinds), *is_won).group_by(games.c.player, games.c.day)
    for row in store.rows(query):
        if is_on_day(row["ended"], row["day"]):
            yield row["player"], date.fromisoformat(row["day"])


def last_played(store: Store, circle: Contest) -> datetime:
    """Return when a member last finished a daily game; when the circle was made if none did."""
    end: datetime | None = store.value(last_ended.where(entries.c.contest == circle.id))
    return max(in_utc(circle.made), in_utc(end or circle.made))


def _is_of(members: Sequence[ContestEntry], kinds: Sequence[str]) -> sa.ColumnElement[bool]:
    return sa.and_(
        games.c.player.in_([member.player for member in members]),
        games.c.kind.in_(kinds),
        games.c.day != "",
    )
