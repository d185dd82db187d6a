"""Games in the database; ``jobs`` and ``boards`` beside it keep what is no game.

A game is stored as what was chosen (rules, start, moves); loading replays it. Each change names the
version it was made from: if another tab was faster, nothing is written and :class:`StaleGameError`
says so.

A move is one read and one write, each a single statement that was put together once: with what
SQLAlchemy keeps for a statement it has seen, that takes a fifth of the time. How none of them is
lost, say ``webapp.storage.engine.sqlite`` and ``webapp.storage.engine.database``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypedDict, Unpack

from flask import current_app
from sqlalchemy import Connection, RowMapping, delete, select
from sqlalchemy.exc import IntegrityError

from webapp.storage.documents import format_link
from webapp.storage.engine.database import Database
from webapp.storage.engine.migration import bring_up_to_date
from webapp.storage.engine.sqlite import Library
from webapp.storage.engine.start_checks import check_usable
from webapp.storage.records.dailies import raise_total, time_step
from webapp.storage.records.results import NO_FACTS, RESULT, UNKNOWN, GameFacts, result_columns
from webapp.storage.tables import INSERT, OF_DAY, OF_KIND, UNFINISHED, games, update_of

#: What a game's row takes besides its texts, roughly; and by how much it grows at a time.
ROW, PIECE = 300, 16_384
LONGEST_PAUSE = 300  # seconds between two moves that count as played; more is a game laid aside


@dataclass(frozen=True)
class StoredGame:
    """One row: everything about a game that outlives a request.

    ``kind`` is the folder of the room that it is played in. ``rules`` names the game or the board;
    ``start``, ``moves`` and ``hints`` are documents of that room, empty where there is nothing to
    tell; ``version`` counts the changes. ``seconds`` is the time played up to
    ``changed``: from change to change, where a longer pause counts as :data:`LONGEST_PAUSE`.

    ``board`` is what lists call it by, ``day`` the day whose daily game it is, if it is one. What
    follows says how it ended the first time (:class:`webapp.storage.records.results.Result`), after
    how many seconds of play, and when. ``skill`` and ``luck`` are what its review says of the whole
    game, once that is known.
    """

    id: str
    player: str
    kind: str
    rules: str
    start: str
    moves: str
    hints: str
    finished: bool
    version: int
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

    @property
    def is_on_its_day(self) -> bool:
        """Whether it is the daily game of a day, and ended on that day."""
        return is_on_day(self.ended, self.day)

    @property
    def size(self) -> int:
        """How many bytes it takes, roughly."""
        return ROW + sum(map(len, (self.rules, self.start, self.moves, self.hints)))

    def played(self, until: datetime) -> float:
        """Return the seconds played at some time after the last change."""
        pause = (until - in_utc(self.changed)).total_seconds()
        return self.seconds + min(max(pause, 0.0), LONGEST_PAUSE)


class GameChange(TypedDict, total=False):
    """What a change can write of a game; what it leaves out stays."""

    start: str
    moves: str
    hints: str
    finished: bool


class _Fresh(GameChange):
    """A change with what every one of them writes."""

    version: int
    seconds: float
    changed: datetime


STALE = "This page was out of date (perhaps another tab moved). This is the game now."


class StaleGameError(Exception):
    """A change was made from a version that is not the newest; ``game`` is the newest."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(STALE)
        self.game = game


class _LostRaceError(Exception):
    """Somebody else was faster."""


class GameLostError(LookupError):
    """A game that a change was meant for is no longer there."""


