"""What the page of a contest shows: the code or board, and the table of its players."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import abort, current_app, session
from limits import RateLimitItemPerDay
from limits.strategies import FixedWindowRateLimiter

from solver.wording import date_words, plural, time_words
from webapp.contest.nicknames import JOINED, table_names
from webapp.game_type import Contestable, contestables
from webapp.http.forms import ID, FormError, readable
from webapp.http.security import current_player
from webapp.http.server.requests import client_network
from webapp.storage.games import in_utc, store
from webapp.storage.records.classes import find_class
from webapp.storage.records.contests import (
    Contest,
    ContestEntry,
    contests_of,
    count_moved,
    entries_of,
    entry_of,
    find_contest,
)
from webapp.storage.records.races import RaceRound, rounds_of

NOT_FOUND: Final = "This challenge isn’t here: it was deleted, or it’s over a year old."

#: How many players of a network may join a challenge in a day, and one more for each who has moved.
OF_NETWORK: Final = RateLimitItemPerDay(50, namespace="entries")
CROWDED: Final = (
    f"{OF_NETWORK.amount} players of your network have joined this challenge and are yet to move. "
    "Join when somebody has made a first move."
)


@dataclass(frozen=True, kw_only=True)
class SeenContest:
    """A contest as a visitor sees it; ``own`` is their entry, if they take part.

    If it's a race, ``rounds`` are its rounds, and the contest is the last one. If it went on as a
    race, that is its ``successor``.
    """

    contest: Contest
    kind: Contestable
    is_setter: bool
    own: ContestEntry | None
    rounds: Sequence[RaceRound] = ()
    successor: str = ""

    @property
    def may_play(self) -> bool:
        """Whether the visitor isn't a setter who knows the solution."""
        return self.contest.is_hidden or not self.is_setter

    @property
    def may_see_table(self) -> bool:
        """Whether the visitor sees the results: the setter does, and anybody who has finished."""
        return self.is_setter or (self.own is not None and self.own.is_over)


def find_seen(contest_id: str) -> SeenContest:
    """Return the contest of an address; 404 if there is none."""
    rounds = rounds_of(store(), contest_id) if ID.fullmatch(contest_id) else ()
    current = rounds[-1].contest if rounds else contest_id
    contest = find_contest(store(), current) if ID.fullmatch(current) else None
    if contest is None or contest.kind not in contestables():  # a class has pages of its own
        abort(404, NOT_FOUND)
    player = current_player()
    return SeenContest(
        contest=contest,
        kind=contestables()[contest.kind],
        is_setter=contest.player == player,
        own=entry_of(store(), contest.id, player) if player else None,
        rounds=rounds,
        successor=contest.successor if find_contest(store(), contest.successor) else "",
    )


def find_own(contest_id: str) -> SeenContest:
    visit = find_seen(contest_id)
    return visit if visit.is_setter else abort(404)


def admit_network(visit: SeenContest) -> None:
    """Count somebody new of the visitor's network. Raises FormError if there is no room.

    A school is one network, so pupils of whoever set the contest aren't counted. Nor is who waits
    for a race, where nobody can move: it has room for as many as any contest, and its host sees
    who comes.
    """
    if visit.rounds:
        return
    code = session.get(JOINED, "")
    player = current_player()
    school_class = find_class(store(), code) if code and player else None
    is_taught = school_class is not None and school_class.player == visit.contest.player
    if visit.own or (is_taught and player and entry_of(store(), code, player)):
        return
    limiter: FixedWindowRateLimiter = current_app.extensions["tries"]
    place = (visit.contest.id, client_network())
    room = OF_NETWORK.amount + count_moved(store(), visit.contest.id)
    if limiter.storage.get(OF_NETWORK.key_for(*place)) >= room:
        raise FormError(CROWDED)
    limiter.hit(OF_NETWORK, *place)


@dataclass(frozen=True)
class ContestTable:
    """The table: results first, then those still playing, and for the setter those removed.

    ``mark`` changes with the table, so that a page knows whether it is up to date.
    """

    rows: tuple[ContestRow, ...]
    words: str
    mark: str


def show_table(visit: SeenContest) -> ContestTable:
    entries = [entry for entry in entries_of(store(), visit.contest.id) if not entry.is_gone]
    if visit.rounds:
        entries = [visit.rounds[-1].timed(entry) for entry in entries]
    rows = tuple(_rows(visit, entries, table_names(entries)))
    over_count = sum(entry.is_over for entry in entries if not entry.is_removed)
    playing = sum(not (entry.is_over or entry.is_removed) for entry in entries)
    words = f"{plural(over_count, 'player')} finished, {playing} still playing."
    return ContestTable(rows, words if entries else "Nobody has started yet.", mark_of(rows))


def mark_of(thing: object) -> str:
    """Return what changes with a thing, so that a page knows whether it is up to date."""
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:12]


def _points(visit: SeenContest) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the points of a race's last round, and of all its rounds together.

    In a round it is one for each player behind, and one for finishing.
    """
    last: Mapping[str, int] = {}
    total: Counter[str] = Counter()
    for race_round in visit.rounds:
        timed_entries = map(race_round.timed, entries_of(store(), race_round.contest))
        entries = [entry for entry in timed_entries if not (entry.is_removed or entry.is_gone)]
        winners = sorted((entry for entry in entries if entry.is_won), key=visit.kind.result_order)
        last = {entry.player: len(entries) - place for place, entry in enumerate(winners)}
        total.update(last)
    return last, total


def _rows(
    visit: SeenContest, entries: Sequence[ContestEntry], names: Mapping[str, str]
) -> Iterator[ContestRow]:
    present_entries = [contestant for contestant in entries if not contestant.is_removed]
    ranked_entries = [contestant for contestant in present_entries if contestant.is_over]
    last, total = _points(visit)

    def row(entry: ContestEntry, place: int = 0) -> ContestRow:
        increase = f" (+{last.get(entry.player, 0)})" if len(visit.rounds) > 1 else ""
        so_far = "not finished" if visit.rounds else "playing"
        return ContestRow(
            id=entry.id,
            place=place,
            name=names[entry.id],
            result=visit.kind.result_figure(entry) if entry.is_over else so_far,
            time=time_words(int(entry.took)) if entry.is_over else "",
            hints=str(entry.hints_used) if entry.is_over else "",
            points=f"{total.get(entry.player, 0)}{increase}",
            is_own=visit.own is not None and entry.id == visit.own.id,
            is_removed=entry.is_removed,
        )

    for place, entry in enumerate(sorted(ranked_entries, key=visit.kind.result_order), 1):
        yield row(entry, place if entry.is_won else 0)
    for entry in present_entries:
        if not entry.is_over:
            yield row(entry)
    for entry in entries:
        if entry.is_removed and visit.is_setter:
            yield row(entry)


@dataclass(frozen=True, kw_only=True)
class ContestRow:
    """A player in the table of results; ``place`` is 0 for who hasn't finished."""

    id: str
    place: int
    name: str
    result: str
    time: str
    hints: str
    points: str
    is_own: bool
    is_removed: bool


def show_contests() -> tuple[tuple[Contest, str], ...]:
    """Return the contests that the visitor has set or plays in, but no damaged ones, with words."""
    player = current_player()
    types = contestables()

    def show(contest: Contest) -> tuple[Contest, str]:
        title = types[contest.kind].contest_title(contest)
        role = "set by you" if contest.player == player else "sent to you"
        return contest, f"{title}, {role} on {date_words(in_utc(contest.made))}"

    contests = contests_of(store(), player) if player else ()
    return tuple(readable(show, (contest for contest in contests if contest.kind in types)))
