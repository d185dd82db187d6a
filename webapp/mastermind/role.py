"""What a role is: something to do with a game, with pages of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webapp.mastermind.finished import Finished
from webapp.mastermind.setup import Setup
from webapp.storage.games import StoredGame


@dataclass(frozen=True)
class RoleEntry:
    """A role as listed in :mod:`webapp.mastermind.roles`.

    ``name`` is its name in a game's face; ``begin`` is the endpoint of its first page. Its games
    are stored under its ``kind``, and ``page`` is the endpoint of one of them. ``how_far`` says in
    the list of open games how far one has got. ``ending`` returns what is reviewed of a game: None
    until it is over, or if nobody knows its code.
    """

    name: str
    title: str
    sentence: str
    begin: str
    kind: str = ""
    page: str = ""
    how_far: Callable[[StoredGame], str] | None = None
    ending: Callable[[StoredGame, Setup], Finished | None] | None = None
