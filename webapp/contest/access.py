"""Which contest an address leads to, and what its visitor is in it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort

from webapp.contest.kind import KINDS, ContestKind
from webapp.http.game_access import ID
from webapp.http.security import current_player
from webapp.storage.games import store
from webapp.storage.records.contest_entries import ContestEntry, entry_of
from webapp.storage.records.contests import Contest, find_contest


@dataclass(frozen=True)
class SeenContest:
    """A contest as a visitor meets it; ``own`` is their entry, if they take part."""

    contest: Contest
    kind: ContestKind
    is_setter: bool
    own: ContestEntry | None

    @property
    def may_play(self) -> bool:
        """Whether the visitor doesn't know the solution as the one who has set it."""
        return self.contest.is_hidden or not self.is_setter

    @property
    def may_see_table(self) -> bool:
        """Whether the visitor sees how all did: who set it, and who has finished."""
        return self.is_setter or (self.own is not None and self.own.is_over)


def find_seen(contest_id: str) -> SeenContest:
    """Return the contest of an address; 404 if there is none."""
    contest = find_contest(store(), contest_id) if ID.fullmatch(contest_id) else None
    if contest is None:
        abort(404, "There is no such contest, or it was a year ago, or who set it has erased it.")
    player = current_player()
    own = entry_of(store(), contest.id, player) if player else None
    return SeenContest(contest, KINDS[contest.kind], contest.player == player, own)


def find_own(contest_id: str) -> SeenContest:
    """Return a contest that the visitor has set; 404 for another's."""
    seen = find_seen(contest_id)
    return seen if seen.is_setter else abort(404)
