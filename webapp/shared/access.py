"""Which shown game an address names, and what its visitor may see of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import abort

from webapp.http.game_access import ID
from webapp.http.security import current_player
from webapp.kind import SharedKind, kinds
from webapp.storage.games import StoredGame, store
from webapp.storage.records.shares import find_share, find_shown, finished_like


def shared_kinds() -> Mapping[str, SharedKind]:
    return {name: kind.shared for name, kind in kinds().items() if kind.shared}


class WithdrawnError(Exception):
    """The game of a link is no longer shown; the message is for whoever has the link."""


class PlayedOnError(Exception):
    """A shown game was reopened and isn't over; the message is for whoever has the link."""


@dataclass(frozen=True)
class SharedGame:
    """A shown game as a visitor sees it; ``mine`` is the visitor's own game of the same."""

    id: str
    stored: StoredGame
    kind: SharedKind
    is_own: bool
    mine: StoredGame | None
    may_see: bool

    @property
    def has_seen(self) -> bool:
        """Whether the visitor already knows the solution from playing."""
        return self.is_own or self.mine is not None


def find_shared(share_id: str) -> SharedGame:
    """Return a game that is shown; 404 for an id that never existed.

    Raises WithdrawnError or PlayedOnError.
    """
    found = find_share(store(), share_id) if ID.fullmatch(share_id) else None
    if found is None:
        abort(404)
    stored = find_shown(store(), found.game) if found.game else None
    if stored is None:
        done = "deleted" if found.game else "stopped sharing"
        raise WithdrawnError(f"The player has {done} this game, so this link no longer shows it.")
    if not stored.finished:
        raise PlayedOnError(
            "The player has undone moves and is still playing. You’ll see the game when it’s over."
        )
    is_own = stored.player == current_player()
    mine = None if is_own else own_game_like(stored)
    return SharedGame(
        share_id, stored, shared_kinds()[stored.kind], is_own, mine, may_see_solution(stored)
    )


def may_see_solution(stored: StoredGame) -> bool:
    """Say whether the visitor may see the guesses and the code, or the path, of a shown game.

    Its player may, and so may anybody who has finished the same; others only once nobody is still
    meant to solve it.
    """
    if stored.player == current_player() or not shared_kinds()[stored.kind].is_held_back(stored):
        return True
    return own_game_like(stored) is not None


def own_game_like(stored: StoredGame) -> StoredGame | None:
    player, kind = current_player(), shared_kinds()[stored.kind]
    if player is None:
        return None
    found = finished_like(store(), player, stored, kind.part(stored))
    return next((each for each in found if kind.is_same(stored, each)), None)
