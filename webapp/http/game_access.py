"""Finding the game that a request is about: it must be the player's own and up to date."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from flask import abort, request

from webapp.http.forms import parse_version
from webapp.http.security import current_player
from webapp.storage.documents import DocumentError
from webapp.storage.games import StaleGameError, StoredGame, store

Shown = TypeVar("Shown")

ID = re.compile(r"[\w-]{1,32}", re.ASCII)


@dataclass(frozen=True)
class Opened:
    """A stored game; each kind of game has a subclass that adds what its pages need."""

    stored: StoredGame


def find_game(game_id: str, *kinds: str) -> StoredGame:
    """Return this player's game if it is of one of these kinds, else 404."""
    player = current_player()
    for kind in kinds if ID.fullmatch(game_id) else ():
        stored = store().load(game_id, player, kind)
        if stored:
            return stored
    return abort(404)


def find_anybodys(game_id: str, kind: str) -> StoredGame:
    """Return a game of a kind that several people share; 404 if there is none."""
    stored = store().load_any(game_id, kind) if ID.fullmatch(game_id) else None
    return stored or abort(404)


def find_unfinished(kind: str) -> tuple[StoredGame, ...]:
    """Return the games of this kind that the visitor can continue, the last played first."""
    player = current_player()
    return store().unfinished(player, kind) if player else ()


def readable(show: Callable[[StoredGame], Shown], games: Iterable[StoredGame]) -> Iterator[Shown]:
    """Yield what to show of each game in a list, leaving out damaged ones.

    A damaged game's own page says what is wrong with it.
    """
    for game in games:
        with suppress(DocumentError):
            yield show(game)


def check_version(stored: StoredGame) -> None:
    """Raise StaleGameError unless the form was made from the game's newest version."""
    if parse_version(request.form) != stored.version:
        raise StaleGameError(stored)
