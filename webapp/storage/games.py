"""Games in the database; ``tasks`` and ``boards`` beside it keep other things.

A game is stored as what was chosen (rules, start, moves), and loading replays it. Each change names
the version it was made from: if another tab was faster, nothing is written and
:class:`StaleGameError` says so.

A move is one read and one write, each a single statement built once: since SQLAlchemy caches
statements it has seen, that takes a fifth of the time. ``webapp.storage.engine.sqlite`` and
``webapp.storage.engine.database`` say why no move is lost.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypedDict, Unpack

import sqlalchemy as sa
from flask import current_app
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import Executable

from webapp.storage.documents import format_link
from webapp.storage.engine.database import Database, Values
from webapp.storage.engine.migration import bring_up_to_date, check_usable
from webapp.storage.engine.sqlite import Library
from webapp.storage.hint_log import shows_move
from webapp.storage.records.dailies import raise_total, time_step, today
from webapp.storage.records.results import NO_FACTS, RESULT, UNKNOWN, GameFacts, result_columns
from webapp.storage.tables import COLUMNS, INSERT, OF_KIND, OWN, games, update_of

#: The size of a game's row besides its texts, roughly, and the steps in which growth is counted.
ROW = 300
PIECE = 16_384
LONGEST_PAUSE = 300  # seconds between moves that count as played; after more, it was put aside
SHORTEST_PAUSE = 3  # of these, how many count after a page said that it was left


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """One row: everything about a game that outlives a request.

    ``kind`` is the folder of the room that it is played in. ``rules`` names the game or the board;
    ``start``, ``moves`` and ``hints`` are documents of that room, or empty; ``version`` counts the
    changes. ``seconds`` is the time played up to ``changed``, where a pause counts for at most
    :data:`LONGEST_PAUSE`; while the clock is stopped both lie back (:meth:`Store.set_clock`).
    ``board`` is its name in lists, ``day`` the day whose daily game it is,
    if any. The fields after that say how it ended the first time
    (:class:`webapp.storage.records.results.Result`), after how many seconds of play, and when.
    ``skill`` and ``luck`` are its review's figures for the whole game, once known. ``settings`` are
    the player's, where they were read along (:meth:`Store.load`).
    """

    id: str
    player: str
    kind: str
    rules: str
    start: str
    moves: str = ""
    hints: str = ""
    finished: bool = False
    version: int = 1
    seconds: float = 0.0
    changed: datetime = field(default_factory=lambda: datetime.now(UTC), compare=False)
    board: str = ""
    day: str = ""
    result: str = UNKNOWN
    guesses: int = 0
    hints_used: int = 0
    counts: bool = False
    took: float = 0.0
    ended: datetime | None = field(default=None, compare=False)
    skill: int | None = None
    luck: int | None = None
    settings: str | None = field(default=None, compare=False, repr=False)

    @property
    def is_on_its_day(self) -> bool:
        """Whether a daily game was played on its day: it may have been under way at midnight."""
        began = self.ended and self.ended - timedelta(seconds=self.took)
        return is_on_day(self.ended, self.day) or is_on_day(began, self.day)

    @property
    def is_at_stake(self) -> bool:
        """Whether a move that is shown takes today's daily game out of the results."""
        return self.day == today().isoformat() and not shows_move(self.hints)

    @property
    def size(self) -> int:
        return ROW + sum(map(len, (self.rules, self.start, self.moves, self.hints)))

    def played(self, until: datetime) -> float:
        """Return the seconds played up to some time after the last change."""
        pause = (until - in_utc(self.changed)).total_seconds()
        return self.seconds + min(max(pause, 0.0), LONGEST_PAUSE)


class GameChange(TypedDict, total=False):
    """What a change can write to a game; fields left out keep their values."""

    start: str
    moves: str
    hints: str
    finished: bool


STALE = "This page was out of date (perhaps another tab moved). This is the game now."


