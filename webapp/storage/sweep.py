"""Dropping what nobody has played for a long time, so that the database doesn't grow for ever.

=====================================  ==========================================================
what                                   goes when
=====================================  ==========================================================
a game with no move, never changed     ``untouched`` days after it was begun
an unfinished game                     ``unfinished`` days after its last change
kinds with a time of their own         that many days after their last change (drawings)
a game that its player has deleted     a day later
a game that another one links to       together with that one, when both have had their time
counts of limits                       when they expire
finished games, and boards by a link   never
settings of players                    never
a game that is shown by a link         not as long as it is shown
a game that was begun in a contest     not as long as the contest exists
contests                               a year after they were made
classes, with their pupils’ answers    30 days after they were made
circles                                90 days after the last daily game of a member
runs of questions, with their records  a year after the last
links to what is withdrawn or gone     a year after they were made
jobs, and boards made by request       when there are too many (``tasks``, ``boards``)
=====================================  ==========================================================

It goes through the games in the order of their ids, a batch at a time, with a pause after each:
only the drops write, each for a moment, and none waits for games still to be read. Finally SQLite's
file is rewritten, so that nothing erased stays in it: that takes 8 s a gigabyte, during which moves
wait but pages are shown.

Rejected: an index by the last change, which every move would have to keep up to date.
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from types import MappingProxyType
from typing import Final

import sqlalchemy as sa

from webapp.storage.documents import DocumentError, parse_link
from webapp.storage.games import Store
from webapp.storage.limit_counts import CountStore, claim
from webapp.storage.records.contests import drop_old_contests
from webapp.storage.records.runs import drop_old_runs
from webapp.storage.records.shares import drop_old_shares
from webapp.storage.tables import DELETED, entries, games, shares

#: How many games are looked at together, and at most dropped in one transaction.
BATCH: Final = 200
#: For how many days a deleted game can be brought back.
KEEP_DELETED: Final = 1
REST: Final = 0.02  # seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Retention:
    """For how many days games are kept. Moves of the kinds in ``linking`` link to another game."""

    untouched: int
    unfinished: int
    kinds: Mapping[str, int] = field(default_factory=dict)
    linking: frozenset[str] = frozenset()

    def is_over(self, now: datetime) -> sa.ColumnElement[bool]:
        is_untouched = sa.and_(games.c.version == 1, games.c.moves == "")
        is_out_of_time = sa.and_(
            games.c.kind.not_in(self.kinds),
            ~games.c.finished,
            games.c.id.not_in(sa.select(shares.c.game).where(shares.c.game.is_not(None))),
            games.c.id.not_in(sa.select(entries.c.game)),
            sa.or_(
                games.c.changed < now - timedelta(days=self.unfinished),
                sa.and_(games.c.changed < now - timedelta(days=self.untouched), is_untouched),
            ),
        )
        conditions = (
            sa.and_(games.c.kind == kind, games.c.changed < now - timedelta(days=days))
            for kind, days in self.kinds.items()
        )
        is_deleted = sa.and_(
            games.c.player.startswith(DELETED, autoescape=True),
            games.c.changed < now - timedelta(days=KEEP_DELETED),
        )
        return sa.or_(is_out_of_time, is_deleted, *conditions)


def sweep(store: Store, retention: Retention, pause: float = REST) -> int:
    """Drop all games that have had their time and return how many; drop old counts, links,
    contests.

    ``pause`` is that after each look and each drop, in seconds, so that others get their turn.
    """
    is_over = retention.is_over(datetime.now(UTC))
    links = dict(_find_links(store, retention.linking, pause))
    targets = frozenset(links.values())
    drop_count = 0
    for ids in _batches(store, is_over, pause):
        single_games = [game for game in ids if game not in targets and game not in links]
        if single_games:  # of which somebody may have changed one in the meantime
            drop_count += store.run(_drop(single_games, is_over))
            time.sleep(pause)
        for game in links.keys() & ids:
            drop_count += _pair_dropped(store, game, links[game], is_over)
    CountStore(store).drop_old()
    drop_old_shares(store)
    drop_old_contests(store)
    drop_old_runs(store)
    store.rewrite_file()
    return drop_count


def _find_links(store: Store, kinds: frozenset[str], pause: float) -> Iterator[tuple[str, str]]:
    is_link = sa.and_(games.c.kind.in_(kinds), games.c.moves != "")
    for ids in _batches(store, is_link, pause):
        query = sa.select(games.c.id, games.c.moves).where(games.c.id.in_(ids))
        for row in store.rows(query):
            with suppress(DocumentError):  # its page says so
                yield row["id"], parse_link(row["moves"])


def _batches(store: Store, condition: sa.ColumnElement[bool], pause: float) -> Iterator[list[str]]:
    """Yield the ids of the wanted games, from one batch of games at a time."""
    last = ""
    while True:
        query = sa.select(games.c.id, condition.label("wanted")).where(games.c.id > last)
        rows = store.rows(query.order_by(games.c.id).limit(BATCH))
        if not rows:
            return
        last = rows[-1]["id"]
        yield [row["id"] for row in rows if row["wanted"]]
        time.sleep(pause)


def _pair_dropped(store: Store, game: str, target: str, is_over: sa.ColumnElement[bool]) -> int:
    """Drop a game and the one it links to, if both have had their time."""
    pair = (game, target)
    query = sa.select(games.c.id).where(games.c.id.in_(pair), is_over).with_for_update()
    with store.changing() as connection:
        are_over = len(connection.execute(query).all()) == len(pair)
        return connection.execute(_drop(pair, is_over)).rowcount if are_over else 0


def _drop(ids: Iterable[str], is_over: sa.ColumnElement[bool]) -> sa.Delete:
    return sa.delete(games).where(games.c.id.in_(ids), is_over)


# The upkeep of what is stored: a thread of each server checks now and then whether it is its turn.
#
# Other regular work goes along with it: each decides for itself what there is to do, and whether
# another server is doing it.


Works = Mapping[str, Callable[[], object]]  # by name

#: Seconds until the first turn, since a server that has just started has players waiting, and
#: between turns.
FIRST = 60.0
AGAIN = 300.0
WORK: Final = "sweep"
#: How long ago the newest change may be, or the clock may be ahead.
RECENT: Final = timedelta(days=30)
NONE: Final[Works] = MappingProxyType({})


class Upkeep:
    """Sweeps the games once a day, if no other server does, and sees to other works."""

    def __init__(self, store: Store, retention: Retention, works: Works = NONE) -> None:
        self._store = store
        self._retention = retention
        self._works = works
        self._closing = Event()

    def start(self) -> None:
        Thread(target=self._run, name="upkeep", daemon=True).start()

    def close(self) -> None:
        self._closing.set()

    def turn(self) -> int | None:
        """Sweep if it is this server's turn and return how many games went; None if it isn't."""
        now = datetime.now(UTC)
        if not claim(self._store, WORK, now.date()):
            return None
        is_recent = games.c.changed.between(now - RECENT, now)
        if not self._store.rows(sa.select(games.c.id).where(is_recent).limit(1)):
            return None
        drop_count = sweep(self._store, self._retention)
        log.info("swept: %d games that nobody has played for long", drop_count)
        return drop_count

    def _run(self) -> None:
        pause = FIRST
        while not self._closing.wait(pause):
            pause = AGAIN
            for name, work in {WORK: self.turn, **self._works}.items():
                try:
                    work()
                except Exception:  # a database that is away for a while: that is worth trying again
                    log.exception("the %s broke off", name)
