"""The link back to a game whose hint led to a lesson or an exercise.

The address of every page of learning carries the game along, ``?game=<id>``, with the row being
built after a dot. Nothing else about the origin is taken from an address: the link leads to the
page of that game if it is the visitor's own, and doesn't appear for any other.
"""

from typing import Any, Final

from flask import has_request_context, request, url_for

from webapp.game_type import playables
from webapp.http.forms import ID
from webapp.http.security import current_player
from webapp.storage.games import store

NAME: Final = "game"
#: The rooms whose addresses carry it.
ROOMS: Final = frozenset({"learn", "exercises", "ideas", "runs"})
#: No row being built is longer than this.
LONGEST_DRAFT: Final = 60


def carried_game() -> str:
    """Return the game that the address of the page carries along, or ""."""
    if not has_request_context() or request.blueprint not in ROOMS:
        return ""
    text = request.args.get(NAME, "")
    game_id, _, draft = text.partition(".")
    return text if ID.fullmatch(game_id) and len(draft) <= LONGEST_DRAFT else ""


def carried_game_url() -> str:
    """Return the address of the visitor's game that led here, or ""."""
    game_id, _, draft = carried_game().partition(".")
    for kind in playables().values() if game_id else ():  # on most pages the store isn't asked
        if kind.teaches and store().load(game_id, current_player(), kind.name):
            return url_for(kind.page, game_id=game_id, draft=draft or None)
    return ""


def carry_game(endpoint: str, values: dict[str, Any]) -> None:
    """Have the addresses of a room carry the game along; for ``Blueprint.url_defaults``."""
    if game := carried_game():
        values.setdefault(NAME, game)
