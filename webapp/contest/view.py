"""What the page of a contest shows: what is played, and the table of those who have played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from solver.wording import counted
from webapp.contest.access import SeenContest
from webapp.contest.kind import KINDS
from webapp.contest.nickname import table_names
from webapp.hidoku.play.result_view import time_words
from webapp.http.security import current_player
from webapp.storage.documents import DocumentError
from webapp.storage.games import in_utc, store
from webapp.storage.records.contest_entries import ContestEntry, entries_of
from webapp.storage.records.contests import Contest, contests_of


@dataclass(frozen=True)
class ContestRow:
    """Somebody in the table: ``place`` is 0 for who plays still and for who was taken off it."""

    id: str
    place: int
    name: str
    result: str
    time: str
    hints: str
    is_own: bool
    is_removed: bool


@dataclass(frozen=True)
class ContestTable:
    """The table: results first, then those who play still, and for who set it those taken off.

    ``mark`` tells whether it has changed since a page was sent.
    """

    rows: tuple[ContestRow, ...]
    words: str
    mark: str


@dataclass(frozen=True)
class ListedContest:
    """A contest in the list of a visitor's own."""

    id: str
    title: str
    made: datetime
    role: str


def show_table(seen: SeenContest) -> ContestTable:
    """Return the table as somebody sees it who may."""
    found = [entry for entry in entries_of(store(), seen.contest.id) if not entry.is_gone]
    rows = tuple(_rows(seen, found, table_names(found)))
    over = sum(entry.is_over for entry in found if not entry.is_removed)
    playing = sum(not (entry.is_over or entry.is_removed) for entry in found)
    words = f"{counted(over, 'player')} finished, {playing} still playing."
    return ContestTable(rows, words if found else "Nobody has begun yet.", _mark(rows))


def _mark(rows: Sequence[ContestRow]) -> str:
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:12]


def _rows(
    seen: SeenContest, found: Sequence[ContestEntry], names: Mapping[str, str]
) -> Iterator[ContestRow]:
    shown = [each for each in found if not each.is_removed]
    over = [each for each in shown if each.is_over]
    for place, entry in enumerate(sorted(over, key=seen.kind.order), 1):
        yield _row(seen, names[entry.id], entry, place)
    for entry in shown:
        if not entry.is_over:
            yield _row(seen, names[entry.id], entry)
    for entry in found:
        if entry.is_removed and seen.is_setter:
            yield _row(seen, names[entry.id], entry)


def _row(seen: SeenContest, name: str, entry: ContestEntry, place: int = 0) -> ContestRow:
    is_own = seen.own is not None and entry.id == seen.own.id
    return ContestRow(
        entry.id,
        place,
        name,
        seen.kind.figure(entry) if entry.is_over else "playing",
        time_words(int(entry.took)) if entry.is_over else "",
        str(entry.hints_used) if entry.is_over else "",
        is_own,
        entry.is_removed,
    )


def show_contests() -> tuple[ListedContest, ...]:
    """Return the contests that the visitor has set or plays in; damaged ones are left out."""
    player = current_player()
    found = contests_of(store(), player) if player else ()
    return tuple(_listed(found, player))


def _listed(found: Sequence[Contest], player: str | None) -> Iterator[ListedContest]:
    for each in found:
        try:
            title = KINDS[each.kind].title(each)
        except DocumentError:
            continue
        role = "set by you" if each.player == player else "sent to you"
        yield ListedContest(each.id, title, in_utc(each.made), role)


def address_of(contest: Contest) -> str:
    """Return the link that is sent."""
    return url_for("contest.page", game_id=contest.id, _external=True)