class Store(Database):
    """The database with all games; threads share it.

    Every method raises StorageError if the database does not do its part.

    Before anything new is stored, ``admit`` is told how many bytes it takes, and raises what says
    that there is no room. ``grow`` is told when a game has become larger by a piece. ``describe``
    says what lists need to know of a game, when it is begun and when it is first over.
    """

    admit: Callable[[int], None]
    grow: Callable[[int], None]
    describe: Callable[[StoredGame], GameFacts]

    def __init__(self, address: str, threads: int = 4, library: Library | None = None) -> None:
        super().__init__(address, threads, library)
        self.admit = self.grow = lambda _size: None
        self.describe = lambda _game: NO_FACTS

    def migrate(self) -> None:
        """Bring the tables up to date; when they are, nothing is locked."""
        bring_up_to_date(self)

    def check(self) -> None:
        """See that the database can be read and written; StartError says why not."""
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
        """Store a new game of ``player`` under an id of 128 random bits and return it.

        If it is the daily one of a ``day``, and the player has that already, return that.
        """
        begun = StoredGame(_new_id(), player, kind, rules, start, moves, "", finished, 1, day=day)
        game = self._described(begun)
        self.admit(game.size)
        try:
            self.twice(lambda: self.run(INSERT, _row(game)))
        except IntegrityError:  # is it there because the first call was carried out after all?
            if self.load_any(game.id, kind) == game:
                return game
            if day and (known := self.of_day(player, kind, day)):
                return known
            raise
        return game

    def of_day(self, player: str, kind: str, day: str) -> StoredGame | None:
        values = {"player_": player, "kind_": kind, "day_": day}
        rows = self.rows(OF_DAY, values) if day else ()
        return _game(rows[0]) if rows else None

    def _described(self, game: StoredGame) -> StoredGame:
        """Return a game with what lists say of it; how it ended is said once."""
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
        """Store a new game of ``player`` on the rules of another, whose ``moves`` then link to it.

        ``link_to`` writes these moves from the new game's id.

        Both happen or neither. Raises :class:`StaleGameError` if ``game`` is not the newest
        version, so that of two who come at the same moment one gets the game.
        """
        begun = begun_game(player, kind, game.rules, start)

        def link(connection: Connection) -> None:
            fresh = _fresh(game, {"moves": link_to(begun.id)})
            linked = connection.execute(update_of(tuple(fresh)), _bound(game, fresh))
            if linked.rowcount != 1:
                raise _LostRaceError

        try:
            return self.create_with(begun, link)
        except _LostRaceError:
            raise StaleGameError(self.newest(game)) from None

    def create_with(self, begun: StoredGame, along: Callable[[Connection], None]) -> StoredGame:
        """Store a game that was begun, and what ``along`` stores with it: both or neither."""
        made = self._described(begun)
        self.admit(made.size)
        with self.changing() as connection:
            along(connection)
            connection.execute(INSERT, _row(made))
        return made

    def load(self, game_id: str, player: str | None, kind: str) -> StoredGame | None:
        """Return the game if it exists and is this player's; another's game does not exist."""
        game = self.load_any(game_id, kind)
        return game if game and game.player == player else None

    def load_any(self, game_id: str, kind: str) -> StoredGame | None:
        """Return the game if it exists, whoever's it is.

        For games that more than one person has a part in; who asks decides what a page shows of
        them.
        """
        rows = self.rows(OF_KIND, {"id_": game_id, "kind_": kind})
        return _game(rows[0]) if rows else None

    def unfinished(self, player: str, kind: str, most: int = 5) -> tuple[StoredGame, ...]:
        """Return the player's games of this kind that are not over, the last played first."""
        values = {"player_": player, "kind_": kind, "most_": most}
        return tuple(map(_game, self.rows(UNFINISHED, values)))

    def drop_oldest(self, player: str, kind: str, most: int) -> None:
        """Drop the player's games of this kind beyond ``most``: those changed longest ago."""
        mine = (games.c.player == player, games.c.kind == kind)
        newest_first = select(games.c.id).where(*mine).order_by(games.c.changed.desc(), games.c.id)
        with self.changing() as connection:
            connection.execute(delete(games).where(games.c.id.in_(newest_first.offset(most))))

    def change(self, game: StoredGame, **values: Unpack[GameChange]) -> StoredGame:
        """Store new values of a game and return it with its next version.

        Raises :class:`StaleGameError` and changes nothing if ``game`` is not the newest version.
        """
        fresh: Mapping[str, Any] = _fresh(game, values)
        changed = replace(game, **fresh)
        if changed.finished and game.result == UNKNOWN:
            changed = self._described(changed)
            fresh = {**fresh, **{name: getattr(changed, name) for name in RESULT}}
        if self._store(game, changed, fresh):
            if changed.size // PIECE > game.size // PIECE:  # once in a thousand moves or so
                self.grow(PIECE)
            return changed
        newest = self.newest(game)
        if newest == changed and in_utc(newest.changed) == changed.changed:
            return changed  # it was stored, but the connection broke before it was said
        raise StaleGameError(newest)

    def _store(self, game: StoredGame, changed: StoredGame, fresh: Mapping[str, Any]) -> bool:
        """Write a change of a game if that is the newest, with the total of its day."""
        statement, bound = update_of(tuple(fresh)), _bound(game, fresh)
        if not (changed.result != game.result and changed.counts and changed.is_on_its_day):
            return self.twice(lambda: self.run(statement, bound)) == 1
        with self.changing() as connection:
            if connection.execute(statement, bound).rowcount != 1:
                return False
            amount = changed.guesses or time_step(changed.took)
            raise_total(connection, changed.day, changed.kind, changed.result, amount)
            return True

    def newest(self, game: StoredGame) -> StoredGame:
        """Return the newest version of a game; GameLostError if it was dropped meanwhile."""
        found = self.load_any(game.id, game.kind)
        if found is None:
            raise GameLostError
        return found


def store() -> Store:
    found: Store = current_app.extensions["store"]
    return found


def begun_game(player: str, kind: str, rules: str, start: str) -> StoredGame:
    """Return a game without a move that is still to be stored."""
    return StoredGame(_new_id(), player, kind, rules, start, "", "", False, 1)


def _game(row: RowMapping) -> StoredGame:
    return StoredGame(**row)


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _row(game: StoredGame) -> dict[str, Any]:
    return {**vars(game), "created": game.changed}


def in_utc(moment: datetime) -> datetime:
    """Return a moment as it was stored, in UTC, which SQLite forgets."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def is_on_day(moment: datetime | None, day: str) -> bool:
    """Say whether a stored moment is on a day in UTC, written as ISO 8601 does."""
    return moment is not None and day == in_utc(moment).date().isoformat()


def _fresh(game: StoredGame, values: GameChange) -> _Fresh:
    """Return the new values of a game together with those that every change brings."""
    now = datetime.now(UTC)
    seconds = game.seconds if game.finished else game.played(now)
    return {**values, "version": game.version + 1, "seconds": seconds, "changed": now}


def _bound(game: StoredGame, fresh: Mapping[str, Any]) -> dict[str, Any]:
    return {**fresh, "id_": game.id, "version_": game.version}
