"""Finding the game that a request is about: the player's own, and its newest version."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Protocol, TypeVar

from flask import abort, request

from webapp.http.forms import parse_version
from webapp.http.security import current_player
from webapp.storage.documents import DocumentError
from webapp.storage.games import StaleGameError, StoredGame, store

Shown = TypeVar("Shown")

ID = re.compile(r"[\w-]{1,32}", re.ASCII)


def find_game(game_id: str, *kinds: str) -> StoredGame:
    """Return this player's game of one of these kinds; 404 for any other, as if there were none."""
    known = kinds if ID.fullmatch(game_id) else ()
    games = (store().load(game_id, current_player(), kind) for kind in known)
    stored = next(filter(None, games), None)
    if stored is None:
        abort(404)
    return stored


def find_unfinished(kind: str) -> tuple[StoredGame, ...]:
    """Return the games of this kind that the visitor can go on with, the last played first."""
    player = current_player()
    return store().unfinished(player, kind) if player else ()


def readable(show: Callable[[StoredGame], Shown], games: Iterable[StoredGame]) -> Iterator[Shown]:
    """Yield what is shown of each game in a list; one that is damaged is left out.

    Its own page says what is wrong with it.
    """
    for game in games:
        with suppress(DocumentError):
            yield show(game)


class Opened(Protocol):
    """A game with the form in which it is stored."""

    @property
    def stored(self) -> StoredGame:
        """The stored game."""


AnyOpened = TypeVar("AnyOpened", bound=Opened)


def newest(opened: AnyOpened) -> AnyOpened:
    """Return a game that is to be changed, if the form was made from its newest version.

    Raises StaleGameError otherwise.
    """
    check_version(opened.stored)
    return opened


def check_version(stored: StoredGame) -> None:
    """Raise StaleGameError unless the form was made from the game's newest version."""
    if parse_version(request.form) != stored.version:
        raise StaleGameError(stored)