class StaleGameError(Exception):
    """A change was made from an outdated version; ``game`` is the newest."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(STALE)
        self.game = game


class FasterError(Exception):
    """Someone else was faster, so nothing is stored."""


class GameLostError(LookupError):
    """A game that was to be changed no longer exists."""


class Store(Database):
    """The database with all games; thread-safe.

    Every method raises StorageError if the database fails.

    Before anything new is stored, ``admit`` gets its size in bytes, and raises if there is no room.
    ``grow`` is called when a game has become larger by a piece. ``describe`` says what lists need
    to know of a game, when it is begun and when it is first over. ``count_move`` is called when
    moves were stored.
    """

    admit: Callable[[int], None]
    grow: Callable[[int], None]
    describe: Callable[[StoredGame], GameFacts]
    count_move: Callable[[], None] | None

    def __init__(self, address: str, library: Library | None = None) -> None:
        super().__init__(address, library)
        self.admit = self.grow = lambda _size: None
        self.describe = lambda _game: NO_FACTS
        self.count_move = None

    def migrate(self) -> None:
        """Bring the tables up to date; if they are, nothing is locked."""
        bring_up_to_date(self)

    def check(self) -> None:
        """Check that the database can be read and written; StartError says why not."""
        check_usable(self)

    def create(
        self,
        player: str,
        kind: str,
        rules: str,
        start: str,
        moves: str = "",
        *,
        finished: bool = False,
        day: str = "",
    ) -> StoredGame:
        """Store a new game of ``player`` under an id of 128 random bits, and return it.

        If it is the daily game of ``day`` and the player already has that, return the existing one.
        """
        new_game = begun_game(player, kind, rules, start)
        game = self._describe(replace(new_game, moves=moves, finished=finished, day=day))
        self.admit(game.size)
        try:
            self.twice(self.run, INSERT, _row(game))
        except IntegrityError:  # is it there because the first call did succeed?
            if self.load_any(game.id, kind) == game:
                return game
            if day and (daily_game := self.of_day(player, kind, day)):
                return daily_game
            raise
        return game

    def of_day(self, player: str, kind: str, day: str) -> StoredGame | None:
        is_it = (games.c.player == player, games.c.kind == kind, games.c.day == day)
        query = sa.select(*COLUMNS).where(*is_it)
        return next(iter(self.games(query)), None) if day else None

    def games(self, query: Executable, values: Values | None = None) -> Sequence[StoredGame]:
        """Return the games that a query finds, whose columns are those of :class:`StoredGame`."""
        return [StoredGame(**row) for row in self.rows(query, values)]

    def _describe(self, game: StoredGame) -> StoredGame:
        """Return a game with its facts for lists; its result is recorded only once."""
        facts = self.describe(game)
        game = replace(game, board=facts.board)
        if not (game.finished and facts.result and game.result == UNKNOWN):
            return game
        return replace(game, **result_columns(facts.result, game.seconds, game.changed))

    def create_linked(
        self,
        game: StoredGame,
        player: str,
        kind: str,
        start: str,
        link_to: Callable[[str], str] = format_link,
    ) -> StoredGame:
        """Store a new game of ``player`` with the rules of another, whose ``moves`` then link to
        it.

        ``link_to`` writes these moves from the new game's id. Both happen or neither. Raises
        :class:`StaleGameError` if ``game`` isn't the newest version, so that of two who come at the
        same moment only one gets the game.
        """
        new_game = begun_game(player, kind, game.rules, start)

        def link(connection: sa.Connection) -> None:
            row = _fresh(game, {"moves": link_to(new_game.id)})
            result = connection.execute(update_of(tuple(row)), _bound(game, row))
            if result.rowcount != 1:
                raise FasterError

        try:
            return self.create_with(new_game, link)
        except FasterError:
            raise StaleGameError(self.newest(game)) from None

    def create_with(
        self, new_game: StoredGame, along: Callable[[sa.Connection], None]
    ) -> StoredGame:
        """Store a new game and what ``along`` stores with it: both or neither."""
        game = self._describe(new_game)
        self.admit(game.size)
        with self.changing() as connection:
            along(connection)
            connection.execute(INSERT, _row(game))
        return game

    def load(self, game_id: str, player: str | None, kind: str) -> StoredGame | None:
        """Return a player's own game, which brings their settings along."""
        rows = self.rows(OWN, {"id_": game_id, "kind_": kind, "player_": player})
        return StoredGame(**rows[0]) if rows else None

    def load_any(self, game_id: str, kind: str) -> StoredGame | None:
        """Return the game if it exists, whoever's it is.

        For games that several people share; the caller decides what a page shows of them.
        """
        return next(iter(self.games(OF_KIND, {"id_": game_id, "kind_": kind})), None)

    def unfinished(self, player: str, kind: str, limit: int = 5) -> tuple[StoredGame, ...]:
        are_open = (games.c.player == player, games.c.kind == kind, ~games.c.finished)
        latest_first = sa.select(*COLUMNS).where(*are_open).order_by(games.c.changed.desc())
        return tuple(self.games(latest_first.limit(limit)))

    def drop_oldest(self, player: str, kind: str, limit: int) -> None:
        """Drop the player's games of this kind beyond the ``limit``, those changed longest ago."""
        is_own = (games.c.player == player, games.c.kind == kind)
        newest_first = (
            sa.select(games.c.id).where(*is_own).order_by(games.c.changed.desc(), games.c.id)
        )
        with self.changing() as connection:
            connection.execute(sa.delete(games).where(games.c.id.in_(newest_first.offset(limit))))

    def change(self, game: StoredGame, **values: Unpack[GameChange]) -> StoredGame:
        """Store new values of a game, and return it with its next version.

        Raises :class:`StaleGameError` and changes nothing if ``game`` isn't the newest version.
        """
        row = _fresh(game, values)
        new_version = replace(game, **row)
        if new_version.finished and game.result == UNKNOWN:
            new_version = self._describe(new_version)
            row = {**row, **{name: getattr(new_version, name) for name in RESULT}}
        if self._store(game, new_version, row):
            if self.count_move and "moves" in values:
                self.count_move()
            if new_version.size // PIECE > game.size // PIECE:  # once in a thousand moves or so
                self.grow(PIECE)
            return new_version
        newest = self.newest(game)
        if newest == new_version and in_utc(newest.changed) == new_version.changed:
            return new_version  # it was stored, but the connection broke before we were told
        raise StaleGameError(newest)

    def _store(self, game: StoredGame, new_version: StoredGame, row: Mapping[str, Any]) -> bool:
        """Write a change if ``game`` is the newest version, with its day's total if it now counts
        there.
        """
        statement = update_of(tuple(row))
        bound = _bound(game, row)
        if not (
            new_version.result != game.result and new_version.counts and new_version.is_on_its_day
        ):
            return self.twice(self.run, statement, bound) == 1
        with self.changing() as connection:
            if connection.execute(statement, bound).rowcount != 1:
                return False
            amount = new_version.guesses or time_step(new_version.took)
            raise_total(connection, new_version.day, new_version.kind, new_version.result, amount)
            return True

    def set_clock(self, game: StoredGame, *, runs: bool) -> None:
        """Count the time up to now, and what follows as a pause of its length.

        A page only says that it was left or is seen again, never a time: we measure. So its word
        can't take back what was counted, and each pause costs :data:`SHORTEST_PAUSE`. Who plays
        without script says nothing, and a pause counts as ever. If ``runs``, a clock that didn't
        stop is left alone, so that reading a game again writes nothing.
        """
        now = datetime.now(UTC)
        ahead = LONGEST_PAUSE - SHORTEST_PAUSE
        since = (now - in_utc(game.changed)).total_seconds()
        if game.finished or (runs and since < ahead):
            return
        ahead *= not runs
        row = {"seconds": game.played(now) - ahead, "changed": now - timedelta(seconds=ahead)}
        self.twice(self.run, update_of(tuple(row)), _bound(game, row))

    def newest(self, game: StoredGame) -> StoredGame:
        """Return the newest version of a game; GameLostError if it was dropped meanwhile."""
        newest = self.load_any(game.id, game.kind)
        if newest is None:
            raise GameLostError
        return newest


def store() -> Store:
    game_store: Store = current_app.extensions["store"]
    return game_store


def begun_game(player: str, kind: str, rules: str, start: str) -> StoredGame:
    game_id = secrets.token_urlsafe(16)
    return StoredGame(id=game_id, player=player, kind=kind, rules=rules, start=start)


def _row(game: StoredGame) -> dict[str, object]:
    row = {**vars(game), "created": game.changed}
    del row["settings"]
    return row


def in_utc(moment: datetime) -> datetime:
    """Return a stored moment with its time zone, UTC, which SQLite drops."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def is_on_day(moment: datetime | None, day: str) -> bool:
    """Say whether a stored moment is on this day (ISO 8601) in UTC."""
    return moment is not None and day == in_utc(moment).date().isoformat()


def _fresh(game: StoredGame, values: GameChange) -> Mapping[str, Any]:
    now = datetime.now(UTC)
    seconds = game.seconds if game.finished else game.played(now)
    return {**values, "version": game.version + 1, "seconds": seconds, "changed": now}


def _bound(game: StoredGame, row: Mapping[str, Any]) -> dict[str, object]:
    return {**row, "id_": game.id, "version_": game.version}
