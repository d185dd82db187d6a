"""What the page of a contest shows: the code or board, and the table of its players."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from typing import Final

from flask import abort, url_for

from solver.wording import counted, time_words
from webapp.http.forms import FormError
from webapp.http.game_access import ID
from webapp.http.security import current_player
from webapp.kind import ContestKind, kinds
from webapp.storage.documents import DocumentError
from webapp.storage.games import in_utc, store
from webapp.storage.records.contest_entries import ContestEntry, entries_of, entry_of
from webapp.storage.records.contests import Contest, contests_of, find_contest

# Players' names in the table of a contest: one line of any text, shown as plain text.


LONGEST: Final = 20
NOT_FOUND: Final = "We can’t find this challenge. It may be deleted, or over a year old."
NOT_SEEN: Final = "That name has characters that nobody can see. Type another one."
_EMOJI: Final = (
    "\u00a9\u00ae\u203c\u2049\u2100-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff"
)
#: Invisible parts of a visible emoji: its style, joiners to the next one, a flag's region.
_GLUE: Final = re.compile(
    f"(?<=[{_EMOJI}])\ufe0f|(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
)
#: Invisible letters, marks and symbols: fillers, blanks, selectors (Unicode calls most of them
#: default ignorable). Controls and formats have their own category.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)


def parse_nickname(text: str) -> str:
    """Return a nickname as it is shown; it may be empty. Raises FormError.

    >>> parse_nickname("  Ada   <b>L.</b> "), parse_nickname("👩\u200d🚀")
    ('Ada <b>L.</b>', '👩\u200d🚀')
    """
    if any(unicodedata.category(sign) == "Cc" for sign in text):  # before split removes some
        raise FormError(NOT_SEEN)
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if name and not _is_seen(name):
        raise FormError(NOT_SEEN)
    if len(name) > LONGEST:
        raise FormError(
            f"That name has more than {LONGEST} characters, and some emoji count as several. "
            "Type a shorter one."
        )
    return name


def _is_seen(name: str) -> bool:
    """Say whether all characters of a name are visible, and at least one stands on its own.

    >>> [_is_seen(name) for name in ("Zoë", "3\ufe0f\u20e3", "Ann\u3164", "\u2800", "\u0301")]
    [True, True, False, False, False]
    """
    rest = _GLUE.sub("", name)
    kinds = {unicodedata.category(sign)[0] for sign in rest}
    return not (_BLANK.search(rest) or "C" in kinds) and bool(kinds & set("LNPS"))


def table_names(entries: Iterable[ContestEntry]) -> Mapping[str, str]:
    """Return each player's name in a table, by entry, so that no two look the same.

    The first to come keeps a name as it is. Players without a name, or with an invisible one from
    an earlier version of this program, get a number.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for number, entry in enumerate(entries, 1):
        name = entry.nickname if _is_seen(entry.nickname) else f"Player {number}"
        numbered = (f"{name} {again}" for again in count(2))
        names[entry.id] = next(each for each in chain([name], numbered) if _look(each) not in taken)
        taken.add(_look(names[entry.id]))
    return names


def _look(name: str) -> str:
    return _GLUE.sub("", name)


# Which contest an address names, and the visitor's part in it.


def contest_kinds() -> Mapping[str, ContestKind]:
    return {name: kind.contest for name, kind in kinds().items() if kind.contest}


@dataclass(frozen=True)
class SeenContest:
    """A contest as a visitor sees it; ``own`` is their entry, if they take part."""

    contest: Contest
    kind: ContestKind
    is_setter: bool
    own: ContestEntry | None

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
    contest = find_contest(store(), contest_id) if ID.fullmatch(contest_id) else None
    if contest is None:
        abort(404, NOT_FOUND)
    player = current_player()
    own = entry_of(store(), contest.id, player) if player else None
    return SeenContest(contest, contest_kinds()[contest.kind], contest.player == player, own)


def find_own(contest_id: str) -> SeenContest:
    seen = find_seen(contest_id)
    return seen if seen.is_setter else abort(404)


@dataclass(frozen=True)
class ContestRow:
    """A player in the table; ``place`` is 0 for those still playing, who lost or were removed."""

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
    """The table: results first, then those still playing, and for the setter those removed.

    ``mark`` changes with the table, so that a page knows whether it is up to date.
    """

    rows: tuple[ContestRow, ...]
    words: str
    mark: str


@dataclass(frozen=True)
class ListedContest:
    """A contest in the visitor's own list."""

    id: str
    title: str
    made: datetime
    role: str


def show_table(seen: SeenContest) -> ContestTable:
    """Return the table as this visitor sees it."""
    found = [entry for entry in entries_of(store(), seen.contest.id) if not entry.is_gone]
    rows = tuple(_rows(seen, found, table_names(found)))
    over = sum(entry.is_over for entry in found if not entry.is_removed)
    playing = sum(not (entry.is_over or entry.is_removed) for entry in found)
    words = f"{counted(over, 'player')} finished, {playing} still playing."
    return ContestTable(rows, words if found else "Nobody has started yet.", _mark(rows))


def _mark(rows: Sequence[ContestRow]) -> str:
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:12]


def _rows(
    seen: SeenContest, found: Sequence[ContestEntry], names: Mapping[str, str]
) -> Iterator[ContestRow]:
    shown = [each for each in found if not each.is_removed]
    over = [each for each in shown if each.is_over]
    for place, entry in enumerate(sorted(over, key=seen.kind.order), 1):
        yield _row(seen, names[entry.id], entry, place if entry.is_won else 0)
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
    """Return the contests that the visitor has set or plays in, without damaged ones."""
    player = current_player()
    found = contests_of(store(), player) if player else ()
    return tuple(_listed(found, player))


def _listed(found: Sequence[Contest], player: str | None) -> Iterator[ListedContest]:
    known = contest_kinds()
    for each in found:
        try:
            title = known[each.kind].title(each)
        except DocumentError:
            continue
        role = "set by you" if each.player == player else "sent to you"
        yield ListedContest(each.id, title, in_utc(each.made), role)


def address_of(contest: Contest) -> str:
    """Return the link to send."""
    return url_for("contest.page", game_id=contest.id, _external=True)
